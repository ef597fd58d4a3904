// SPDX-License-Identifier: Apache-2.0
#include "operations/build_plan.hpp"

#include <algorithm>
#include <numeric>

#include "base/quantity.hpp"
#include "dataset/seeded_stream.hpp"

namespace tfrec {

BuildPlan make_plan(const BuildOptions& options, std::size_t rows, const SizeSample& sample,
                    Observer& observer) {
  BuildPlan plan;
  plan.predicted_bytes = sample.predicted_bytes;
  // Sets of several sizes have the same shards, chosen for the largest.
  const std::uint64_t largest = *std::max_element(plan.predicted_bytes.begin(), plan.predicted_bytes.end());
  const ShardCount count = choose_shard_count(rows, largest, options.shards);
  for (const std::string& warning : count.warnings) observer.warning(warning);
  plan.shard_rule = count.rule;
  observer.detail(counted(count.shards, "shard", "shards") + " (" + count.rule + "), about " +
                  format_bytes(largest) + " predicted from " + counted(sample.records, "record", "records"));
  plan.shards = deal(rows, count.shards);
  const auto total = static_cast<std::uint32_t>(rows);
  if (options.shuffle) {
    plan.order = shuffled(total, options.seed, "shuffle");
  } else {
    plan.order.resize(total);
    std::iota(plan.order.begin(), plan.order.end(), 0U);
  }
  return plan;
}

}  // namespace tfrec
