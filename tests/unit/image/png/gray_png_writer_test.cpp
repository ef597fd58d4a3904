// SPDX-License-Identifier: Apache-2.0
#include "image/png/gray_png_writer.hpp"

#include <algorithm>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "image/facts/png_checksum.hpp"
#include "image/png/plain_png.hpp"
#include "image/png/prefix_code.hpp"
#include "image/png/runs.hpp"
#include "support/catch.hpp"

using namespace tfrec;

namespace {

using RunBytes = std::vector<std::uint8_t>;

StoredSamples one_row(const RunBytes& ids) {
  return {static_cast<int>(ids.size()), 1, 1, 8, ids};
}

/// Runs of the bytes 0, 1, … of these lengths.
RunBytes runs_of(const std::vector<std::size_t>& lengths) {
  RunBytes bytes;
  for (std::size_t i = 0; i < lengths.size(); ++i)
    bytes.insert(bytes.end(), lengths[i], static_cast<std::uint8_t>(i));
  return bytes;
}

/// Both readers, ISA-L and libpng's zlib, get back what was written.
void check_writes(GrayPngWriter& writer, const StoredSamples& samples) {
  std::string png;
  writer.write(samples, png);
  StoredSamples read;
  CHECK(read_plain_png(png, read) == (samples.bits == 8));
  if (samples.bits == 8) CHECK(read.bytes == samples.bytes);
  constexpr std::size_t k_after_header = 33;
  png.insert(k_after_header, std::string("\0\0\0\1tEXtacrc?", 13));  // a damaged text, which libpng skips
  CHECK_FALSE(read_plain_png(png, read));
  REQUIRE_FALSE(read_png_samples(png, read));
  CHECK(read.bytes == samples.bytes);
  CHECK(read.width == samples.width);
  CHECK(read.bits == samples.bits);
}

RunBytes random_bytes(std::size_t size, unsigned values) {
  std::mt19937 random(7);
  RunBytes bytes(size);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random() % values);
  return bytes;
}

/// Ids that occur so often, the most frequent (at most half of all) first. No two neighbours are equal.
RunBytes spread(const std::vector<std::size_t>& counts) {
  const RunBytes sorted = runs_of(counts);
  RunBytes bytes(sorted.size());
  const std::size_t even = (bytes.size() + 1) / 2;
  for (std::size_t i = 0; i < sorted.size(); ++i) bytes[i < even ? 2 * i : 2 * (i - even) + 1] = sorted[i];
  return bytes;
}

}  // namespace

TEST_CASE("GrayPngWriter: runs of any length come back") {
  GrayPngWriter writer;
  for (std::size_t length = 1; length <= 600; ++length)
    check_writes(writer, one_row(runs_of({length, 1, length, 2, 3, length + 1})));
}

TEST_CASE("GrayPngWriter: noise, more tokens than a block has, and 16 bits come back") {
  GrayPngWriter writer;
  for (const unsigned values : {1U, 2U, 3U, 256U}) {
    check_writes(writer, one_row(random_bytes(100'000, values)));
    check_writes(writer, {250, 200, 1, 16, random_bytes(100'000, values)});
    check_writes(writer, {1, 1, 1, 8, random_bytes(1, values)});
  }
}

TEST_CASE("GrayPngWriter: ids whose best codes have more bits than DEFLATE allows come back") {
  std::vector<std::size_t> counts{1, 2};  // with the end of the block Fibonacci's numbers, for 17 bits
  while (counts.size() < 17) counts.push_back(counts[counts.size() - 1] + counts[counts.size() - 2]);
  std::ranges::reverse(counts);
  GrayPngWriter writer;
  check_writes(writer, one_row(spread(counts)));
}

TEST_CASE("GrayPngWriter: code lengths whose best codes have more bits than DEFLATE allows come back") {
  GrayPngWriter writer;
  std::mt19937 random(2);
  for (int mask = 0; mask < 50; ++mask) {  // two in five of such masks have them
    RunBytes bytes;
    while (bytes.size() < 20'000) {
      const std::size_t length = 1 + random() % 32;
      bytes.insert(bytes.end(), length, static_cast<std::uint8_t>(random() % 256));
    }
    check_writes(writer, one_row(bytes));
  }
}

TEST_CASE("GrayPngWriter: a block with every id and one with a single id come back") {
  GrayPngWriter writer;
  check_writes(writer, one_row(spread(std::vector<std::size_t>(256, 3))));
  for (const unsigned id : {0U, 255U}) check_writes(writer, {1, 1, 1, 8, {static_cast<std::uint8_t>(id)}});
  check_writes(writer, {1000, 300, 1, 8, RunBytes(300'000, 255)});
}

TEST_CASE("GrayPngWriter: equal masks give the same bytes on every machine") {
  StoredSamples samples{64, 64, 1, 8, RunBytes(64 * 64)};
  for (std::size_t i = 0; i < samples.bytes.size(); ++i)
    samples.bytes[i] = static_cast<std::uint8_t>(i % 64 * (i / 64) / 300);
  std::string png;
  GrayPngWriter().write(samples, png);
  CHECK(png.size() == 664);
  CHECK(png_checksum(png) == 3237132764);
}

TEST_CASE("Prefix codes: counts that need long codes get no longer ones than allowed") {
  std::vector<std::uint32_t> counts{1, 1};  // Fibonacci's numbers give the deepest tree
  while (counts.size() < 30) counts.push_back(counts[counts.size() - 1] + counts[counts.size() - 2]);
  counts.push_back(0);
  for (const std::uint32_t longest : {5U, 7U, 15U, 29U}) {
    const std::vector<PrefixCode> codes = prefix_codes(counts, longest);
    CHECK(codes.back().length == 0);
    double used = 0;
    for (const PrefixCode& code : codes) {
      CHECK(code.length <= longest);
      if (code.length > 0) used += 1.0 / (1U << code.length);
    }
    CHECK(used == 1);
  }
}

TEST_CASE("Prefix codes: codes of one length ascend with their symbols, the first bit lowest") {
  const auto codes = prefix_codes(std::vector<std::uint32_t>{1, 0, 2, 4, 1}, 15);
  CHECK(codes[3].length == 1);
  CHECK(codes[3].bits == 0b0);
  CHECK(codes[2].length == 2);
  CHECK(codes[2].bits == 0b01);
  CHECK(codes[0].length == 3);
  CHECK(codes[0].bits == 0b011);
  CHECK(codes[4].bits == 0b111);
}

TEST_CASE("Runs: their lengths are those of the elements one by one") {
  for (const std::size_t size : {0U, 1U, 2U, 64U, 65U, 66U, 129U, 1000U}) {
    for (const unsigned values : {1U, 2U, 200U}) {
      const RunBytes bytes = random_bytes(size, values);
      const std::vector<std::uint16_t> wide(bytes.begin(), bytes.end());
      RunBytes joined;
      std::vector<std::uint16_t> joined_wide;
      std::size_t runs = 0;
      for_each_run(std::span(bytes), [&](std::uint8_t byte, std::size_t length) {
        CHECK((joined.empty() || joined.back() != byte));
        joined.insert(joined.end(), length, byte);
        ++runs;
      });
      for_each_run(std::span(wide), [&](std::uint16_t element, std::size_t length) {
        joined_wide.insert(joined_wide.end(), length, element);
        --runs;
      });
      CHECK(joined == bytes);
      CHECK(joined_wide == wide);
      CHECK(runs == 0);
    }
  }
}
