// SPDX-License-Identifier: Apache-2.0
#include "base/text/make_rules.hpp"

#include <string_view>

namespace tfrec {

namespace {

enum class Side { target, prerequisite };

bool can_be_written(std::string_view name) {
  return !name.empty() && name.find_first_of("\n\r\t\\") == std::string_view::npos && name.back() != ' ' &&
         name.back() != ')';
}

/// Signs with a meaning that no backslash takes away everywhere; variables contain them.
std::string_view variable_for(char c) {
  switch (c) {
    case '=':
      return "$(tfrec_equals)";
    case '&':
      return "$(tfrec_and)";
    case ';':
      return "$(tfrec_semicolon)";
    default:
      return {};
  }
}

std::string escaped(std::string_view name, Side side) {
  std::string text;
  if (name.front() == '~') text = "./";  // else a home folder
  for (const char c : name) {
    const std::string_view always = " #:*?[";
    const char more = side == Side::target ? '%' : '|';
    if (const std::string_view variable = variable_for(c); !variable.empty()) {
      text += variable;
    } else if (c == '$') {
      text += "$$";
    } else {
      if (c == more || always.find(c) != std::string_view::npos) text += '\\';
      text += c;
    }
  }
  return text;
}

/// Nothing for ordinary names, for ninja knows no variables here.
std::string definitions(std::string_view rules) {
  std::string text;
  if (rules.find("$(tfrec_equals)") != std::string_view::npos) text += "tfrec_equals := =\n";
  if (rules.find("$(tfrec_and)") != std::string_view::npos) text += "tfrec_and := &\n";
  if (rules.find("$(tfrec_semicolon)") != std::string_view::npos) text += "tfrec_semicolon := \\;\n";
  return text;
}

}  // namespace

MakeRules make_rules(const std::string& target, const std::vector<std::string>& prerequisites) {
  MakeRules rules;
  if (!can_be_written(target)) {
    rules.left_out.push_back(target);
    return rules;
  }
  std::string first = escaped(target, Side::target) + ":";
  std::string empty;
  for (const std::string& name : prerequisites) {
    if (!can_be_written(name)) {
      rules.left_out.push_back(name);
      continue;
    }
    first += " \\\n  " + escaped(name, Side::prerequisite);
    empty += "\n" + escaped(name, Side::target) + ":\n";
  }
  rules.text = first + "\n" + empty;
  rules.text.insert(0, definitions(rules.text));
  return rules;
}

}  // namespace tfrec
