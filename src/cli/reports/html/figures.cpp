// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <vector>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "cli/reports/html/parts.hpp"

namespace tfrec::cli {

namespace {

constexpr std::size_t k_longest_name = 80;  // characters
constexpr std::size_t k_most_drawn = 12;    // boxes of an image
constexpr int k_least_side = 112;           // smaller images are shown larger

double area_of(const ShownBox& box) {
  return (std::clamp(box.xmax, 0.0, 1.0) - std::clamp(box.xmin, 0.0, 1.0)) *
         (std::clamp(box.ymax, 0.0, 1.0) - std::clamp(box.ymin, 0.0, 1.0));
}

/// The largest, so that pages stay small.
std::vector<ShownBox> drawn_boxes(const ShownImage& image) {
  std::vector<ShownBox> boxes = image.boxes;
  // Not-a-number has no order.
  std::erase_if(boxes, [](const ShownBox& box) { return !(box.xmax >= box.xmin && box.ymax >= box.ymin); });
  std::ranges::stable_sort(boxes, std::greater{}, area_of);
  boxes.resize(std::min(boxes.size(), k_most_drawn));
  return boxes;
}

/// A rectangle as a part of a path.
std::string outline_of(double left, double top, double width, double height) {
  return "M" + decimal_text(left, 1) + " " + decimal_text(top, 1) + "h" + decimal_text(width, 1) + "v" +
         decimal_text(height, 1) + "h-" + decimal_text(width, 1) + "z";
}

/// Rectangles over the image, with their classes.
Html boxes_over(const ShownImage& image) {
  Html over;
  if (image.boxes.empty()) return over;
  Html shapes;
  std::string outline;  // of all, one element: pages stay small
  for (const ShownBox& box : drawn_boxes(image)) {
    const double left = std::clamp(box.xmin, 0.0, 1.0) * image.width;
    const double top = std::clamp(box.ymin, 0.0, 1.0) * image.height;
    const double right = std::clamp(box.xmax, 0.0, 1.0) * image.width;
    const double bottom = std::clamp(box.ymax, 0.0, 1.0) * image.height;
    outline += outline_of(left, top, right - left, bottom - top);
    shapes.add(R"(<rect x="{}" y="{}" width="{}" height="{}"><title>{}</title></rect>)", Decimal{left, 1},
               Decimal{top, 1}, Decimal{right - left, 1}, Decimal{bottom - top, 1},
               printable_excerpt(box.text, k_longest_name));
  }
  over.add(R"(<svg class="boxes" viewBox="0 0 {} {}" aria-hidden="true"><path)"
           R"( d="{}"/>{}</svg>)",
           image.width, image.height, outline, shapes);
  return over;
}

std::string box_words(const ShownImage& image) {
  const std::uint64_t boxes = image.boxes.size() + image.more_boxes;
  std::string words;
  if (boxes > 0) words = counted(boxes, "box", "boxes");
  if (boxes > k_most_drawn) words = format_count(k_most_drawn) + " of " + words;
  if (image.has_mask) words += words.empty() ? "with its mask" : ", with its mask";
  return words;
}

std::string sides_words(const ImageRow& facts) {
  return std::to_string(facts.width) + " × " + std::to_string(facts.height) + ", " +
         (facts.is_raw ? std::string("raw") : std::string(info(facts.format).record_name)) +
         (facts.quality > 0 ? " " + std::to_string(facts.quality) : "") + ", " + format_bytes(facts.bytes);
}

Html picture(const ShownImage& image, const std::string& text) {
  Html whole;
  if (image.jpeg.empty()) {
    whole.add("<div class=\"pic none\">can't be shown</div>");
    return whole;
  }
  const int times = std::max(1, k_least_side / std::max({image.width, image.height, 1}));
  whole.add(R"(<div class="pic"><img src="{}" alt="{}" width="{}" height="{}")"
            R"( class="{}">{}</div>)",
            DataUri{DataUri::Type::jpeg, image.jpeg}, text, times * image.width, times * image.height,
            times > 1 ? "tiny" : "photo", boxes_over(image));
  return whole;
}

}  // namespace

Html figure(const PageFacts& facts, std::size_t shown, std::string_view note) {
  const ReportResult& report = facts.report;
  const ShownImage& image = report.shown[shown];
  const std::string shard = shard_text(report, image.shard);
  const std::string place = shard + " · record " + std::to_string(image.record);
  const std::string name = printable_excerpt(image.name, k_longest_name);
  const std::string label = image.label == SIZE_MAX ? std::string() : label_text(report, image.label);
  Html caption;
  if (!label.empty()) caption.add("<b>{}</b>", printable_excerpt(label, k_longest_name));
  if (!note.empty()) caption.add("<strong class=\"note\">{}</strong>", std::string(note));
  if (!name.empty()) caption.add("<span>{}</span>", name);
  if (!facts.is_plan) caption.add("<span>{}</span>", place);
  caption.add("<span>{}</span>", sides_words(image.facts));
  if (const std::string boxes = box_words(image); !boxes.empty()) caption.add("<span>{}</span>", boxes);
  Html whole;
  const std::string what = label.empty()
                               ? "image"
                               : (is_several(report, image.label) ? "image of classes " : "image of class ") +
                                     printable_excerpt(label, k_longest_name);
  whole.add("<figure>{}<figcaption>{}</figcaption></figure>\n",
            picture(image, what + ", " + (facts.is_plan ? name : place)), caption);
  return whole;
}

Html figures(const PageFacts& facts, std::span<const std::size_t> shown) {
  Html all;
  for (const std::size_t one : shown) all.add(figure(facts, one));
  Html whole;
  whole.add("<div class=\"figures\">{}</div>\n", all);
  return whole;
}

}  // namespace tfrec::cli
