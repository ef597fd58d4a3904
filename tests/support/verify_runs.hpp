// SPDX-License-Identifier: Apache-2.0
// Runs of `tfrec verify` on small shards, and a sound set to damage.
#pragma once

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

inline RunResult verify(const ScratchFolder& folder, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "verify");
  return run_tfrec(arguments, {folder.path(), {}});
}

inline Json verify_json(const ScratchFolder& folder, int exit_code, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "--json");
  const RunResult result = verify(folder, arguments);
  INFO(result.err);
  CHECK(result.exit_code == exit_code);
  const Json json = Json::parse(result.out);
  CHECK(json["ok"] == (exit_code == 0));
  return json;
}

/// Writes a sound set of two shards with its manifest.
inline Manifest write_set(const ScratchFolder& folder) {
  Manifest set;
  set.features = {{"class", "int64:class", "int64", 1, 1},
                  {"name", "bytes:name", "bytes", 1, 1},
                  {"weight", "float:a,b", "float", 2, 2}};
  for (int k = 0; k < 2; ++k) {
    const std::string shard = flower_shard(3, 10 * k);
    const std::string path = "f0" + std::to_string(k) + "-3.tfrec";
    folder.write(path, shard);
    set.shards.push_back({path, "", "", 3, shard.size(), crc32c(shard), ""});
  }
  set.totals = {{"", "", 2, 6, set.shards[0].bytes + set.shards[1].bytes, 0, ""}};
  folder.write("manifest.json", manifest_json(set));
  return set;
}

inline const std::string k_frame = std::to_string(flower_shard(1).size());

/// The only problem that verify tells of a file with these bytes, as its JSON.
inline Json only_problem(const std::string& bytes) {
  const ScratchFolder folder;
  folder.write("a.tfrec", bytes);
  const Json json = verify_json(folder, 1, {"a.tfrec"});
  INFO(json.dump(1));
  CHECK(json["problems"].empty());
  CHECK(json["files"][0]["ok"] == false);
  REQUIRE(json["files"][0]["problems"].size() == 1);
  return json["files"][0]["problems"][0];
}

}  // namespace tfrec::test
