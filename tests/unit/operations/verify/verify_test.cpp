// SPDX-License-Identifier: Apache-2.0
#include "operations/verify/verify.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "support/build_paths.hpp"
#include "support/catch.hpp"
#include "support/data/example_bytes.hpp"
#include "support/data/shard_bytes.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

VerifyResult verify_paths(std::vector<std::string> paths, unsigned threads = 2) {
  Observer silent;
  VerifyOptions options;
  options.paths = std::move(paths);
  options.threads = threads;
  return verify(options, silent);
}

VerifiedFile verified(const std::string& bytes, const std::string& name = "a.tfrec") {
  const ScratchFolder folder;
  return verify_paths({folder.write(name, bytes).string()}).files.at(0);
}

bool tells(const VerifiedFile& file, std::uint64_t record) {
  return std::any_of(file.problems.begin(), file.problems.end(), [&](const FileProblem& problem) {
    return problem.record == record && problem.kind != "name";
  });
}

}  // namespace

TEST_CASE("Golden shards of TensorFlow are sound") {
  const std::string golden = std::string(test::k_source_folder) + "/tests/data/golden/";
  struct Golden {
    const char* name;
    std::uint64_t records;
    RecordContent content;
  };
  for (const Golden& file : {Golden{"flowers00-5.tfrec", 5, RecordContent::examples},
                             Golden{"kinds.tfrecord", 4, RecordContent::examples},
                             Golden{"kinds-gzip.tfrecord", 4, RecordContent::examples},
                             Golden{"kinds-zlib.tfrecord", 4, RecordContent::examples},
                             Golden{"long-record-gzip.tfrecord", 3, RecordContent::examples},
                             Golden{"no-records.tfrecord", 0, RecordContent::none},
                             Golden{"odd-but-valid.tfrecord", 4, RecordContent::examples},
                             Golden{"payloads.tfrecord", 7, RecordContent::opaque},
                             Golden{"payloads-gzip.tfrecord", 7, RecordContent::opaque},
                             Golden{"unicode-keys.tfrecord", 2, RecordContent::examples}}) {
    INFO(file.name);
    const VerifyResult result = verify_paths({golden + file.name});
    CHECK(result.ok);
    CHECK(result.files.at(0).problems.empty());
    CHECK(result.records == file.records);
    CHECK(result.files[0].content == file.content);
  }
}

TEST_CASE("Every flipped bit is found at its record, the others stay intact") {
  const std::string sound = flower_shard(3);
  const std::size_t frame = sound.size() / 3;
  for (std::size_t bit = 0; bit < sound.size() * 8; ++bit) {
    INFO(bit);
    const VerifiedFile file = verified(with_flipped_bit(sound, bit / 8, bit % 8), "f00-3.tfrec");
    CHECK_FALSE(file.ok);
    CHECK(tells(file, bit / 8 / frame));
    const bool in_header = bit / 8 % frame < k_frame_header_bytes;  // its payload is proven all the same
    CHECK(file.records == (in_header ? 3 : 2));
  }
}

TEST_CASE("Every truncation is found, by the framing or by the name") {
  const std::string sound = flower_shard(3);
  const std::size_t frame = sound.size() / 3;
  for (std::size_t length = 0; length < sound.size(); ++length) {
    INFO(length);
    const VerifiedFile file = verified(sound.substr(0, length), "f00-3.tfrec");
    CHECK_FALSE(file.ok);
    CHECK(file.records == length / frame);
    if (length % frame != 0) CHECK(tells(file, length / frame));
  }
}

TEST_CASE("Whole records gone, repeated or moved in: the name tells") {
  CHECK_FALSE(verified(flower_shard(2), "f00-3.tfrec").ok);
  CHECK_FALSE(verified(flower_shard(3) + flower_shard(1), "f00-3.tfrec").ok);
  CHECK(verified(flower_shard(3), "f00-3.tfrec").ok);
}

TEST_CASE("A damaged record still counts for the name") {
  const VerifiedFile file = verified(with_flipped_bit(flower_shard(3), 40), "f00-3.tfrec");
  CHECK(file.problems.size() == 1);
  CHECK(file.problems[0].kind == "payload");
}

TEST_CASE("Sequence examples are known") {
  const std::string payload = field(1, entry("a", int64_feature("\x01"))) + field(2, field(1, "x"));
  const VerifiedFile file = verified(shard_of({payload, payload}));
  CHECK(file.ok);
  CHECK(file.content == RecordContent::sequence_examples);
}

TEST_CASE("Results do not depend on threads, failures neither") {
  const ScratchFolder folder;
  for (int i = 0; i < 30; ++i) {
    std::string bytes = flower_shard(4, i);
    if (i % 3 == 0) bytes = with_flipped_bit(bytes, 83 + 20);
    folder.write("f" + std::to_string(10 + i) + "-4.tfrec", bytes);
  }
  const VerifyResult one = verify_paths({folder.path().string()}, 1);
  const VerifyResult many = verify_paths({folder.path().string()}, 7);
  REQUIRE(one.files.size() == many.files.size());
  CHECK(one.notes == many.notes);
  for (std::size_t i = 0; i < one.files.size(); ++i) {
    CHECK(one.files[i].path == many.files[i].path);
    CHECK(one.files[i].problems.size() == (i % 3 == 0 ? 1 : 0));
    CHECK(many.files[i].problems.size() == one.files[i].problems.size());
  }
  CHECK_THROWS_AS(verify_paths({folder.path().string(), "/dev/null"}), Error);
}
