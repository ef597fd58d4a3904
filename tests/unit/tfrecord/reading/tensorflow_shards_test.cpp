// SPDX-License-Identifier: Apache-2.0
// Shards that TensorFlow wrote.
#include <filesystem>
#include <string>

#include "support/build_paths.hpp"
#include "support/catch.hpp"
#include "support/data/shard_damage.hpp"
#include "tfrecord/reading/count_frames.hpp"

using namespace tfrec;
using namespace tfrec::test;

TEST_CASE("TensorFlow's shards, plain, GZIP and ZLIB, are read and counted without damage") {
  const std::filesystem::path folder = std::filesystem::path(test::k_source_folder) / "tests/data/golden";
  std::size_t shards = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".tfrecord" && entry.path().extension() != ".tfrec") continue;
    INFO(entry.path());
    ++shards;
    const InputFile file(entry.path());
    Reader reader(file);
    const ReadBack back = read_back(reader);
    CHECK(back.tiles);
    CHECK(back.damages.empty());
    const FrameCount count = count_frames(file);
    CHECK_FALSE(count.damage);
    CHECK(count.records == back.records.size());
    CHECK(count.bytes == back.bytes);
  }
  CHECK(shards >= 10);
}

TEST_CASE("The same records whatever TensorFlow compressed them with") {
  const std::filesystem::path folder = std::filesystem::path(test::k_source_folder) / "tests/data/golden";
  const auto payloads = [&](const char* name) {
    const InputFile file(folder / name);
    Reader reader(file);
    return read_back(reader).payloads();
  };
  CHECK(payloads("payloads.tfrecord").size() == 7);
  CHECK(payloads("payloads-gzip.tfrecord") == payloads("payloads.tfrecord"));
  CHECK(payloads("payloads-zlib.tfrecord") == payloads("payloads.tfrecord"));
}
