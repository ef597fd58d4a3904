// SPDX-License-Identifier: Apache-2.0
#include "shards/record_selection.hpp"

#include <random>
#include <set>

#include "support/catch.hpp"
#include "support/error_of.hpp"

using namespace tfrec;

namespace {

FoundShards shards_of(const std::vector<std::string>& paths) {
  FoundShards found;
  for (const std::string& path : paths) found.shards.push_back({path, {}, {}, false, {}});
  return found;
}

/// The indexes below 20 that are selected of each shard, by the shard's path.
std::map<std::string, std::set<std::uint64_t>> selected(const std::vector<std::string>& paths,
                                                        const std::vector<std::string>& wanted) {
  FoundShards found = shards_of(paths);
  const auto selections = select_records(found, wanted);
  REQUIRE(selections.size() == found.shards.size());
  std::map<std::string, std::set<std::uint64_t>> all;
  for (std::size_t i = 0; i < selections.size(); ++i) {
    for (std::uint64_t index = 0; index < 20; ++index) {
      if (selections[i].contains(index)) all[found.shards[i].path.string()].insert(index);
    }
  }
  return all;
}

std::string refusal(const std::vector<std::string>& paths, const std::string& wanted) {
  return test::error_of([&] {
    FoundShards found = shards_of(paths);
    select_records(found, {wanted});
  });
}

using Selected = std::map<std::string, std::set<std::uint64_t>>;

}  // namespace

TEST_CASE("Without ranges all records are selected") {
  const RecordSelection all;
  CHECK(all.contains(0));
  CHECK(all.contains(UINT64_MAX));
  CHECK(all.end() == UINT64_MAX);
}

TEST_CASE("Ranges that overlap, touch or repeat select what each of them does") {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    RecordSelection selection;
    std::set<std::uint64_t> wanted;
    for (int i = 0; i < 6; ++i) {
      const std::uint64_t first = random() % 30;
      const std::uint64_t last = first + random() % 8;
      selection.add(first, last);
      for (std::uint64_t index = first; index <= last; ++index) wanted.insert(index);
    }
    CHECK(selection.end() == *wanted.rbegin() + 1);
    for (std::uint64_t index = 0; index < 40; ++index) {
      INFO(index);
      CHECK(selection.contains(index) == wanted.contains(index));
    }
  }
}

TEST_CASE("Records are named by their shard, by its path or the end of that, and by ranges") {
  CHECK(selected({"a/x.tfrec", "b/y.tfrec"}, {"x.tfrec:3"}) == Selected{{"a/x.tfrec", {3}}});
  CHECK(selected({"a/x.tfrec", "b/y.tfrec"}, {"b/y.tfrec:0,7-9,8"}) == Selected{{"b/y.tfrec", {0, 7, 8, 9}}});
  CHECK(selected({"a/x.tfrec", "b/x.tfrec", "c/b/x.tfrec"},
                 {"a/x.tfrec:2-2", "c/b/x.tfrec:1", "a/x.tfrec:0"}) ==
        Selected{{"a/x.tfrec", {0, 2}}, {"c/b/x.tfrec", {1}}});
  CHECK(selected({"x.tfrec", "a/x.tfrec"}, {"x.tfrec:4"}) == Selected{{"x.tfrec", {4}}});
  CHECK(selected({"odd:name"}, {"odd:name:5"}) == Selected{{"odd:name", {5}}});
  CHECK(selected({"only.tfrec"}, {"5-6,1"}) == Selected{{"only.tfrec", {1, 5, 6}}});
}

TEST_CASE("Without a wanted record all shards stay, each as a whole") {
  const auto all = selected({"a", "b"}, {});
  REQUIRE(all.size() == 2);
  CHECK((all.at("a").size() == 20 && all.at("b").size() == 20));
}

TEST_CASE("Malformed records are refused with what was typed") {
  for (const char* wrong : {"x:", "x:a", "x:-1", "x:1-", "x:3-2", "x:1,,2", "x:1,", "x:,1", "x:1-2-3",
                            "x:9223372036854775807", "x:0-9223372036854775807", "x:1.5"}) {
    INFO(wrong);
    CHECK(refusal({"x"}, wrong) == ": --records: '" + std::string(wrong) +
                                       "' is not SHARD:N or SHARD:N-M (for instance --records "
                                       "flowers00-15.tfrec:3 or flowers00-15.tfrec:0,7-9)");
  }
  CHECK(refusal({"x"}, "x:9223372036854775806").empty());
}

TEST_CASE("Records of no shard, or of one that is not known, are refused with what to type") {
  CHECK(
      refusal({"a/x.tfrec", "y.tfrec"}, "3") ==
      ": --records: '3' needs the name of one of the 2 shards before it (for instance --records x.tfrec:3)");
  CHECK(refusal({}, "3") == ": --records: '3' needs the name of one of the 0 shards before it ()");
  CHECK(refusal({"a/x.tfrec", "y.tfrec"}, "z").find("is not SHARD:N") != std::string::npos);
  CHECK(refusal({"a/flower.tfrec"}, "flowers.tfrec:3") ==
        "--records: 'flowers.tfrec' is not among the shards (did you mean 'flower.tfrec'?)");
  CHECK(refusal({"a/x.tfrec"}, "elsewhere/quite.tfrec:3") ==
        "--records: 'elsewhere/quite.tfrec' is not among the shards (`tfrec count` lists the shards)");
  CHECK(refusal({"a/x", "b/x", "c/x"}, "x:3") ==
        "--records: 'x' names several shards: 'a/x', 'b/x' (write more of its path)");
}

TEST_CASE("A wanted record behind the last one is an error that names it") {
  RecordSelection selection;
  selection.add(2, 4);
  const auto problem = [&](const ReadSoFar& read) {
    return test::error_of([&] { selection.require_in(read, "x.tfrec"); });
  };
  ReadSoFar read;
  for (std::uint64_t index = 0; index < 4; ++index) CHECK(add_place(read, Record{index, 0, "", ""}) == index);
  CHECK(problem(read) ==
        "x.tfrec: has no record 4: it contains 4 records (the first record is 0, the last 3)");
  CHECK(add_place(read, Damage{DamageKind::payload, 4, 0, 9, "bad"}) == 4);
  CHECK(problem(read).empty());
  CHECK((read.places == 5 && read.intact == 4 && read.is_damaged_last));
  RecordSelection().require_in(ReadSoFar(), "x.tfrec");
}
