// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/crc32c.hpp"

#include <numeric>
#include <random>
#include <string>

#include "support/catch.hpp"
#include "tfrecord/crc32c_algebra.hpp"
#include "tfrecord/framing.hpp"

using namespace tfrec;

namespace {

std::string random_bytes(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);  // NOLINT: the same bytes each run
  std::string out(count, '\0');
  for (char& byte : out) byte = static_cast<char>(random());
  return out;
}

/// Bit by bit, as the polynomial is defined.
std::uint32_t slow_crc32c(const std::string& bytes) {
  std::uint32_t state = ~0U;
  for (const char byte : bytes) {
    state ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) state = (state >> 1) ^ ((state & 1) != 0 ? 0x82F63B78U : 0U);
  }
  return ~state;
}

}  // namespace

TEST_CASE("CRC-32C of RFC 3720, appendix B.4") {
  CHECK(crc32c(std::string(32, '\0')) == 0x8A9136AA);
  CHECK(crc32c(std::string(32, '\xFF')) == 0x62A8AB43);
  std::string rising(32, '\0');
  std::iota(rising.begin(), rising.end(), '\0');
  CHECK(crc32c(rising) == 0x46DD794E);
  CHECK(crc32c(std::string(rising.rbegin(), rising.rend())) == 0x113FDB5C);
  const unsigned char read_command[48] = {0x01, 0xC0, 0, 0, 0, 0, 0,    0, 0,    0, 0, 0,    0, 0, 0, 0,
                                          0x14, 0,    0, 0, 0, 0, 0x04, 0, 0,    0, 0, 0x14, 0, 0, 0, 0x18,
                                          0x28, 0,    0, 0, 0, 0, 0,    0, 0x02, 0, 0, 0,    0, 0, 0, 0};
  CHECK(crc32c({reinterpret_cast<const char*>(read_command), sizeof read_command}) == 0xD9963A56);
  CHECK(crc32c("123456789") == 0xE3069283);
  CHECK(crc32c("") == 0);
}

TEST_CASE("CRC-32C of every length from a few bytes to many") {
  for (std::size_t count = 0; count < 300; ++count) {
    const std::string bytes = random_bytes(count, 3);
    CHECK(crc32c(bytes) == slow_crc32c(bytes));
  }
}

TEST_CASE("CRC-32C goes on from a previous piece") {
  const std::string bytes = random_bytes(1000, 1);
  for (const std::size_t cut : {0U, 1U, 7U, 500U, 1000U}) {
    CHECK(crc32c(bytes.substr(cut), crc32c(bytes.substr(0, cut))) == crc32c(bytes));
  }
}

TEST_CASE("The checksums of two pieces give that of both") {
  const std::string bytes = random_bytes(300'000, 2);
  for (const std::size_t cut : {0U, 1U, 255U, 256U, 65'535U, 65'536U, 299'999U, 300'000U}) {
    const std::string_view second = std::string_view(bytes).substr(cut);
    const std::uint32_t first = crc32c(std::string_view(bytes).substr(0, cut));
    CHECK(joined_crc32c(first, crc32c(second), second.size()) == crc32c(bytes));
  }
}

TEST_CASE("A frame goes on from a previous piece as its bytes do, whatever its size") {
  for (const std::size_t size : {0U, 1U, 16'367U, 16'368U, 16'369U, 20'000U, 300'000U}) {
    std::string frame;
    append_frame(frame, random_bytes(size, 5));
    const std::uint32_t before = crc32c("before");
    CHECK(crc32c_of_frame(frame, before) == crc32c(frame, before));
    CHECK(crc32c_of_frame(frame, 0) == crc32c(frame));
  }
}

TEST_CASE("The mask is TensorFlow's and can be taken off") {
  CHECK(mask_crc32c(0) == 0xA282EAD8);
  for (const std::uint32_t crc : {0U, 1U, 0xE3069283U, 0xFFFFFFFFU})
    CHECK(unmask_crc32c(mask_crc32c(crc)) == crc);
}

TEST_CASE("A piece's start key is its end key with the piece's checksum, and with no other") {
  const std::string bytes = random_bytes(100'000, 3);
  std::mt19937 random(4);  // NOLINT
  for (int i = 0; i < 200; ++i) {
    const std::size_t start = random() % bytes.size();
    const std::size_t length = random() % (bytes.size() - start);
    PieceKeys keys;
    keys.add(std::string_view(bytes).substr(0, start));
    const std::uint32_t start_key = keys.start_key();
    keys.add(std::string_view(bytes).substr(start, length));
    const std::uint32_t checksum = crc32c(std::string_view(bytes).substr(start, length));
    CHECK(keys.end_key(checksum) == start_key);
    CHECK(keys.end_key(checksum ^ 1U) != start_key);
  }
}
