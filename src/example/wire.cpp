// SPDX-License-Identifier: Apache-2.0
#include "example/wire.hpp"

#include <vector>

#include <climits>

namespace tfrec {

namespace {

constexpr int k_max_depth = 100;
constexpr std::uint64_t k_max_length = INT_MAX - 16;  // libprotobuf's, with its slop bytes

/// A varint of at most `max_bytes`; bits beyond 64 are dropped, as libprotobuf does.
bool read_varint_of(std::string_view bytes, std::size_t& at, std::size_t max_bytes, std::uint64_t& value) {
  std::uint64_t result = 0;
  for (std::size_t i = 0; i < max_bytes && at + i < bytes.size(); ++i) {
    const std::uint64_t byte = static_cast<std::uint8_t>(bytes[at + i]);
    result |= (byte & 0x7FU) << (7 * i);
    if (byte < 0x80) {
      at += i + 1;
      value = result;
      return true;
    }
  }
  return false;
}

}  // namespace

bool read_varint(std::string_view bytes, std::size_t& at, std::uint64_t& value) {
  return read_varint_of(bytes, at, 10, value);
}

bool WireReader::next(WireField& field) {
  if (m_failed || m_at == m_message.size()) return false;
  field.offset = m_at;
  // A group's end without its start ends the message for libprotobuf, and so the parse fails.
  if (!read_tag(field) || field.type == WireType::end_group || !read_value(field)) {
    m_failed = true;
    return false;
  }
  field.length = m_at - field.offset;
  return true;
}

bool WireReader::read_tag(WireField& field) {
  std::uint64_t tag = 0;
  const std::size_t start = m_at;
  if (!read_varint_of(m_message, m_at, 5, tag)) return false;
  tag &= UINT32_MAX;
  field.number = static_cast<std::uint32_t>(tag >> 3U);
  field.type = static_cast<WireType>(tag & 7U);
  field.plain_tag = m_at == start + 1;
  return field.number != 0 && (tag & 7U) <= 5;
}

bool WireReader::read_value(WireField& field) {
  field.bytes = {};
  switch (field.type) {
    case WireType::varint:
      return read_varint(m_message, m_at, field.varint);
    case WireType::fixed64:
      return read_fixed(8, field.bytes);
    case WireType::delimited:
      return read_delimited(field.bytes);
    case WireType::fixed32:
      return read_fixed(4, field.bytes);
    case WireType::group:
      return skip_group(field.number);
    case WireType::end_group:
      break;
  }
  return true;
}

bool WireReader::read_fixed(std::size_t size, std::string_view& bytes) {
  if (m_message.size() - m_at < size) return false;
  bytes = m_message.substr(m_at, size);
  m_at += size;
  return true;
}

bool WireReader::read_delimited(std::string_view& bytes) {
  std::uint64_t length = 0;
  if (!read_varint_of(m_message, m_at, 5, length)) return false;
  if (length > k_max_length || length > m_message.size() - m_at) return false;
  bytes = m_message.substr(m_at, static_cast<std::size_t>(length));
  m_at += bytes.size();
  return true;
}

bool WireReader::skip_group(std::uint32_t number) {
  std::vector<std::uint32_t> open{number};
  WireField inner;
  while (!open.empty()) {
    if (m_depth + static_cast<int>(open.size()) > k_max_depth) return false;
    if (m_at == m_message.size() || !read_tag(inner)) return false;
    if (inner.type == WireType::group) {
      open.push_back(inner.number);
    } else if (inner.type == WireType::end_group) {
      if (inner.number != open.back()) return false;
      open.pop_back();
    } else if (!read_value(inner)) {
      return false;
    }
  }
  return true;
}

}  // namespace tfrec
