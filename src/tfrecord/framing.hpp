// SPDX-License-Identifier: Apache-2.0
// One TFRecord frame, little-endian:
//
//   0        8             12                  12 + n            16 + n
//   | length | masked CRC  | payload (n bytes) | masked CRC of   |
//   | n, u64 | of length   |                   | the payload     |
//
// Source: TensorFlow, tensorflow/core/lib/io/record_writer.h.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace tfrec {

inline constexpr std::size_t k_frame_header_bytes = 12;
inline constexpr std::size_t k_frame_footer_bytes = 4;
inline constexpr std::size_t k_frame_overhead = k_frame_header_bytes + k_frame_footer_bytes;

/// The largest payload that is read. TensorFlow's own protobufs end at 2 GiB.
inline constexpr std::uint64_t k_largest_payload = std::uint64_t{1} << 31;

/// Appends the frame of `payload` to `out`.
void append_frame(std::string& out, std::string_view payload);

/// Makes a frame of what `out` holds from `begin` on: k_frame_header_bytes of room, then the payload.
void close_frame(std::string& out, std::size_t begin);

/// The length that the header at the front of `bytes` announces; nothing if there are fewer than 12 bytes
/// or where length and checksum disagree. Whether the file holds that much is for the caller to check.
std::optional<std::uint64_t> announced_length(std::string_view bytes);

/// Whether a damaged header of twelve bytes still has `length`, or the checksum of `length`.
bool is_half_right(std::string_view header, std::uint64_t length);

/// As announced_length() for a whole frame's payload: whether it agrees with the checksum behind it.
bool payload_agrees(std::string_view payload, std::string_view footer);

/// The checksum of what `previous` covers followed by a frame whose checksums are right: that of a large
/// payload is taken from the frame.
std::uint32_t crc32c_of_frame(std::string_view frame, std::uint32_t previous);

/// A little-endian number at the front of `bytes`, which must hold it.
template <class Unsigned>
Unsigned little_endian(const char* bytes) {
  static_assert(std::endian::native == std::endian::little, "swap the bytes here on other machines");
  Unsigned value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

}  // namespace tfrec
