// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/frame_run.hpp"

#include <string>

#include "support/catch.hpp"
#include "support/data/shard_reading.hpp"
#include "support/skipped.hpp"
#include "tfrecord/framing.hpp"

using namespace tfrec;

TEST_CASE("A run of headers ends where what is held has no whole header") {
  const std::string frames = test::shard_of({"one", "two"});
  const FrameRun whole = run_of_headers(frames, frames.size());
  if (whole.records == 0 && !test::skipped("the processor has no CRC-32C instruction")) return;
  CHECK(whole.records == 2);
  CHECK(whole.bytes == frames.size());
  const std::size_t first = frames.size() / 2;
  for (std::size_t held = 0; held < k_frame_header_bytes; ++held) {
    INFO(held);
    CHECK(run_of_headers(std::string_view(frames).substr(0, held), frames.size()).records == 0);
    CHECK(run_of_headers(std::string_view(frames).substr(0, first + held), frames.size()).records == 1);
  }
  CHECK(run_of_headers(frames, frames.size() - 1).records == 1);
}
