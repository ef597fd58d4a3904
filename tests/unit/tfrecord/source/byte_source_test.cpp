// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/source/byte_source.hpp"

#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/data/deflated.hpp"
#include "support/scratch_folder.hpp"
#include "tfrecord/framing.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

/// Records that compress a little, larger than every buffer on the way.
std::string sample(std::size_t bytes) {
  std::mt19937 random(11);  // NOLINT: the same bytes each run
  std::string payload(bytes, '\0');
  for (char& byte : payload) byte = static_cast<char>(random() % 50);
  std::string out;
  append_frame(out, "first");
  append_frame(out, payload);
  return out;
}

struct ReadBack {
  std::string bytes;
  std::string defect;
};

ReadBack read_all(ByteSource& source, std::size_t piece) {
  ReadBack back;
  std::vector<char> buffer(piece);
  for (std::size_t got = piece; got == piece;) {
    got = source.read(buffer);
    back.bytes.append(buffer.data(), got);
  }
  back.defect = source.defect();
  return back;
}

ReadBack read_file(const std::string& content, std::size_t piece = 65536) {
  const ScratchFolder scratch;
  const InputFile file(scratch.write("shard", content));
  return read_all(*open_source(file), piece);
}

}  // namespace

TEST_CASE("Plain, GZIP and ZLIB files give the same bytes in pieces of any size") {
  const std::string bytes = sample(700'000);
  for (const std::string& content : {bytes, gzipped(bytes), zlibbed(bytes)}) {
    for (const std::size_t piece : {1009U, 65536U, 4'000'000U}) {
      const ReadBack back = read_file(content, piece);
      CHECK(back.bytes == bytes);
      CHECK(back.defect.empty());
    }
  }
}

TEST_CASE("GZIP members one behind the other are one stream; zeros may follow") {
  const std::string bytes = sample(300'000);
  const ReadBack two = read_file(gzipped(bytes.substr(0, 100'000)) + gzipped(bytes.substr(100'000)));
  CHECK(two.bytes == bytes);
  CHECK(two.defect.empty());
  const ReadBack padded = read_file(gzipped(bytes) + std::string(700'000, '\0'));
  CHECK(padded.bytes == bytes);
  CHECK(padded.defect.empty());
}

TEST_CASE("Bytes behind a stream are reported") {
  const std::string bytes = sample(1000);
  CHECK(read_file(gzipped(bytes) + "tail").defect ==
        "4 bytes follow the GZIP stream that are not part of it");
  CHECK(read_file(zlibbed(bytes) + "x").defect == "1 bytes follow the ZLIB stream that are not part of it");
}

TEST_CASE("A stream cut anywhere gives what can be inflated and reports that it is cut") {
  const std::string bytes = sample(3000);
  const std::string packed = gzipped(bytes);
  for (std::size_t length = 10; length < packed.size(); ++length) {
    const ReadBack back = read_file(packed.substr(0, length));
    CHECK(back.defect == "the GZIP stream is cut short");
    CHECK(bytes.compare(0, back.bytes.size(), back.bytes) == 0);
  }
  CHECK(read_file(packed.substr(0, packed.size() - 8)).bytes == bytes);
}

TEST_CASE("A wrong trailer is reported after all bytes") {
  const std::string bytes = sample(3000);
  std::string packed = gzipped(bytes);
  packed[packed.size() - 8] ^= 1;
  const ReadBack back = read_file(packed);
  CHECK(back.bytes == bytes);
  CHECK(back.defect == "the GZIP stream is damaged: its checksum disagrees with its content");
}

TEST_CASE("No flipped bit in a compressed stream changes its bytes unnoticed") {
  const std::string bytes = sample(200);
  for (const std::string& packed : {gzipped(bytes), zlibbed(bytes)}) {
    for (std::size_t bit = 0; bit < packed.size() * 8; ++bit) {
      std::string damaged = packed;
      damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
      const ReadBack back = read_file(damaged);
      INFO("bit " << bit);
      // Unnoticed are the time stamp, the system and the unused bits before the trailer; with other first
      // bytes it is no longer taken for a stream.
      const bool is_plain = back.bytes == damaged;
      CHECK((!back.defect.empty() || back.bytes == bytes || is_plain));
    }
  }
}

TEST_CASE("A fork goes on by itself") {
  const std::string bytes = sample(500'000);
  for (const std::string& content : {bytes, gzipped(bytes)}) {
    const ScratchFolder scratch;
    const InputFile file(scratch.write("shard", content));
    const auto source = open_source(file);
    std::string head(123'457, '\0');
    REQUIRE(source->read(head) == head.size());
    const auto fork = source->fork();
    const std::string of_fork = read_all(*fork, 10'000).bytes;
    const std::string of_source = read_all(*source, 70'000).bytes;
    CHECK(of_fork == bytes.substr(head.size()));
    CHECK(of_source == of_fork);
  }
}

TEST_CASE("A plain file is not taken for a compressed one") {
  // 0x9C78 = 40,056 bytes: the length's first two bytes are a ZLIB header.
  std::string zlib_like;
  append_frame(zlib_like, std::string(0x9C78, 'a'));
  CHECK(read_file(zlib_like).bytes == zlib_like);
  const std::string noise = "\x78\x9C and then no stream";
  CHECK(read_file(noise).bytes == noise);
}

TEST_CASE("A GZIP member by another method is reported after the members before it") {
  const std::string bytes = sample(3000);
  const std::string other = "\x1F\x8B\x07" + std::string(20, '\0');
  const ReadBack back = read_file(gzipped(bytes) + other);
  CHECK(back.bytes == bytes);
  CHECK(back.defect == "the GZIP stream is damaged: its compression method is unknown");
}

TEST_CASE("A plain file that becomes shorter while it is read is an error, a compressed one is cut short") {
  const std::string bytes = sample(700'000);
  const ScratchFolder scratch;
  const InputFile plain(scratch.write("plain", bytes));
  const InputFile packed(scratch.write("packed", gzipped(bytes)));
  const auto from_plain = open_source(plain);
  const auto from_packed = open_source(packed);
  for (const char* name : {"plain", "packed"}) std::filesystem::resize_file(scratch / name, 1000);
  CHECK_THROWS_WITH(read_all(*from_plain, 65536),
                    (scratch / "plain").string() + ": became shorter while it was read");
  CHECK(read_all(*from_packed, 65536).defect == "the GZIP stream is cut short");
}
