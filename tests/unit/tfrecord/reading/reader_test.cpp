// SPDX-License-Identifier: Apache-2.0
// Damage by name: what the reader makes of each.
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/data/deflated.hpp"
#include "support/data/shard_reading.hpp"

using namespace tfrec;
using namespace tfrec::test;
using namespace std::string_literals;

TEST_CASE("A sound shard: records with index, offset and payload, then the end again and again") {
  const std::string shard = shard_of(k_payloads);
  const ReadBack back = read_back(shard);
  check_sound(back, k_payloads);
  CHECK(back.records[1].index == 1);
  CHECK(back.records[1].offset == 19);
  Reader reader(memory_source(shard));
  for (std::size_t i = 0; i < k_payloads.size(); ++i) CHECK(std::holds_alternative<Record>(reader.next()));
  CHECK(std::get<End>(reader.next()).bytes == shard.size());
  CHECK(std::get<End>(reader.next()).bytes == shard.size());
}

TEST_CASE("A file of zero bytes is a sound shard without records") {
  check_sound(read_back(""), {});
  check_sound(read_file(""), {});
}

TEST_CASE("Records larger than the reader's block, and a view that outlives no call") {
  const Payloads payloads{std::string(5'000'000, 'x'), "small", std::string((1 << 20) - 3, 'y'),
                          std::string(8'000'000, 'z')};
  check_sound(read_back(shard_of(payloads)), payloads);
  check_sound(read_file(shard_of(payloads)), payloads);
  check_sound(read_file(gzipped(shard_of(payloads))), payloads);
}

TEST_CASE("Records of eight bytes, whose payload and checksum look like a header") {
  Payloads payloads;
  for (int value = 0; value < 200; ++value)
    payloads.push_back(header_announcing(static_cast<std::uint64_t>(value)).substr(0, 8));
  const std::string shard = shard_of(payloads);
  check_sound(read_back(shard), payloads);
  for (std::size_t record = 0; record < payloads.size(); ++record) {
    INFO("header of record " << record);
    const ReadBack back = read_back(with_flipped_bit(shard, record * 24 * 8 + 3));
    CHECK(back.tiles);
    REQUIRE(back.damages.size() == 1);
    check_damage(back.damages[0], DamageKind::header, record, record * 24, 12);
    CHECK(same(back, payloads));
  }
}

TEST_CASE("A record of eight bytes cut down to its header is not read as the next record's header") {
  const Payloads payloads{"first", "8 bytes!", "of another length", "last"};
  const std::string shard = shard_of(payloads);
  const ReadBack back = read_back(without(shard, 21 + 12, 12));
  CHECK(back.tiles);
  CHECK(same(back, Payloads{"first", "of another length", "last"}));
  REQUIRE(back.damages.size() == 1);
  check_damage(back.damages[0], DamageKind::payload, 1, 21, 12);
}

TEST_CASE("The same where the reader has to read on to see the next record") {
  constexpr std::size_t k_block = std::size_t{1} << 18;
  for (const std::size_t behind : {0U, 1U, 11U, 12U}) {
    INFO(behind);
    const std::string first(k_block - behind - 24 - k_frame_overhead, 'f');
    const std::string shard = shard_of({first, "8 bytes!", "of another length", "last"});
    const ReadBack back = read_back(without(shard, first.size() + k_frame_overhead + 12, 12));
    CHECK(same(back, Payloads{first, "of another length", "last"}));
    REQUIRE(back.damages.size() == 1);
    check_damage(back.damages[0], DamageKind::payload, 1, first.size() + k_frame_overhead, 12);
  }
}

TEST_CASE("An intact record of eight bytes that announces eight is kept before damaged ones") {
  const std::string eight = header_announcing(8).substr(0, 8);
  for (const std::size_t size : {0U, 1U, 8U, 40U, 3000U}) {
    for (const bool ends_there : {false, true}) {
      INFO(size << (ends_there ? ", at the end" : ""));
      std::vector<std::string> payloads{"first", eight, std::string(size, 'd')};
      if (!ends_there) payloads.insert(payloads.end(), {"next", std::string(30, 'l')});
      const std::string shard = shard_of(payloads);
      const std::size_t damaged = 21 + 24 + 12 + size;  // the last payload byte, or the checksum of none
      const ReadBack back = read_back(with_flipped_bit(shard, (damaged - (size > 0 ? 1 : 0)) * 8));
      payloads.erase(payloads.begin() + 2);
      CHECK(back.payloads() == payloads);
      REQUIRE(back.damages.size() == 1);
      CHECK(back.damages[0].record == 2);
      CHECK(back.damages[0].offset == 21 + 24);
    }
  }
  const std::string two =
      shard_of({eight, std::string(20, 'd'), std::string(20, 'e'), "next"});  // both damaged
  const ReadBack back = read_back(with_flipped_bit(with_flipped_bit(two, (24 + 13) * 8), (24 + 36 + 13) * 8));
  CHECK(back.payloads() == std::vector<std::string>{eight, "next"});
}

TEST_CASE("A damaged header: reported, and the record proven by its payload's checksum and what follows") {
  const std::string shard = shard_of(k_payloads);
  const ReadBack middle = read_back(with_flipped_bit(shard, 19 * 8));
  CHECK(middle.tiles);
  REQUIRE(middle.damages.size() == 1);
  check_damage(middle.damages[0], DamageKind::header, 1, 19, 12);
  CHECK(same(middle, k_payloads));
  CHECK(middle.records[1].index == 1);
  CHECK(middle.records[1].offset == 19);
  const std::size_t last = shard.size() - 5016;
  const ReadBack end = read_back(with_overwritten(shard, last, std::string(12, '\0')));
  CHECK(same(end, k_payloads));
  check_damage(end.damages.at(0), DamageKind::header, 4, last, 12);
}

TEST_CASE("An empty record whose header lost or gained a byte is proven by the record that follows at once") {
  const Payloads payloads{"first", "", "next"};
  const std::string shard = shard_of(payloads);
  for (std::size_t at = 21; at < 21 + 12; ++at) {
    INFO(at);
    for (const std::string& damaged : {without(shard, at, 1), with_inserted(shard, at, "?")}) {
      const ReadBack back = read_back(damaged);
      CHECK(same(back, payloads));
      CHECK(back.damages.size() == 1);
    }
  }
}

TEST_CASE("A damaged payload: the header's length rules") {
  const std::string shard = shard_of(k_payloads);
  const ReadBack back = read_back(with_overwritten(shard, 19 + 12, "B"));
  CHECK(back.tiles);
  REQUIRE(back.damages.size() == 1);
  check_damage(back.damages[0], DamageKind::payload, 1, 19, 316);
  CHECK(same(back, Payloads{k_payloads[0], k_payloads[2], k_payloads[3], k_payloads[4]}));
  CHECK(back.records[1].index == 2);
}

TEST_CASE("A damaged payload ends where a header announces the largest length there can be") {
  const std::string first = with_overwritten(shard_of({"first"}), 12, "F");
  const ReadBack back = read_back(first + header_announcing(k_largest_payload) + std::string(50, 'x'));
  REQUIRE(back.damages.size() == 2);
  CHECK(back.damages[0].is_one_record);
  check_damage(back.damages[0], DamageKind::payload, 0, 0, first.size());
  check_damage(back.damages[1], DamageKind::truncated, 1, first.size(), 62);
}

TEST_CASE("Lengths beyond any file with their right checksum are not believed") {
  const std::string shard = shard_of(k_payloads);
  for (const std::uint64_t length :
       {std::uint64_t{1} << 31, std::uint64_t{1} << 40, std::uint64_t{1} << 63, (std::uint64_t{1} << 63) + 1,
        ~std::uint64_t{0} - 15, ~std::uint64_t{0}}) {
    for (const std::string& content : {with_overwritten(shard, 19, header_announcing(length)),
                                       with_inserted(shard, 19, header_announcing(length))}) {
      INFO(length << " in " << content.size() << " bytes");
      for (const ReadBack& back : {read_back(content), read_file(content), read_file(gzipped(content))}) {
        CHECK(back.tiles);
        CHECK(same(back, k_payloads));
        REQUIRE(back.damages.size() == 1);
        check_damage(back.damages[0], DamageKind::length, 1, 19, 12);
      }
    }
  }
}

TEST_CASE("A record of the largest length there can be is cut short, one that is larger is damaged") {
  const std::string first = shard_of({"first"});
  const auto damages = [&](std::uint64_t length) {
    return read_back(first + header_announcing(length) + std::string(50, 'x')).damages;
  };
  REQUIRE(damages(k_largest_payload).size() == 1);
  check_damage(damages(k_largest_payload)[0], DamageKind::truncated, 1, first.size(), 62);
  REQUIRE(damages(k_largest_payload + 1).size() == 1);
  check_damage(damages(k_largest_payload + 1)[0], DamageKind::length, 1, first.size(), 62);
}

TEST_CASE("A length that is wrong but fits, with its right checksum") {
  const std::string shard = shard_of(k_payloads);
  for (const std::uint64_t length : {0U, 8U, 299U, 301U, 1000U}) {
    const ReadBack back = read_back(with_overwritten(shard, 19, header_announcing(length)));
    INFO(length);
    CHECK(back.tiles);
    CHECK(same(back, k_payloads));
    REQUIRE(back.damages.size() == 1);
    check_damage(back.damages[0], DamageKind::length, 1, 19, 12);
  }
}

TEST_CASE("Stray bytes between records cost nothing") {
  const std::string shard = shard_of(k_payloads);
  const ReadBack back = read_back(with_inserted(shard, 19, "12 bytes no.."));
  CHECK(back.tiles);
  CHECK(same(back, k_payloads));
  REQUIRE(back.damages.size() == 1);
  check_damage(back.damages[0], DamageKind::garbage, 1, 19, 13);
  CHECK(back.damages[0].message == "13 bytes that are not a record");
  CHECK(back.records[1].index == 1);
}

TEST_CASE("Twelve stray bytes before eight-byte records are no header with a record of its own") {
  const Payloads payloads{"8 bytes.", "8 bytes,", "8 bytes;", "longer than eight"};
  const std::string shard = shard_of(payloads);
  const ReadBack back = read_back(with_inserted(shard, 24, "twelve bytes"));
  CHECK(back.tiles);
  CHECK(same(back, payloads));
  REQUIRE(back.damages.size() == 1);
  check_damage(back.damages[0], DamageKind::garbage, 1, 24, 12);
}

TEST_CASE("One byte behind the last record; a file that ends in zeros") {
  const std::string shard = shard_of(k_payloads);
  const ReadBack stray = read_back(shard + "x");
  CHECK(same(stray, k_payloads));
  check_damage(stray.damages.at(0), DamageKind::truncated, 5, shard.size(), 1);
  const ReadBack zeros = read_back(shard + std::string(3'000'000, '\0'));
  CHECK(same(zeros, k_payloads));
  check_damage(zeros.damages.at(0), DamageKind::garbage, 5, shard.size(), 3'000'000);
  CHECK(zeros.damages[0].message == "3000000 zero bytes that are not a record");
}

TEST_CASE("A hole of zeros over several records is one damage, and reading goes on behind it") {
  Payloads payloads;
  for (int i = 0; i < 100; ++i)
    payloads.push_back(std::to_string(i) + std::string(500, static_cast<char>(i)));
  const std::string shard = shard_of(payloads);
  const std::string damaged = with_overwritten(shard, 4096, std::string(4096, '\0'));
  const ReadBack back = read_back(damaged);
  CHECK(back.tiles);
  CHECK(back.damages.size() == 1);
  CHECK(back.records.size() == 91);
  CHECK(back.records[7].payload == payloads[16]);
}

TEST_CASE("Two damaged records one behind the other are two damages") {
  Payloads payloads;
  for (int i = 0; i < 10; ++i) payloads.push_back(std::to_string(i) + std::string(100, 'p'));
  const std::string shard = shard_of(payloads);
  std::string damaged = with_flipped_bit(shard, (117 * 3 + 50) * 8);
  damaged = with_flipped_bit(damaged, (117 * 4 + 2) * 8);
  const ReadBack back = read_back(damaged);
  CHECK(back.tiles);
  REQUIRE(back.damages.size() == 2);
  check_damage(back.damages[0], DamageKind::payload, 3, 117 * 3, 117);
  check_damage(back.damages[1], DamageKind::header, 4, 117 * 4, 12);
  payloads.erase(payloads.begin() + 3);
  CHECK(same(back, payloads));
}

TEST_CASE("A file that is no TFRecord is named") {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n",
       "a Git LFS pointer (git lfs pull fetches the file itself)"},
      {"\xFF\xD8\xFF\xE0" + std::string(500, 'j'), "a JPEG image"},
      {"\x89PNG\r\n\x1A\n" + std::string(500, 'p'), "a PNG image"},
      {"<!DOCTYPE html>\n<html><title>404</title>", "an HTML page"},
      {"image,label\na.jpg,cat\n", "text"},
      {"{\"records\": 7}", "text (JSON by its first character)"},
      {"PK\x03\x04" + std::string(100, 'z'), "a ZIP archive"},
      {"\x89HDF\r\n\x1A\n" + std::string(100, 'h'), "an HDF5 file"},
      {std::string("\x13\x37", 2) + std::string(5000, '\xAA'), "contains no record header"},
  };
  for (const auto& [content, what] : cases) {
    INFO(what);
    for (const ReadBack& back : {read_file(content), read_file(gzipped(content))}) {
      CHECK(back.tiles);
      CHECK(back.records.empty());
      REQUIRE(back.damages.size() == 1);
      check_damage(back.damages[0], DamageKind::not_a_tfrecord, 0, 0, content.size());
      CHECK(back.damages[0].message == "not a TFRecord file: " + what);
    }
  }
}

TEST_CASE("Records inside an archive are found, and the archive is named") {
  std::string header(512, '\0');
  header.replace(0, 4, "name");
  header.replace(257, 5, "ustar");
  const ReadBack back = read_back(header + shard_of(k_payloads));
  CHECK(same(back, k_payloads));
  REQUIRE(back.damages.size() == 1);
  CHECK(back.damages[0].message == "length and its checksum disagree; the file begins like a tar archive");
}
