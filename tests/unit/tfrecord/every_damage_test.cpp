// SPDX-License-Identifier: Apache-2.0
// All single damages of a small file: three records of known bytes.
#include <algorithm>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/data/shard_damage.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

std::string varied(std::size_t count, unsigned seed) {
  std::string out(count, '\0');
  for (char& byte : out) byte = static_cast<char>((seed = seed * 1103515245 + 12345) >> 16);
  return out;
}

const std::vector<std::string> k_payloads{varied(150, 1), varied(131, 2), varied(170, 3)};

/// Offsets where the three frames begin, and the end.
std::vector<std::size_t> boundaries() {
  std::vector<std::size_t> out{0};
  for (const std::string& payload : k_payloads) out.push_back(out.back() + payload.size() + k_frame_overhead);
  return out;
}

std::size_t record_at(std::size_t byte) {
  const std::vector<std::size_t> ends = boundaries();
  return static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), byte) - ends.begin()) - 1;
}

/// All records but `touched` are salvaged, nothing else is, and one damage is reported, at record `touched`.
void check_loses_at_most(const std::string& damaged, std::size_t touched) {
  const ReadBack back = read_back(damaged);
  CHECK(back.tiles);
  REQUIRE(back.damages.size() == 1);
  CHECK(back.damages[0].record == touched);
  std::vector<std::string> expected = k_payloads;
  const std::vector<std::string> found = back.payloads();
  if (found != expected) {
    if (touched < expected.size()) expected.erase(expected.begin() + static_cast<std::ptrdiff_t>(touched));
    CHECK(found == expected);
  }
}

}  // namespace

TEST_CASE("Every flipped bit is found at its record and costs at most that one") {
  const std::string shard = shard_of(k_payloads);
  for (std::size_t bit = 0; bit < shard.size() * 8; ++bit) {
    INFO("bit " << bit);
    const std::string damaged = with_flipped_bit(shard, bit);
    check_loses_at_most(damaged, record_at(bit / 8));
    const std::size_t in_frame = bit / 8 - boundaries()[record_at(bit / 8)];
    const ReadBack back = read_back(damaged);
    // A header alone loses nothing; a payload and its footer lose the record.
    CHECK(back.records.size() == (in_frame < k_frame_header_bytes ? 3 : 2));
    CHECK(back.damages[0].kind ==
          (in_frame < k_frame_header_bytes ? DamageKind::header : DamageKind::payload));
  }
}

TEST_CASE("Every file cut short is found at the record in which it ends") {
  const std::string shard = shard_of(k_payloads);
  const std::vector<std::size_t> ends = boundaries();
  for (std::size_t length = 0; length < shard.size(); ++length) {
    INFO("cut to " << length);
    const ReadBack back = read_back(cut_to(shard, length));
    CHECK(back.tiles);
    CHECK(back.records.size() == record_at(length));
    if (std::find(ends.begin(), ends.end(), length) != ends.end()) {
      CHECK(back.damages.empty());
      continue;
    }
    REQUIRE(back.damages.size() == 1);
    CHECK(back.damages[0].kind == DamageKind::truncated);
    CHECK(back.damages[0].record == record_at(length));
    CHECK(back.damages[0].offset == ends[record_at(length)]);
  }
}

TEST_CASE("Every deleted byte is found at its record and costs at most that one") {
  const std::string shard = shard_of(k_payloads);
  for (std::size_t at = 0; at < shard.size(); ++at) {
    INFO("without byte " << at);
    check_loses_at_most(without(shard, at, 1), record_at(at));
  }
}

TEST_CASE("A byte inserted anywhere is found at its record and costs at most that one") {
  const std::string shard = shard_of(k_payloads);
  const std::vector<std::size_t> ends = boundaries();
  for (std::size_t at = 0; at <= shard.size(); ++at) {
    for (const char byte : {'\0', 'x', '\xFF'}) {
      INFO("inserted before byte " << at);
      const std::string damaged = with_inserted(shard, at, {&byte, 1});
      check_loses_at_most(damaged, std::min<std::size_t>(record_at(at), 3));
      // Between records nothing is lost.
      if (std::find(ends.begin(), ends.end(), at) != ends.end())
        CHECK(read_back(damaged).records.size() == 3);
    }
  }
}

TEST_CASE("Every deleted block costs the records it touches and no other") {
  const std::string shard = shard_of(k_payloads);
  const std::vector<std::size_t> ends = boundaries();
  for (std::size_t at = 0; at < shard.size(); at += 3) {
    for (std::size_t count = 2; at + count <= shard.size(); count += 5) {
      INFO("without " << count << " bytes from " << at);
      const ReadBack back = read_back(without(shard, at, count));
      CHECK(back.tiles);
      std::vector<std::string> untouched;
      for (std::size_t i = 0; i < 3; ++i) {
        if (ends[i + 1] <= at || ends[i] >= at + count) untouched.push_back(k_payloads[i]);
      }
      const std::vector<std::string> found = back.payloads();
      for (const std::string& payload : untouched) {
        CHECK(std::find(found.begin(), found.end(), payload) != found.end());
      }
      for (const std::string& payload : found) {
        CHECK(std::find(k_payloads.begin(), k_payloads.end(), payload) != k_payloads.end());
      }
    }
  }
}
