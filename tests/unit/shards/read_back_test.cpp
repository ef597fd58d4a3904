// SPDX-License-Identifier: Apache-2.0
#include "shards/read_back.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

namespace {

using namespace tfrec;
using tfrec::test::ScratchFolder;

constexpr std::size_t k_mebibyte = std::size_t{1} << 20;

/// Sizes at the edges of blocks, huge pages, chunks and early write-back.
const std::size_t k_sizes[] = {
    0,
    1,
    4095,
    4096,
    4097,
    2 * k_mebibyte - 1,
    2 * k_mebibyte,
    4 * k_mebibyte + 4095,
    9 * k_mebibyte,
    20'000'003,
    41'000'001,  // two windows
};

constexpr std::size_t k_piece = 300'007;

std::string piece_at(std::size_t at, std::size_t bytes) {
  std::string piece(std::min(k_piece, bytes - at), '\0');
  for (std::size_t i = 0; i < piece.size(); ++i) piece[i] = static_cast<char>((at + i) * 2654435761U >> 13);
  return piece;
}

ShardFacts write(const std::filesystem::path& file, std::size_t bytes) {
  ShardWriter writer(file);
  for (std::size_t at = 0; at < bytes; at += k_piece) writer.append(piece_at(at, bytes));
  return writer.finish();
}

void flip_bit(const std::filesystem::path& file, std::size_t at) {
  std::fstream stream(file, std::ios::binary | std::ios::in | std::ios::out);
  stream.seekg(static_cast<std::streamoff>(at));
  const char byte = static_cast<char>(stream.get() ^ 1);
  stream.seekp(static_cast<std::streamoff>(at));
  stream.put(byte);
}

TEST_CASE("A shard of any size reads back as it was written") {
  const ScratchFolder dir;
  for (const std::size_t bytes : k_sizes) {
    INFO(bytes);
    const ShardFacts facts = write(dir / "a.tfrec", bytes);
    CHECK(facts.bytes == bytes);
    CHECK(reads_back(dir / "a.tfrec", facts));
    CHECK_NOTHROW(ReadBehind(dir / "a.tfrec").require(facts));
  }
}

TEST_CASE("One bit flipped anywhere, and it does not") {
  const ScratchFolder dir;
  const std::filesystem::path file = dir / "a.tfrec";
  for (const std::size_t bytes : k_sizes) {
    if (bytes == 0) continue;
    const ShardFacts facts = write(file, bytes);
    for (const std::size_t at : {std::size_t{0}, bytes / 2, bytes - 1}) {
      INFO(bytes << " bytes, bit of byte " << at);
      flip_bit(file, at);
      CHECK_FALSE(reads_back(file, facts));
      CHECK_THROWS_AS(ReadBehind(file).require(facts), Error);
      flip_bit(file, at);
    }
  }
}

TEST_CASE("A shard that became shorter or longer does not read back") {
  const ScratchFolder dir;
  const std::filesystem::path file = dir / "a.tfrec";
  const ShardFacts facts = write(file, 5 * k_mebibyte);
  std::filesystem::resize_file(file, facts.bytes - 1);
  CHECK_FALSE(reads_back(file, facts));
  std::filesystem::resize_file(file, facts.bytes + 1);
  CHECK_FALSE(reads_back(file, facts));
}

TEST_CASE("A shard that is followed while it is written reads back, whatever its size") {
  const ScratchFolder dir;
  const std::filesystem::path file = dir / "a.tfrec";
  for (const std::size_t bytes : k_sizes) {
    INFO(bytes);
    ShardWriter writer(file);
    ReadBehind behind(file);
    for (std::size_t at = 0; at < bytes; at += k_piece) {
      writer.append(piece_at(at, bytes));
      behind.follow(writer.written());
    }
    const ShardFacts facts = writer.finish();
    CHECK_NOTHROW(behind.require(facts));
  }
}

TEST_CASE("One bit flipped behind the writer, and a shard that is followed does not read back") {
  const ScratchFolder dir;
  const std::filesystem::path file = dir / "a.tfrec";
  constexpr std::size_t k_bytes = 20'000'003;
  constexpr std::size_t k_flipped_at = 15'000'000;
  for (const std::size_t flipped : {std::size_t{0}, std::size_t{5'000'000}, k_flipped_at - 3'000'000}) {
    INFO("bit of byte " << flipped);
    ShardWriter writer(file);
    ReadBehind behind(file);
    for (std::size_t at = 0; at < k_bytes; at += k_piece) {
      writer.append(piece_at(at, k_bytes));
      if (at < k_flipped_at) continue;
      if (at < k_flipped_at + k_piece) flip_bit(file, flipped);
      behind.follow(writer.written());
    }
    const ShardFacts facts = writer.finish();
    CHECK_THROWS_AS(behind.require(facts), Error);
  }
}

TEST_CASE("A shard that another program cuts while it is followed does not read back") {
  const ScratchFolder dir;
  const std::filesystem::path file = dir / "a.tfrec";
  constexpr std::size_t k_bytes = 20'000'003;
  ShardWriter writer(file);
  ReadBehind behind(file);
  for (std::size_t at = 0; at < k_bytes; at += k_piece) writer.append(piece_at(at, k_bytes));
  const std::uint64_t written = writer.written();
  std::filesystem::resize_file(file, 1'000'000);
  behind.follow(written);
  const ShardFacts facts = writer.finish();
  CHECK_THROWS_AS(behind.require(facts), Error);
}

}  // namespace
