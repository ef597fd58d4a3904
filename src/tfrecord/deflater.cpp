// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/deflater.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include <isa-l/igzip_lib.h>

namespace tfrec {

namespace {

constexpr std::size_t k_out_bytes = std::size_t{1} << 16;
constexpr std::size_t k_most_at_once = std::size_t{1} << 30;  // ISA-L counts in 32 bits

}  // namespace

struct Deflater::Stream {
  explicit Stream(Compression compression) : level_buffer(ISAL_DEF_LVL3_DEFAULT) {
    isal_deflate_init(&state);
    state.level = 3;
    state.level_buf = level_buffer.data();
    state.level_buf_size = static_cast<std::uint32_t>(level_buffer.size());
    state.gzip_flag = compression == Compression::gzip ? IGZIP_GZIP : IGZIP_ZLIB;
    state.flush = NO_FLUSH;
  }

  /// Until all that goes in is in, and at the end until all is out.
  void run(std::string_view bytes, bool is_end, std::string& out) {
    // ISA-L reads next_in only; the pointer is not const in its interface.
    state.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(bytes.data()));
    state.avail_in = static_cast<std::uint32_t>(bytes.size());
    state.end_of_stream = is_end ? 1 : 0;
    do {
      state.next_out = buffer.data();
      state.avail_out = static_cast<std::uint32_t>(buffer.size());
      if (isal_deflate(&state) != COMP_OK) throw std::logic_error("ISA-L refuses to compress");
      out.append(reinterpret_cast<const char*>(buffer.data()), buffer.size() - state.avail_out);
    } while (state.avail_in > 0 || state.avail_out == 0);
  }

  isal_zstream state{};
  std::vector<std::uint8_t> level_buffer;
  std::array<std::uint8_t, k_out_bytes> buffer{};
};

Deflater::Deflater(Compression compression) : m_stream(std::make_unique<Stream>(compression)) {}
Deflater::Deflater(Deflater&&) noexcept = default;
Deflater::~Deflater() = default;

void Deflater::add(std::string_view bytes, std::string& out) {
  while (!bytes.empty()) {
    const std::string_view piece = bytes.substr(0, k_most_at_once);
    m_stream->run(piece, false, out);
    bytes.remove_prefix(piece.size());
  }
}

void Deflater::finish(std::string& out) {
  m_stream->run({}, true, out);
}

}  // namespace tfrec
