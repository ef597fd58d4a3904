// SPDX-License-Identifier: Apache-2.0
#include "sets/plan/tfds_names.hpp"

#include <algorithm>
#include <array>

#include "base/text/ascii.hpp"
#include "base/text/printable.hpp"
#include "base/text/utf8.hpp"

namespace tfrec {

namespace {

bool is_alphanumeric(char c) {
  return is_letter(c) || is_digit(c);
}

bool is_word(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return is_alphanumeric(c) || c == '_'; });
}

/// What Python's str.strip() takes off, in UTF-8.
constexpr std::array<std::string_view, 29> k_blanks{" ",
                                                    "\t",
                                                    "\n",
                                                    "\v",
                                                    "\f",
                                                    "\r",
                                                    "\x1c",
                                                    "\x1d",
                                                    "\x1e",
                                                    "\x1f",
                                                    "\xC2\x85",
                                                    "\xC2\xA0",
                                                    "\xE1\x9A\x80",
                                                    "\xE2\x80\x80",
                                                    "\xE2\x80\x81",
                                                    "\xE2\x80\x82",
                                                    "\xE2\x80\x83",
                                                    "\xE2\x80\x84",
                                                    "\xE2\x80\x85",
                                                    "\xE2\x80\x86",
                                                    "\xE2\x80\x87",
                                                    "\xE2\x80\x88",
                                                    "\xE2\x80\x89",
                                                    "\xE2\x80\x8A",
                                                    "\xE2\x80\xA8",
                                                    "\xE2\x80\xA9",
                                                    "\xE2\x80\xAF",
                                                    "\xE2\x81\x9F",
                                                    "\xE3\x80\x80"};

}  // namespace

std::string problem_of_tfds_name(std::string_view name) {
  const bool good = !name.empty() && is_letter(name.front()) && is_word(name);
  return good ? std::string() : "must begin with a letter and contain only letters, digits and '_'";
}

std::string problem_of_tfds_split(std::string_view name) {
  if (lowered(name) == "all") return "means all splits to TensorFlow Datasets";
  std::string plain(name);
  std::erase(plain, '-');
  if (!is_word(plain)) return "may contain only letters, digits, '_' and '-'";
  return std::any_of(name.begin(), name.end(), is_alphanumeric) ? std::string()
                                                                : "must contain a letter or a digit";
}

std::string problem_of_tfds_feature(std::string_view name, bool has_labels_file) {
  constexpr std::size_t k_longest = 200;  // of 255 bytes, for ".labels.txt"
  if (name.empty()) return "its name is empty";
  if (name.find('/') != std::string_view::npos) return "a '/' in its name parts nested features there";
  if (name.size() > k_longest) return "its name is longer than " + std::to_string(k_longest) + " bytes";
  if (has_labels_file && (name.front() == '.' || printable(name) != name))
    return "its name is also that of its classes file, and begins with '.' or contains a control character";
  return {};
}

std::string problem_of_tfds_class(std::string_view name) {
  if (!is_utf8(name)) return "is not UTF-8";
  const bool stripped = std::any_of(k_blanks.begin(), k_blanks.end(), [&](std::string_view blank) {
    return name.starts_with(blank) || name.ends_with(blank);
  });
  return stripped ? "begins or ends with a blank, which is taken off there" : std::string();
}

}  // namespace tfrec
