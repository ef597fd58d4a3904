// SPDX-License-Identifier: Apache-2.0
#include "image/png/plain_png.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

#include <isa-l/igzip_lib.h>

#include "base/sandbox/sandbox.hpp"
#include "base/upper_halves.hpp"
#include "image/facts/byte_view.hpp"
#include "image/facts/png_checksum.hpp"
#include "image/png/png_chunks.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_chunk_overhead = 12;  // length, name, checksum
constexpr std::size_t k_ihdr_bytes = 13;
constexpr std::size_t k_name_at = 12;  // of IHDR, the first chunk
constexpr std::size_t k_width_at = 16;
constexpr std::size_t k_height_at = 20;
constexpr std::size_t k_depth_at = 24;
constexpr std::size_t k_color_type_at = 25;
constexpr std::size_t k_compression_at = 26;
constexpr std::size_t k_filter_at = 27;
constexpr std::size_t k_interlace_at = 28;
constexpr std::uint32_t k_most_side = 1'000'000;  // as libpng's own limit

/// Calls visit(name, content) for each chunk up to IEND, as long as it returns true. Returns whether all are
/// whole.
template <class Visit>
bool for_each_chunk(std::string_view file, const Visit& visit) {
  const ByteView view(file);
  for (std::size_t at = k_png_signature.size(); view.holds(at, k_chunk_overhead);) {
    const std::size_t length = view.u32(at);
    if (!view.holds(at, k_chunk_overhead + length)) return false;
    const std::string_view checked = view.piece(at + 4, 4 + length);
    if (png_checksum(checked) != view.u32(at + 8 + length)) return false;
    if (checked == "IEND") return true;
    if (!visit(checked.substr(0, 4), checked.substr(4))) return false;
    at += k_chunk_overhead + length;
  }
  return false;
}

/// ISA-L also inflates what zlib refuses: a stream whose header (RFC 1950) states a smaller window than is
/// used.
bool has_window(std::string_view stream, std::size_t inflated) {
  constexpr std::size_t k_most_bits = 15;
  const ByteView head(stream);
  const std::size_t bits = (head.u8(0) >> 4U) + std::size_t{8};
  return head.size() >= 2 && head.u16(0) % 31 == 0 && (head.u8(0) & 15U) == 8 && bits <= k_most_bits &&
         (bits == k_most_bits || inflated <= (std::size_t{1} << bits));
}

/// Inflates a whole zlib stream into all of `raw`. Returns false if it is not just that.
bool inflate_all(std::string_view stream, std::span<std::uint8_t> raw) {
  inflate_state state;  // NOLINT(*-init-variables,*-member-init): 87 KB, made ready by the next call
  isal_inflate_init(&state);
  state.crc_flag = ISAL_ZLIB;
  state.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(stream.data()));
  state.avail_in = static_cast<std::uint32_t>(stream.size());
  state.next_out = raw.data();
  state.avail_out = static_cast<std::uint32_t>(raw.size());
  const int outcome = isal_inflate_stateless(&state);
  free_upper_halves();
  return outcome == ISAL_DECOMP_OK && state.avail_in == 0 && state.avail_out == 0 &&
         has_window(stream, raw.size());
}

/// A zlib stream from the chunks of a file. Of one chunk, as most masks have, it is not copied.
class Stream {
 public:
  void add(std::string_view piece) {
    if (!m_joined.empty() || !m_only.empty()) {
      if (m_joined.empty()) m_joined = m_only;
      m_joined += piece;
    }
    m_only = piece;
  }
  std::string_view all() const { return m_joined.empty() ? m_only : m_joined; }

 private:
  std::string_view m_only;
  std::string m_joined;
};

std::uint8_t paeth(int left, int above, int corner) {
  const int guess = left + above - corner;
  const int by_left = std::abs(guess - left);
  const int by_above = std::abs(guess - above);
  const int by_corner = std::abs(guess - corner);
  if (by_left <= by_above && by_left <= by_corner) return static_cast<std::uint8_t>(left);
  return static_cast<std::uint8_t>(by_above <= by_corner ? above : corner);
}

/// Undoes the filter of one row; `above` is the finished row before it. `to` may overlap `from`, not after
/// its begin. Source: W3C PNG 3rd edition, 9.2.
bool unfilter(std::uint8_t filter, std::span<const std::uint8_t> from, const std::uint8_t* above,
              std::uint8_t* to) {
  const auto each = [&](const auto& predicted) {
    int left = 0;
    int corner = 0;
    for (std::size_t x = 0; x < from.size(); ++x) {
      left = to[x] = static_cast<std::uint8_t>(from[x] + predicted(left, above[x], corner));
      corner = above[x];
    }
    return true;
  };
  switch (filter) {
    case 0:
      std::memmove(to, from.data(), from.size());
      return true;
    case 1:
      return each([](int left, int, int) { return left; });
    case 2:
      return each([](int, int up, int) { return up; });
    case 3:
      return each([](int left, int up, int) { return (left + up) / 2; });
    case 4:
      return each([](int left, int up, int corner) { return int{paeth(left, up, corner)}; });
    default:
      return false;
  }
}

/// Turns rows of a byte for the filter and then their samples into the samples, from the begin of `raw`.
bool unfilter_rows(std::span<std::uint8_t> raw, const StoredSamples& samples) {
  const auto width = static_cast<std::size_t>(samples.width);
  const std::vector<std::uint8_t> none(width);  // above the first row
  const std::uint8_t* above = none.data();
  std::uint8_t* to = raw.data();
  for (; !raw.empty(); raw = raw.subspan(width + 1)) {
    if (!unfilter(raw[0], raw.subspan(1, width), above, to)) return false;
    above = to;
    to += width;
  }
  return true;
}

bool read_rows(std::string_view file, StoredSamples& samples) {
  const ByteView view(file);
  const std::uint32_t width = view.u32(k_width_at);
  const std::uint32_t height = view.u32(k_height_at);
  const std::uint64_t raw_bytes = (std::uint64_t{width} + 1) * height;
  if (width == 0 || height == 0 || std::max(width, height) > k_most_side || raw_bytes > UINT32_MAX)
    return false;
  Stream stream;
  std::size_t headers = 0;
  const bool is_whole = for_each_chunk(file, [&](std::string_view name, std::string_view content) {
    if (name == "IDAT") {
      stream.add(content);
      return true;
    }
    const bool may_be_skipped = (static_cast<unsigned char>(name[0]) & 0x20U) != 0;  // W3C PNG, 5.4
    return may_be_skipped || name == "PLTE" || (name == "IHDR" && ++headers == 1);
  });
  if (!is_whole || stream.all().size() > UINT32_MAX) return false;
  samples.bytes.resize(raw_bytes);  // which are turned into samples in place
  if (!inflate_all(stream.all(), samples.bytes)) return false;
  samples.width = static_cast<int>(width);
  samples.height = static_cast<int>(height);
  samples.channels = 1;
  samples.bits = 8;
  const bool is_whole_image = unfilter_rows(samples.bytes, samples);
  samples.bytes.resize(samples.count());
  return is_whole_image;
}

}  // namespace

bool is_plain_png(std::string_view file) {
  const ByteView view(file);
  const std::uint8_t color_type = view.u8(k_color_type_at);
  return view.has(0, k_png_signature) && view.u32(k_png_signature.size()) == k_ihdr_bytes &&
         view.has(k_name_at, "IHDR") && view.u8(k_depth_at) == 8 && view.u8(k_compression_at) == 0 &&
         view.u8(k_filter_at) == 0 && view.u8(k_interlace_at) == 0 &&
         (color_type == k_png_gray || color_type == k_png_palette);
}

bool read_plain_png(std::string_view file, StoredSamples& samples) {
  return is_plain_png(file) && confined([&] { return read_rows(file, samples); });
}

void copy_gray_png(std::string_view file, std::string& png) {
  png = k_png_signature;
  for_each_chunk(file, [&](std::string_view name, std::string_view content) {
    if (name == "IHDR") {
      std::string header(content);
      header[k_color_type_at - k_width_at] = static_cast<char>(k_png_gray);
      append_png_chunk(png, name, header);
    } else if (name == "IDAT") {
      append_png_chunk(png, name, content);
    }
    return true;
  });
  append_png_chunk(png, "IEND", {});
}

}  // namespace tfrec
