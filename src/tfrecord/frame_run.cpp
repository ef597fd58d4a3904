// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/frame_run.hpp"

#ifdef __x86_64__
#include <immintrin.h>
#endif

#include "tfrecord/crc32c.hpp"
#include "tfrecord/framing.hpp"

namespace tfrec {

#ifdef __x86_64__

namespace {

const bool k_can_walk = __builtin_cpu_supports("sse4.2") > 0;

/// In one function with its loop, for code for this instruction can't be inlined into other code: a call a
/// record would take longer than the rest.
[[gnu::target("sse4.2")]] FrameRun walk(std::string_view held, std::uint64_t left) {
  FrameRun run;
  while (held.size() >= k_frame_header_bytes && run.bytes <= held.size() - k_frame_header_bytes) {
    const char* header = held.data() + run.bytes;
    const auto length = little_endian<std::uint64_t>(header);
    const auto crc = ~static_cast<std::uint32_t>(_mm_crc32_u64(UINT32_MAX, length));
    if (mask_crc32c(crc) != little_endian<std::uint32_t>(header + sizeof length)) break;
    const std::uint64_t rest = left - run.bytes;
    if (rest < k_frame_overhead || length > rest - k_frame_overhead) break;
    run.bytes += length + k_frame_overhead;
    ++run.records;
  }
  return run;
}

}  // namespace

FrameRun run_of_headers(std::string_view held, std::uint64_t left) {
  return k_can_walk ? walk(held, left) : FrameRun{};
}

#else

FrameRun run_of_headers(std::string_view, std::uint64_t) {
  return {};
}

#endif

}  // namespace tfrec
