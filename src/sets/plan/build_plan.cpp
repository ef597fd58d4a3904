// SPDX-License-Identifier: Apache-2.0
#include "sets/plan/build_plan.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "dataset/order/equal_shards.hpp"
#include "dataset/order/seeded_stream.hpp"
#include "dataset/splits/split_samples.hpp"
#include "sets/plan/warn_of_counts.hpp"

namespace tfrec {

namespace {

IndexedVector<Place, SampleIndex> whole_order(const ShardOptions& options, std::uint32_t samples) {
  IndexedVector<Place, SampleIndex> order;
  order.reserve(samples);
  if (options.shuffle) {
    for (const std::uint32_t sample : shuffled(samples, options.seed, "shuffle")) order.emplace_back(sample);
  } else {
    for (const SampleIndex sample : IndexRange<SampleIndex>(samples)) order.push_back(sample);
  }
  return order;
}

/// Predicted bytes of the records of these places, one number per variant.
std::vector<std::uint64_t> predicted_bytes(const BuildPlan& plan, const PlaceRange& places,
                                           const Samples& samples, const SizeSample& sample) {
  std::uint64_t bytes = 0;
  for (const SampleIndex one : plan.samples_at(places)) bytes += samples.source_bytes(one);
  std::vector<std::uint64_t> predicted;
  for (const SizeModel& model : sample.models) predicted.push_back(model.bytes(places.size(), bytes));
  return predicted;
}

/// "split val: " in front of what concerns one split.
std::string of_split(const PlannedSplit& split) {
  return split.name.empty() ? "" : "split " + printable(split.name) + ": ";
}

ShardCount shard_count(const PlannedSplit& split, std::uint64_t bytes, const ShardOptions& options) {
  try {
    return choose_shard_count(split.places.size(), bytes, options.shards);
  } catch (const Error& error) {
    throw Error(error.kind(), "", of_split(split) + error.message(), error.hint());
  }
}

/// Chooses the number of shards of a split and deals its places to them.
void deal_split(BuildPlan& plan, std::size_t number, const ShardOptions& options, Observer& observer) {
  const PlannedSplit& split = plan.splits[number];
  // Sets of several sizes have the same shards, chosen for the largest.
  const std::uint64_t largest = *std::max_element(split.predicted_bytes.begin(), split.predicted_bytes.end());
  ShardCount count = shard_count(split, largest, options);
  const std::string where = of_split(split);
  observer.detail(where + counted(count.shards, "shard", "shards") + " (" + count.rule + "), about " +
                  format_bytes(largest) + " predicted");
  deal_shards(plan, number, std::move(count), options);
}

/// Gives a split the places that make its shards equal; those of later splits move.
void equalize(BuildPlan& plan, std::size_t number, std::uint64_t shards, const ShardOptions& options) {
  const PlaceRange before = plan.splits[number].places;
  const std::vector<SampleIndex> samples(plan.samples_at(before).begin(), plan.samples_at(before).end());
  const auto begin = plan.order.begin() + static_cast<std::ptrdiff_t>(before.begin.value());
  const auto at = plan.order.erase(begin, begin + static_cast<std::ptrdiff_t>(samples.size()));
  std::vector<SampleIndex> equal;
  for (const std::uint32_t place :
       equal_order(static_cast<std::uint32_t>(samples.size()), shards, options.shards.equal, options.seed))
    equal.push_back(samples[place]);
  plan.order.insert(at, equal.begin(), equal.end());
  Place next = before.begin;
  for (std::size_t i = number; i < plan.splits.size(); ++i) {
    PlaceRange& places = plan.splits[i].places;
    const std::uint64_t size = i == number ? equal.size() : places.size();
    places = {next, Place(next.value() + size)};
    next = places.end;
  }
}

}  // namespace

BuildPlan undealt_plan(const ShardOptions& options, std::size_t samples, const ChosenSplits& splits) {
  BuildPlan plan;
  const auto total = static_cast<std::uint32_t>(samples);
  plan.order = whole_order(options, total);
  if (splits.names.empty()) {
    plan.splits.push_back({"", {Place(0), Place(total)}, {}, {}, {}, {}});
  } else {
    SplitOrder parted = part_by_split(plan.order, splits.split_of_sample, splits.names.size());
    plan.order = std::move(parted.order);
    plan.split_of_sample = splits.split_of_sample;
    for (std::size_t i = 0; i < splits.names.size(); ++i)
      plan.splits.push_back({splits.names[i], parted.ranges[i], {}, {}, {}, {}});
  }
  return plan;
}

void deal_shards(BuildPlan& plan, std::size_t number, ShardCount count, const ShardOptions& options) {
  if (options.shards.equal != EqualShards::no) equalize(plan, number, count.shards, options);
  PlannedSplit& split = plan.splits[number];
  split.shard_rule = std::move(count.rule);
  split.given_up = std::move(count.warnings);
  split.shards.begin = plan.shards.size();
  for (const PlaceRange& range : deal(split.places, count.shards)) plan.shards.push_back(range);
  split.shards.end = plan.shards.size();
}

BuildPlan make_plan(const ShardOptions& options, const Samples& samples, const ChosenSplits& splits,
                    const SizeSample& sample, Observer& observer) {
  BuildPlan plan = undealt_plan(options, samples.size(), splits);
  std::vector<CountWarnings> warnings;
  for (std::size_t i = 0; i < plan.splits.size(); ++i) {
    PlannedSplit& split = plan.splits[i];
    split.predicted_bytes = predicted_bytes(plan, split.places, samples, sample);
    deal_split(plan, i, options, observer);
    warnings.push_back({split.name, split.given_up});
    if (options.shards.equal != EqualShards::no)
      split.predicted_bytes = predicted_bytes(plan, split.places, samples, sample);
  }
  warn_of_counts(std::move(warnings), observer);
  return plan;
}

PerSample<std::uint32_t> planned_times(const BuildPlan& plan, std::size_t samples) {
  PerSample<std::uint32_t> times(samples);
  for (const SampleIndex sample : plan.order) ++times[sample];
  return times;
}

}  // namespace tfrec
