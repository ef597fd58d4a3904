// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/reading/count_frames.hpp"

#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/data/deflated.hpp"
#include "support/data/shard_damage.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

FrameCount count(const std::string& content) {
  const ScratchFolder scratch;
  return count_frames(InputFile(scratch.write("shard.tfrec", content)));
}

std::vector<std::string> payloads(std::size_t count, std::size_t bytes) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < count; ++i) out.emplace_back(bytes + i % 7, static_cast<char>(i));
  return out;
}

void check_damage(const FrameCount& found, std::uint64_t records, DamageKind kind, std::uint64_t offset,
                  std::uint64_t length) {
  CHECK(found.records == records);
  CHECK(found.bytes == offset);
  REQUIRE(found.damage);
  CHECK(to_string(found.damage->kind) == to_string(kind));
  CHECK(found.damage->record == records);
  CHECK(found.damage->offset == offset);
  CHECK(found.damage->length == length);
}

}  // namespace

TEST_CASE("count: small, large and mixed frames, plain and compressed") {
  std::vector<std::string> mixed = payloads(3000, 20);
  for (const std::string& large : payloads(12, 200'000)) mixed.insert(mixed.begin() + 900, large);
  for (const auto& all : {payloads(20'000, 30), payloads(40, 100'000), mixed, std::vector<std::string>{}}) {
    const std::string shard = shard_of(all);
    for (const std::string& content : {shard, gzipped(shard), zlibbed(shard)}) {
      if (content.empty()) continue;
      const FrameCount found = count(content);
      CHECK(found.records == all.size());
      CHECK(found.bytes == shard.size());
      CHECK_FALSE(found.damage);
    }
  }
}

TEST_CASE("count: the file of zero bytes has no records") {
  const FrameCount found = count("");
  CHECK(found.records == 0);
  CHECK_FALSE(found.damage);
}

TEST_CASE("count: every file cut short stops at the record in which it ends") {
  const std::string shard = shard_of(payloads(3, 40));
  std::size_t boundary = 0;
  std::uint64_t whole = 0;
  for (std::size_t length = 1; length < shard.size(); ++length) {
    INFO(length);
    if (length == 56 || length == 113) {
      ++whole;
      boundary = length;
      CHECK_FALSE(count(shard.substr(0, length)).damage);
      continue;
    }
    check_damage(count(shard.substr(0, length)), whole, DamageKind::truncated, boundary, length - boundary);
  }
}

TEST_CASE("count: a damaged header stops it; a damaged payload is not looked at") {
  for (const auto& all : {payloads(1000, 50), payloads(20, 100'000)}) {
    const std::string shard = shard_of(all);
    const std::size_t second = all[0].size() + k_frame_overhead;
    check_damage(count(with_flipped_bit(shard, second * 8 + 70)), 1, DamageKind::header, second, 12);
    CHECK_FALSE(count(with_flipped_bit(shard, (second + 12) * 8)).damage);
    check_damage(count(gzipped(with_flipped_bit(shard, second * 8))), 1, DamageKind::header, second, 12);
    check_damage(count(gzipped(with_flipped_bit(shard, 0))), 0, DamageKind::header, 0, 12);
  }
}

TEST_CASE("count: lengths up to 2^64 - 1 with their right checksum") {
  const std::string shard = shard_of(payloads(3, 40));
  for (const std::uint64_t length :
       {std::uint64_t{1} << 40, std::uint64_t{1} << 63, ~std::uint64_t{0} - 15, ~std::uint64_t{0}}) {
    const std::string damaged = with_overwritten(shard, 56, header_announcing(length));
    check_damage(count(damaged), 1, DamageKind::length, 56, 12);
    check_damage(count(gzipped(damaged)), 1, DamageKind::length, 56, 12);
  }
  check_damage(count(with_overwritten(shard, 56, header_announcing(200))), 1, DamageKind::truncated, 56,
               shard.size() - 56);
}

TEST_CASE("count: a cut GZIP file, and one without its trailer") {
  const std::string shard = shard_of(payloads(300, 40));
  const std::string packed = gzipped(shard);
  const FrameCount cut = count(packed.substr(0, packed.size() / 2));
  REQUIRE(cut.damage);
  CHECK(cut.damage->kind == DamageKind::compressed);
  CHECK(cut.records > 0);
  CHECK(cut.damage->record == cut.records);
  check_damage(count(packed.substr(0, packed.size() - 8)), 300, DamageKind::compressed, shard.size(), 0);
}

TEST_CASE("count: a sound GZIP stream that ends inside a record has no such record") {
  const std::string shard = shard_of(payloads(300, 40));
  const std::size_t last = 45 + k_frame_overhead;
  for (const std::size_t missing : {std::size_t{1}, std::size_t{10}, last - k_frame_header_bytes}) {
    INFO(missing);
    check_damage(count(gzipped(shard.substr(0, shard.size() - missing))), 299, DamageKind::truncated,
                 shard.size() - last, last - missing);
  }
}

TEST_CASE("count: a file that is no TFRecord is named") {
  const FrameCount found = count("image,label\na.jpg,cat\n");
  check_damage(found, 0, DamageKind::not_a_tfrecord, 0, 22);
  CHECK(found.damage->message == "not a TFRecord file: text");
}

TEST_CASE("walk_frames tells each sound frame's place and payload, up to the damage") {
  using Frames = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
  const std::string sound = shard_of({"abc", "", std::string(70'000, 'x'), ""});
  const Frames wanted{{0, 3}, {19, 0}, {35, 70'000}, {70'051, 0}};
  for (const std::string& content : {sound, gzipped(sound), sound + "junk"}) {
    const ScratchFolder scratch;
    const InputFile file(scratch.write("shard.tfrec", content));
    Frames frames;
    const FrameCount count = walk_frames(
        file, [&](std::uint64_t offset, std::uint64_t bytes) { frames.emplace_back(offset, bytes); });
    CHECK(frames == wanted);
    CHECK(count.records == 4);
    CHECK(count.damage.has_value() == (content == sound + "junk"));
  }
}
