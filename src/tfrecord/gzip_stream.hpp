// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace tfrec {

/// Compresses to one GZIP member (RFC 1952) without name and time, so that equal input gives equal bytes with
/// the same zlib. Readers take it with compression_type="GZIP".
class GzipStream {
 public:
  /// Throws std::bad_alloc.
  GzipStream();
  GzipStream(GzipStream&&) noexcept;
  GzipStream& operator=(GzipStream&&) noexcept;
  ~GzipStream();

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
