// SPDX-License-Identifier: Apache-2.0
#include "dataset/classes/numbered_classes.hpp"

#include <algorithm>
#include <utility>

#include "base/text/in_quotes.hpp"
#include "base/text/quantity.hpp"
#include "base/text/utf8.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_most_classes = 1'000'000;

std::string is_on_line(std::uint64_t line) {
  return " is on line " + std::to_string(line) + " already";
}

}  // namespace

void NumberedClasses::fail(std::uint64_t line, const std::string& message, std::string hint) const {
  throw Error(ErrorKind::bad_data, m_file + ":" + std::to_string(line), message, std::move(hint));
}

void NumberedClasses::check_name(std::string_view name, std::uint64_t line) const {
  if (name.empty()) fail(line, "a class has no name");
  if (!is_utf8(name)) fail(line, "class " + in_quotes(name) + " is not UTF-8", "save the file as UTF-8 text");
  if (name.find_first_of(std::string_view("\r\n\0", 3)) != std::string_view::npos) {
    fail(line, "class " + in_quotes(name) + " contains a line break or a NUL byte",
         "classes.txt has one class per line");
  }
}

void NumberedClasses::add(std::string_view name, std::int64_t id, std::uint64_t line) {
  check_name(name, line);
  if (id < 0) fail(line, "class " + in_quotes(name) + " has the negative id " + std::to_string(id));
  const auto [same_id, is_new_id] = m_line_of_id.emplace(id, line);
  if (!is_new_id)
    fail(line, "id " + std::to_string(id) + is_on_line(same_id->second), "give each class its own");
  const auto [same_name, is_new_name] = m_line_of_name.emplace(name, line);
  if (!is_new_name)
    fail(line, "class " + in_quotes(name) + is_on_line(same_name->second), "remove one of them");
  if (m_classes.size() == k_most_classes)
    fail(line, "more than " + format_count(k_most_classes) + " classes");
  m_classes.push_back({id, std::string(name)});
}

ClassList NumberedClasses::take() {
  if (m_classes.empty()) throw Error(ErrorKind::bad_data, m_file, "has no classes");
  std::ranges::sort(m_classes, {}, &Class::id);
  std::vector<std::string> names;
  std::vector<std::int64_t> ids;
  for (Class& one : m_classes) {
    names.push_back(std::move(one.name));
    ids.push_back(one.id);
  }
  return ClassList(std::move(names), ClassIds::of(std::move(ids)));
}

}  // namespace tfrec
