// SPDX-License-Identifier: Apache-2.0
#include "base/text/unique_name.hpp"

#include <cstdio>
#include <random>
#include <unistd.h>

namespace tfrec {

namespace {

constexpr std::string_view k_mark = ".tmp";
constexpr std::size_t k_random_digits = 16;

std::string made_suffix() {
  std::random_device source;
  char text[64];
  std::snprintf(text, sizeof text, "%s%ld-%08x%08x", k_mark.data(), static_cast<long>(::getpid()),
                static_cast<unsigned>(source()), static_cast<unsigned>(source()));
  return text;
}

}  // namespace

const std::string& process_suffix() {
  static const std::string suffix = made_suffix();
  return suffix;
}

std::string without_process_suffix(const std::string& path) {
  const std::string& suffix = process_suffix();
  return path.ends_with(suffix) ? path.substr(0, path.size() - suffix.size()) : path;
}

std::string_view name_of_draft(std::string_view name) {
  const std::size_t at = name.rfind(k_mark);
  if (at == std::string_view::npos) return {};
  const std::string_view suffix = name.substr(at + k_mark.size());
  const std::size_t dash = suffix.find('-');
  const bool is_ours = dash != std::string_view::npos && dash > 0 &&
                       suffix.size() - dash - 1 == k_random_digits &&
                       suffix.find_first_not_of("0123456789") == dash &&
                       suffix.find_first_not_of("0123456789abcdef", dash + 1) == std::string_view::npos;
  return is_ours ? name.substr(0, at) : std::string_view();
}

}  // namespace tfrec
