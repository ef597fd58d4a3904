// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "base/files/file.hpp"
#include "tfrecord/reading/damage.hpp"

namespace tfrec {

struct FrameCount {
  std::uint64_t records = 0;     // sound frames from the front
  std::uint64_t bytes = 0;       // of these frames, uncompressed: the whole file if there is no damage
  std::optional<Damage> damage;  // where the count stops
};

/// Counts by walking from header to header; payloads are not read, let alone checked (GZIP and ZLIB files are
/// inflated as a whole). Stops at the first header that is damaged or announces more than the file holds.
/// Throws Error (machine) if the file can't be read.
FrameCount count_frames(const InputFile& file);

/// Called for each sound frame: where its header begins in the uncompressed file, the bytes of its payload.
using FrameVisitor = std::function<void(std::uint64_t offset, std::uint64_t payload_bytes)>;

/// The same walk with a call for each frame.
FrameCount walk_frames(const InputFile& file, const FrameVisitor& visit);

}  // namespace tfrec
