// SPDX-License-Identifier: Apache-2.0
#include "support/runs/repair_runs.hpp"

#include <algorithm>

#include "shards/manifest/manifest.hpp"
#include "tfrecord/crc32c.hpp"

namespace tfrec::test {

RunResult repair(const ScratchFolder& folder, const Words& words) {
  return run_tfrec(Words{"repair"} + words, in(folder));
}

std::string write_split_set(const ScratchFolder& folder) {
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

std::string flowers_without(std::int64_t count, const std::vector<std::int64_t>& lost) {
  std::string bytes;
  for (std::int64_t i = 0; i < count; ++i) {
    if (std::find(lost.begin(), lost.end(), i) == lost.end()) append_frame(bytes, flower(i));
  }
  return bytes;
}

std::string with_bad_payload(const std::string& shard, std::size_t record) {
  return with_flipped_bit(shard, record * k_flower_bytes + 40);
}

std::string with_bad_header(const std::string& shard, std::size_t record) {
  return with_flipped_bit(shard, record * k_flower_bytes + 2);
}

}  // namespace tfrec::test
