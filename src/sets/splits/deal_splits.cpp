// SPDX-License-Identifier: Apache-2.0
#include "sets/splits/deal_splits.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <unordered_map>
#include <utility>

#include "base/text/in_quotes.hpp"
#include "base/text/joined.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "dataset/classes/classes.hpp"
#include "dataset/repeats/disjoint_sets.hpp"
#include "dataset/samples/row_lists.hpp"
#include "dataset/splits/split_report.hpp"
#include "dataset/splits/split_samples.hpp"
#include "dataset/splits/splits.hpp"
#include "dataset/table/missing_cell.hpp"
#include "sets/splits/report_groups.hpp"
#include "sets/splits/report_repeats.hpp"
#include "sets/splits/stratify_masks.hpp"

namespace tfrec {

namespace {

/// Ids in masks, whatever a column `mask` contains.
bool spreads_masks(const SplitOptions& options, const RecordLayout& layout) {
  return layout.masks && std::ranges::find(options.stratify, k_mask_stratum) != options.stratify.end();
}

/// A column whose values hardly repeat can't be spread: an id, or a measured number.
void warn_of_single_values(const StratifyLabels& labels, std::size_t rows, Observer& observer) {
  for (const StratifyLabels::Column& column : labels.columns) {
    const std::uint32_t values = column.end - column.first;
    if (!spreads_little(values, rows)) continue;
    observer.warning(shell_option("--stratify", column.name) + " spreads little: it has " +
                     format_count(values) + " distinct values in " + counted(rows, "row", "rows"));
  }
}

/// Values such as 'p1' and 'P1' may be one group, and are dealt as two.
void warn_of_near_twins(const std::string& column, std::vector<std::string> values, Observer& observer) {
  std::sort(values.begin(), values.end());
  const auto twins = near_twins(values);
  if (twins.empty()) return;
  std::string names = quoted_list(twins.front());
  if (twins.size() > 1) names += ", and " + format_count(twins.size() - 1) + " more";
  observer.warning("column '" + printable(column) + "' has groups that look alike: " + names);
}

/// Unites samples with the same --group value; an empty cell is a separate group.
void unite_values(DisjointSets& sets, const BuildInput& input, std::size_t column, Observer& observer) {
  std::unordered_map<std::string, std::uint32_t> first_of;
  require_constant(*input.samples, std::array{column}, "--group");
  input.samples->for_each_row([&](SampleIndex sample, RowIndex, std::span<const std::string_view> cells) {
    if (is_missing(cells[column])) return;
    const auto [known, is_new] = first_of.try_emplace(std::string(cells[column]), sample.value());
    if (!is_new) sets.unite(known->second, sample.value());
  });
  constexpr std::size_t k_most_compared = 10'000;  // more groups would cost more memory than their rows
  if (first_of.size() > k_most_compared) return;
  std::vector<std::string> values;
  for (const auto& [value, sample] : first_of) values.push_back(value);
  warn_of_near_twins(input.table->columns()[column], std::move(values), observer);
}

/// Samples of one image, which no option deals to two splits; empty if no two have the same image.
std::vector<std::uint32_t> groups_of_images(const Samples& samples) {
  std::unordered_map<std::uint32_t, SampleIndex> first_of;
  DisjointSets sets(static_cast<std::uint32_t>(samples.size()));
  for (const SampleIndex sample : samples.all()) {
    const auto [first, is_new] = first_of.try_emplace(samples.images[sample], sample);
    if (!is_new) sets.unite(first->second.value(), sample.value());
  }
  return first_of.size() == samples.size() ? std::vector<std::uint32_t>() : sets.ids();
}

/// Groups of images that repeat, by sample; empty if none does or none is looked for.
std::vector<std::uint32_t> find_groups(const SplitRequest& request, const BuildInput& input,
                                       const RecordLayout& layout, Observer& observer) {
  const Dedupe dedupe = request.options.dedupe.value_or(Dedupe::group);
  if (dedupe == Dedupe::ignore) return groups_of_images(*input.samples);
  Repeats repeats = find_repeats(*input.samples, request.repeats, observer);
  if (dedupe == Dedupe::refuse)
    refuse_repeats(repeats, input, "remove them, or keep them together with --dedupe group");
  if (repeats.example.empty()) {
    observer.detail("no images that are equal or look alike were found (--dedupe)");
    return {};
  }
  warn_of_conflicts(repeats.bytes_of_sample, input, layout, "", observer);
  observer.note(repeats_text(repeats, *input.samples) + "; they stay in one split (--dedupe)");
  return std::move(repeats.group_of_sample);
}

/// Samples that must stay in one split: those with the same --group value, and images that repeat.
std::vector<std::uint32_t> groups_of(const SplitOptions& wanted, const BuildInput& input,
                                     const std::vector<std::uint32_t>& repeats, Observer& observer) {
  if (wanted.group.empty()) return repeats;
  DisjointSets sets(static_cast<std::uint32_t>(input.samples->size()));
  unite_values(sets, input, column_named(*input.table, wanted.group, "--group"), observer);
  if (!repeats.empty()) sets.unite_by(repeats);
  return sets.ids();
}

/// The message gives the reason if it is that there are fewer groups than splits.
void check_enough_groups(const std::vector<std::uint32_t>& groups, std::size_t splits) {
  if (groups.empty()) return;
  const std::size_t count = std::size_t{*std::max_element(groups.begin(), groups.end())} + 1;
  if (count >= splits) return;
  throw Error(ErrorKind::bad_data, "",
              "the " + counted(groups.size(), "row", "rows") + " are " + counted(count, "group", "groups") +
                  ", too few for " + format_count(splits) + " splits",
              "a group stays in one split (--group, --dedupe): use fewer splits");
}

std::string decimal(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.1f", value);
  return buffer;
}

std::string deviation_text(const ShareDeviation& most, const ChosenSplits& splits,
                           const StratifyLabels& labels) {
  const std::string what = !most.label ? "rows" : "'" + printable(labels.text_of(*most.label)) + "'";
  return what + " in " + printable(splits.names[most.split]) + ": " + format_count(most.samples) + " of " +
         counted(most.of, "row", "rows") + ", " + decimal(most.wanted * static_cast<double>(most.of)) +
         " wanted";
}

std::string largest_deviation(const SplitReport& report, const ChosenSplits& splits,
                              const StratifyLabels& labels) {
  std::string text;
  if (std::abs(report.size.in_samples()) >= 1) text = deviation_text(report.size, splits, labels);
  if (report.most_samples && std::abs(report.most_samples->in_samples()) >= 1)
    text += (text.empty() ? "" : "; ") + deviation_text(*report.most_samples, splits, labels);
  if (!text.empty()) return "largest deviation: " + text;
  return std::string(labels.columns.empty() ? "sizes" : "sizes and strata") +
         " differ from their shares by less than one row";
}

/// Groups are not cut, so few large ones can make a split miss its share by far.
void warn_of_large_groups(const std::vector<std::uint32_t>& groups, const std::vector<SplitShare>& shares,
                          const ShareDeviation& most, const SplitOptions& wanted, Observer& observer) {
  constexpr double k_far = 0.1;  // of all rows
  if (groups.empty() || std::abs(most.points()) <= k_far) return;
  std::vector<std::uint32_t> sizes(groups.size());
  for (const std::uint32_t group : groups) ++sizes[group];
  const std::string parts =
      wanted.folds ? "into " + format_count(shares.size()) + " folds"
                   : joined(shares, "/", [](const SplitShare& one) { return share_text(one.share); });
  observer.warning(
      "groups of up to " + counted(*std::ranges::max_element(sizes), "row", "rows") + " can't be split " +
      parts + ": " + printable(shares[most.split].name) + " has " + format_count(most.samples) + " of " +
      counted(most.of, "row", "rows") + ", " +
      format_count(static_cast<std::uint64_t>(std::llround(most.wanted * static_cast<double>(most.of)))) +
      " wanted");
}

}  // namespace

ChosenSplits deal_to_splits(const SplitRequest& request, const BuildInput& input, const RecordLayout& layout,
                            Observer& observer) {
  const SplitOptions& wanted = request.options;
  const std::vector<SplitShare> shares =
      wanted.folds ? fold_shares(*wanted.folds) : parse_split_shares(wanted.shares);
  StratifyLabels of_table = labels_to_spread(wanted, input, layout);
  const StratifyLabels labels =
      spreads_masks(wanted, layout) ? with_mask_ids(of_table, input, request.repeats, observer) : of_table;
  warn_of_single_values(labels, input.samples->size(), observer);
  const std::vector<std::uint32_t> groups =
      groups_of(wanted, input, find_groups(request, input, layout, observer), observer);
  check_enough_groups(groups, shares.size());
  ChosenSplits chosen;
  for (const SplitShare& share : shares) chosen.names.push_back(share.name);
  const auto samples = static_cast<std::uint32_t>(input.samples->size());
  chosen.split_of_sample = split_samples({samples, labels.view(), groups}, shares, request.seed);
  const SplitReport report = report_split(chosen.split_of_sample, labels.view(), shares);
  chosen.labels = std::move(of_table);
  check_no_split_empty(chosen.names, report.sizes());
  chosen.deviation = largest_deviation(report, chosen, labels);
  if (!wanted.group.empty()) report_groups(wanted.group, groups, chosen, layout, observer);
  warn_of_large_groups(groups, shares, report.size, wanted, observer);
  return chosen;
}

}  // namespace tfrec
