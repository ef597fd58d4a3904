// SPDX-License-Identifier: Apache-2.0
#include "sets/plan/record_list.hpp"

#include <algorithm>

#include "dataset/table/csv_cell.hpp"

namespace tfrec {

namespace {

/// The samples of a shard that became records, in their order.
std::vector<SampleIndex> written_samples(const BuildPlan& plan, std::uint64_t shard,
                                         const StagedShard& staged) {
  std::vector<SampleIndex> written;
  auto bad = staged.bad.begin();  // in plan order, too
  for (const SampleIndex sample : plan.samples_at(plan.shards[shard])) {
    if (bad != staged.bad.end() && bad->sample == sample) {
      ++bad;
    } else {
      written.push_back(sample);
    }
  }
  return written;
}

}  // namespace

std::string record_list_lines(const Manifest& set, const PreparedBuild& prepared, const BuildPlan& plan,
                              const PlannedShards& shards) {
  const Samples& samples = *prepared.input->samples;
  std::string csv;
  for_each_written_shard(
      set, plan, shards, [&](const ManifestShard& entry, std::size_t number, std::size_t /*variant*/) {
        const std::string front = csv_cell(entry.split) + "," + csv_cell(entry.path) + ",";
        std::uint64_t record = 0;
        for (const SampleIndex sample : written_samples(plan, number, *shards[number])) {
          csv += front + std::to_string(record++) + "," + line_cell(samples.line(sample).value()) + "," +
                 csv_cell(samples.image_path(sample)) + "\r\n";
        }
      });
  return csv;
}

}  // namespace tfrec
