// SPDX-License-Identifier: Apache-2.0
#include "shards/shard_name.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <string>

namespace tfrec {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Takes a run of digits from the end of `text`; returns how many there were.
std::size_t drop_digits(std::string_view& text) {
  const std::size_t before = text.size();
  while (!text.empty() && is_digit(text.back())) text.remove_suffix(1);
  return before - text.size();
}

bool drop_suffix(std::string_view& text, std::string_view suffix) {
  if (!text.ends_with(suffix)) return false;
  text.remove_suffix(suffix.size());
  return true;
}

/// ".tfrec", ".tfrecord.gz": every part starts with a letter, as a version or a date after the '-' does not.
bool is_extension(std::string_view text) {
  if (text.size() < 2 || text.front() != '.') return false;
  for (std::size_t dot = 0; dot != std::string_view::npos; dot = text.find('.', dot + 1)) {
    if (dot + 1 == text.size() || !is_letter(text[dot + 1])) return false;
  }
  return true;
}

}  // namespace

std::optional<std::uint64_t> count_in_name(std::string_view file_name) {
  const std::size_t dash = file_name.rfind('-');
  if (dash == std::string_view::npos || dash == 0 || !is_digit(file_name[dash - 1])) return std::nullopt;
  const std::string_view rest = file_name.substr(dash + 1);
  const auto dot =
      static_cast<std::size_t>(std::find_if_not(rest.begin(), rest.end(), is_digit) - rest.begin());
  if (dot == 0 || !is_extension(rest.substr(dot))) return std::nullopt;
  if (dot > 1 && rest.front() == '0') return std::nullopt;
  std::uint64_t count = 0;
  const auto parsed = std::from_chars(rest.data(), rest.data() + dot, count);
  if (parsed.ec != std::errc{}) return std::nullopt;
  return count;
}

bool has_shard_name(std::string_view file_name) {
  std::string lower(file_name);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  for (const std::string_view extension : {".tfrec", ".tfrecord", ".tfrecords"}) {
    if (lower.size() > extension.size() && lower.ends_with(extension)) return true;
  }
  std::string_view name = file_name;
  return drop_digits(name) >= 5 && drop_suffix(name, "-of-") && drop_digits(name) >= 5 &&
         drop_suffix(name, "-");
}

}  // namespace tfrec
