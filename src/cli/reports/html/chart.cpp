// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "base/text/quantity.hpp"
#include "cli/reports/html/parts.hpp"

namespace tfrec::cli {

namespace {

// In units of the drawing, which is as wide as a phone's screen: text keeps its size there.
constexpr double k_width = 340;
constexpr double k_height = 190;
constexpr double k_left = 52;
constexpr double k_right = 8;
constexpr double k_top = 10;
constexpr double k_bottom = 40;
constexpr double k_plot_width = k_width - k_left - k_right;
constexpr double k_plot_height = k_height - k_top - k_bottom;

/// The least round number that is not below: 1, 2 or 5 times a power of ten.
std::uint64_t round_up(std::uint64_t number) {
  std::uint64_t power = 1;
  while (number > 10 * power) power *= 10;
  for (const std::uint64_t factor : {1U, 2U, 5U, 10U}) {
    if (factor * power >= number) return factor * power;
  }
  return number;
}

std::string short_count(std::uint64_t count) {
  if (count < 10'000) return format_count(count);
  const auto number = static_cast<double>(count);
  if (count < 1'000'000) return decimal_text(number / 1e3, 1) + "k";
  if (count < 1'000'000'000) return decimal_text(number / 1e6, 1) + "M";
  return format_count(count / 1'000'000) + "M";
}

Html y_axis(std::uint64_t most) {
  Html axis;
  const std::uint64_t steps = most % 2 == 0 ? 2 : 1;
  for (std::uint64_t i = 0; i <= steps; ++i) {
    const double y = k_top + k_plot_height * (1 - static_cast<double>(i) / static_cast<double>(steps));
    axis.add(
        "<line class=\"grid\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>"
        "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
        Decimal{k_left}, Decimal{y}, Decimal{k_width - k_right}, Decimal{y}, Decimal{k_left - 5},
        Decimal{y + 4}, short_count(most * i / steps));
  }
  return axis;
}

Html x_axis(const BarChart& chart) {
  Html axis;
  const auto gaps = static_cast<double>(std::max<std::size_t>(chart.ticks.size(), 2) - 1);
  for (std::size_t i = 0; i < chart.ticks.size(); ++i) {
    const double x = k_left + k_plot_width * static_cast<double>(i) / gaps;
    const std::string anchor = i == 0 ? "start" : i + 1 == chart.ticks.size() ? "end" : "middle";
    axis.add(R"(<text x="{}" y="{}" text-anchor="{}">{}</text>)", Decimal{x},
             Decimal{k_height - k_bottom + 15}, anchor, chart.ticks[i]);
  }
  axis.add(R"(<text x="{}" y="{}" text-anchor="middle" class="unit">{}</text>)",
           Decimal{k_left + k_plot_width / 2}, Decimal{k_height - 8}, chart.x_axis);
  axis.add("<text transform=\"translate(11 {}) rotate(-90)\" text-anchor=\"middle\" class=\"unit\">{}</text>",
           Decimal{k_top + k_plot_height / 2}, chart.y_axis);
  return axis;
}

Html bars(const BarChart& chart, std::uint64_t most) {
  Html all;
  const double step = k_plot_width / static_cast<double>(chart.bars.size());
  const double gap = step > 6 ? 1.5 : 0.3;
  for (std::size_t i = 0; i < chart.bars.size(); ++i) {
    const Bar& bar = chart.bars[i];
    if (bar.count == 0) continue;
    const double share = static_cast<double>(bar.count) / static_cast<double>(most);
    const double height = std::max(1.5, k_plot_height * share);  // one of many is seen, too
    all.add(R"(<rect x="{}" y="{}" width="{}" height="{}"><title>{}: {}</title></rect>)",
            Decimal{k_left + step * static_cast<double>(i) + gap / 2},
            Decimal{k_top + k_plot_height - height}, Decimal{step - gap}, Decimal{height}, bar.name,
            format_count(bar.count));
  }
  return all;
}

Html bar_rows(const BarChart& chart) {
  Html rows;
  for (const Bar& bar : chart.bars) {
    if (bar.count > 0)
      rows.add("<tr><th scope=\"row\">{}</th><td>{}</td></tr>", bar.name, format_count(bar.count));
  }
  return rows;
}

}  // namespace

Html chart(const BarChart& chart) {
  Html whole;
  if (chart.bars.empty()) return whole;
  const std::uint64_t most =
      round_up(std::max<std::uint64_t>(std::ranges::max(chart.bars, {}, &Bar::count).count, 1));
  Html head;
  head.add(R"(<th scope="col">{}</th><th scope="col">{}</th>)", chart.x_axis, chart.y_axis);
  whole.add(
      "<div class=\"chart\"><h3>{}</h3><svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}: bar chart, "
      "the "
      "table below has the numbers\">{}{}{}</svg><details><summary>{} as a "
      "table</summary>{}</details></div>\n",
      chart.title, Decimal{k_width}, Decimal{k_height}, chart.title, y_axis(most), bars(chart, most),
      x_axis(chart), chart.title, table(chart.title, head, bar_rows(chart)));
  return whole;
}

}  // namespace tfrec::cli
