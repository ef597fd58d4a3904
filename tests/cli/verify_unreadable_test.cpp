// SPDX-License-Identifier: Apache-2.0
// A shard that can't be read does not hide the damage of the others. Not under sanitizers: see tests/faults.
#ifdef TFREC_FAIL_CALLS
#include <cerrno>
#include <string>

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"
#include "support/shard_bytes.hpp"

using namespace tfrec;
using test::RunResult;
using test::ScratchFolder;
using Json = nlohmann::ordered_json;

TEST_CASE("verify: a shard that can't be read is told beside the damage of the others, exit 3") {
  const ScratchFolder folder;
  folder.write("a00-3.tfrec", test::flower_shard(3));
  folder.write("a01-3.tfrec", test::flower_shard(3));
  folder.write("a02-3.tfrec", test::with_flipped_bit(test::flower_shard(3), 83 + 40));
  test::RunSettings settings = in(folder);
  settings.environment = {"LD_PRELOAD=" TFREC_FAIL_CALLS,
                          "TFREC_FAIL_CALL=pread",
                          "TFREC_FAIL_AT=1",
                          "TFREC_FAIL_EVER=1",
                          "TFREC_FAIL_ERRNO=" + std::to_string(EIO),
                          "TFREC_FAIL_UNDER=" + (folder / "a01-3.tfrec").string()};
  const RunResult text = test::run_tfrec({"verify", "."}, settings);
  CHECK(text.exit_code == 3);
  CHECK_THAT(text.out, Catch::ContainsSubstring("./a01-3.tfrec"));
  CHECK_THAT(text.out, Catch::ContainsSubstring("./a02-3.tfrec: record 1 at byte 83"));
  const RunResult json = test::run_tfrec({"verify", "--json", "-q", "."}, settings);
  CHECK(json.exit_code == 3);
  CHECK(json.err.empty());
  const Json report = Json::parse(json.out);
  CHECK(report["ok"] == false);
  CHECK(report["records"] == 5);
  CHECK(report["files"][0]["ok"] == true);
  CHECK(report["files"][1]["problems"][0]["kind"] == "unreadable");
  CHECK_THAT(report["files"][1]["problems"][0]["message"].get<std::string>(),
             Catch::ContainsSubstring("Input/output error"));
  CHECK(report["files"][2]["problems"][0]["kind"] == "payload");
}
#endif
