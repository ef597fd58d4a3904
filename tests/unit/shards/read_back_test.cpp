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
};

ShardFacts write(const std::filesystem::path& file, std::size_t bytes) {
  ShardWriter writer(file);
  constexpr std::size_t k_piece = 300'007;
  for (std::size_t at = 0; at < bytes; at += k_piece) {
    std::string piece(std::min(k_piece, bytes - at), '\0');
    for (std::size_t i = 0; i < piece.size(); ++i) piece[i] = static_cast<char>((at + i) * 2654435761U >> 13);
    writer.append(piece);
  }
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
    CHECK_NOTHROW(require_read_back(dir / "a.tfrec", facts));
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
      CHECK_THROWS_AS(require_read_back(file, facts), Error);
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

}  // namespace
