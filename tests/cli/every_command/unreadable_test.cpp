// SPDX-License-Identifier: Apache-2.0
// A shard that can't be read does not hide the others: verify, count, inspect. Not under sanitizers: see
// tests/faults.
#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/data/shard_bytes.hpp"
#include "support/scenes/failing_calls.hpp"

using namespace tfrec::test;

namespace {

/// Three shards, of which the second can't be read and the third has a damaged payload.
void write_shards(const ScratchFolder& folder) {
  folder.write("a00-3.tfrec", flower_shard(3));
  folder.write("a01-3.tfrec", flower_shard(3));
  folder.write("a02-3.tfrec", with_flipped_bit(flower_shard(3), 83 + 40));
}

/// Its first read fails for this reason; 0: the file changes meanwhile.
RunSettings with_failing_reads(const ScratchFolder& folder, int reason = EIO,
                               const std::string& shard = "a01-3.tfrec") {
  return in(folder, environment_of({"pread", 1, reason, true, shard}, folder));
}

}  // namespace

TEST_CASE("verify: a shard that can't be read is reported beside the damage of the others, exit 3",
          "[no-sanitizer]") {
  const ScratchFolder folder;
  write_shards(folder);
  const RunSettings settings = with_failing_reads(folder);
  const RunResult text = run_tfrec({"verify", "."}, settings);
  CHECK(text.exit_code == 3);
  CHECK_THAT(text.out, Catch::ContainsSubstring("./a01-3.tfrec"));
  CHECK_THAT(text.out, Catch::ContainsSubstring("./a02-3.tfrec: record 1 at byte 83"));
  CHECK_THAT(text.err, !Catch::ContainsSubstring("empty, a valid shard"));
  const RunResult json = run_tfrec({"verify", "--json", "-q", "."}, settings);
  CHECK(json.exit_code == 3);
  CHECK(json.err.empty());
  const auto report = nlohmann::ordered_json::parse(json.out);
  CHECK(report["ok"] == false);
  CHECK(report["records"] == 5);
  CHECK(report["files"][0]["ok"] == true);
  CHECK(report["files"][1]["problems"][0]["kind"] == "unreadable");
  CHECK_THAT(report["files"][1]["problems"][0]["message"].get<std::string>(),
             Catch::ContainsSubstring("Input/output error"));
  CHECK(report["files"][2]["problems"][0]["kind"] == "payload");
}

TEST_CASE("verify: of a shard that can't be read no difference from the manifest is reported",
          "[no-sanitizer]") {
  const ScratchFolder folder;
  folder.write("in/a.tfrec", flower_shard(6));
  const std::vector<std::string> reshard{"reshard", "in", "-o", "set", "--name", "a", "--shards", "2", "-q"};
  REQUIRE(run_tfrec(reshard, in(folder)).exit_code == 0);
  const RunSettings settings = with_failing_reads(folder, EIO, "set/a01-3.tfrec");
  const RunResult run = run_tfrec({"verify", "-q", "set"}, settings);
  CHECK(run.exit_code == 3);
  CHECK(run.out ==
        "set/a01-3.tfrec: record 0 at byte 0 (0 bytes): cannot read: Input/output error\n"
        "bad: 1 problem, 1 of 2 shards; 3 intact records, 249 B\n");
}

TEST_CASE("count: a shard that can't be read is reported, the others are counted, exit 3", "[no-sanitizer]") {
  const ScratchFolder folder;
  write_shards(folder);
  const RunResult text = run_tfrec({"count", "."}, with_failing_reads(folder));
  CHECK(text.exit_code == 3);
  CHECK(text.err == "tfrec: error: ./a01-3.tfrec: cannot read: Input/output error\n");
  CHECK_THAT(text.out, Catch::ContainsSubstring("./a02-3.tfrec          3    249\n"));
  CHECK_THAT(text.out, Catch::ContainsSubstring("total, 3 shards        6    498\n"));
  const RunResult json = run_tfrec({"count", "--json", "."}, with_failing_reads(folder));
  CHECK(json.exit_code == 3);
  const auto report = nlohmann::ordered_json::parse(json.out);
  CHECK(report["records"] == 6);
  CHECK(report["files"].size() == 3);
  CHECK(report["problems"][0]["path"] == "./a01-3.tfrec");
}

TEST_CASE("inspect: a shard that can't be read is reported, the others are inspected, exit 3",
          "[no-sanitizer]") {
  const ScratchFolder folder;
  write_shards(folder);
  const std::string message = "./a01-3.tfrec: cannot read: Input/output error";
  for (const Words& records : {Words{}, {"--records", "5"}}) {
    const RunResult text = run_tfrec(Words{"inspect", "."} + records, with_failing_reads(folder));
    CHECK(text.exit_code == 3);
    CHECK_THAT(text.err, Catch::ContainsSubstring("tfrec: error: " + message + "\n"));
    CHECK_THAT(text.out, Catch::ContainsSubstring("3 shards, 5 intact records, damage in 1 place, "));
  }
  const RunResult json = run_tfrec({"inspect", "--json", "-q", "."}, with_failing_reads(folder));
  CHECK(json.exit_code == 3);
  const auto report = nlohmann::ordered_json::parse(json.out);
  CHECK(report["problems"].size() == 2);
  CHECK(report["problems"][0] == message);
  CHECK(report["files"][1]["complete"] == false);
  const RunResult one = run_tfrec({"inspect", "--record", "0", "a01-3.tfrec"}, with_failing_reads(folder));
  CHECK(one.exit_code == 3);
}

TEST_CASE("verify, count, inspect: a file that changes while it is read is reported, exit 1",
          "[no-sanitizer]") {
  for (const char* command : {"verify", "count", "inspect"}) {
    INFO(command);
    const ScratchFolder folder;
    folder.write("a00-3.tfrec", flower_shard(3));
    folder.write("a01-3.tfrec", flower_shard(3));
    const RunResult result = run_tfrec({command, "--json", "."}, with_failing_reads(folder, 0));
    CHECK(result.exit_code == 1);
    CHECK_THAT(result.out, Catch::ContainsSubstring("the file changed while it was read"));
  }
}
