// SPDX-License-Identifier: Apache-2.0
// Shards of known records in memory, the damage that befalls files, and what a reader makes of both.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tfrecord/crc32c.hpp"
#include "tfrecord/framing.hpp"
#include "tfrecord/reading/reader.hpp"

namespace tfrec::test {

inline std::string shard_of(const std::vector<std::string>& payloads) {
  std::string bytes;
  for (const std::string& payload : payloads) append_frame(bytes, payload);
  return bytes;
}

/// A header whose checksum is right, whatever it announces.
inline std::string header_announcing(std::uint64_t length) {
  std::string bytes;
  for (int i = 0; i < 8; ++i) bytes += static_cast<char>((length >> (8 * i)) & 0xFF);
  const std::uint32_t checksum = mask_crc32c(crc32c(bytes));
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>((checksum >> (8 * i)) & 0xFF);
  return bytes;
}

inline std::string with_flipped_bit(std::string bytes, std::size_t bit) {
  bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
  return bytes;
}
inline std::string cut_to(const std::string& bytes, std::size_t length) {
  return bytes.substr(0, length);
}
inline std::string without(std::string bytes, std::size_t at, std::size_t count) {
  return bytes.erase(at, count);
}
inline std::string with_inserted(std::string bytes, std::size_t at, std::string_view inserted) {
  return bytes.insert(at, inserted);
}
inline std::string with_overwritten(std::string bytes, std::size_t at, std::string_view replacement) {
  return bytes.replace(at, replacement.size(), replacement);
}

struct ReadBack {
  struct Found {
    std::uint64_t index;
    std::uint64_t offset;
    std::string payload;
    bool operator==(const Found&) const = default;
  };
  std::vector<Found> records;
  std::vector<Damage> damages;
  std::uint64_t bytes = 0;
  bool tiles = true;  // records and damages cover the file without gap or overlap

  std::vector<std::string> payloads() const {
    std::vector<std::string> out;
    for (const Found& record : records) out.push_back(record.payload);
    return out;
  }
};

/// Reads to the end. A record behind the damage of its own header covers what that damage leaves.
inline ReadBack read_back(Reader& reader) {
  ReadBack back;
  std::uint64_t position = 0;
  for (;;) {
    const ReadItem item = reader.next();
    if (const auto* record = std::get_if<Record>(&item)) {
      const bool header_told = !back.damages.empty() && back.damages.back().offset == record->offset;
      if (record->offset != position && !header_told) back.tiles = false;
      position += (header_told ? 0 : k_frame_header_bytes) + record->payload.size() + k_frame_footer_bytes;
      back.records.push_back({record->index, record->offset, std::string(record->payload)});
    } else if (const auto* damage = std::get_if<Damage>(&item)) {
      if (damage->offset != position || damage->message.empty()) back.tiles = false;
      if (damage->length == 0 && damage->kind != DamageKind::compressed) back.tiles = false;
      position = damage->offset + damage->length;
      back.damages.push_back(*damage);
    } else {
      back.bytes = std::get<End>(item).bytes;
      if (back.bytes != position) back.tiles = false;
      return back;
    }
  }
}

class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::string_view bytes, std::size_t position = 0)
      : m_bytes(bytes), m_position(position) {}

  std::size_t read(std::span<char> buffer) override {
    const std::string_view piece = m_bytes.substr(m_position, buffer.size());
    if (!piece.empty()) std::memcpy(buffer.data(), piece.data(), piece.size());
    m_position += piece.size();
    return piece.size();
  }
  std::unique_ptr<ByteSource> fork() const override { return std::make_unique<MemorySource>(*this); }
  std::optional<std::uint64_t> size() const override { return m_bytes.size(); }
  const std::string& defect() const override { return m_no_defect; }

 private:
  std::string_view m_bytes;
  std::size_t m_position;
  std::string m_no_defect;
};

/// For bytes that outlive the source.
inline std::unique_ptr<ByteSource> memory_source(std::string_view bytes) {
  return std::make_unique<MemorySource>(bytes);
}

inline ReadBack read_back(std::string_view bytes) {
  Reader reader(memory_source(bytes));
  ReadBack back = read_back(reader);
  if (back.bytes != bytes.size()) back.tiles = false;
  return back;
}

}  // namespace tfrec::test
