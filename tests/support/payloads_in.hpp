// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "records/copy/frame_reader.hpp"
#include "support/catch.hpp"

namespace tfrec::test {

/// Payloads of all places, read one batch after the other with at most `files` open.
inline std::vector<std::string> payloads_in(const RecordPlaces& places, std::size_t files) {
  FrameReader reader(places, files);
  std::vector<std::string> payloads;
  for (std::uint64_t place = 0; place < places.size();) {
    const auto frames = reader.read(place, places.size());
    std::string bytes;
    for (const ReadFrame& frame : frames) {
      payloads.emplace_back(frame.payload);
      bytes += frame.frame;
    }
    CHECK(reader.bytes() == bytes);
    place += frames.size();
  }
  return payloads;
}

}  // namespace tfrec::test
