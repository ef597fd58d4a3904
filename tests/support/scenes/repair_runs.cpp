// SPDX-License-Identifier: Apache-2.0
#include "support/scenes/repair_runs.hpp"

#include <algorithm>

#include "shards/manifest/set_description.hpp"
#include "tfrecord/crc32c.hpp"

namespace tfrec::test {

RunResult repair(const ScratchFolder& folder, const Words& words) {
  return run_tfrec(Words{"repair"} + words, in(folder));
}

std::string write_split_set(const ScratchFolder& folder) {
  SetDescription set;
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

}  // namespace tfrec::test
