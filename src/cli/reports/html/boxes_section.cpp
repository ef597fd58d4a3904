// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "cli/reports/html/parts.hpp"
#include "operations/report/shown/mask_color.hpp"

namespace tfrec::cli {

namespace {

constexpr std::size_t k_most_listed = 1'000;

/// "rgb(230,159,0)"
std::string mask_color_text(std::uint16_t id) {
  const std::array<std::uint8_t, 3> color = mask_color(id);
  return "rgb(" + std::to_string(color[0]) + "," + std::to_string(color[1]) + "," + std::to_string(color[2]) +
         ")";
}

Html count_row(const std::string& name, std::uint64_t count, std::uint64_t all, std::uint64_t most) {
  Html row;
  row.add(R"(<tr><th scope="row" class="long">{}</th><td class="n">{}</td>{}<td>{}</td></tr>)", name,
          format_count(count), percent_cell(static_cast<double>(count), static_cast<double>(all)),
          cell_bar(static_cast<double>(count) / static_cast<double>(std::max<std::uint64_t>(most, 1))));
  return row;
}

Html box_classes(const BoxSummary& boxes) {
  std::vector<std::pair<std::string, std::uint64_t>> classes;
  for (const auto& [text, count] : boxes.by_text) classes.emplace_back(printable_excerpt(text, 100), count);
  for (const auto& [id, count] : boxes.by_id) classes.emplace_back("id " + std::to_string(id), count);
  Html whole;
  if (classes.empty()) return whole;
  std::uint64_t most = 0;
  for (const auto& [name, count] : classes) most = std::max(most, count);
  Html rows;
  for (std::size_t i = 0; i < std::min(classes.size(), k_most_listed); ++i)
    rows.add(count_row(classes[i].first, classes[i].second, boxes.boxes, most));
  Html head;
  head.add(
      "<th scope=\"col\">class</th><th scope=\"col\" class=\"n\">boxes</th><th scope=\"col\" "
      "class=\"n\">share</th><th></th>");
  whole.add(table("Boxes of each class", head, rows));
  return whole;
}

Html per_image_chart(const BoxSummary& boxes) {
  constexpr std::uint64_t k_most_bars = 30;
  const std::uint64_t step = boxes.most() / k_most_bars + 1;
  BarChart bars{"Boxes of an image", "boxes", "images", {}, {}};
  for (std::uint64_t first = 0; first <= boxes.most(); first += step) {
    Bar bar{std::to_string(first) + (step > 1 ? " to " + std::to_string(first + step - 1) : ""), 0};
    for (auto one = boxes.images.lower_bound(first); one != boxes.images.end() && one->first < first + step;
         ++one)
      bar.count += one->second;
    bars.bars.push_back(std::move(bar));
  }
  bars.ticks = {"0", std::to_string(boxes.most())};
  return chart(bars);
}

Html size_chart_of(const BoxShapes& shapes) {
  BarChart bars{"Sizes of boxes", "side in % of the image's (square root of the area)", "boxes", {}, {}};
  constexpr int k_step = 100 / static_cast<int>(BoxShapes::k_sizes);
  for (std::size_t i = 0; i < shapes.sizes.size(); ++i) {
    const int from = static_cast<int>(i) * k_step;
    bars.bars.push_back(
        {std::to_string(from) + " to " + std::to_string(from + k_step) + " %", shapes.sizes[i]});
  }
  bars.ticks = {"0", "50", "100 %"};
  return chart(bars);
}

/// Where centres lie: a picture of cells, and thirds as a table.
Html center_chart(const BoxShapes& shapes) {
  constexpr std::size_t k_cells = BoxShapes::k_cells;
  const std::uint64_t most = std::max<std::uint64_t>(std::ranges::max(shapes.centers), 1);
  Html cells;
  std::array<std::uint64_t, 9> thirds{};
  for (std::size_t i = 0; i < shapes.centers.size(); ++i) {
    const std::size_t row = i / k_cells;
    const std::size_t column = i % k_cells;
    thirds[row * 3 / k_cells * 3 + column * 3 / k_cells] += shapes.centers[i];
    if (shapes.centers[i] == 0) continue;
    const double share = static_cast<double>(shapes.centers[i]) / static_cast<double>(most);
    cells.add(R"(<rect x="{}" y="{}" width="10" height="10" fill-opacity="{}"/>)", column * 10, row * 10,
              Decimal{0.1 + 0.9 * std::sqrt(share)});
  }
  Html rows;
  constexpr std::array<const char*, 3> k_names{"top", "middle", "bottom"};
  for (std::size_t row = 0; row < 3; ++row) {
    rows.add(
        "<tr><th scope=\"row\">{}</th><td class=\"n\">{}</td><td class=\"n\">{}</td><td "
        "class=\"n\">{}</td></tr>",
        k_names[row], format_count(thirds[3 * row]), format_count(thirds[3 * row + 1]),
        format_count(thirds[3 * row + 2]));
  }
  Html head;
  head.add(
      "<th scope=\"col\">third</th><th scope=\"col\" class=\"n\">left</th><th scope=\"col\" "
      "class=\"n\">centre</th><th scope=\"col\" class=\"n\">right</th>");
  Html whole;
  whole.add(
      "<div class=\"chart heat\"><h3>Centres of boxes</h3><svg viewBox=\"-1 -1 152 152\" role=\"img\" "
      "aria-label=\"Where in "
      "the image the centres of boxes lie; the table below has the numbers\"><rect class=\"frame\" "
      "width=\"150\" height=\"150\" fill-opacity=\"0.04\"/>{}</svg><details><summary>Centres of boxes as a "
      "table</summary>{}</details></div>\n",
      cells, table("Centres of boxes", head, rows));
  return whole;
}

}  // namespace

Html boxes_section(const PageFacts& facts) {
  const BoxSummary& boxes = facts.report.boxes;
  Html content;
  if (!boxes.seen()) return content;
  const BoxShapes& shapes = facts.report.box_shapes;
  content.add("<p>{} on {}; {} without any. Small, medium and large by COCO's definition: {}, {}, {}.</p>\n",
              counted(boxes.boxes, "box", "boxes"), counted(boxes.images_with(), "image", "images"),
              format_count(boxes.images_without()), format_count(boxes.sizes.small),
              format_count(boxes.sizes.medium), format_count(boxes.sizes.large));
  if (shapes.whole > 0)
    content.add("<p>{} the whole image.</p>\n", counted(shapes.whole, "box covers", "boxes cover"));
  if (shapes.tiny > 0) {
    content.add("<p>{} narrower or lower than 1 % of the image.</p>\n",
                counted(shapes.tiny, "box is", "boxes are"));
  }
  if (boxes.boxes > 0) {
    content.add("<div class=\"charts\">{}{}{}</div>\n", per_image_chart(boxes), size_chart_of(shapes),
                center_chart(shapes));
  }
  content.add(box_classes(boxes));
  return section("boxes", "Boxes", content);
}

Html masks_section(const PageFacts& facts) {
  const MaskSummary& masks = facts.report.masks;
  Html content;
  if (!masks.seen()) return content;
  const std::uint64_t pixels = masks.pixels();
  std::uint64_t most = 0;
  for (const auto& [id, counts] : masks.ids) most = std::max(most, counts.pixels);
  Html rows;
  std::size_t shown = 0;
  for (const auto& [id, counts] : masks.ids) {
    if (++shown > k_most_listed) break;
    const auto name = facts.report.mask_names.find(id);
    Html swatch;
    swatch.add(
        "<svg class=\"swatch\" viewBox=\"0 0 1 1\" aria-hidden=\"true\"><rect width=\"1\" height=\"1\" "
        "fill=\"{}\"/></svg>",
        id == 0 ? std::string("none") : mask_color_text(id));
    rows.add(
        "<tr><th scope=\"row\">{} {}</th><td class=\"long\">{}</td><td class=\"n\">{}</td>{}"
        "<td class=\"n\">{}</td><td>{}</td></tr>",
        swatch, id,
        name == facts.report.mask_names.end() ? std::string("-") : printable_excerpt(name->second, 100),
        format_count(counts.pixels),
        percent_cell(static_cast<double>(counts.pixels), static_cast<double>(pixels)),
        format_count(counts.images),
        cell_bar(static_cast<double>(counts.pixels) / static_cast<double>(most)));
  }
  Html head;
  head.add(
      "<th scope=\"col\">id</th><th scope=\"col\">class</th><th scope=\"col\" class=\"n\">pixels</th>"
      "<th scope=\"col\" class=\"n\">share</th><th scope=\"col\" class=\"n\">masks</th><th></th>");
  content.add("<p>{}. On the samples, each id but 0 has a colour.</p>\n",
              counted(masks.masks, "mask", "masks"));
  content.add(table("Pixels of each id", head, rows));
  return section("masks", "Masks", content);
}

}  // namespace tfrec::cli
