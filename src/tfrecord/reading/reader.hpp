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

/// What a reader believes of a record whose header is damaged.
enum class HeaderTrust {
  payload,  // that its payload's checksum agrees and a record or the end follows: one in 2^32 per record
            // behind
  half,     // only if the length or the length's checksum is right as well
};

using ReadItem = std::variant<Record, Damage, End>;

/// Reads one file record by record, plain, GZIP or ZLIB (found by content); after damage it finds its place
/// again.
class Reader {
 public:
  /// The file must outlive the reader. Throws Error (machine) if it can't be read.
  explicit Reader(const InputFile& file, HeaderTrust trust = HeaderTrust::payload);
  /// Reads from any source of bytes.
  explicit Reader(std::unique_ptr<ByteSource> source, HeaderTrust trust = HeaderTrust::payload);
  ~Reader();

  /// The next record or damage, in file order; End, again and again, after the last.
  ReadItem next();

 private:
  class State;
  std::unique_ptr<State> m_state;
};

}  // namespace tfrec
