// SPDX-License-Identifier: Apache-2.0
// One TFRecord frame, little-endian:
//
//   0        8             12                  12 + n            16 + n
//   | length | masked CRC  | payload (n bytes) | masked CRC of   |
//   | n, u64 | of length   |                   | the payload     |
//
// Source: TensorFlow, tensorflow/core/lib/io/record_writer.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tfrec {

inline constexpr std::size_t k_frame_header_bytes = 12;
inline constexpr std::size_t k_frame_footer_bytes = 4;
inline constexpr std::size_t k_frame_overhead = k_frame_header_bytes + k_frame_footer_bytes;

/// Appends the frame of `payload` to `out`.
void append_frame(std::string& out, std::string_view payload);

}  // namespace tfrec
