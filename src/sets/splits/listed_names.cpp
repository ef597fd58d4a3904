// SPDX-License-Identifier: Apache-2.0
#include "sets/splits/listed_names.hpp"

#include <algorithm>
#include <span>
#include <string_view>

#include "base/error.hpp"
#include "dataset/table/csv_table.hpp"
#include "sets/plan/record_list.hpp"

namespace tfrec {

namespace {

/// What the list has of a shard.
struct ListedShard {
  std::string split;
  std::vector<std::string> names;
};

std::map<std::string, ListedShard> read_list(const std::filesystem::path& file) {
  std::map<std::string, ListedShard> shards;
  const auto table = read_csv_table(file);
  if (table->columns() != std::vector<std::string>{"split", "shard", "record", "row", "image"}) return shards;
  table->for_each([&](RowIndex, std::span<const std::string_view> cells) {
    ListedShard& shard = shards[std::string(cells[1])];
    shard.split = cells[0];
    shard.names.emplace_back(cells[4]);
  });
  return shards;
}

}  // namespace

std::map<std::string, std::vector<std::string>> listed_names(const std::filesystem::path& folder,
                                                             const Manifest& set) {
  std::map<std::string, std::vector<std::string>> names;
  if (std::ranges::find(set.side_files, k_record_list_name) == set.side_files.end()) return names;
  try {
    auto listed = read_list(folder / k_record_list_name);
    for (const ManifestShard& shard : set.shards) {
      const auto found = listed.find(shard.path);
      if (found == listed.end() || found->second.split != shard.split) continue;
      if (found->second.names.size() == shard.records) names[shard.path] = std::move(found->second.names);
    }
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::machine) throw;
  }
  return names;
}

}  // namespace tfrec
