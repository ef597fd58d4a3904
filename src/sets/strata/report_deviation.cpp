// SPDX-License-Identifier: Apache-2.0
#include "sets/strata/report_deviation.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/text/joined.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"

namespace tfrec {

namespace {

/// "10.4", and "10" for a whole number.
std::string decimal(double value) {
  char buffer[32];
  const bool is_whole = std::abs(value - std::round(value)) < 0.05;
  std::snprintf(buffer, sizeof buffer, is_whole ? "%.0f" : "%.1f", value);
  return buffer;
}

/// "160 rows"
std::string counted_as(const std::string& noun, std::uint64_t number) {
  return counted(number, noun, noun + "s");
}

/// "train has 105 of the 160 rows, its share is 112"
std::string deviation_text(const ShareDeviation& most, const std::vector<SplitShare>& shares,
                           const StratifyLabels& labels, const std::string& noun) {
  const std::string of_label = most.label ? " of '" + printable(labels.text_of(*most.label)) + "'" : "";
  return printable(shares[most.split].name) + " has " + format_count(most.samples) + " of the " +
         counted_as(noun, most.of) + of_label + ", its share is " +
         decimal(most.wanted * static_cast<double>(most.of));
}

/// `is_part`: the samples that were dealt are not all.
std::string deviation_of(const SplitReport& report, const std::vector<SplitShare>& shares,
                         const StratifyLabels& labels, const std::string& noun, bool is_part) {
  const std::string counted_noun = (is_part ? "dealt " : "") + noun;
  std::string text;
  if (std::abs(report.size.in_samples()) >= 1)
    text = deviation_text(report.size, shares, labels, counted_noun);
  if (report.most_samples && std::abs(report.most_samples->in_samples()) >= 1)
    text += (text.empty() ? "" : "; ") + deviation_text(*report.most_samples, shares, labels, counted_noun);
  if (!text.empty()) return "largest deviation: " + text;
  return std::string(labels.columns.empty() ? "sizes" : "sizes and strata") +
         (is_part ? " of the " + counted_noun + "s" : "") + " differ from their shares by less than one " +
         noun;
}

}  // namespace

std::string largest_deviation(const SplitReport& report, const std::vector<SplitShare>& shares,
                              const StratifyLabels& labels, const std::string& noun) {
  return deviation_of(report, shares, labels, noun, false);
}

std::string deviation_of_part(const SplitReport& report, const std::vector<SplitShare>& shares,
                              const StratifyLabels& labels, const std::string& noun, std::uint64_t all) {
  const std::uint64_t dealt = report.size.of;
  const std::uint64_t others = all - dealt;
  std::string text = format_count(dealt) + " of " + counted_as(noun, all) + (dealt == 1 ? " was" : " were") +
                     " dealt, the other " +
                     (others == 1 ? "has a given split" : format_count(others) + " have given splits");
  if (dealt > 1) text += "; " + deviation_of(report, shares, labels, noun, true);
  return text;
}

void warn_of_large_groups(const std::vector<std::uint32_t>& groups, const std::vector<SplitShare>& shares,
                          const ShareDeviation& most, const SplitOptions& wanted, const std::string& noun,
                          Observer& observer) {
  constexpr double k_far = 0.1;  // of all rows
  if (groups.empty() || std::abs(most.points()) <= k_far || std::abs(most.in_samples()) < 1) return;
  std::vector<std::uint32_t> sizes(groups.size());
  for (const std::uint32_t group : groups) ++sizes[group];
  const std::string parts =
      wanted.folds ? "into " + format_count(shares.size()) + " folds"
                   : joined(shares, "/", [](const SplitShare& one) { return share_text(one.share); });
  observer.warning("groups of up to " + counted_as(noun, *std::ranges::max_element(sizes)) +
                   " can't be split " + parts + ": " + printable(shares[most.split].name) + " has " +
                   format_count(most.samples) + " of the " +
                   counted_as((wanted.column.empty() ? "" : "dealt ") + noun, most.of) + ", its share is " +
                   decimal(most.wanted * static_cast<double>(most.of)));
}

}  // namespace tfrec
