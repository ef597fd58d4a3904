// SPDX-License-Identifier: Apache-2.0
// Runs of `tfrec repair` on shards of flowers, and a sound set to damage.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "shards/manifest/manifest.hpp"
#include "support/catch.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"
#include "support/shard_bytes.hpp"
#include "tfrecord/crc32c.hpp"

namespace tfrec::test {

using Json = nlohmann::ordered_json;

inline constexpr std::size_t k_flower_bytes = 83;  // bytes of a flower

inline RunResult repair(const ScratchFolder& folder, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "repair");
  return run_tfrec(arguments, in(folder));
}

/// Flowers `first` … without those in `lost`.
inline std::string flowers_without(std::int64_t count, const std::vector<std::int64_t>& lost) {
  std::string bytes;
  for (std::int64_t i = 0; i < count; ++i) {
    if (std::find(lost.begin(), lost.end(), i) == lost.end()) append_frame(bytes, flower(i));
  }
  return bytes;
}

inline std::string with_bad_payload(const std::string& shard, std::size_t record) {
  return with_flipped_bit(shard, record * k_flower_bytes + 40);
}
inline std::string with_bad_header(const std::string& shard, std::size_t record) {
  return with_flipped_bit(shard, record * k_flower_bytes + 2);
}

/// All files beneath a folder, relative to it, sorted.
inline std::vector<std::string> files_beneath(const std::filesystem::path& folder) {
  std::vector<std::string> found;
  if (!std::filesystem::exists(folder)) return found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) found.push_back(entry.path().lexically_relative(folder).string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

using Files = std::vector<std::string>;

/// A sound set of two splits with its manifest and list of classes, in "set".
inline std::string write_split_set(const ScratchFolder& folder) {
  Manifest set;
  set.classes = {{"class", "classes.txt", {{"daisy", 6}}}};
  for (const std::string split : {"train", "val"}) {
    const std::string shard = flower_shard(3, split == "val" ? 10 : 0);
    set.shards.push_back({split + "/f00-3.tfrec", split, "", 3, shard.size(), crc32c(shard), ""});
    set.totals.push_back({split, "", 1, 3, shard.size(), 0, ""});
    folder.write("set/" + split + "/f00-3.tfrec", shard);
  }
  folder.write("set/classes.txt", "daisy\n");
  folder.write("set/manifest.json", manifest_json(set));
  return manifest_json(set);
}

inline const Files k_whole_set{"classes.txt", "manifest.json", "train/f00-3.tfrec", "val/f00-3.tfrec"};

}  // namespace tfrec::test
