// SPDX-License-Identifier: Apache-2.0
#include "support/data/deflated.hpp"

#include <stdexcept>

#include <zlib.h>

namespace tfrec::test {

namespace {

std::string deflated(std::string_view bytes, int window_bits) {
  z_stream stream{};
  if (deflateInit2(&stream, 6, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  std::string out(deflateBound(&stream, static_cast<uLong>(bytes.size())) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int result = deflate(&stream, Z_FINISH);
  out.resize(out.size() - stream.avail_out);
  deflateEnd(&stream);
  if (result != Z_STREAM_END) throw std::logic_error("deflate did not finish");
  return out;
}

}  // namespace

std::string gzipped(std::string_view bytes) {
  return deflated(bytes, 15 + 16);
}

std::string zlibbed(std::string_view bytes) {
  return deflated(bytes, 15);
}

}  // namespace tfrec::test
