// SPDX-License-Identifier: Apache-2.0
#include "sets/splits/listed_names.hpp"

#include <algorithm>
#include <functional>

#include "base/error.hpp"
#include "records/visit/listed_images.hpp"

namespace tfrec {

namespace {

/// What the list has of a shard.
struct ListedShard {
  std::string split;
  std::vector<std::string> names;
};

std::map<std::string, ListedShard, std::less<>> read_list(const std::filesystem::path& file) {
  std::map<std::string, ListedShard, std::less<>> shards;
  for_each_listed_image(file, [&](const ListedImage& listed) {
    auto shard = shards.find(listed.shard);
    if (shard == shards.end()) shard = shards.emplace(listed.shard, ListedShard()).first;
    shard->second.split = listed.split;
    shard->second.names.emplace_back(listed.image);
  });
  return shards;
}

}  // namespace

std::map<std::string, std::vector<std::string>> listed_names(const std::filesystem::path& folder,
                                                             const Manifest& set) {
  std::map<std::string, std::vector<std::string>> names;
  const std::filesystem::path list = folder / k_record_list_name;
  std::error_code failed;
  const bool is_listed = std::ranges::find(set.side_files, k_record_list_name) != set.side_files.end();
  if (!is_listed || !std::filesystem::is_regular_file(list, failed)) return names;
  try {
    const std::optional<std::uint32_t> recorded = set.record_list_crc32c;
    if (recorded && checksum_of_list(InputFile(list)) != *recorded) return names;
    auto listed = read_list(list);
    for (const ManifestShard& shard : set.shards) {
      const auto found = listed.find(shard.path);
      if (found == listed.end() || found->second.split != shard.split) continue;
      if (found->second.names.size() == shard.records) names[shard.path] = std::move(found->second.names);
    }
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::bad_data) throw;
  }
  return names;
}

}  // namespace tfrec
