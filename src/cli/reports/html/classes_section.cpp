// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "cli/reports/html/parts.hpp"

namespace tfrec::cli {

namespace {

constexpr std::size_t k_most_classes_listed = 1'000;

Html head_of(const ReportResult& report) {
  Html head;
  head.add(
      "<th scope=\"col\">class</th><th scope=\"col\" class=\"n\">records</th>"
      "<th scope=\"col\" class=\"n\">share</th>");
  for (const std::string& split : report.splits)
    head.add(R"(<th scope="col" class="n">{}</th>)", split_name(split));
  head.add("<th></th>");
  return head;
}

Html row_of(const ReportResult& report, const ReportClass& one, std::uint64_t all, std::uint64_t most) {
  Html row;
  row.add(R"(<tr><th scope="row" class="long">{}</th><td class="n">{}</td>{})",
          printable_excerpt(one.name, 100), format_count(one.records),
          percent_cell(static_cast<double>(one.records), static_cast<double>(all)));
  for (std::size_t i = 0; i < report.splits.size(); ++i)
    row.add("<td class=\"n\">{}</td>", format_count(one.by_split[i]));
  row.add("<td>{}</td></tr>", cell_bar(static_cast<double>(one.records) / static_cast<double>(most)));
  return row;
}

}  // namespace

Html classes_section(const PageFacts& facts) {
  const ReportResult& report = facts.report;
  Html content;
  if (report.classes.empty()) return content;
  const std::span<const ReportClass> named = named_classes(report);
  const auto by_records = [](const ReportClass& one) { return one.records; };
  const std::uint64_t most = std::ranges::max(report.classes, {}, by_records).records;
  std::uint64_t all = report.labelled;
  if (named.size() < report.classes.size()) all += report.classes.back().records;
  if (!named.empty()) {
    const auto [least, largest] = std::ranges::minmax(named, {}, by_records);
    content.add("<p>{}; the largest has {}, the smallest {}.</p>\n",
                counted(named.size(), "class", "classes"), counted(largest.records, "record", "records"),
                format_count(least.records));
  }
  if (std::ranges::any_of(report.labels, [](const ReportLabel& one) { return one.classes.size() > 1; }))
    content.add("<p class=\"soft\">A record of several classes counts for each.</p>\n");
  Html rows;
  for (std::size_t i = 0; i < std::min(report.classes.size(), k_most_classes_listed); ++i)
    rows.add(row_of(report, report.classes[i], all, std::max<std::uint64_t>(most, 1)));
  content.add(table("Classes", head_of(report), rows));
  if (report.classes.size() > k_most_classes_listed) {
    content.add("<p class=\"soft\">and {} more</p>\n",
                counted(report.classes.size() - k_most_classes_listed, "class", "classes"));
  }
  return section("classes", "Classes", content);
}

Html samples_section(const PageFacts& facts) {
  const ReportResult& report = facts.report;
  Html content;
  for (const SampleGroup& group : report.samples) {
    const bool is_alone = report.samples.size() == 1 && group.of_class == SIZE_MAX;
    if (!is_alone) {
      const std::uint64_t all =
          group.of_class < report.classes.size() ? report.classes[group.of_class].records : 0;
      content.add("<h3>{} <span class=\"soft\">{}</span></h3>\n",
                  printable_excerpt(class_text(report, group.of_class), 100),
                  all == 0 ? std::string() : "of " + counted(all, "record", "records"));
    }
    content.add(figures(facts, group.images));
  }
  return section("samples", "Samples", content);
}

}  // namespace tfrec::cli
