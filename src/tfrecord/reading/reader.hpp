// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <variant>

#include "base/files/file.hpp"
#include "tfrecord/reading/damage.hpp"
#include "tfrecord/source/byte_source.hpp"

namespace tfrec {

/// A record proven by its checksums; or, where its header alone is damaged, by its payload's checksum and by
/// what follows. Then the header's Damage comes first, with the same index and offset.
struct Record {
  std::uint64_t index = 0;   // zero-based; counts places of records, damaged ones too, as Damage does
  std::uint64_t offset = 0;  // of its header, in the uncompressed file
  std::string_view payload;  // valid until the next call of next()
  std::string_view frame{};  // header, payload, checksum, as they are there; empty if the header is damaged
};

struct End {
  std::uint64_t bytes = 0;  // of the uncompressed file
};

using ReadItem = std::variant<Record, Damage, End>;

/// Reads one file record by record, plain, GZIP or ZLIB (found by content); after damage it finds its place
/// again.
class Reader {
 public:
  /// The file must outlive the reader. Throws Error (machine) if it can't be read.
  explicit Reader(const InputFile& file);
  /// Reads from any source of bytes.
  explicit Reader(std::unique_ptr<ByteSource> source);
  Reader(Reader&&) noexcept;
  ~Reader();

  /// The next record or damage, in file order; End, again and again, after the last.
  ReadItem next();

 private:
  class State;
  std::unique_ptr<State> m_state;
};

}  // namespace tfrec
