// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal/github_actions.hpp"

#include <algorithm>
#include <cstdlib>

namespace tfrec::cli {

namespace {

constexpr std::string_view k_old_command = "##[";

void append_replaced(std::string& out, std::string_view text, std::string_view with) {
  for (std::size_t at = text.find(k_old_command); at != std::string_view::npos;
       at = text.find(k_old_command)) {
    out.append(text.substr(0, at)).append(with);
    text.remove_prefix(at + k_old_command.size());
  }
  out.append(text);
}

}  // namespace

bool runs_in_github_actions() {
  const char* value = std::getenv("GITHUB_ACTIONS");
  return value != nullptr && std::string_view(value) == "true";
}

std::string without_commands(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end == std::string_view::npos ? end : end + 1);
    text.remove_prefix(line.size());
    const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
    if (line.substr(begin).starts_with("::")) {
      out.append(line.substr(0, begin)).append("\\x3a");
      line.remove_prefix(begin + 1);
    }
    append_replaced(out, line, "#\\x23[");
  }
  return out;
}

std::string json_without_commands(std::string_view json) {
  std::string out;
  append_replaced(out, json, "#\\u0023[");
  return out;
}

}  // namespace tfrec::cli
