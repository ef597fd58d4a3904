// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal/terminal_text.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>

#include "base/text/ascii.hpp"
#include "cli/terminal/text_wrap.hpp"

namespace tfrec::cli {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 4> k_signs{
    {{"…", "..."}, {"×", "x"}, {"→", "->"}, {"≥", ">="}}};

std::string_view locale_name() {
  for (const char* variable : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(variable);
    if (value != nullptr && *value != '\0') return value;
  }
  return "C";
}

bool is_utf8_locale(std::string_view locale) {
  const std::string name = lowered(locale);
  return name.find("utf-8") != std::string::npos || name.find("utf8") != std::string::npos;
}

}  // namespace

std::size_t terminal_columns(int descriptor) {
  winsize size{};
  return ::isatty(descriptor) == 1 && ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

std::size_t help_columns() {
  constexpr std::size_t k_least = 40;
  constexpr std::size_t k_most = 100;
  const std::size_t columns = terminal_columns(STDOUT_FILENO);
  return columns == 0 ? k_help_columns : std::clamp(columns, k_least, k_most);
}

bool wants_ascii(int descriptor) {
  return ::isatty(descriptor) == 1 && !is_utf8_locale(locale_name());
}

std::string in_ascii(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const auto sign = std::find_if(k_signs.begin(), k_signs.end(),
                                   [&](const auto& known) { return text.rfind(known.first, 0) == 0; });
    plain += sign == k_signs.end() ? text.substr(0, 1) : sign->second;
    text.remove_prefix(sign == k_signs.end() ? 1 : sign->first.size());
  }
  return plain;
}

}  // namespace tfrec::cli
