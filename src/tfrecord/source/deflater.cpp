// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/source/deflater.hpp"

#include <algorithm>
#include <limits>
#include <new>

#include <zlib.h>

namespace tfrec {

struct Deflater::State {
  z_stream stream{};
  ~State() { deflateEnd(&stream); }
};

Deflater::Deflater(Compression compression) : m_state(std::make_unique<State>()) {
  constexpr int k_window = 15;
  const int window = compression == Compression::gzip ? k_window + 16 : k_window;
  constexpr int k_memory = 8;  // zlib's default
  if (deflateInit2(&m_state->stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, window, k_memory,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
}

Deflater::Deflater(Deflater&&) noexcept = default;
Deflater::~Deflater() = default;

void Deflater::append(std::string_view bytes, std::string& out) {
  constexpr std::size_t k_most = std::numeric_limits<uInt>::max();
  for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), k_most)))
    run(bytes.substr(0, k_most), Z_NO_FLUSH, out);
}

void Deflater::finish(std::string& out) {
  run({}, Z_FINISH, out);
}

void Deflater::run(std::string_view bytes, int flush, std::string& out) {
  constexpr std::size_t k_step = std::size_t{64} << 10;
  z_stream& stream = m_state->stream;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  do {
    const std::size_t size = out.size();
    out.resize(size + k_step);
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + size);
    stream.avail_out = static_cast<uInt>(k_step);
    deflate(&stream, flush);
    out.resize(size + k_step - stream.avail_out);
  } while (stream.avail_out == 0);
}

}  // namespace tfrec
