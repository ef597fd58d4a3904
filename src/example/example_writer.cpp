// SPDX-License-Identifier: Apache-2.0
#include "example/example_writer.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include <climits>
#include <google/protobuf/io/coded_stream.h>

#include "base/error.hpp"

namespace tfrec {

namespace {

static_assert(std::endian::native == std::endian::little, "floats are copied as they are in memory");

using google::protobuf::io::CodedOutputStream;

/// All tags of the messages below: field 1, 2 or 3, of wire type 2 (delimited).
constexpr char tag(int field) {
  return static_cast<char>(field << 3 | 2);
}

std::size_t varint_size(std::uint64_t value) {
  return CodedOutputStream::VarintSize64(value);
}

/// Of a delimited field with a payload of `size` bytes.
std::size_t field_size(std::size_t size) {
  return 1 + varint_size(size) + size;
}

/// What a BytesList, FloatList or Int64List takes.
struct ListSize {
  std::size_t operator()(const std::vector<std::string_view>& values) const {
    std::size_t size = 0;
    for (const std::string_view value : values) size += field_size(value.size());
    return size;
  }
  std::size_t operator()(const std::vector<float>& values) const {
    return values.empty() ? 0 : field_size(values.size() * sizeof(float));
  }
  std::size_t operator()(const std::vector<std::int64_t>& values) const {
    return values.empty() ? 0 : field_size(packed_size(values));
  }

  static std::size_t packed_size(const std::vector<std::int64_t>& values) {
    std::size_t size = 0;
    for (const std::int64_t value : values) size += varint_size(static_cast<std::uint64_t>(value));
    return size;
  }
};

/// Writes fields one behind the other, into room that is there.
class FieldWriter {
 public:
  explicit FieldWriter(char* at) : m_at(at) {}

  /// Tag and length; the payload is to follow.
  void open(int field, std::size_t size) {
    *m_at++ = tag(field);
    varint(size);
  }
  void bytes(int field, std::string_view value) {
    open(field, value.size());
    copy(value.data(), value.size());
  }

  void operator()(const std::vector<std::string_view>& values) {
    for (const std::string_view value : values) bytes(1, value);
  }
  void operator()(const std::vector<float>& values) {
    if (values.empty()) return;
    open(1, values.size() * sizeof(float));
    copy(values.data(), values.size() * sizeof(float));
  }
  void operator()(const std::vector<std::int64_t>& values) {
    if (values.empty()) return;
    open(1, ListSize::packed_size(values));
    for (const std::int64_t value : values) varint(static_cast<std::uint64_t>(value));
  }

 private:
  void varint(std::uint64_t value) {
    auto* to = reinterpret_cast<std::uint8_t*>(m_at);
    m_at += CodedOutputStream::WriteVarint64ToArray(value, to) - to;
  }
  void copy(const void* from, std::size_t size) {
    if (size > 0) std::memcpy(m_at, from, size);
    m_at += size;
  }

  char* m_at;
};

/// A feature and what its parts take: an entry of Features.feature is {1: key, 2: {1, 2 or 3: list}}.
struct Entry {
  explicit Entry(const NamedValues& named)
      : feature(&named),
        list(std::visit(ListSize{}, named.values)),
        whole(field_size(named.name.size()) + field_size(field_size(list))) {}

  void write(FieldWriter& writer) const {
    writer.open(1, whole);
    writer.bytes(1, feature->name);
    writer.open(2, field_size(list));
    writer.open(static_cast<int>(feature->values.index()) + 1, list);
    std::visit([&](const auto& values) { writer(values); }, feature->values);
  }

  const NamedValues* feature;
  std::size_t list;
  std::size_t whole;
};

}  // namespace

void write_example(std::string& out, std::size_t begin, std::span<const NamedValues> features,
                   std::size_t room) {
  const std::vector<Entry> entries = [&] {
    std::vector<Entry> sorted(features.begin(), features.end());
    std::sort(sorted.begin(), sorted.end(),
              [](const Entry& a, const Entry& b) { return a.feature->name < b.feature->name; });
    return sorted;
  }();
  std::size_t map = 0;
  for (const Entry& entry : entries) map += field_size(entry.whole);
  if (field_size(map) > INT_MAX)
    throw Error(ErrorKind::bad_data, "", "an example would be larger than 2 GiB");

  out.reserve(begin + field_size(map) + room);
  out.resize(begin + field_size(map));
  FieldWriter writer(out.data() + begin);
  writer.open(1, map);
  for (const Entry& entry : entries) entry.write(writer);
}

void append_feature_entry(std::string& out, const NamedValues& feature) {
  const Entry entry(feature);
  const std::size_t begin = out.size();
  out.resize(begin + field_size(entry.whole));
  FieldWriter writer(out.data() + begin);
  entry.write(writer);
}

}  // namespace tfrec
