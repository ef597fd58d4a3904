// SPDX-License-Identifier: Apache-2.0
#include "records/copy/frame_reader.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/data/shard_bytes.hpp"
#include "support/error_of.hpp"
#include "support/payloads_in.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using namespace tfrec::test;
using Catch::ContainsSubstring;

namespace {

namespace fs = std::filesystem;

/// Writes over a file in place and leaves its modification time as it was.
void replace_unseen(const ScratchFolder& scratch, const std::string& name, const std::string& content,
                    SourceShard& shard) {
  const auto time = fs::last_write_time(scratch / name);
  scratch.write(name, content);
  fs::last_write_time(scratch / name, time);
  shard.plain_changed_ns = InputFile(scratch / name).changed_ns();
}

std::string failure_of(const std::vector<SourceShard>& shards) {
  const RecordPlaces places(shards);
  return error_of([&] { FrameReader(places, 1).read(0, places.size()); });
}

}  // namespace

TEST_CASE("Frames come in the order of their places, however few files may be open") {
  const ScratchFolder scratch;
  std::vector<SourceShard> shards;
  for (const char* name : {"a", "b", "c"}) {
    std::vector<std::string> payloads;
    for (int i = 0; i < 5; ++i) payloads.push_back(name + std::to_string(i));
    shards.push_back(index_source(scratch.write(name, shard_of(payloads)), {}, {}));
  }
  RecordPlaces places(shards);
  CHECK(payloads_in(places, 2) == std::vector<std::string>{"a0", "a1", "a2", "a3", "a4", "b0", "b1", "b2",
                                                           "b3", "b4", "c0", "c1", "c2", "c3", "c4"});
  places.shuffle(7, {places.all()});
  std::vector<std::string> wanted;
  for (std::uint64_t place = 0; place < places.size(); ++place) {
    const auto [shard, frame] = places.at(place);
    wanted.push_back(std::string(1, "abc"[shard]) + std::to_string(frame.offset() / (2 + 16)));
  }
  CHECK(payloads_in(places, 1) == wanted);
}

TEST_CASE("A batch ends after a megabyte, and a record larger than that is read whole") {
  const ScratchFolder scratch;
  const std::vector<std::string> payloads{std::string(20 << 20, 'l'), std::string(700'000, 'm'),
                                          std::string(700'000, 'n'), "s"};
  const std::vector<SourceShard> shards{index_source(scratch.write("a", shard_of(payloads)), {}, {})};
  const RecordPlaces places(shards);
  FrameReader reader(places, 1);
  CHECK(reader.read(0, 4).size() == 1);
  CHECK(reader.read(1, 4).size() == 2);
  CHECK(reader.read(1, 2).size() == 1);
  CHECK(reader.read(3, 4).size() == 1);
  CHECK(payloads_in(places, 1) == payloads);
}

TEST_CASE("A file that changed since its records were counted is refused") {
  const ScratchFolder scratch;
  const std::string content = shard_of({"one", "two"});
  std::vector<SourceShard> shards{index_source(scratch.write("a", content), {}, {})};
  scratch.write("a", content + "x");
  CHECK_THAT(failure_of(shards), ContainsSubstring("a: changed since its records were counted"));
  shards = {index_source(scratch.write("a", content), {}, {})};
  shards[0].plain_changed_ns -= 1;
  CHECK_THAT(failure_of(shards), ContainsSubstring("a: changed since its records were counted"));
}

TEST_CASE("A record that is damaged after it was counted is reported as the reader reports it") {
  const ScratchFolder scratch;
  std::string content = shard_of({"one", "two"});
  std::vector<SourceShard> shards{index_source(scratch.write("a", content), {}, {})};
  content[content.size() - 5] ^= 1;
  replace_unseen(scratch, "a", content, shards[0]);
  CHECK_THAT(failure_of(shards), ContainsSubstring("a: record 1 at byte 19 (19 bytes): "));
  shards[0].path = scratch / "a.gz";  // its inflated copy can only be damaged by the machine
  CHECK_THAT(failure_of(shards),
             ContainsSubstring("a: the record at byte 19 and its checksum disagreed, but agreed when read "
                               "again"));
}
