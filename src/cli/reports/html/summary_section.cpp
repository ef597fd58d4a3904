// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "cli/reports/html/parts.hpp"
#include "cli/reports/html/words.hpp"

namespace tfrec::cli {

namespace {

void add_fact(Html& facts, const char* name, const std::string& value) {
  facts.add("<div><dt>{}</dt><dd>{}</dd></div>", name, value);
}

/// "; no equal or similar images, odd images, giveaways or drift were found.": the checks that apply to the
/// set, and their limits.
std::string nothing_found(const ReportResult& report) {
  std::vector<std::string> kinds;
  const bool compared = report.repeats.not_compared == 0;
  if (compared) kinds.emplace_back("equal or similar images");
  if (report.odd.empty()) kinds.emplace_back("odd images");
  if (report.classes.size() > 1) kinds.emplace_back("giveaways");
  if (report.shards.size() > 1) kinds.emplace_back("drift");
  std::string words;
  for (std::size_t i = 0; i < kinds.size(); ++i)
    words += (i == 0 ? "; no " : i + 1 < kinds.size() ? ", " : " or ") + kinds[i];
  if (!kinds.empty()) words += kinds.size() == 1 && kinds[0] == "drift" ? " was found" : " were found";
  words += '.';
  if (compared) words += " Mirrored images and files outside the set are not compared.";
  return words + (report.odd.empty() ? "" : " Traits of many images are under Odd images.");
}

/// What makes an image odd, where none is: an image may be unusual in other ways.
Html odd_rules() {
  Html rules;
  for (const Oddity oddity : k_oddities)
    rules.add("<li>{}: {}</li>", std::string(oddity_heading(oddity)), oddity_rule(oddity));
  Html whole;
  whole.add("<details><summary>What counts as odd</summary><ul>{}</ul></details>\n", rules);
  return whole;
}

Html verdict(const PageFacts& facts) {
  Html whole;
  const std::vector<PageFinding> findings = page_findings(facts);
  if (findings.empty() && facts.is_plan) {
    whole.add(
        "<p class=\"verdict good\">No problems found in the headers of {}. Nothing is built yet, so pixels "
        "were not checked.</p>\n",
        counted(facts.report.images, "image", "images"));
    return whole;
  }
  if (findings.empty() && facts.report.images == 0) {
    whole.add("<p class=\"verdict good\">All {} are intact. No images were found in them.</p>\n",
              counted(facts.report.records, "record", "records"));
    return whole;
  }
  if (findings.empty()) {
    whole.add("<p class=\"verdict good\">No problems found: all {} are intact{}</p>\n",
              counted(facts.report.records, "record", "records"), nothing_found(facts.report));
    if (facts.report.odd.empty()) whole.add("{}", odd_rules());
    return whole;
  }
  Html list;
  for (const PageFinding& finding : findings)
    list.add("<li><a href=\"{}\">{}</a></li>", PageLink{finding.section}, finding.text);
  whole.add("<div class=\"verdict bad\">{}<ul>{}</ul></div>\n",
            counted(findings.size(), "finding", "findings") + " to look at", list);
  return whole;
}

std::string lengths_text(const FeatureSummary& feature) {
  const auto& [least, most] = feature.lengths;
  return least == most ? format_count(most) : format_count(least) + " to " + format_count(most);
}

std::string values_text(const FeatureSummary& feature) {
  if (feature.kind == ListKind::int64_list && feature.integers.seen())
    return std::to_string(feature.integers.min) + " to " + std::to_string(feature.integers.max);
  if (feature.kind == ListKind::float_list && feature.floats.seen()) {
    return property_text(Property::aspect, static_cast<double>(feature.floats.min)) + " to " +
           property_text(Property::aspect, static_cast<double>(feature.floats.max));
  }
  if (feature.kind == ListKind::bytes && feature.sizes.seen())
    return format_bytes(feature.sizes.min) + " to " + format_bytes(feature.sizes.max);
  return "-";
}

Html feature_table(const ReportResult& report) {
  constexpr std::size_t k_most = 200;
  Html rows;
  for (std::size_t i = 0; i < std::min(report.features.size(), k_most); ++i) {
    const FeatureSummary& feature = report.features[i];
    rows.add(
        "<tr><th scope=\"row\" class=\"long\">{}</th><td>{}</td><td>{}</td><td "
        "class=\"n\">{}</td><td>{}</td></tr>",
        printable_excerpt(feature.name, 100), std::string(kind_name(feature.kind)), lengths_text(feature),
        format_count(feature.in_records), values_text(feature));
  }
  Html head;
  head.add(
      "<th scope=\"col\">feature</th><th scope=\"col\">kind</th><th scope=\"col\">values in a record</th>"
      "<th scope=\"col\" class=\"n\">in records</th><th scope=\"col\">values, or bytes of each</th>");
  Html whole;
  whole.add("<details><summary>{}</summary>{}</details>\n",
            counted(report.features.size(), "feature", "features") + " of the records",
            table("Features", head, rows));
  return whole;
}

Html notes(const PageFacts& facts) {
  Html list;
  for (const std::string& note : facts.report.notes) list.add("<li>{}</li>", note);
  for (const std::string& note : facts.verified.notes) list.add("<li>{}</li>", note);
  Html whole;
  if (!list.empty()) whole.add("<h3>Notes</h3><ul class=\"soft\">{}</ul>\n", list);
  return whole;
}

}  // namespace

Html summary_section(const PageFacts& facts) {
  const ReportResult& report = facts.report;
  Html list;
  add_fact(list, "images", format_count(report.images));
  add_fact(list, "records", format_count(report.records));
  add_fact(list, "shards", format_count(report.shards.size()));
  add_fact(list, "bytes", format_bytes(report.bytes));
  if (!named_classes(report).empty()) add_fact(list, "classes", format_count(named_classes(report).size()));
  if (!report.splits.empty()) add_fact(list, "splits", format_count(report.splits.size()));
  if (report.boxes.boxes > 0) add_fact(list, "boxes", format_count(report.boxes.boxes));
  if (report.masks.seen()) add_fact(list, "masks", format_count(report.masks.masks));
  Html content = verdict(facts);
  content.add("<dl class=\"facts\">{}</dl>\n", list);
  if (!report.image_feature.empty() || !report.label_feature.empty()) {
    Html text;
    if (!report.image_feature.empty())
      text.add("Images are in feature <code>{}</code>. ", printable_excerpt(report.image_feature, 100));
    if (report.labels_are_of_boxes) {
      text.add("The class of an image is that of its first box.");
    } else if (!report.label_feature.empty()) {
      text.add("Classes are in <code>{}</code>.", printable_excerpt(report.label_feature, 200));
    }
    content.add("<p>{}</p>\n", text);
  }
  if (!report.features.empty()) content.add(feature_table(report));
  content.add(notes(facts));
  return section("summary", "Summary", content);
}

}  // namespace tfrec::cli
