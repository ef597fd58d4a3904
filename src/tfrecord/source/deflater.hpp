// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "tfrecord/source/byte_source.hpp"

namespace tfrec {

/// Compresses to one GZIP member (RFC 1952) without name and time, or to a ZLIB stream (RFC 1950): equal
/// input gives equal bytes with the same zlib. Readers take it with compression_type="GZIP" or "ZLIB".
class Deflater {
 public:
  /// Throws std::bad_alloc.
  explicit Deflater(Compression compression);
  Deflater(Deflater&&) noexcept;
  ~Deflater();

  /// Compresses `bytes` and appends what comes out, if anything yet, to `out`.
  void append(std::string_view bytes, std::string& out);
  /// Appends what is left. Call once.
  void finish(std::string& out);

 private:
  struct State;
  void run(std::string_view bytes, int flush, std::string& out);
  std::unique_ptr<State> m_state;
};

}  // namespace tfrec
