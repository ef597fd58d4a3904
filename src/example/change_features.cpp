// SPDX-License-Identifier: Apache-2.0
#include "example/change_features.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

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

/// A message that is cut, inside the field `number`.
struct CutMessage {
  std::string_view whole;  // its whole fields
  std::uint32_t number = 0;
};

/// Adds `cut` and what it contains on the way to the cut. `path` has the numbers of the fields to follow: the
/// last one is bytes, the others are messages. Returns the bytes at the end of that way, and how many they
/// lack.
std::pair<std::string_view, std::uint64_t> follow(std::string_view cut, std::span<const std::uint32_t> path,
                                                  std::vector<CutMessage>& messages) {
  std::uint64_t length = cut.size();
  for (const std::uint32_t number : path) {
    WireReader fields(cut);
    WireField field;
    while (fields.next(field)) {
    }
    if (!fields.failed()) return {cut, 0};
    std::size_t at = field.offset + 1;
    const bool is_to_follow = field.plain_tag && field.number == number && field.type == WireType::delimited;
    if (!is_to_follow || !read_varint(cut, at, length)) return {cut.substr(0, field.offset), 0};
    messages.push_back({cut.substr(0, field.offset), number});
    cut.remove_prefix(at);
  }
  return {cut, length - cut.size()};
}

std::string varint(std::uint64_t value) {
  std::string bytes;
  append_varint(bytes, value);
  return bytes;
}

}  // namespace

ReadablePart readable_part(std::string_view cut) {
  constexpr std::array k_path{k_features, k_entry, k_value, k_bytes_list, k_bytes};
  std::vector<CutMessage> messages;
  const auto [inner, lacking] = follow(cut, k_path, messages);
  std::vector<std::string> heads;  // before the inner bytes, from the inside
  std::uint64_t size = inner.size();
  std::reverse(messages.begin(), messages.end());
  for (const CutMessage& message : messages) {
    const std::uint32_t tag = message.number << 3U | static_cast<std::uint32_t>(WireType::delimited);
    heads.push_back(std::string(message.whole) + (size == 0 ? "" : varint(tag) + varint(size)));
    size += heads.back().size();
  }
  ReadablePart part{{}, lacking};
  part.example.reserve(size);
  std::reverse(heads.begin(), heads.end());
  for (const std::string& head : heads) part.example += head;
  part.example += inner;
  return part;
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
