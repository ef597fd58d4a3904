// SPDX-License-Identifier: Apache-2.0
// The fields of a serialised protobuf message, as views. Takes and refuses exactly what libprotobuf 3.21
// does. Source: Protocol Buffers' "Encoding" page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tfrec {

enum class WireType : std::uint8_t {
  varint = 0,
  fixed64 = 1,
  delimited = 2,
  group = 3,
  end_group = 4,
  fixed32 = 5
};

struct WireField {
  std::uint32_t number = 0;
  WireType type = WireType::varint;
  std::uint64_t varint = 0;  // of a varint field
  std::string_view bytes;    // of a delimited, fixed32 or fixed64 field
  std::size_t offset = 0;    // of the tag, in the message
  std::size_t length = 0;    // of tag and value
  bool plain_tag = true;     // the tag takes one byte: TensorFlow's fast parser compares single bytes

  bool is(std::uint32_t wanted, WireType wanted_type) const {
    return number == wanted && type == wanted_type;
  }
};

/// Reads the fields of one message in order. Unknown groups are skipped whole, without recursion.
class WireReader {
 public:
  /// `depth`: how many messages this one lies inside; libprotobuf stops at 100 messages and groups in each
  /// other.
  explicit WireReader(std::string_view message, int depth = 0) : m_message(message), m_depth(depth) {}

  /// The next field; false at the end and where the bytes are not protobuf: then failed() is true.
  bool next(WireField& field);
  bool failed() const { return m_failed; }
  /// Where the next field begins, or where reading failed.
  std::size_t position() const { return m_at; }

 private:
  bool read_tag(WireField& field);
  bool read_value(WireField& field);
  bool read_delimited(std::string_view& bytes);
  bool read_fixed(std::size_t size, std::string_view& bytes);
  bool skip_group(std::uint32_t number);

  std::string_view m_message;
  int m_depth;
  std::size_t m_at = 0;
  bool m_failed = false;
};

/// Reads a varint of at most ten bytes at `at` and moves `at` behind it. False if the bytes end before it
/// does.
bool read_varint(std::string_view bytes, std::size_t& at, std::uint64_t& value);

}  // namespace tfrec
