// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include "base/text/quantity.hpp"
#include "cli/reports/html/parts.hpp"

namespace tfrec::cli {

namespace {

std::string axis_of(Property property) {
  const std::string unit(unit_of(property));
  const std::string name(to_string(property));
  if (property == Property::bytes) return "bytes of an image";
  return unit.empty() ? name : name + " in " + unit;
}

/// What the values of a histogram are divided by, and the unit then.
struct EdgeScale {
  double divisor = 1;
  std::string unit;
};

EdgeScale edge_scale(const Histogram& histogram) {
  if (histogram.property != Property::bytes) return {1, std::string(unit_of(histogram.property))};
  constexpr std::array<const char*, 5> k_units{"B", "kB", "MB", "GB", "TB"};
  std::size_t power = 0;
  while (power + 1 < k_units.size() && histogram.edges.back() >= std::pow(1000.0, power + 1)) ++power;
  return {std::pow(1000.0, power), k_units[power]};
}

/// With the digits that tell one edge of the histogram from the next.
std::string edge_text(const Histogram& histogram, double value) {
  const EdgeScale scale = edge_scale(histogram);
  const double step = (histogram.edges[1] - histogram.edges[0]) / scale.divisor;
  const int digits = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-6)), 0, 9);
  return decimal_text(value / scale.divisor, digits) + (scale.unit.empty() ? "" : " " + scale.unit);
}

Html histogram_chart(const Histogram& histogram) {
  std::string title(to_string(histogram.property));
  title[0] = static_cast<char>(title[0] >= 'a' && title[0] <= 'z' ? title[0] - 'a' + 'A' : title[0]);
  BarChart bars{std::move(title), axis_of(histogram.property), "images", {}, {}};
  const auto text = [&](double value) { return edge_text(histogram, value); };
  for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
    bars.bars.push_back(
        {text(histogram.edges[i]) + " to below " + text(histogram.edges[i + 1]), histogram.counts[i]});
  }
  bars.ticks = {text(histogram.edges.front()), text(histogram.edges[histogram.counts.size() / 2]),
                text(histogram.edges.back())};
  if (histogram.counts.size() < 2) bars.ticks.erase(bars.ticks.begin() + 1);
  if (histogram.counts.size() % 2 != 0 && histogram.counts.size() > 1)
    bars.ticks = {bars.ticks[0], bars.ticks[2]};
  return chart(bars);
}

bool has_one_value(const Histogram& histogram) {
  return histogram.counts.size() == 1 && histogram.low == histogram.high;
}

void add_count(Html& rows, const std::string& what, std::uint64_t count, std::uint64_t all) {
  if (count == 0) return;
  rows.add(R"(<tr><th scope="row">{}</th><td class="n">{}</td>{}</tr>)", what, format_count(count),
           percent_cell(static_cast<double>(count), static_cast<double>(all)));
}

Html counts_table(const ReportResult& report) {
  Html rows;
  for (const auto& [format, count] : report.formats)
    add_count(rows, "format " + std::string(info(format).record_name), count, report.images);
  add_count(rows, "raw pixels", report.raw, report.images);
  for (const auto& [channels, count] : report.channels) {
    add_count(rows, counted(static_cast<std::uint64_t>(channels), "channel", "channels"), count,
              report.images);
  }
  add_count(rows, "progressive JPEG", report.progressive, report.images);
  add_count(rows, "EXIF asks for a turn, which most readers ignore", report.turned, report.images);
  for (const Histogram& one : report.histograms) {
    if (has_one_value(one)) {
      add_count(rows, std::string(to_string(one.property)) + " " + property_text(one.property, one.middle),
                one.counts.front(), report.images);
    }
  }
  Html head;
  head.add(
      "<th scope=\"col\">images with</th><th scope=\"col\" class=\"n\">count</th><th scope=\"col\" "
      "class=\"n\">share</th>");
  return table("Formats and channels", head, rows);
}

Html source_table(const SourceFacts& source) {
  const std::uint64_t all = source.found + source.missing;
  Html rows;
  add_count(rows, "source found", source.found, all);
  add_count(rows, "no source by that name", source.missing, all);
  for (const auto& [format, count] : source.formats)
    add_count(rows, "source format " + std::string(info(format).record_name), count, all);
  add_count(rows, "fewer pixels than the source", source.smaller, all);
  add_count(rows, "more pixels than the source", source.larger, all);
  add_count(rows, "a higher JPEG quality than the source", source.finer, all);
  Html head;
  head.add(
      "<th scope=\"col\">compared with --source</th><th scope=\"col\" class=\"n\">images</th>"
      "<th scope=\"col\" class=\"n\">share</th>");
  return table("Sources", head, rows);
}

}  // namespace

Html images_section(const PageFacts& facts) {
  const ReportResult& report = facts.report;
  Html content;
  if (report.images == 0) return content;
  content.add(counts_table(report));
  if (report.source) content.add(source_table(*report.source));
  Html charts;
  for (const Histogram& one : report.histograms) {
    if (!has_one_value(one)) charts.add(histogram_chart(one));
  }
  if (!charts.empty()) content.add("<div class=\"charts\">{}</div>\n", charts);
  return section("images", "Images", content);
}

}  // namespace tfrec::cli
