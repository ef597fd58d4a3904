// SPDX-License-Identifier: Apache-2.0
// Payloads that are TFRecord files themselves: their frames are never taken for the shard's own.
#include <algorithm>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/data/shard_damage.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

using Payloads = std::vector<std::string>;

struct NestedShard {
  std::string name;
  Payloads payloads;
  std::string bytes() const { return shard_of(payloads); }
};

Payloads inner(char mark) {
  return {std::string(20, mark), std::string(8, mark), std::string(33, mark), std::string(1, mark)};
}

/// The same three records: as TFRecord files, as files of files, and with bytes around the file.
std::vector<NestedShard> shards() {
  NestedShard plain{"plain", {}};
  NestedShard twice{"twice", {}};
  NestedShard wrapped{"wrapped", {}};
  for (const char mark : {'a', 'b', 'c'}) {
    const std::string file = shard_of(inner(mark));
    plain.payloads.push_back(file);
    twice.payloads.push_back(shard_of({file, std::string(15, mark), file}));
    wrapped.payloads.push_back("name: " + std::string(1, mark) + file + "the end");
  }
  return {plain, twice, wrapped};
}

std::size_t record_at(const NestedShard& shard, std::size_t byte) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < shard.payloads.size(); ++i) {
    end += shard.payloads[i].size() + k_frame_overhead;
    if (byte < end) return i;
  }
  return shard.payloads.size();
}

bool is_outer(const NestedShard& shard, const std::string& payload) {
  return std::find(shard.payloads.begin(), shard.payloads.end(), payload) != shard.payloads.end();
}

/// No inner record is given out, and all outer ones but `touched` are.
void check_outer_only(const NestedShard& shard, const std::string& damaged, std::size_t touched) {
  const ReadBack back = read_back(damaged);
  CHECK(back.tiles);
  for (const std::string& payload : back.payloads()) CHECK(is_outer(shard, payload));
  const Payloads found = back.payloads();
  for (std::size_t i = 0; i < shard.payloads.size(); ++i) {
    if (i != touched) CHECK(std::find(found.begin(), found.end(), shard.payloads[i]) != found.end());
  }
}

}  // namespace

TEST_CASE("Nested records: any flipped bit") {
  for (const NestedShard& shard : shards()) {
    const std::string bytes = shard.bytes();
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
      INFO(shard.name << ", bit " << bit);
      check_outer_only(shard, with_flipped_bit(bytes, bit), record_at(shard, bit / 8));
    }
  }
}

TEST_CASE("Nested records: a damaged outer header is made good by the payload's checksum") {
  for (const NestedShard& shard : shards()) {
    std::size_t begin = 0;
    for (const std::string& payload : shard.payloads) {
      INFO(shard.name << " at " << begin);
      const ReadBack back = read_back(with_overwritten(shard.bytes(), begin, "no header at"));
      CHECK(back.payloads() == shard.payloads);
      CHECK(back.damages.size() == 1);
      begin += payload.size() + k_frame_overhead;
    }
  }
}

TEST_CASE("Nested records: a shard cut anywhere") {
  for (const NestedShard& shard : shards()) {
    const std::string bytes = shard.bytes();
    for (std::size_t length = 0; length < bytes.size(); ++length) {
      INFO(shard.name << ", cut to " << length);
      const ReadBack back = read_back(cut_to(bytes, length));
      const std::size_t touched = record_at(shard, length);
      CHECK(back.tiles);
      REQUIRE(back.records.size() >= touched);
      for (std::size_t i = 0; i < touched; ++i) CHECK(back.records[i].payload == shard.payloads[i]);
      // Only a cut exactly behind an inner record could as well be a lost front of a sound tail.
      if (back.records.size() > touched) CHECK(back.damages.at(0).kind == DamageKind::length);
    }
  }
}

TEST_CASE("Nested records: any byte deleted or inserted") {
  for (const NestedShard& shard : shards()) {
    if (shard.name == "wrapped") continue;
    const std::string bytes = shard.bytes();
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      INFO(shard.name << " at " << at);
      check_outer_only(shard, without(bytes, at, 1), record_at(shard, at));
      check_outer_only(shard, with_inserted(bytes, at, "i"), record_at(shard, at));
    }
  }
}

// Elsewhere than in the two headers in front, without which nothing tells that a file was there.
TEST_CASE("Nested records: a block of bytes inserted into the file that a payload is") {
  for (const NestedShard& shard : shards()) {
    if (shard.name == "wrapped") continue;
    const std::string bytes = shard.bytes();
    for (const std::size_t count : {2U, 4U, 5U, 13U, 60U, 500U}) {
      const std::string block(count, 'i');
      for (std::size_t at = 0; at < bytes.size(); ++at) {
        const std::size_t record_size = bytes.size() / shard.payloads.size();
        if (at % record_size > 0 && at % record_size < 2 * k_frame_header_bytes) continue;
        INFO(shard.name << ", " << count << " at " << at);
        check_outer_only(shard, with_inserted(bytes, at, block), record_at(shard, at));
      }
    }
  }
}

TEST_CASE("Nested records: damage states whether bytes are missing from the file that a payload is") {
  const std::string file = shard_of(inner('a'));
  const std::string shard = shard_of({file, "next"});
  const auto message = [](const std::string& damaged) { return read_back(damaged).damages.at(0).message; };
  const std::string damage = "payload and its checksum disagree";
  CHECK(message(without(shard, 30, 3)) == damage + "; bytes of it are missing");
  CHECK(message(with_inserted(shard, 30, std::string(13, 'i'))) ==
        damage + "; no record follows where it should end");
  CHECK(message(with_inserted(shard_of({"alone"}), 14, "more")) ==
        damage + "; no record follows where it should end");
}

TEST_CASE("Nested records: a block of bytes inserted into a large file of small records") {
  Payloads numbers;
  for (int i = 0; i < 10'000; ++i) numbers.push_back(std::to_string(i));
  const NestedShard shard{"large", {shard_of(numbers), "an intact one", shard_of(numbers)}};
  const std::string bytes = shard.bytes();
  const std::string block(100'000, '\0');
  for (const std::size_t at : {40U, 100'000U, 190'000U}) {
    INFO(at);
    check_outer_only(shard, with_inserted(bytes, at, block), 0);
  }
  check_outer_only(shard, with_inserted(bytes, bytes.size() - 50, block), 2);
}

TEST_CASE(
    "Nested records: a byte lost in one file and a later file damaged, the records between them sound") {
  const std::string file = shard_of(inner('a'));
  const NestedShard shard{"two damages", {file, "one", "two", shard_of(inner('b')), "three", file}};
  const std::string bytes = shard.bytes();
  const std::size_t first = file.size() + k_frame_overhead;
  const std::size_t later = bytes.find(shard.payloads[3]);
  for (std::size_t lost = k_frame_header_bytes; lost < first; ++lost) {
    for (std::size_t at = later - k_frame_header_bytes; at < later + file.size() + 4; ++at) {
      INFO("lost " << lost << ", flipped " << at);
      const Payloads found = read_back(without(with_flipped_bit(bytes, at * 8), lost, 1)).payloads();
      for (const std::size_t i : {1U, 2U, 4U})
        CHECK(std::find(found.begin(), found.end(), shard.payloads[i]) != found.end());
    }
  }
}

TEST_CASE("Nested records: stray bytes as long as a header before a file, and damage behind it") {
  const Payloads payloads{"one", shard_of(inner('a')), shard_of(inner('b')), "two"};
  const std::string bytes = shard_of(payloads);
  const std::size_t at = 3 + k_frame_overhead;
  const std::size_t later = bytes.find(payloads[2]) + 30;
  const Payloads found =
      read_back(with_inserted(with_flipped_bit(bytes, later * 8), at, "twelve bytes")).payloads();
  CHECK(found == Payloads{payloads[0], payloads[1], payloads[3]});
}

TEST_CASE("An empty record that is all of a damaged record is not one of the shard's") {
  const std::string shard = shard_of({shard_of({""}), "second", "third record"});
  const std::string damaged = with_flipped_bit(with_overwritten(shard, 28, "CRC!"), (32 + 2) * 8);
  const ReadBack back = read_back(damaged);
  CHECK(back.tiles);
  CHECK(back.payloads() == Payloads{"third record"});
}

TEST_CASE("Two damaged records are reported alike at the beginning of a shard and behind a record") {
  const std::string nested = shard_of({"inner one", "inner two, longer"});
  const std::string shard = shard_of({nested, "second record", "third"});
  const std::string damaged =
      with_flipped_bit(with_overwritten(shard, 12 + nested.size(), "CRC!"), (16 + nested.size() + 2) * 8);
  const ReadBack first = read_back(damaged);
  const ReadBack later = read_back(shard_of({"lead"}) + damaged);
  Payloads expected = first.payloads();
  expected.insert(expected.begin(), "lead");
  CHECK(later.payloads() == expected);
  REQUIRE(first.damages.size() == later.damages.size());
  for (std::size_t i = 0; i < first.damages.size(); ++i)
    CHECK(first.damages[i].length == later.damages[i].length);
}
