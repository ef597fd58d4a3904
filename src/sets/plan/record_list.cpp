// SPDX-License-Identifier: Apache-2.0
#include "sets/plan/record_list.hpp"

#include <algorithm>

#include "dataset/table/csv_cell.hpp"

namespace tfrec {

namespace {

/// The rows of a shard that became records, in their order.
std::vector<std::uint32_t> written_rows(const BuildPlan& plan, std::uint64_t shard,
                                        const StagedShard& staged) {
  std::vector<std::uint32_t> rows;
  const PlaceRange& places = plan.shards[shard];
  auto bad = staged.bad.begin();  // in plan order, too
  for (std::uint64_t place = places.begin; place < places.end; ++place) {
    if (bad != staged.bad.end() && bad->row == plan.order[place]) {
      ++bad;
    } else {
      rows.push_back(plan.order[place]);
    }
  }
  return rows;
}

}  // namespace

std::string record_list_lines(const Manifest& set, const PreparedBuild& prepared, const BuildPlan& plan,
                              const PlannedShards& shards) {
  const SourceRows& source = *prepared.input->rows;
  std::string csv;
  for_each_written_shard(set, plan, shards,
                         [&](const ManifestShard& entry, std::size_t number, std::size_t /*variant*/) {
                           const std::string front = csv_cell(entry.split) + "," + csv_cell(entry.path) + ",";
                           std::uint64_t record = 0;
                           for (const std::uint32_t row : written_rows(plan, number, *shards[number])) {
                             csv += front + std::to_string(record++) + "," +
                                    std::to_string(source.table.number(source.rows[row])) + "," +
                                    csv_cell(source.image_path(row)) + "\r\n";
                           }
                         });
  return csv;
}

}  // namespace tfrec
