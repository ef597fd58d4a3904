// SPDX-License-Identifier: Apache-2.0
#include "example/comma_list.hpp"

#include <optional>

namespace tfrec {

namespace {

/// Takes one item off the front of `rest`, unquoting "a ""b"", c"; nothing where a quote is not closed.
std::optional<std::string> take_item(std::string_view& rest) {
  if (rest.empty() || rest.front() != '"') {
    const std::string_view item = rest.substr(0, rest.find(','));
    rest.remove_prefix(item.size());
    return std::string(item);
  }
  std::string item;
  for (rest.remove_prefix(1); !rest.empty(); rest.remove_prefix(1)) {
    if (rest.front() == '"') {
      rest.remove_prefix(1);
      if (rest.empty() || rest.front() != '"') return item;
    }
    item += rest.front();
  }
  return std::nullopt;
}

}  // namespace

CommaList parse_comma_list(std::string_view text) {
  CommaList list;
  const bool is_list = text.find(',') != std::string_view::npos;
  while (true) {
    if (is_list && (text.empty() || text.front() == ',')) {
      list.problem = "an item of the list is empty";
      return list;
    }
    auto item = take_item(text);
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

std::string comma_list_item(const std::string& item) {
  if (item.find_first_of(",\"") == std::string::npos) return item;
  std::string quoted = "\"";
  for (const char c : item) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

}  // namespace tfrec
