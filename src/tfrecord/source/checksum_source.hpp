// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "tfrecord/source/byte_source.hpp"

namespace tfrec {

/// Passes another source's bytes on and keeps their checksum: a file is read once for both.
class ChecksumSource final : public ByteSource {
 public:
  /// The checksum goes to `crc32c` and the number of bytes to `bytes`, which must outlive the source.
  ChecksumSource(std::unique_ptr<ByteSource> source, std::uint32_t& crc32c, std::uint64_t& bytes)
      : m_source(std::move(source)), m_crc32c(crc32c), m_bytes(bytes) {}

  std::size_t read(std::span<char> buffer) override;
  /// Without a checksum of its own.
  std::unique_ptr<ByteSource> fork() const override { return m_source->fork(); }
  std::optional<std::uint64_t> size() const override { return m_source->size(); }
  const std::string& defect() const override { return m_source->defect(); }

 private:
  std::unique_ptr<ByteSource> m_source;
  std::uint32_t& m_crc32c;
  std::uint64_t& m_bytes;
};

}  // namespace tfrec
