// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/framing.hpp"

#include "tfrecord/crc32c.hpp"
#include "tfrecord/crc32c_algebra.hpp"

namespace tfrec {

std::optional<std::uint64_t> announced_length(std::string_view bytes) {
  if (bytes.size() < k_frame_header_bytes) return std::nullopt;
  if (mask_crc32c(crc32c(bytes.substr(0, 8))) != little_endian<std::uint32_t>(bytes.data() + 8))
    return std::nullopt;
  return little_endian<std::uint64_t>(bytes.data());
}

bool is_half_right(std::string_view header, std::uint64_t length) {
  char bytes[sizeof length];
  std::memcpy(bytes, &length, sizeof length);
  return header.starts_with(std::string_view(bytes, sizeof bytes)) ||
         little_endian<std::uint32_t>(header.data() + sizeof length) ==
             mask_crc32c(crc32c({bytes, sizeof bytes}));
}

bool payload_agrees(std::string_view payload, std::string_view footer) {
  return footer.size() >= k_frame_footer_bytes &&
         mask_crc32c(crc32c(payload)) == little_endian<std::uint32_t>(footer.data());
}

std::uint32_t crc32c_of_frame(std::string_view frame, std::uint32_t previous) {
  constexpr std::size_t k_large = 16384;  // of fewer bytes the checksum takes less time than the algebra
  if (frame.size() < k_large) return crc32c(frame, previous);
  const std::string_view footer = frame.substr(frame.size() - k_frame_footer_bytes);
  const std::uint32_t of_payload = unmask_crc32c(little_endian<std::uint32_t>(footer.data()));
  const std::uint32_t before = crc32c(frame.substr(0, k_frame_header_bytes), previous);
  return crc32c(footer, joined_crc32c(before, of_payload, frame.size() - k_frame_overhead));
}

void append_frame(std::string& out, std::string_view payload) {
  const std::size_t begin = out.size();
  out.append(k_frame_header_bytes, '\0');
  out += payload;
  close_frame(out, begin);
}

void close_frame(std::string& out, std::size_t begin) {
  char* header = out.data() + begin;
  const std::string_view payload = std::string_view(out).substr(begin + k_frame_header_bytes);
  const std::uint64_t length = payload.size();
  std::memcpy(header, &length, sizeof length);
  const std::uint32_t masked_of_length = mask_crc32c(crc32c({header, sizeof length}));
  std::memcpy(header + sizeof length, &masked_of_length, sizeof masked_of_length);
  const std::uint32_t masked = mask_crc32c(crc32c(payload));
  out.append(reinterpret_cast<const char*>(&masked), sizeof masked);
}

}  // namespace tfrec
