// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal/text_wrap.hpp"

#include <algorithm>
#include <vector>

namespace tfrec::cli {

namespace {

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find(' '), text.size());
    if (length > 0) words.push_back(text.substr(0, length));
    text.remove_prefix(std::min(length + 1, text.size()));
  }
  return words;
}

/// Characters of UTF-8 text, each taken for one column.
std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace

std::string wrapped(const std::string& label, std::string_view text, std::size_t indent,
                    std::size_t columns) {
  std::string done;
  std::string line = label;
  if (!label.empty() && columns_of(label) + 1 > indent) {
    done = label + "\n";
    line.clear();
  }
  bool fresh = true;
  for (const std::string_view word : words_of(text)) {
    if (!fresh && columns_of(line) + 1 + columns_of(word) > columns) {
      done += line + "\n";
      line.clear();
      fresh = true;
    }
    if (fresh) {
      line.append(indent - std::min(indent, columns_of(line)), ' ');
    } else {
      line += ' ';
    }
    line += word;
    fresh = false;
  }
  return done + line + "\n";
}

}  // namespace tfrec::cli
