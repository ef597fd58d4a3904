// SPDX-License-Identifier: Apache-2.0
// Mutations of protocol buffers that leave them messages: fields that are missing, there twice, moved or of
// another number, and changed values at any depth. They work on the wire format, so any message will do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fuzz/json_mutator.hpp"

namespace tfrec::fuzz {

class WireMutator {
 public:
  /// `texts` are values for the JSON that fields hold.
  WireMutator(unsigned seed, std::vector<std::string> texts) : m_random(seed), m_texts(std::move(texts)) {}

  std::size_t below(std::size_t end) { return m_random() % end; }

  void change(std::string& message) {
    std::optional<std::vector<Field>> fields = fields_of(message);
    if (!fields || fields->empty()) return change_bytes(message);
    Field& field = (*fields)[below(fields->size())];
    switch (below(8)) {
      case 0:
        fields->erase(fields->begin() + (&field - fields->data()));
        break;
      case 1:
        fields->push_back(Field(field));
        break;
      case 2:
        std::swap(field, (*fields)[below(fields->size())]);
        break;
      case 3:
        field.tag = field.tag % 8 + 8 * (1 + below(14));
        break;
      default:
        change_value(field);
    }
    message.clear();
    for (const Field& one : *fields) append(message, one);
  }

 private:
  enum Type { k_varint = 0, k_fixed64 = 1, k_bytes = 2 };
  struct Field {
    std::uint64_t tag = 0;
    std::uint64_t number = 0;  // k_varint
    std::string bytes{};       // others
  };

  static std::optional<std::uint64_t> take_varint(std::string_view& bytes) {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(bytes.front());
      bytes.remove_prefix(1);
      value |= std::uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80) return value;
    }
    return std::nullopt;
  }

  static void append_varint(std::string& bytes, std::uint64_t value) {
    for (; value >= 0x80; value >>= 7U) bytes += static_cast<char>(value | 0x80U);
    bytes += static_cast<char>(value);
  }

  static std::optional<std::vector<Field>> fields_of(std::string_view message) {
    std::vector<Field> fields;
    while (!message.empty()) {
      const auto tag = take_varint(message);
      if (!tag || *tag < 8 || *tag % 8 > k_bytes) return std::nullopt;
      const bool is_fixed = *tag % 8 == k_fixed64;
      const auto number = is_fixed ? std::optional<std::uint64_t>(8) : take_varint(message);
      const bool has_bytes = *tag % 8 != k_varint;
      if (!number || (has_bytes && *number > message.size())) return std::nullopt;
      fields.push_back({*tag, *number});
      if (!has_bytes) continue;
      fields.back().bytes = message.substr(0, *number);
      message.remove_prefix(*number);
    }
    return fields;
  }

  static void append(std::string& message, const Field& field) {
    append_varint(message, field.tag);
    if (field.tag % 8 == k_varint) return append_varint(message, field.number);
    if (field.tag % 8 == k_bytes) append_varint(message, field.bytes.size());
    message += field.bytes;
  }

  void change_value(Field& field) {
    if (field.tag % 8 == k_varint) {
      field.number = changed(field.number);
    } else if (field.bytes.starts_with('{')) {
      change_json(field.bytes);
    } else if (below(2) == 0 && fields_of(field.bytes)) {
      change(field.bytes);
    } else if (below(2) == 0) {
      change_numbers(field.bytes);
    } else {
      change_bytes(field.bytes);
    }
  }

  /// A packed list of numbers.
  void change_numbers(std::string& bytes) {
    std::vector<std::uint64_t> numbers;
    std::string_view left = bytes;
    while (const auto number = take_varint(left)) numbers.push_back(*number);
    if (numbers.empty()) return append_varint(bytes, below(4));
    std::uint64_t& number = numbers[below(numbers.size())];
    number = changed(number);
    if (below(4) == 0) numbers.push_back(number);
    bytes.clear();
    for (const std::uint64_t one : numbers) append_varint(bytes, one);
  }

  std::uint64_t changed(std::uint64_t number) {
    const std::uint64_t near = number + below(3) - 1;
    return below(4) > 0 ? near : number ^ (std::uint64_t{1} << below(64));
  }

  void change_json(std::string& text) {
    const std::size_t size = text.size();
    text.resize(size + 1'024);
    JsonMutator json(static_cast<unsigned>(m_random()), m_texts);
    text.resize(json.mutate(reinterpret_cast<std::uint8_t*>(text.data()), size, text.size()));
  }

  static void change_bytes(std::string& bytes) {
    const std::size_t size = bytes.size();
    bytes.resize(size + 16);
    bytes.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(bytes.data()), size, bytes.size()));
  }

  std::minstd_rand m_random;
  std::vector<std::string> m_texts;
};

}  // namespace tfrec::fuzz
