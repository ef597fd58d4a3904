// SPDX-License-Identifier: Apache-2.0
#include "sets/plan/record_list.hpp"

#include "dataset/table/csv_cell.hpp"
#include "records/make/stored_samples.hpp"

namespace tfrec {

std::string record_list_lines(const Manifest& set, const PreparedBuild& prepared, const BuildPlan& plan,
                              const PlannedShards& shards) {
  const Samples& samples = *prepared.input->samples;
  std::string csv;
  for_each_written_shard(
      set, plan, shards, [&](const ManifestShard& entry, std::size_t number, std::size_t /*variant*/) {
        const std::string front = csv_cell(entry.split) + "," + csv_cell(entry.path) + ",";
        std::uint64_t record = 0;
        for (const SampleIndex sample : stored_samples(plan.samples_at(plan.shards[number]),
                                                       shards[number]->bad, bad_places(prepared.options))) {
          csv += front + std::to_string(record++) + "," + line_cell(samples.line(sample).value()) + "," +
                 csv_cell(samples.image_path(sample)) + "\r\n";
        }
      });
  return csv;
}

}  // namespace tfrec
