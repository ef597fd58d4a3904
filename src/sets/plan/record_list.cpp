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

std::string record_list_lines(const SetDescription& set, const PreparedBuild& prepared, const BuildPlan& plan,
                              const PlannedShards& shards) {
  const SourceRows& source = *prepared.input->rows;
  std::string csv;
  auto described = set.shards.begin();
  for (std::size_t i = 0; i < set.totals.size(); ++i) {
    const PlaceRange& range = plan.splits[i % plan.splits.size()].shards;
    for (std::uint64_t k = range.begin; k < range.end; ++k) {
      if (shards[k]->files.empty()) continue;
      const std::string front = csv_cell(described->split) + "," + csv_cell(described->path) + ",";
      std::uint64_t record = 0;
      for (const std::uint32_t row : written_rows(plan, k, *shards[k])) {
        csv += front + std::to_string(record++) + "," +
               std::to_string(source.table.number(source.rows[row])) + "," +
               csv_cell(source.image_path(row)) + "\r\n";
      }
      ++described;
    }
  }
  return csv;
}

}  // namespace tfrec
