// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "cli/reports/html/parts.hpp"

namespace tfrec::cli {

namespace {

constexpr std::size_t k_most_shards_listed = 500;
constexpr std::uint64_t k_least_bytes = 10'000'000;  // what object stores and readers like
constexpr std::uint64_t k_most_bytes = 100'000'000;

std::string size_words(const ReportResult& report) {
  std::uint64_t small = 0;
  std::uint64_t large = 0;
  for (const ReportShard& shard : report.shards) {
    small += shard.bytes < k_least_bytes ? 1 : 0;
    large += shard.bytes > k_most_bytes ? 1 : 0;
  }
  const std::string all = counted(report.shards.size(), "shard", "shards");
  if (small + large == 0) return all + ", each of 10 to 100 MB, a good size for readers.";
  std::string words = all + ":";
  if (small > 0) words += " " + format_count(small) + " below 10 MB";
  if (small > 0 && large > 0) words += ",";
  if (large > 0) words += " " + format_count(large) + " above 100 MB";
  if (large == 0 && report.bytes < 2 * k_least_bytes) return words + ", as the set is small.";
  return words + ". Readers are fastest with 10 to 100 MB.";
}

Html size_chart(const ReportResult& report) {
  constexpr std::size_t k_most_bars = 60;
  Html none;
  if (report.shards.size() < 2) return none;
  const std::uint64_t largest = std::ranges::max_element(report.shards, {}, &ReportShard::bytes)->bytes;
  const bool are_small = largest < k_least_bytes;  // in whole MB they would be 0 or 1
  const std::uint64_t unit = are_small ? 1'000 : 1'000'000;
  BarChart sizes{"Sizes of the shards", "shards in their order", are_small ? "kB" : "MB", {}, {}};
  const std::size_t together = (report.shards.size() + k_most_bars - 1) / k_most_bars;
  for (std::size_t i = 0; i < report.shards.size(); i += together) {
    std::uint64_t bytes = 0;
    const std::size_t end = std::min(i + together, report.shards.size());
    for (std::size_t j = i; j < end; ++j) bytes += report.shards[j].bytes;
    sizes.bars.push_back({shard_text(report, i) + (end - i > 1 ? " and the next, mean" : ""),
                          (bytes / (end - i) + unit / 2) / unit});
  }
  sizes.ticks = {"1", std::to_string(report.shards.size())};
  if (std::ranges::all_of(sizes.bars, [](const Bar& bar) { return bar.count < 2; })) return none;
  return chart(sizes);
}

Html score_cell(double score, bool is_enough) {
  Html cell;
  if (is_enough) {
    cell.add("{}", Decimal{score});
  } else {
    cell.add("{}", "-");
  }
  return cell;
}

std::string_view verdict(const MixingScore& score) {
  if (!score.enough_over_shards && !score.enough_within_shards) return "too few records";
  return score.sorted_over_shards || score.sorted_within_shards ? "sorted" : "mixed";
}

Html mixing_rows(const ReportResult& report) {
  Html rows;
  for (const LabelMixing& mixing : report.mixing) {
    const MixingScore& score = mixing.score;
    if (score.labels < 2) continue;
    rows.add(
        "<tr><th scope=\"row\" class=\"long\">{}</th><td class=\"long\">{}</td><td class=\"n\">{}</td>"
        "<td class=\"n\">{}</td><td>{}</td></tr>",
        printable_excerpt(mixing.feature, 60), mixing.folder,
        score_cell(score.over_shards, score.enough_over_shards || score.shards == 1),
        score_cell(score.within_shards, score.enough_within_shards), verdict(score));
  }
  return rows;
}

}  // namespace

Html shards_section(const PageFacts& facts) {
  const ReportResult& report = facts.report;
  Html content;
  content.add("<p>{}</p>\n", size_words(report));
  Html charts = size_chart(report);
  if (!charts.empty()) content.add("<div class=\"charts\">{}</div>\n", charts);
  if (Html rows = mixing_rows(report); !rows.empty()) {
    Html head;
    head.add(
        "<th scope=\"col\">label</th><th scope=\"col\">folder</th><th scope=\"col\" class=\"n\">mixed over "
        "shards</th>"
        "<th scope=\"col\" class=\"n\">within shards</th><th scope=\"col\">verdict</th>");
    content.add("<h3>Mixing, 1 is best</h3>\n");
    content.add(table("Mixing of labels", head, rows));
    const bool is_sorted = std::ranges::any_of(report.mixing, [](const LabelMixing& one) {
      return one.score.sorted_over_shards || one.score.sorted_within_shards;
    });
    if (is_sorted) {
      content.add("<p>A reader sees one class for long. This mixes the records:</p>\n");
      content.add(command("tfrec reshard " + shell_paths(facts) + " --shuffle -o mixed"));
    }
  }
  Html head;
  head.add(
      "<th scope=\"col\">shard</th><th scope=\"col\">split</th><th scope=\"col\" class=\"n\">records</th>"
      "<th scope=\"col\" class=\"n\">bytes</th>");
  Html rows;
  for (std::size_t i = 0; i < std::min(report.shards.size(), k_most_shards_listed); ++i) {
    const ReportShard& shard = report.shards[i];
    rows.add(
        "<tr><th scope=\"row\" class=\"long\">{}</th><td>{}</td><td class=\"n\">{}</td>"
        "<td class=\"n\" data-sort=\"{}\">{}</td></tr>",
        shard.path, shard.split.empty() ? "-" : shard.split, format_count(shard.records), shard.bytes,
        format_bytes(shard.bytes));
  }
  content.add("<details><summary>All shards as a table</summary>{}</details>\n", table("Shards", head, rows));
  if (report.shards.size() > k_most_shards_listed) {
    content.add("<p class=\"soft\">and {} more</p>\n",
                counted(report.shards.size() - k_most_shards_listed, "shard", "shards"));
  }
  return section("shards", "Shards", content);
}

}  // namespace tfrec::cli
