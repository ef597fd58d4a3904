// SPDX-License-Identifier: Apache-2.0
#include "support/runs/verify_runs.hpp"

#include <nlohmann/json.hpp>

#include "tfrecord/crc32c.hpp"

namespace tfrec::test {

RunResult verify(const ScratchFolder& folder, const Words& words, const Words& environment) {
  return run_tfrec(Words{"verify"} + words, in(folder, environment));
}

Json verify_json(const ScratchFolder& folder, int exit_code, const Words& words) {
  const RunResult result = verify(folder, Words{"--json"} + words);
  INFO(result.err);
  CHECK(result.exit_code == exit_code);
  Json json = Json::parse(result.out);
  CHECK(json["ok"] == (exit_code == 0));
  return json;
}

Manifest write_set(const ScratchFolder& folder) {
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

Json only_problem(const std::string& bytes, const Words& options) {
  const ScratchFolder folder;
  folder.write("a.tfrec", bytes);
  const Json json = verify_json(folder, 1, options + Words{"a.tfrec"});
  INFO(json.dump(1));
  CHECK(json["problems"].empty());
  CHECK(json["files"][0]["ok"] == false);
  REQUIRE(json["files"][0]["problems"].size() == 1);
  return json["files"][0]["problems"][0];
}

}  // namespace tfrec::test
