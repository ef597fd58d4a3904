// SPDX-License-Identifier: Apache-2.0
#include "cli/reports/html/parts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"

namespace tfrec::cli {

std::string decimal_text(double value, int digits) {
  std::array<char, 64> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.*f", digits, value);
  std::string text(buffer.data());
  while (text.find('.') != std::string::npos && (text.back() == '0' || text.back() == '.')) {
    const bool is_point = text.back() == '.';
    text.pop_back();
    if (is_point) break;
  }
  return text;
}

std::string class_text(const ReportResult& report, std::size_t place) {
  return place < report.classes.size() ? report.classes[place].name : "no class";
}

std::span<const ReportClass> named_classes(const ReportResult& report) {
  const std::span<const ReportClass> all(report.classes);
  return !all.empty() && all.back().is_none ? all.first(all.size() - 1) : all;
}

std::string label_text(const ReportResult& report, std::size_t label) {
  return label < report.labels.size() ? report.labels[label].text : "no class";
}

bool is_several(const ReportResult& report, std::size_t label) {
  return label < report.labels.size() && report.labels[label].classes.size() > 1;
}

std::string split_name(std::string_view split) {
  return split.empty() ? "no split" : printable_excerpt(split, 40);
}

std::string split_text(std::string_view split) {
  return (split.empty() ? "" : "split ") + split_name(split);
}

std::string shard_text(const ReportResult& report, std::size_t shard) {
  const std::filesystem::path path = report.shards[shard].path;
  const std::string name = path.filename().string();
  const std::string folder = path.parent_path().filename().string();
  return report.splits.empty() || folder.empty() ? name : folder + "/" + name;
}

std::string property_text(Property property, double value) {
  if (property == Property::format || property == Property::source_format) {
    const auto place = static_cast<std::size_t>(std::clamp(value, 0.0, k_image_formats - 1.0));
    return std::string(info(static_cast<ImageFormat>(place)).record_name);
  }
  if (property == Property::bytes || property == Property::source_bytes)
    return format_bytes(static_cast<std::uint64_t>(std::max(0.0, value)));
  const std::string unit(unit_of(property));
  const bool is_whole = unit == "px" || property == Property::quality || property == Property::source_quality;
  const int digits = is_whole ? 0 : property == Property::density ? 3 : 2;
  return decimal_text(value, digits) + (unit.empty() ? "" : " " + unit);
}

std::string percent_text(double part, double all) {
  if (all <= 0) return "-";
  const double percent = 100 * part / all;
  if (percent > 0 && percent < 0.1) return "< 0.1 %";
  if (percent < 99 || percent >= 100) return decimal_text(percent, percent < 10 ? 1 : 0) + " %";
  for (const int digits : {1, 2}) {
    const std::string text = decimal_text(percent, digits);
    if (text != "100") return text + " %";
  }
  return "99.99 %";
}

Html number_cell(const std::string& text, double value) {
  Html cell;
  cell.add(R"(<td class="n" data-sort="{}">{}</td>)", Decimal{value, 9}, text);
  return cell;
}

Html percent_cell(double part, double all) {
  return number_cell(percent_text(part, all), all > 0 ? part / all : 0);
}

Html cell_bar(double share) {
  Html bar;
  bar.add(
      "<svg class=\"bar\" viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
      "<rect width=\"{}\" height=\"8\"/></svg>",
      Decimal{std::clamp(100 * share, 0.0, 100.0), 2});
  return bar;
}

Html command(std::string_view line) {
  Html text;
  text.add("<pre class=\"command\" tabindex=\"0\"><code>{}</code></pre>\n", std::string(line));
  return text;
}

std::string shell_paths(const PageFacts& facts) {
  std::string words;
  for (const std::string& path : facts.paths) words += (words.empty() ? "" : " ") + shell_path(path);
  return words;
}

namespace {

Html rows_advice() {
  Html advice;
  advice.add("<p>To leave them out of later builds, too, delete their rows from the labels CSV.</p>\n");
  return advice;
}

/// Repair changes paths, and the numbers of records.
Html advice_for_damaged() {
  Html advice;
  advice.add(
      "<p>Some shards have problems: repair them first, as above. This then makes a set without the images "
      "to leave out:</p>\n");
  advice.add(command("tfrec report repaired -o repaired.html --findings findings.csv"));
  advice.add(command("tfrec reshard repaired -o better --without findings.csv"));
  advice.add(rows_advice());
  return advice;
}

bool has_damaged_shards(const PageFacts& facts) {
  return std::ranges::any_of(facts.verified.files,
                             [](const VerifiedFile& file) { return !file.problems.empty(); });
}

}  // namespace

Html findings_advice(const PageFacts& facts) {
  if (has_damaged_shards(facts)) return advice_for_damaged();
  Html advice;
  const std::string list = facts.findings_file.empty() ? "findings.csv" : facts.findings_file;
  if (facts.findings_file.empty()) {
    advice.add("<p>This lists them in a CSV:</p>\n");
    advice.add(
        command("tfrec report " + shell_paths(facts) + " -o report.html --findings " + shell_path(list)));
  } else {
    advice.add("<p>The images to leave out are listed in <code>{}</code>.</p>\n", list);
  }
  if (facts.is_plan || facts.report.has_other_sizes) {
    advice.add("<p>Delete their rows from the labels CSV, and build the set again.</p>\n");
    return advice;
  }
  advice.add("<p>This makes a set without them:</p>\n");
  advice.add(command("tfrec reshard " + shell_paths(facts) + " -o better --without " + shell_path(list)));
  advice.add(rows_advice());
  return advice;
}

Html table(std::string_view label, const Html& head, const Html& rows) {
  Html whole;
  whole.add(
      "<div class=\"scroll\" role=\"region\" tabindex=\"0\" "
      "aria-label=\"{}\"><table><thead><tr>{}</tr></thead>"
      "<tbody>{}</tbody></table></div>\n",
      std::string(label), head, rows);
  return whole;
}

Html section(std::string_view id, std::string_view heading, const Html& content) {
  Html whole;
  if (content.empty()) return whole;
  whole.add("<section id=\"{}\"><h2>{}</h2>\n{}</section>\n", std::string(id), std::string(heading), content);
  return whole;
}

}  // namespace tfrec::cli
