// SPDX-License-Identifier: Apache-2.0
#include "base/unique_name.hpp"

#include <cstdint>
#include <cstdio>
#include <random>
#include <unistd.h>

namespace tfrec {

namespace {

constexpr std::string_view k_mark = ".tmp";

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

bool is_draft_name(std::string_view name) {
  const std::size_t at = name.rfind(k_mark);
  return at != std::string_view::npos && at > 0 &&
         name.find_first_not_of("0123456789abcdef-", at + k_mark.size()) == std::string_view::npos;
}

}  // namespace tfrec
