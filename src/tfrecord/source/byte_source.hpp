// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/files/file.hpp"

namespace tfrec {

enum class Compression { none, gzip, zlib };

/// By content: a file that starts with a whole record header is plain whatever its first bytes look like.
Compression sniff_compression(const InputFile& file);

/// The uncompressed bytes of a file, front to back.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  ByteSource& operator=(const ByteSource&) = delete;

  /// Fills `buffer`; returns fewer bytes only at the end. Throws Error (machine) if the file can't be
  /// read.
  virtual std::size_t read(std::span<char> buffer) = 0;

  /// An independent source that continues from this position.
  virtual std::unique_ptr<ByteSource> fork() const = 0;

  /// All bytes of the source, where that is known before they are read.
  virtual std::optional<std::uint64_t> size() const = 0;

  /// Why the bytes end early; empty if they don't. Known once read() came to the end.
  virtual const std::string& defect() const = 0;

 protected:
  ByteSource() = default;
  ByteSource(const ByteSource&) = default;  // for fork()
};

/// A source for the file as it is or inflated. The file must outlive it.
std::unique_ptr<ByteSource> open_source(const InputFile& file);

/// Whether a file, inflated where it is compressed, begins with the header of a record.
bool begins_with_record(const InputFile& file);

}  // namespace tfrec
