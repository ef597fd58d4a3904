// SPDX-License-Identifier: Apache-2.0
#include "base/text/make_rules.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace tfrec {

namespace {

enum class Side { target, prerequisite };

bool can_be_written(std::string_view name) {
  return !name.empty() && name.find_first_of("\n\r\t\\") == std::string_view::npos && name.back() != ' ' &&
         name.back() != ')';
}

/// A sign with a meaning that no backslash takes away everywhere, and the variable that contains it.
struct Variable {
  char sign;
  std::string_view use;
  std::string_view definition;
};

constexpr std::array k_variables{Variable{'=', "$(tfrec_equals)", "tfrec_equals := =\n"},
                                 Variable{'&', "$(tfrec_and)", "tfrec_and := &\n"},
                                 Variable{';', "$(tfrec_semicolon)", "tfrec_semicolon := \\;\n"}};

std::string escaped(std::string_view name, Side side) {
  std::string text;
  if (name.front() == '~') text = "./";  // else a home folder
  for (const char c : name) {
    const std::string_view always = " #:*?[";
    const char more = side == Side::target ? '%' : '|';
    const auto* const variable = std::ranges::find(k_variables, c, &Variable::sign);
    if (variable != k_variables.end()) {
      text += variable->use;
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
  for (const Variable& variable : k_variables) {
    if (rules.find(variable.use) != std::string_view::npos) text += variable.definition;
  }
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
