// SPDX-License-Identifier: Apache-2.0
#include "sets/plan/build_plan.hpp"

#include <algorithm>
#include <numeric>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "dataset/order/seeded_stream.hpp"
#include "dataset/splits/split_rows.hpp"

namespace tfrec {

namespace {

std::vector<std::uint32_t> whole_order(const BuildOptions& options, std::uint32_t rows) {
  if (options.shuffle) return shuffled(rows, options.seed, "shuffle");
  std::vector<std::uint32_t> order(rows);
  std::iota(order.begin(), order.end(), 0U);
  return order;
}

/// What the records of these places take, set by set.
std::vector<std::uint64_t> predicted_bytes(const BuildPlan& plan, const PlaceRange& places,
                                           const SourceRows& rows, const SizeSample& sample) {
  std::uint64_t bytes = 0;
  for (std::uint64_t place = places.begin; place < places.end; ++place)
    bytes += rows.image_bytes[plan.order[place]];
  std::vector<std::uint64_t> predicted;
  for (const SizeModel& model : sample.models) predicted.push_back(model.bytes(places.size(), bytes));
  return predicted;
}

/// Chooses the number of shards of a split and deals its places to them.
void deal_split(BuildPlan& plan, PlannedSplit& split, const BuildOptions& options, Observer& observer) {
  // Sets of several sizes have the same shards, chosen for the largest.
  const std::uint64_t largest = *std::max_element(split.predicted_bytes.begin(), split.predicted_bytes.end());
  ShardCount count = choose_shard_count(split.places.size(), largest, options.shards);
  const std::string where = split.name.empty() ? "" : "split " + printable(split.name) + ": ";
  for (const std::string& warning : count.warnings) observer.warning(where + warning);
  observer.detail(where + counted(count.shards, "shard", "shards") + " (" + count.rule + "), about " +
                  format_bytes(largest) + " predicted");
  deal_shards(plan, split, std::move(count));
}

}  // namespace

BuildPlan undealt_plan(const BuildOptions& options, std::size_t rows, const ChosenSplits& splits) {
  BuildPlan plan;
  const auto total = static_cast<std::uint32_t>(rows);
  plan.order = whole_order(options, total);
  if (splits.names.empty()) {
    plan.splits.push_back({"", {0, total}, {}, {}, {}, {}});
  } else {
    SplitOrder parted = part_by_split(plan.order, splits.split_of_row, splits.names.size());
    plan.order = std::move(parted.order);
    plan.split_of_row = splits.split_of_row;
    for (std::size_t i = 0; i < splits.names.size(); ++i)
      plan.splits.push_back({splits.names[i], parted.ranges[i], {}, {}, {}, {}});
  }
  return plan;
}

void deal_shards(BuildPlan& plan, PlannedSplit& split, ShardCount count) {
  split.shard_rule = std::move(count.rule);
  split.given_up = std::move(count.warnings);
  split.shards.begin = plan.shards.size();
  for (const PlaceRange& range : deal(split.places.size(), count.shards))
    plan.shards.push_back({split.places.begin + range.begin, split.places.begin + range.end});
  split.shards.end = plan.shards.size();
}

BuildPlan make_plan(const BuildOptions& options, const SourceRows& rows, const ChosenSplits& splits,
                    const SizeSample& sample, Observer& observer) {
  BuildPlan plan = undealt_plan(options, rows.size(), splits);
  for (PlannedSplit& split : plan.splits) {
    split.predicted_bytes = predicted_bytes(plan, split.places, rows, sample);
    deal_split(plan, split, options, observer);
  }
  return plan;
}

}  // namespace tfrec
