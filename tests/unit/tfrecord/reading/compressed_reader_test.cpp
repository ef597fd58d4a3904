// SPDX-License-Identifier: Apache-2.0
// Damage by name in shards that are compressed.
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/data/deflated.hpp"
#include "support/data/shard_reading.hpp"

using namespace tfrec;
using namespace tfrec::test;
using namespace std::string_literals;

TEST_CASE("GZIP and ZLIB shards read like plain ones, damage inside too") {
  const std::string shard = shard_of(k_payloads);
  for (const std::string& content :
       {gzipped(shard), zlibbed(shard), gzipped(shard.substr(0, 30)) + gzipped(shard.substr(30))}) {
    check_sound(read_file(content), k_payloads);
  }
  const std::string damaged = with_flipped_bit(shard, 19 * 8);
  const ReadBack plain = read_back(damaged);
  const ReadBack packed = read_file(gzipped(damaged));
  CHECK(packed.tiles);
  CHECK(packed.records == plain.records);
  REQUIRE(packed.damages.size() == 1);
  check_damage(packed.damages[0], DamageKind::header, 1, 19, 12);
}

TEST_CASE("In a GZIP shard, too, a record whose header is damaged ends the damaged record before it") {
  const std::string shard = shard_of({"first", std::string(90, 'd'), std::string(40, 'h'), "last"});
  const std::size_t second = k_frame_overhead + 5;
  const std::size_t third = second + k_frame_overhead + 90;
  const std::string damaged = with_flipped_bit(with_flipped_bit(shard, (second + 50) * 8), third * 8);
  const ReadBack back = read_file(gzipped(damaged));
  CHECK(back.records == read_back(damaged).records);
  CHECK(same(back, Payloads{"first", std::string(40, 'h'), "last"}));
  REQUIRE(back.damages.size() == 2);
  check_damage(back.damages[0], DamageKind::payload, 1, second, k_frame_overhead + 90);
  CHECK(back.damages[0].is_one_record);
  check_damage(back.damages[1], DamageKind::header, 2, third, k_frame_header_bytes);
}

TEST_CASE("In a GZIP shard, too, each of several large damaged records is one record") {
  const Payloads payloads{"first", std::string(1'000'000, 'd'), std::string(3'000'000, 'e'), "last"};
  const std::size_t second = k_frame_overhead + 5;
  const std::size_t third = second + k_frame_overhead + 1'000'000;
  const std::string damaged =
      with_flipped_bit(with_flipped_bit(shard_of(payloads), (second + 500'000) * 8), (third + 1'500'000) * 8);
  const ReadBack back = read_file(gzipped(damaged));
  CHECK(same(back, Payloads{"first", "last"}));
  REQUIRE(back.damages.size() == 2);
  check_damage(back.damages[0], DamageKind::payload, 1, second, k_frame_overhead + 1'000'000);
  check_damage(back.damages[1], DamageKind::payload, 2, third, k_frame_overhead + 3'000'000);
  CHECK((back.damages[0].is_one_record && back.damages[1].is_one_record));
}

TEST_CASE("GZIP without its trailer: all records, and the damage") {
  const std::string shard = shard_of(k_payloads);
  const std::string packed = gzipped(shard);
  const ReadBack back = read_file(cut_to(packed, packed.size() - 8));
  CHECK(back.tiles);
  CHECK(same(back, k_payloads));
  REQUIRE(back.damages.size() == 1);
  check_damage(back.damages[0], DamageKind::compressed, 5, shard.size(), 0);
  CHECK(back.damages[0].message == "the GZIP stream is cut short");
}

TEST_CASE("Where a GZIP stream is cut short, its end does not prove a record whose header is damaged") {
  const std::string shard = with_flipped_bit(shard_of({"first", "the last one"}), 21 * 8);
  const std::string packed = gzipped(shard);
  CHECK(same(read_file(packed), Payloads{"first", "the last one"}));
  CHECK(same(read_file(cut_to(packed, packed.size() - 8)), Payloads{"first"}));
}

TEST_CASE("GZIP of ten bytes: nothing but the damage") {
  const ReadBack back = read_file(cut_to(gzipped(shard_of(k_payloads)), 10));
  CHECK(back.tiles);
  CHECK(back.records.empty());
  REQUIRE(back.damages.size() == 1);
  check_damage(back.damages[0], DamageKind::compressed, 0, 0, 0);
}

TEST_CASE("GZIP with a wrong trailer: all records, and the damage") {
  const std::string shard = shard_of(k_payloads);
  std::string packed = gzipped(shard);
  packed = with_flipped_bit(packed, (packed.size() - 6) * 8);
  const ReadBack back = read_file(packed);
  CHECK(same(back, k_payloads));
  REQUIRE(back.damages.size() == 1);
  check_damage(back.damages[0], DamageKind::compressed, 5, shard.size(), 0);
}

TEST_CASE("GZIP with a flipped bit or cut anywhere: the front is read, and no wrong record") {
  Payloads payloads;
  for (unsigned i = 0; i < 20; ++i) {
    std::string payload;
    for (unsigned k = 0; k < 40; ++k) payload += static_cast<char>((i * 7919 + k * k * 31) >> 3);
    payloads.push_back(payload);
  }
  const std::string packed = gzipped(shard_of(payloads));
  std::size_t salvaged = 0;
  for (std::size_t at = 10; at < packed.size(); ++at) {
    for (const std::string& content : {with_flipped_bit(packed, at * 8 + at % 8), cut_to(packed, at)}) {
      const ReadBack back = read_file(content);
      INFO("at " << at);
      CHECK(back.tiles);
      const bool is_harmless = back.payloads() == payloads;
      CHECK((!back.damages.empty() || is_harmless));
      salvaged += back.records.size();
      for (const std::string& payload : back.payloads()) {
        CHECK(std::find(payloads.begin(), payloads.end(), payload) != payloads.end());
      }
    }
  }
  CHECK(salvaged > packed.size() * 2 * payloads.size() / 4);
}

TEST_CASE("A GZIP stream that ends inside a record: one damage, of the stream") {
  const std::string shard = shard_of(k_payloads);
  const ReadBack back = read_file(gzipped(shard).substr(0, 40));
  CHECK(back.tiles);
  REQUIRE(back.damages.size() == 1);
  CHECK(back.damages[0].kind == DamageKind::compressed);
  CHECK(back.damages[0].record == back.records.size());
}
