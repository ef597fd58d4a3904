// SPDX-License-Identifier: Apache-2.0
#include "cli/reports/html/words.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text/in_quotes.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "cli/reports/html/parts.hpp"

namespace tfrec::cli {

namespace {

std::string label_in_quotes(const ReportResult& report, std::size_t label) {
  return (is_several(report, label) ? "the labels " : "") +
         in_quotes(printable_excerpt(label_text(report, label), 60));
}

}  // namespace

std::string repeat_words(const RepeatFacts& repeats) {
  std::string words;
  if (repeats.equal > 0)
    words = counted(repeats.equal, "image is", "images are") + " byte for byte another's";
  if (repeats.alike > 0) {
    words +=
        (words.empty() ? "" : ", ") + counted(repeats.alike, "image looks", "images look") + " like another";
  }
  if (repeats.across > 0)
    words += "; " + counted(repeats.across, "group is", "groups are") + " in several splits";
  if (repeats.unclear > 0)
    words += "; " + counted(repeats.unclear, "group has", "groups have") + " several classes";
  return words;
}

std::string_view oddity_heading(Oddity oddity) {
  constexpr std::array<std::string_view, 6> k_headings{"Of one colour", "Dark",       "Bright",
                                                       "Blurred",       "Odd aspect", "Odd size"};
  return k_headings[static_cast<std::size_t>(oddity)];
}

std::string oddity_rule(Oddity oddity) {
  constexpr std::array<std::string_view, 6> k_rules{
      "Hardly any difference between the darkest and the brightest pixels.",
      "99 % of the pixels are nearly black.",
      "99 % of the pixels are nearly white.",
      "Far less fine detail than the other images have. Images of one smooth thing may be sharp all the "
      "same.",
      "More than three times as long as wide, and twice as much as usual in the set.",
      "Less than a quarter of the usual side, or more than four times it."};
  return std::string(k_rules[static_cast<std::size_t>(oddity)]);
}

/// "JPEG, PNG": the formats of a rule.
std::string formats_between(const Giveaway& rule) {
  std::string text;
  for (int format = static_cast<int>(rule.from); format <= static_cast<int>(rule.to); ++format)
    text += (text.empty() ? "" : ", ") + property_text(rule.property, format);
  return text;
}

std::string giveaway_rule(const ReportResult& report, const Giveaway& rule) {
  const std::string from = property_text(rule.property, rule.from);
  const std::string to = property_text(rule.property, rule.to);
  std::string text = label_in_quotes(report, rule.label) + " if " + std::string(to_string(rule.property));
  if (from == to) return text + " is " + from;
  if (rule.property == Property::format || rule.property == Property::source_format)
    return text + " is one of " + formats_between(rule);
  if (rule.has_lower && rule.has_upper) return text + " is from " + from + " to " + to;
  return text + (rule.has_lower ? " is at least " + from : " is at most " + to);
}

std::string giveaway_hits(const ReportResult& report, const Giveaway& rule) {
  return percent_text(rule.class_hits, 1) + " of " + label_in_quotes(report, rule.label) + ", " +
         percent_text(rule.other_hits, 1) + " of the others";
}

std::string drift_property(const ReportResult& report, const Drift& drift) {
  if (drift.property) return "mean of " + std::string(to_string(*drift.property));
  return (std::ranges::any_of(report.labels, [](const ReportLabel& one) { return one.classes.size() > 1; })
              ? "labels, most in "
              : "classes, most in ") +
         label_in_quotes(report, drift.label);
}

std::string drift_value(const Drift& drift, double value) {
  if (!drift.property) return percent_text(value, 100);
  if (*drift.property == Property::format || *drift.property == Property::source_format) {
    const double whole = std::round(value);
    return whole == value ? property_text(*drift.property, value) : "mixed";
  }
  return property_text(*drift.property, value);
}

std::string drift_size(const Drift& drift) {
  if (!drift.property) return percent_text(drift.effect, 1) + " of its records";
  if (std::abs(drift.effect) >= 99) return "all of its images";
  return property_text(Property::aspect, std::abs(drift.effect)) + " standard deviations";
}

}  // namespace tfrec::cli
