// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/framing.hpp"

#include "tfrecord/crc32c.hpp"

namespace tfrec {

namespace {

template <class Unsigned>
void store_little_endian(char* to, Unsigned value) {
  for (std::size_t i = 0; i < sizeof value; ++i) to[i] = static_cast<char>((value >> (8 * i)) & 0xFFU);
}

}  // namespace

std::optional<std::uint64_t> announced_length(std::string_view bytes) {
  if (bytes.size() < k_frame_header_bytes) return std::nullopt;
  if (mask_crc32c(crc32c(bytes.substr(0, 8))) != little_endian<std::uint32_t>(bytes.data() + 8))
    return std::nullopt;
  return little_endian<std::uint64_t>(bytes.data());
}

bool payload_agrees(std::string_view payload, std::string_view footer) {
  return footer.size() >= k_frame_footer_bytes &&
         mask_crc32c(crc32c(payload)) == little_endian<std::uint32_t>(footer.data());
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
  store_little_endian(header, std::uint64_t{payload.size()});
  store_little_endian(header + 8, mask_crc32c(crc32c({header, 8})));
  const std::uint32_t masked = mask_crc32c(crc32c(payload));
  out.append(k_frame_footer_bytes, '\0');
  store_little_endian(out.data() + out.size() - k_frame_footer_bytes, masked);
}

}  // namespace tfrec
