// SPDX-License-Identifier: Apache-2.0
#include "example/value_list.hpp"

#include <array>
#include <bit>
#include <cstring>

#include "example/wire.hpp"

namespace tfrec {

namespace {

static_assert(std::endian::native == std::endian::little, "floats are copied as they are in memory");

constexpr const char* k_unknown_field =
    "unknown field in its list, which TensorFlow's fast parser refuses or stops at";
constexpr const char* k_long_tag =
    "a tag of several bytes in its list, which TensorFlow's fast parser does not know";
constexpr const char* k_several_pieces =
    "its list is in several packed pieces, of which TensorFlow's fast parser reads only the first";
constexpr const char* k_mixed =
    "its list mixes packed and single values, which TensorFlow's fast parser refuses or stops at";

/// The wire type of a value that is not packed.
WireType single_type(ListKind kind) {
  constexpr std::array k_types{WireType::delimited, WireType::fixed32, WireType::varint};
  return k_types[static_cast<std::size_t>(kind)];
}

/// How many varints fill `packed`; false if the last one is cut or one is longer than ten bytes.
bool count_varints(std::string_view packed, std::uint64_t& count) {
  std::size_t run = 0;
  for (const char byte : packed) {
    if (++run > 10) return false;
    if (static_cast<std::uint8_t>(byte) < 0x80) {
      ++count;
      run = 0;
    }
  }
  return run == 0;
}

bool count_packed(std::string_view packed, ListKind kind, std::uint64_t& count) {
  if (kind == ListKind::int64_list) return count_varints(packed, count);
  count += packed.size() / 4;
  return packed.size() % 4 == 0;
}

}  // namespace

ListFacts walk_list(std::string_view message, ListKind kind, int depth) {
  ListFacts facts;
  WireReader reader(message, depth);
  WireField field;
  int packed = 0;
  int singles = 0;
  while (reader.next(field)) {
    if (field.is(1, single_type(kind))) {
      ++singles;
      ++facts.length;
    } else if (field.is(1, WireType::delimited)) {
      ++packed;
      if (!count_packed(field.bytes, kind, facts.length)) {
        facts.failed = true;
        facts.failure_offset = field.offset;
        return facts;
      }
    } else {
      facts.problem = k_unknown_field;
    }
    if (!field.plain_tag) facts.problem = k_long_tag;
  }
  facts.failed = reader.failed();
  facts.failure_offset = reader.position();
  if (packed > 1) facts.problem = k_several_pieces;
  if (packed > 0 && singles > 0) facts.problem = k_mixed;
  return facts;
}

void append_values(std::string_view message, std::vector<std::string_view>& values) {
  WireReader reader(message);
  for (WireField field; reader.next(field);) {
    if (field.is(1, WireType::delimited)) values.push_back(field.bytes);
  }
}

void append_values(std::string_view message, std::vector<float>& values) {
  WireReader reader(message);
  for (WireField field; reader.next(field);) {
    if (!field.is(1, WireType::delimited) && !field.is(1, WireType::fixed32)) continue;
    const std::size_t known = values.size();
    const std::size_t count = field.bytes.size() / sizeof(float);
    values.resize(known + count);
    if (count > 0) std::memcpy(values.data() + known, field.bytes.data(), count * sizeof(float));
  }
}

void append_values(std::string_view message, std::vector<std::int64_t>& values) {
  WireReader reader(message);
  for (WireField field; reader.next(field);) {
    if (field.is(1, WireType::varint)) values.push_back(static_cast<std::int64_t>(field.varint));
    if (!field.is(1, WireType::delimited)) continue;
    std::uint64_t value = 0;
    for (std::size_t at = 0; read_varint(field.bytes, at, value);) {
      values.push_back(static_cast<std::int64_t>(value));
    }
  }
}

}  // namespace tfrec
