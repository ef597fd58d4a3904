// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace tfrec {

/// Sound frames at the front of something.
struct FrameRun {
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;  // of these frames: their payloads may end behind what is held
};

/// Walks headers that agree with their checksums at the speed of memory, as far as `held` has them whole and
/// their frames end within `left` bytes. It may stop at any sound header, and does at the first one where the
/// processor has no CRC-32C instruction: whoever calls looks at the next header by itself.
FrameRun run_of_headers(std::string_view held, std::uint64_t left);

}  // namespace tfrec
