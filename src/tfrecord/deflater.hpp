// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "tfrecord/byte_source.hpp"

namespace tfrec {

/// Compresses a stream piece by piece, as GZIP (RFC 1952) or ZLIB (RFC 1950). Equal bytes in, equal bytes
/// out; the GZIP header carries neither name nor time.
class Deflater {
 public:
  explicit Deflater(Compression compression);
  Deflater(Deflater&&) noexcept;
  ~Deflater();

  /// Appends to `out` what is ready. Memory of its own does not depend on how much passes.
  void add(std::string_view bytes, std::string& out);
  /// Appends the rest, the checksum included. Call once.
  void finish(std::string& out);

 private:
  struct Stream;
  std::unique_ptr<Stream> m_stream;
};

}  // namespace tfrec
