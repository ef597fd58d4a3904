// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "support/check_error.hpp"
#include "support/data/deflated.hpp"
#include "support/runs/reshard_runs.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

// `in` has the shards f00-4.tfrec, f01-3.tfrec and f02-3.tfrec, flowers 0 to 9.
const std::string k_header = "finding,shard,record,image,class\r\n";

RunResult without(const ScratchFolder& folder, const std::string& rows, const Words& words = {}) {
  folder.write("drop.csv", k_header + rows);
  return reshard(folder, Words{"in", "-o", "out", "--without", "drop.csv"} + words);
}

}  // namespace

TEST_CASE("reshard --without leaves out the records of a list, by shard and record, not by name") {
  const ScratchFolder folder;
  write_ten(folder);
  const RunResult result =
      without(folder, "odd,in/f01-3.tfrec,2,,\r\nodd,f00-4.tfrec,0,,\r\nrepeat,f00-4.tfrec,0,,\r\n");
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, Catch::ContainsSubstring("10 records, 830 B; 2 records left out by --without\n"));
  CHECK(payloads_in(folder / "out") == flowers({1, 2, 3, 4, 5, 7, 8, 9}));
  CHECK_THAT(folder.read("out/manifest.json"), Catch::ContainsSubstring("\"without\": \"drop.csv\""));
}

TEST_CASE("reshard --without takes absolute paths and compressed shards, and goes with --filter") {
  const ScratchFolder folder;
  write_ten(folder);
  folder.write("in/f02-3.tfrec", gzipped(folder.read("in/f02-3.tfrec")));
  const std::string path = (folder / "in/f02-3.tfrec").string();
  const RunResult result = without(folder, "odd," + path + ",1,,\r\n", {"--filter", "class=1"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, Catch::ContainsSubstring("; 1 record left out by --without; ") &&
                             Catch::ContainsSubstring(" records left out by --filter\n"));
}

TEST_CASE("reshard --without refuses a list of other shards, and writes nothing") {
  const ScratchFolder folder;
  write_ten(folder);
  check_error(without(folder, "odd,f00-4.tfrec,3,other.jpg,\r\n", {"-q"}), 2,
              "tfrec: error: drop.csv:2: in/f00-4.tfrec: record 3 at byte 249 is not 'other.jpg'\n"
              "tfrec: hint: make the list of these shards again\n");
  check_error(without(folder, "odd,f00-4.tfrec,4,,\r\n", {"-q"}), 2,
              "tfrec: error: drop.csv:2: in/f00-4.tfrec: has no record 4: it contains 4 records\n"
              "tfrec: hint: make the list of these shards again\n");
  check_error(without(folder, "odd,f00-5.tfrec,0,,\r\n", {"-q"}), 2,
              "tfrec: error: drop.csv:2: 'f00-5.tfrec' is not among the shards\n"
              "tfrec: hint: the list must be of the shards that are read: `tfrec report --findings` writes "
              "such lists\n");
  check_error(without(folder, "odd,f00-4.tfrec,-1,,\r\n", {"-q"}), 1,
              "tfrec: error: drop.csv:2: record '-1' is not a number from 0\n"
              "tfrec: hint: `tfrec report --findings` writes such lists\n");
  check_error(reshard(folder, {"in", "-o", "out", "--without", "none.csv"}), 2,
              "tfrec: error: none.csv: no such file\n");
  CHECK_FALSE(std::filesystem::exists(folder / "out"));
}

TEST_CASE("reshard --without refuses a list of all records") {
  const ScratchFolder folder;
  folder.write("in/f00-2.tfrec", flower_shard(2));
  check_error(without(folder, "odd,f00-2.tfrec,0,,\r\nodd,f00-2.tfrec,1,,\r\n", {"-q"}), 1,
              "tfrec: error: drop.csv: names all 2 records of the sources\n"
              "tfrec: hint: remove the lines of records to keep\n");
}

TEST_CASE("reshard --without refused a list without records, as report writes it of a clean set") {
  const ScratchFolder folder;
  write_ten(folder);
  CHECK(without(folder, "").exit_code == 0);
  CHECK(payloads_in(folder / "out").size() == 10);
}

TEST_CASE("reshard --without: a list without its columns is not one") {
  const ScratchFolder folder;
  write_ten(folder);
  folder.write("drop.csv", "shard,number\r\nf00-4.tfrec,1\r\n");
  check_error(reshard(folder, {"in", "-o", "out", "--without", "drop.csv", "-q"}), 2,
              "tfrec: error: drop.csv: has no column 'record'\n"
              "tfrec: hint: `tfrec report --findings` writes such lists\n");
}

TEST_CASE("A split that --without empties was reported as one whose records fail --filter") {
  const ScratchFolder folder;
  folder.write("in/train/f00-3.tfrec", flower_shard(3));
  folder.write("in/val/f00-2.tfrec", flower_shard(2));
  const std::string first = "odd,in/val/f00-2.tfrec,0,,\r\n";
  const std::string both = first + "odd,in/val/f00-2.tfrec,1,,\r\n";
  const std::string hint =
      "\ntfrec: hint: name the shards of the other splits, or put all in one set with --allow-mixed\n";
  const std::string error = "tfrec: error: split 'val' would have no records: ";
  const std::string listed = error + "--without leaves out all of its records" + hint;
  check_error(without(folder, both, {"-q"}), 1, listed);
  check_error(without(folder, both, {"-q", "--filter", "class=1"}), 1, listed);
  check_error(without(folder, first, {"-q", "--filter", "class=2"}), 1,
              error + "--without leaves out 1 record of it, and none of the others passes --filter" + hint);
  check_error(without(folder, both, {"-q", "--filter", "class=77"}), 1,
              "tfrec: error: no record of 3 passes --filter\n"
              "tfrec: hint: `tfrec inspect` shows which values there are\n");
}
