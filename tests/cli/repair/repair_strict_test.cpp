// SPDX-License-Identifier: Apache-2.0
// `tfrec repair --strict`: records inside damaged records are left out, and the report gives reasons.
#include <nlohmann/json.hpp>

#include "support/check_error.hpp"
#include "support/data/deflated.hpp"
#include "support/runs/repair_runs.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

/// Two flowers, and between them a record around a shard of two more, into which a byte was inserted.
std::string shard_with_inserted_byte() {
  const std::string around = "file" + flower_shard(2, 2) + "the end";
  return shard_of({flower(0), around, flower(1)}).insert(k_flower_bytes + 14, "i");
}

}  // namespace

TEST_CASE("repair kept the records of a file inside a record into which a byte was inserted") {
  const ScratchFolder folder;
  folder.write("a00-3.tfrec", shard_with_inserted_byte());
  CHECK(repair(folder, {"a00-3.tfrec", "-o", "loose"}).exit_code == 1);
  CHECK(names(folder.files("loose")) == Words{"a00-4.tfrec"});
  const RunResult result = repair(folder, {"a00-3.tfrec", "-o", "out", "--strict"});
  CHECK(result.exit_code == 1);
  CHECK(result.err.empty());
  CHECK(result.out ==
        "shard           state    kept  lost  bytes lost  written as\n"
        "a00-3.tfrec     damaged     2     1         194  out/a00-2.tfrec\n"
        "total, 1 shard              2     1         194\n"
        "a00-3.tfrec: kept 1 record at byte 0 (83 bytes): no gap since the start of the file\n"
        "a00-3.tfrec: kept 1 record at byte 277 (83 bytes): no gap up to the end of the file\n"
        "a00-3.tfrec: lost record 1 at byte 83 (17 bytes): payload and its checksum disagree; no record "
        "follows "
        "where "
        "it should end\n"
        "a00-3.tfrec: left out at byte 100 (166 bytes): 2 intact records, perhaps inside a damaged one: no "
        "link "
        "to the "
        "start or the end of the file\n"
        "a00-3.tfrec: lost at byte 266 (11 bytes): 11 bytes that are not a record\n"
        "bad: kept 2 records, lost 1\n");
  CHECK(folder.read("out/a00-2.tfrec") == flower_shard(2));
}

TEST_CASE("repair --strict --json adds why records are kept") {
  const ScratchFolder folder;
  folder.write("a00-3.tfrec", shard_with_inserted_byte());
  folder.write("b00-2.tfrec", flower_shard(2));
  const RunResult result = repair(folder, {".", "-o", "out", "--strict", "--json"});
  CHECK(result.exit_code == 1);
  CHECK(result.err.empty());
  const Json json = Json::parse(result.out);
  const Json& ranges = json["files"][0]["lost_ranges"];
  CHECK(ranges.size() == 3);
  CHECK(
      ranges[1].dump() ==
      R"({"offset":100,"length":166,"record":2,"kind":"unproven","message":"2 intact records, perhaps inside a )"
      R"(damaged one: no link to the start or the end of the file"})");
  CHECK(json["files"][0]["proven"].dump() == R"([{"offset":0,"length":83,"records":1,"proof":"start"},)"
                                             R"({"offset":277,"length":83,"records":1,"proof":"end"}])");
  CHECK(json["files"][1]["proven"].dump() == R"([{"offset":0,"length":166,"records":2,"proof":"start"}])");
  CHECK_FALSE(Json::parse(repair(folder, {".", "-o", "loose", "--json"}).out)["files"][0].contains("proven"));
}

TEST_CASE("repair --strict keeps all that is intact around damage that changes no length") {
  const ScratchFolder folder;
  const std::string damaged = with_bad_payload(with_bad_payload(with_bad_header(flower_shard(9), 7), 2), 5);
  folder.write("a00-9.tfrec", damaged);
  folder.write("b00-9.tfrec", gzipped(damaged));
  const RunResult result = repair(folder, {".", "-o", "out", "--strict"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.out,
             ContainsSubstring("./a00-9.tfrec: kept 2 records at byte 249 (166 bytes): headers lead over the "
                               "damage, and all lengths fit\n"));
  CHECK(names(folder.files("out")) == Words{"a00-7.tfrec", "b00-7.tfrec"});
  CHECK(folder.read("out/a00-7.tfrec") == flowers_without(9, {2, 5}));
}

TEST_CASE("repair --strict copies intact shards, and --damaged-only skips them") {
  const ScratchFolder folder;
  folder.write("in/a00-3.tfrec", flower_shard(3));
  folder.write("in/b00-3.tfrec", gzipped(flower_shard(3)));
  const RunResult result = repair(folder, {"in", "-o", "out", "--strict"});
  CHECK(result.exit_code == 0);
  CHECK(result.out.find("kept 3 records at") == std::string::npos);
  CHECK(folder.read("out/a00-3.tfrec") == folder.read("in/a00-3.tfrec"));
  CHECK(folder.read("out/b00-3.tfrec") == folder.read("in/b00-3.tfrec"));
  CHECK(repair(folder, {"in", "-o", "skipped", "--strict", "--damaged-only"}).exit_code == 0);
  CHECK(folder.files("skipped").empty());
}

TEST_CASE("repair --strict and --from exclude each other") {
  const ScratchFolder folder;
  const RunResult result = repair(folder, {"set", "-o", "out", "--strict", "--from", "images"});
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, ContainsSubstring("--strict"));
}
