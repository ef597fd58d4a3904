// SPDX-License-Identifier: Apache-2.0
#include "cli/reports/reader/fill_template.hpp"

#include <algorithm>
#include <cctype>

namespace tfrec::cli {

namespace {

constexpr std::string_view k_if = "%if ";
constexpr std::string_view k_not = "not ";
constexpr std::string_view k_end = "%end";

bool is_of_name(char c) {
  return std::islower(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// The line up to its end, which is removed from `text`.
std::string_view take_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(text.size(), line.size() + 1));
  return line;
}

std::string_view name_at(std::string_view line, std::size_t hole) {
  std::size_t end = hole + 1;
  while (end < line.size() && is_of_name(line[end])) ++end;
  return line.substr(hole + 1, end - hole - 1);
}

const std::string& value_of(const TemplateValues& values, std::string_view name) {
  return values.holes.at(std::string(name));
}

std::string indented(std::string_view value, std::string_view indentation) {
  std::string lines;
  while (!value.empty()) {
    const std::string_view line = take_line(value);
    if (!line.empty()) lines += std::string(indentation) + std::string(line);
    lines += '\n';
  }
  return lines;
}

std::string filled_line(std::string_view line, const TemplateValues& values) {
  const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
  if (begin < line.size() && line[begin] == '$' && name_at(line, begin).size() + begin + 1 == line.size())
    return indented(value_of(values, name_at(line, begin)), line.substr(0, begin));
  std::string filled;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] != '$') {
      filled += line[at];
      continue;
    }
    const std::string_view name = name_at(line, at);
    filled += value_of(values, name);
    at += name.size();
  }
  return filled + "\n";
}

bool holds(std::string_view condition, const TemplateValues& values) {
  const bool is_negated = condition.starts_with(k_not);
  if (is_negated) condition.remove_prefix(k_not.size());
  return values.facts.contains(condition) != is_negated;
}

}  // namespace

std::string fill_template(std::string_view text, const TemplateValues& values) {
  std::string filled;
  bool is_kept = true;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (line.starts_with(k_if)) {
      is_kept = holds(line.substr(k_if.size()), values);
    } else if (line == k_end) {
      is_kept = true;
    } else if (is_kept) {
      filled += filled_line(line, values);
    }
  }
  return filled;
}

}  // namespace tfrec::cli
