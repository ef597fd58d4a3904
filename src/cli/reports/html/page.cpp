// SPDX-License-Identifier: Apache-2.0
#include "cli/reports/html/page.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "cli/reports/html/parts.hpp"
#include "cli/reports/html/words.hpp"

namespace tfrec::cli {

namespace {

struct PageSection {
  std::string_view id;
  std::string_view heading;
  Html (*make)(const PageFacts&);
};

constexpr std::array<PageSection, 12> k_sections{{
    {"summary", "Summary", summary_section},
    {"problems", "Problems", problems_section},
    {"repeats", "Repeats", repeats_section},
    {"odd", "Odd images", odd_section},
    {"giveaways", "Giveaways", giveaways_section},
    {"drift", "Drift", drift_section},
    {"classes", "Classes", classes_section},
    {"samples", "Samples", samples_section},
    {"images", "Images", images_section},
    {"boxes", "Boxes", boxes_section},
    {"masks", "Masks", masks_section},
    {"shards", "Shards", shards_section},
}};

std::uint64_t problem_count(const VerifyResult& verified) {
  std::uint64_t count = verified.problems.size();
  for (const VerifiedFile& file : verified.files) count += file.problems.size();
  return count;
}

Html head_of(const std::string& title) {
  Html head;
  const std::string policy = "default-src 'none'; img-src data:; style-src '" + policy_hash(page_style()) +
                             "'; script-src '" + policy_hash(page_script()) +
                             "'; base-uri 'none'; form-action 'none'";
  head.add(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"generator\" content=\"tfrec report\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n<title>{}</title>\n<link rel=\"icon\" "
      "href=\"data:,\">\n",
      policy, title);
  head.add_style(page_style());
  head.add("</head>\n");
  return head;
}

std::string joined_paths(const PageFacts& facts) {
  std::string all;
  for (const std::string& path : facts.paths) all += (all.empty() ? "" : ", ") + path;
  return printable_excerpt(all, 200);
}

}  // namespace

std::vector<PageFinding> page_findings(const PageFacts& facts) {
  const ReportResult& report = facts.report;
  std::vector<PageFinding> findings;
  if (const std::uint64_t problems = problem_count(facts.verified); problems > 0)
    findings.push_back({"problems", counted(problems, "problem", "problems") + " that tfrec verify finds"});
  if (const std::uint64_t warnings = facts.verified.warnings.size(); warnings > 0)
    findings.push_back({"problems", counted(warnings, "warning", "warnings") + " of tfrec verify"});
  if (report.repeats.groups > 0) findings.push_back({"repeats", repeat_words(report.repeats)});
  for (const OddGroup& odd : report.odd) {
    if (odd.is_usual) continue;
    std::string heading(oddity_heading(odd.oddity));
    heading[0] = static_cast<char>(heading[0] - 'A' + 'a');
    findings.push_back({"odd", counted(odd.count, "odd image", "odd images") + ": " + heading});
  }
  if (!report.giveaways.empty()) {
    findings.push_back({"giveaways", giveaway_rule(report, report.giveaways.front()) +
                                         ": balanced accuracy " +
                                         percent_text(report.giveaways.front().accuracy, 1)});
  }
  if (!report.drift.empty()) {
    const Drift& drift = report.drift.front();
    findings.push_back({"drift", (drift.is_split ? split_text(drift.group) : "shard " + drift.group) +
                                     " differs in " + drift_property(report, drift)});
  }
  for (const LabelMixing& mixing : report.mixing) {
    if (!mixing.score.sorted_over_shards && !mixing.score.sorted_within_shards) continue;
    findings.push_back(
        {"shards", "label " + printable_excerpt(mixing.feature, 60) + " is sorted, not mixed"});
    break;
  }
  return findings;
}

std::string report_page(const PageFacts& facts) {
  const std::string paths = joined_paths(facts);
  const std::vector<PageFinding> findings = page_findings(facts);
  Html links;
  Html sections;
  for (const PageSection& one : k_sections) {
    const Html content = one.make(facts);
    if (content.empty()) continue;
    const bool has_finding =
        std::ranges::any_of(findings, [&](const PageFinding& finding) { return finding.section == one.id; });
    links.add(R"(<li><a href="{}" class="{}">{}</a></li>)", PageLink{one.id},
              has_finding ? "has" : "all-good", std::string(one.heading));
    sections.add(content);
  }
  const std::string what = facts.is_plan
                               ? "A plan by tfrec: nothing is built yet, the bytes of shards are predicted"
                               : "A report on TFRecord shards by tfrec";
  Html page = head_of("Report on " + paths);
  page.add(
      "<body>\n<a class=\"skip\" href=\"{}\">Skip to the summary</a>\n<header><h1>{}</h1><p "
      "class=\"soft\">{}</p></header>\n<nav "
      "aria-label=\"Sections\"><ul>{}</ul></nav>\n<main>\n{}</main>\n"
      "<footer><p>Records count from 0. This page is one file and loads nothing.</p></footer>\n",
      PageLink{"summary"}, paths, what, links, sections);
  page.add_script(page_script());
  page.add("</body>\n</html>\n");
  return page.text();
}

bool is_report_page(const InputFile& file) {
  std::string head(1000, '\0');
  head.resize(file.read_at(0, std::span<char>(head)));
  return head.starts_with("<!DOCTYPE html>") &&
         head.find(R"(<meta name="generator" content="tfrec report">)") != std::string::npos;
}

}  // namespace tfrec::cli
