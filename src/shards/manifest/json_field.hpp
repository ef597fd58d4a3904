// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/files/file.hpp"

namespace tfrec {

/// A value of a JSON file and its key, so that messages name the key: "shards[3].records".
class JsonField {
 public:
  JsonField(const nlohmann::ordered_json& json, const std::string& file, std::string key)
      : m_json(json), m_file(file), m_key(std::move(key)) {}

  JsonField member(const char* name) const {
    if (!m_json.is_object()) fail("is not an object");
    const auto found = m_json.find(name);
    const std::string key = m_key.empty() ? name : m_key + "." + name;
    if (found == m_json.end()) throw Error(ErrorKind::bad_data, m_file, "has no key '" + key + "'");
    return {*found, m_file, key};
  }

  bool has(const char* name) const { return m_json.is_object() && m_json.contains(name); }

  template <class Visit>
  void for_each(const Visit& visit) const {
    if (!m_json.is_array()) fail("is not a list");
    for (std::size_t i = 0; i < m_json.size(); ++i) {
      visit(JsonField(m_json[i], m_file, m_key + "[" + std::to_string(i) + "]"));
    }
  }

  std::uint64_t number() const {
    if (!m_json.is_number_unsigned()) fail("is not a whole number");
    return m_json.get<std::uint64_t>();
  }

  std::string text() const {
    if (!m_json.is_string()) fail("is not a text");
    return m_json.get<std::string>();
  }

  bool flag() const {
    if (!m_json.is_boolean()) fail("is neither true nor false");
    return m_json.get<bool>();
  }

  std::vector<std::uint64_t> numbers() const {
    std::vector<std::uint64_t> list;
    for_each([&](const JsonField& entry) { list.push_back(entry.number()); });
    return list;
  }

  /// Calls visit(name, field) for each member, in their order.
  template <class Visit>
  void for_each_member(const Visit& visit) const {
    if (!m_json.is_object()) fail("is not an object");
    for (const auto& [name, value] : m_json.items())
      visit(name, JsonField(value, m_file, m_key.empty() ? name : m_key + "." + name));
  }

  /// The members of an object of whole numbers, in their order.
  std::vector<std::pair<std::string, std::uint64_t>> counts() const {
    std::vector<std::pair<std::string, std::uint64_t>> list;
    for_each_member(
        [&](const std::string& name, const JsonField& field) { list.emplace_back(name, field.number()); });
    return list;
  }

  const nlohmann::ordered_json& json() const { return m_json; }

  [[noreturn]] void fail(const std::string& reason) const {
    throw Error(ErrorKind::bad_data, m_file, m_key.empty() ? reason : "'" + m_key + "' " + reason);
  }

 private:
  const nlohmann::ordered_json& m_json;
  const std::string& m_file;
  std::string m_key;
};

/// Whether a relative path can only lead below the folder it starts from.
bool stays_in_folder(const std::string& path);

/// A relative path that stays below the folder of its file, in no hidden folder. Throws Error (bad_data) if
/// it does not.
std::string path_in_folder(const JsonField& field);

/// The file's JSON. Throws Error (bad_data) if it is larger than `max_bytes`, no JSON, has a key twice, is
/// nested so deeply that walking it would exhaust the stack, or has more values than any file of tfrec, whose
/// memory could exceed that of its text.
nlohmann::ordered_json read_json(const InputFile& input, std::uint64_t max_bytes);
/// The same of text; `name` is used in messages.
nlohmann::ordered_json parse_json(std::string_view text, const std::string& name);

}  // namespace tfrec
