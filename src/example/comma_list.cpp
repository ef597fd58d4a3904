// SPDX-License-Identifier: Apache-2.0
#include "example/comma_list.hpp"

namespace tfrec {

std::optional<std::string> take_name(std::string_view& text, char end) {
  if (text.empty() || text.front() != '"') {
    const std::string_view name = text.substr(0, text.find(end));
    text.remove_prefix(name.size());
    return std::string(name);
  }
  std::string name;
  for (text.remove_prefix(1); !text.empty(); text.remove_prefix(1)) {
    if (text.front() == '"') {
      text.remove_prefix(1);
      if (text.empty() || text.front() != '"') return name;
    }
    name += text.front();
  }
  return std::nullopt;
}

std::string quoted_name(const std::string& name, char end) {
  if (!name.empty() && name.find(end) == std::string::npos && name.find('"') == std::string::npos)
    return name;
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

CommaList parse_comma_list(std::string_view text) {
  CommaList list;
  const bool is_list = text.find(',') != std::string_view::npos;
  while (true) {
    if (is_list && (text.empty() || text.front() == ',')) {
      list.problem = "an item of the list is empty";
      return list;
    }
    auto item = take_name(text, ',');
    if (!item) {
      list.problem = "a quote is not closed";
      return list;
    }
    list.items.push_back(std::move(*item));
    if (text.empty()) return list;
    if (text.front() != ',') {
      list.problem = "expected ',' after a quoted name";
      return list;
    }
    text.remove_prefix(1);
  }
}

}  // namespace tfrec
