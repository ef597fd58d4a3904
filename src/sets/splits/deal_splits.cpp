// SPDX-License-Identifier: Apache-2.0
#include "sets/splits/deal_splits.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "base/text/in_quotes.hpp"
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
#include "sets/splits/given_splits.hpp"
#include "sets/splits/report_groups.hpp"
#include "sets/splits/report_repeats.hpp"
#include "sets/splits/stratify_masks.hpp"
#include "sets/strata/report_deviation.hpp"

namespace tfrec {

namespace {

/// Ids in masks, whatever a column `mask` contains.
bool spreads_masks(const SplitOptions& options, const RecordLayout& layout) {
  return layout.masks && std::ranges::find(options.stratify, k_mask_stratum) != options.stratify.end();
}

/// A column whose values hardly repeat can't be spread: an id, or a measured number.
void warn_of_single_values(const StratifyLabels& labels, const Samples& samples, Observer& observer) {
  const std::string noun(samples.noun());
  for (const StratifyLabels::Column& column : labels.columns) {
    const std::uint32_t values = column.end - column.first;
    if (!spreads_little(values, samples.size())) continue;
    observer.warning(shell_option("--stratify", column.name) + " spreads little: it has " +
                     format_count(values) + " distinct values in " +
                     counted(samples.size(), noun, noun + "s"));
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
  report_no_repeats(repeats, request.options, observer);
  if (repeats.example.empty()) return {};
  warn_of_conflicts(repeats.bytes_of_sample, input, layout, observer);
  observer.note(repeats_text(repeats, *input.samples) +
                (has_given_splits(request.options, input)
                     ? "; those without a split follow one of them (--dedupe)"
                     : "; they stay in one split (--dedupe)"));
  return std::move(repeats.group_of_sample);
}

/// Groups of samples with the same --group value, which also keep each of `groups` (ids by sample, or empty)
/// together; these without --group.
std::vector<std::uint32_t> with_group_values(const std::vector<std::uint32_t>& groups,
                                             const SplitOptions& wanted, const BuildInput& input,
                                             Observer& observer) {
  if (wanted.group.empty()) return groups;
  DisjointSets sets(static_cast<std::uint32_t>(input.samples->size()));
  unite_values(sets, input, column_named(*input.table, wanted.group, "--group"), observer);
  if (!groups.empty()) sets.unite_by(groups);
  return sets.ids();
}

/// What either keeps together stays together. Either may be empty.
std::vector<std::uint32_t> united(const std::vector<std::uint32_t>& groups,
                                  const std::vector<std::uint32_t>& others) {
  if (groups.empty() || others.empty()) return groups.empty() ? others : groups;
  DisjointSets sets(static_cast<std::uint32_t>(groups.size()));
  sets.unite_by(groups);
  sets.unite_by(others);
  return sets.ids();
}

/// The message gives the reason if it is that there are fewer groups than splits.
void check_enough_groups(const std::vector<std::uint32_t>& groups, std::size_t splits,
                         const std::string& noun) {
  if (groups.empty()) return;
  const std::size_t count = std::size_t{*std::max_element(groups.begin(), groups.end())} + 1;
  if (count >= splits) return;
  throw Error(ErrorKind::bad_data, "",
              "the " + counted(groups.size(), noun, noun + "s") + " are " +
                  counted(count, "group", "groups") + ", too few for " + format_count(splits) + " splits",
              "a group stays in one split (--group, --dedupe): use fewer splits");
}

std::uint16_t number_of(const ChosenSplits& chosen, const SplitShare& share) {
  return static_cast<std::uint16_t>(std::ranges::find(chosen.names, share.name) - chosen.names.begin());
}

/// A column that calls a split 'valid' beside --split val=0.2 would make two of one.
void warn_of_other_names(const ChosenSplits& chosen, const std::vector<SplitShare>& shares,
                         const std::string& giver, Observer& observer) {
  constexpr int k_other = 3;
  std::vector<bool> is_given(chosen.names.size());
  for (const std::uint16_t split : chosen.split_of_sample) {
    if (split != k_no_split) is_given[split] = true;
  }
  for (const SplitShare& share : shares) {
    if (is_given[number_of(chosen, share)] || split_rank(share.name) == k_other) continue;
    for (std::size_t split = 0; split < chosen.names.size(); ++split) {
      if (!is_given[split] || split_rank(chosen.names[split]) != split_rank(share.name)) continue;
      observer.warning("--split deals rows to " + in_quotes(share.name) + ", but " + giver +
                       " calls a split " + in_quotes(chosen.names[split]));
    }
  }
}

/// Before rows are dealt: the splits, and those that samples have already.
ChosenSplits undealt_splits(const SplitRequest& request, const BuildInput& input,
                            const std::vector<SplitShare>& shares, Observer& observer) {
  ChosenSplits chosen;
  for (const SplitShare& share : shares) chosen.names.push_back(share.name);
  if (has_given_splits(request.options, input)) {
    const std::vector<std::string> dealt = chosen.names;
    chosen = given_splits(request, input, observer, dealt);
    warn_of_other_names(chosen, shares, giver_of_splits(request.options), observer);
  } else {
    chosen.split_of_sample.assign(input.samples->size(), k_no_split);
  }
  return chosen;
}

std::vector<SampleIndex> samples_without_split(const ChosenSplits& chosen) {
  std::vector<SampleIndex> samples;
  for (std::size_t i = 0; i < chosen.split_of_sample.size(); ++i) {
    if (chosen.split_of_sample[SampleIndex(i)] == k_no_split) samples.emplace_back(i);
  }
  return samples;
}

/// Samples that must stay in one split: those with the same --group value, those of one image, and images
/// that repeat. Of given splits, samples without one follow what they must stay with.
std::vector<std::uint32_t> settle_groups(const SplitRequest& request, const BuildInput& input,
                                         const RecordLayout& layout, ChosenSplits& chosen,
                                         Observer& observer) {
  const SplitOptions& wanted = request.options;
  const std::size_t undealt = samples_without_split(chosen).size();
  // Where nothing is dealt, a look at all images would find only what is left as it is.
  const bool looks = undealt > 0 || wanted.dedupe.has_value();
  const std::vector<std::uint32_t> repeats =
      looks ? find_groups(request, input, layout, observer) : groups_of_images(*input.samples);
  if (!has_given_splits(wanted, input)) return with_group_values(repeats, wanted, input, observer);
  const auto firm = with_group_values(groups_of_images(*input.samples), wanted, input, observer);
  if (!wanted.group.empty()) refuse_groups_in_two_splits(input, chosen, firm, wanted.group);
  follow_given(chosen, firm);
  std::vector<std::uint32_t> groups = united(firm, repeats);
  follow_given(chosen, groups);
  const std::size_t left = samples_without_split(chosen).size();
  const std::string noun(input.samples->noun());
  observer.note(
      giver_of_splits(wanted) + ": " +
      counted(input.samples->size() - undealt, noun + " keeps its split", noun + "s keep their split") +
      (left == undealt ? ""
                       : ", " + counted(undealt - left, "gets the split of its", "get the split of their") +
                             " group or of an equal image") +
      ", " + format_count(left) + (left == 1 ? " is" : " are") + " dealt (" +
      (wanted.folds ? "--folds" : "--split") + ")");
  if (!looks) {
    warn_of_crossing(request, input, layout, chosen, observer);
  } else if (!repeats.empty()) {
    warn_of_split_repeats(repeats, input, chosen, observer);
  }
  return groups;
}

std::vector<std::uint32_t> of_some(const std::vector<std::uint32_t>& groups,
                                   const std::vector<SampleIndex>& samples) {
  std::vector<std::uint64_t> some;
  if (!groups.empty()) {
    for (const SampleIndex sample : samples) some.push_back(groups[sample.value()]);
  }
  return dense_groups(some);
}

/// Deals the samples `rest`, whose labels and groups these are, and reports what came out of these alone.
SplitReport deal_rest(const std::vector<SampleIndex>& rest, const StratifyLabels& labels,
                      const std::vector<std::uint32_t>& groups, const std::vector<SplitShare>& shares,
                      std::uint64_t seed, const std::string& noun, ChosenSplits& chosen) {
  const auto count = static_cast<std::uint32_t>(rest.size());
  const std::vector<std::uint16_t> dealt = split_samples({count, labels.view(), groups}, shares, seed);
  std::vector<std::uint16_t> numbers;
  for (const SplitShare& share : shares) numbers.push_back(number_of(chosen, share));
  for (std::size_t i = 0; i < rest.size(); ++i) chosen.split_of_sample[rest[i]] = numbers[dealt[i]];
  SplitReport report = report_split(dealt, labels.view(), shares);
  chosen.deviation = rest.size() == chosen.split_of_sample.size()
                         ? largest_deviation(report, shares, labels, noun)
                         : deviation_of_part(report, shares, labels, noun, chosen.split_of_sample.size());
  return report;
}

std::vector<std::uint64_t> sizes_of(const ChosenSplits& chosen) {
  std::vector<std::uint64_t> sizes(chosen.names.size());
  for (const std::uint16_t split : chosen.split_of_sample) {
    if (split != k_no_split) ++sizes[split];
  }
  return sizes;
}

}  // namespace

ChosenSplits deal_to_splits(const SplitRequest& request, const BuildInput& input, const RecordLayout& layout,
                            Observer& observer) {
  const SplitOptions& wanted = request.options;
  const std::vector<SplitShare> shares =
      wanted.folds ? fold_shares(*wanted.folds) : parse_split_shares(wanted.shares);
  ChosenSplits chosen = undealt_splits(request, input, shares, observer);
  StratifyLabels of_table = labels_to_spread(wanted, input, layout);
  StratifyLabels labels =
      spreads_masks(wanted, layout) ? with_mask_ids(of_table, input, request.repeats, observer) : of_table;
  warn_of_single_values(labels, *input.samples, observer);
  const std::vector<std::uint32_t> groups = settle_groups(request, input, layout, chosen, observer);
  const std::vector<SampleIndex> rest = samples_without_split(chosen);
  const std::string noun(input.samples->noun());
  if (rest.size() == input.samples->size()) check_enough_groups(groups, shares.size(), noun);
  std::vector<std::uint32_t> groups_of_rest = groups;
  if (rest.size() < input.samples->size()) {
    labels = labels.of_some(rest);
    groups_of_rest = of_some(groups, rest);
  }
  SplitReport report;
  if (!rest.empty()) report = deal_rest(rest, labels, groups_of_rest, shares, request.seed, noun, chosen);
  chosen.labels = std::move(of_table);
  check_no_split_empty(chosen.names, sizes_of(chosen));
  if (!wanted.group.empty()) report_groups(wanted.group, input, chosen, layout, observer);
  warn_of_large_groups(groups_of_rest, shares, report.size, wanted, noun, observer);
  return chosen;
}

}  // namespace tfrec
