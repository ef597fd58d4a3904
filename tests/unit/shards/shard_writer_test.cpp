// SPDX-License-Identifier: Apache-2.0
#include "shards/shard_writer.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/data/shard_damage.hpp"
#include "support/error_of.hpp"
#include "support/scratch_folder.hpp"
#include "tfrecord/crc32c.hpp"

using namespace tfrec;
using namespace tfrec::test;
namespace fs = std::filesystem;

namespace {

/// The payloads of the shard, which has to be sound.
std::vector<std::string> payloads_of(const fs::path& shard) {
  const InputFile file(shard);
  Reader reader(file);
  const ReadBack back = read_back(reader);
  CHECK(back.damages.empty());
  return back.payloads();
}

std::string frame_of(const std::string& payload) {
  return shard_of({payload});
}

}  // namespace

TEST_CASE("A shard of frames has the facts of its file, plain or compressed") {
  const ScratchFolder folder;
  const std::vector<std::string> payloads{"one", "", std::string(3'000'000, 'x'), "four"};
  for (const Compression compression : {Compression::none, Compression::gzip, Compression::zlib}) {
    const fs::path path = folder / "a.tfrec";
    ShardWriter writer(path, compression);
    for (const std::string& payload : payloads) writer.append_frame(frame_of(payload));
    const ShardFacts facts = writer.finish();
    const std::string content = folder.read("a.tfrec");
    CHECK(facts.records == 4);
    CHECK(facts.bytes == content.size());
    CHECK(facts.crc32c == crc32c(content));
    CHECK((content == shard_of(payloads)) == (compression == Compression::none));
    CHECK(sniff_compression(InputFile(path)) == compression);
    CHECK(payloads_of(path) == payloads);
  }
}

TEST_CASE("Bytes of several records are appended at once, and counted as it is stated") {
  const ScratchFolder folder;
  const std::string two = shard_of({"one", "two"});
  for (const Compression compression : {Compression::none, Compression::gzip}) {
    ShardWriter writer(folder / "a.tfrec", compression);
    writer.append(two, 2);
    writer.append_frame(frame_of("three"));
    writer.append("", 0);
    CHECK(writer.finish().records == 3);
    CHECK(payloads_of(folder / "a.tfrec") == std::vector<std::string>{"one", "two", "three"});
  }
}

TEST_CASE("A shard replaces the file that a killed run left, and is not written through a link") {
  const ScratchFolder folder;
  folder.write("a.tfrec", std::string(1000, 'x'));
  ShardWriter writer(folder / "a.tfrec");
  writer.append_frame(frame_of("new"));
  writer.finish();
  CHECK(folder.read("a.tfrec") == frame_of("new"));
  folder.write("mine", "mine");
  fs::create_symlink("mine", folder / "link.tfrec");
  CHECK_THAT(error_of([&] { ShardWriter{folder / "link.tfrec"}; }),
             Catch::StartsWith((folder / "link.tfrec").string() + ": cannot create"));
  CHECK(folder.read("mine") == "mine");
}

TEST_CASE("What is written of a shard is in its file, and a large frame at once") {
  const ScratchFolder folder;
  const fs::path path = folder / "a.tfrec";
  ShardWriter writer(path);
  std::uint64_t bytes = 0;
  for (const std::size_t size : {10U, 700'000U, 700'000U, 3'000'000U, 20'000'000U, 10U}) {
    INFO(size);
    const std::string frame = frame_of(std::string(size, 'x'));
    writer.append_frame(frame);
    bytes += frame.size();
    CHECK(writer.bytes() == bytes);
    CHECK(writer.written() == fs::file_size(path));
    if (size > 1'000'000) CHECK(writer.written() == bytes);
  }
  CHECK(writer.finish().bytes == bytes);
  CHECK(fs::file_size(path) == bytes);
}

TEST_CASE("A shard that is closed without a sync has all its bytes") {
  const ScratchFolder folder;
  ShardWriter writer(folder / "a.tfrec");
  writer.append_frame(frame_of("one"));
  writer.close();
  CHECK(folder.read("a.tfrec") == frame_of("one"));
}
