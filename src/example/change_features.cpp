// SPDX-License-Identifier: Apache-2.0
#include "example/change_features.hpp"

#include <algorithm>
#include <array>

#include "example/wire.hpp"

namespace tfrec {

namespace {

constexpr std::uint32_t k_features = 1;  // of Example
constexpr std::uint32_t k_entry = 1;     // of Features: a map entry
constexpr std::uint32_t k_key = 1;       // of the map entry
constexpr std::uint32_t k_value = 2;
constexpr std::uint32_t k_bytes_list = 1;  // of Feature, the value
constexpr std::uint32_t k_bytes = 1;       // of BytesList

void append_varint(std::string& out, std::uint64_t value) {
  for (; value > 127; value >>= 7U) {
    out += static_cast<char>(static_cast<unsigned char>((value & 127U) | 128U));
  }
  out += static_cast<char>(static_cast<unsigned char>(value));
}

/// The name a map entry is for: its last key, as libprotobuf has it.
std::string_view name_of(std::string_view entry) {
  std::string_view name;
  WireReader fields(entry);
  for (WireField field; fields.next(field);) {
    if (field.is(k_key, WireType::delimited)) name = field.bytes;
  }
  return name;
}

std::string_view raw(std::string_view message, const WireField& field) {
  return message.substr(field.offset, field.length);
}

/// Calls visit(bytes) for each field of a Features message as it is to be; true if one changes.
template <class Visit>
bool visit_changed(std::string_view message, std::span<const FeatureChange> changes, const Visit& visit) {
  bool any = false;
  WireReader fields(message);
  for (WireField field; fields.next(field);) {
    auto change = changes.end();
    if (field.is(k_entry, WireType::delimited)) {
      change = std::find_if(changes.begin(), changes.end(),
                            [name = name_of(field.bytes)](const auto& known) { return known.name == name; });
    }
    any = any || change != changes.end();
    visit(change == changes.end() ? raw(message, field) : change->entry);
  }
  return any;
}

void append_delimited(std::string& out, std::uint32_t number, std::string_view bytes) {
  append_varint(out, number << 3U | static_cast<std::uint32_t>(WireType::delimited));
  append_varint(out, bytes.size());
  out += bytes;
}

/// What `cut` contains of a message. `path` has the numbers of the fields to follow to the cut: the last one
/// is bytes, the others are messages.
std::string readable_part(std::string_view cut, std::span<const std::uint32_t> path) {
  if (path.empty()) return std::string(cut);
  WireReader fields(cut);
  WireField field;
  while (fields.next(field)) {
  }
  if (!fields.failed()) return std::string(cut);
  std::string out(cut.substr(0, field.offset));
  std::size_t at = field.offset + 1;
  std::uint64_t length = 0;
  const bool is_to_follow =
      field.plain_tag && field.number == path.front() && field.type == WireType::delimited;
  if (!is_to_follow || !read_varint(cut, at, length)) return out;
  const std::string part = readable_part(cut.substr(at), path.subspan(1));
  if (!part.empty()) append_delimited(out, field.number, part);
  return out;
}

}  // namespace

std::string readable_part(std::string_view cut) {
  return readable_part(cut, std::array{k_features, k_entry, k_value, k_bytes_list, k_bytes});
}

void append_with_changes(std::string& out, std::string_view payload, std::span<const FeatureChange> changes) {
  WireReader fields(payload);
  for (WireField field; fields.next(field);) {
    std::size_t size = 0;
    const bool any =
        field.is(k_features, WireType::delimited) &&
        visit_changed(field.bytes, changes, [&](std::string_view bytes) { size += bytes.size(); });
    if (!any) {
      out += raw(payload, field);
      continue;
    }
    append_varint(out, k_features << 3U | static_cast<std::uint32_t>(WireType::delimited));
    append_varint(out, size);
    visit_changed(field.bytes, changes, [&](std::string_view bytes) { out += bytes; });
  }
}

}  // namespace tfrec
