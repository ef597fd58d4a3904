// SPDX-License-Identifier: Apache-2.0
#include "cli/reports/reader/python_code.hpp"

#include <algorithm>
#include <cctype>

#include "base/text/python_text.hpp"
#include "base/text/utf8.hpp"

namespace tfrec::cli {

namespace {

constexpr std::size_t k_columns = 88;

/// Wide characters take two columns, as ruff counts them.
std::size_t columns_of(std::string_view line) {
  constexpr char32_t k_first_wide = 0x1100;
  std::size_t columns = 0;
  for (const Utf8Character& character : Utf8Characters(line))
    columns += character.code < k_first_wide ? 1 : 2;
  return columns;
}

std::string joined(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) text += (text.empty() ? "" : ", ") + item;
  return text;
}

/// `open` and `close` around the items, on as few lines as fit: one, three, or one for each item. Only of
/// calls the items may share a line of their own.
std::string bracketed(const std::string& before, char open, const std::vector<std::string>& items, char close,
                      const std::string& after, std::size_t indent, bool is_call) {
  const std::string all = joined(items);
  std::string line = before + open + all + close + after;
  if (indent + columns_of(line) <= k_columns) return line;
  const std::string inner = "    ";
  if (is_call && indent + columns_of(inner + all) <= k_columns)
    return before + open + "\n" + inner + all + "\n" + close + after;
  std::string lines = before + open + "\n";
  for (const std::string& item : items) lines += inner + item + ",\n";
  return lines + close + after;
}

}  // namespace

std::string python_word(std::string_view text) {
  std::string word = python_literal(text);
  for (std::size_t at = 0; at + 1 < word.size(); ++at) {
    if (word[at] != '\\') continue;
    const std::size_t digits = word[at + 1] == 'x' ? 2 : word[at + 1] == 'U' ? 8 : 0;
    for (std::size_t i = 0; i < digits; ++i) {
      char& digit = word[at + 2 + i];
      digit = static_cast<char>(std::tolower(static_cast<unsigned char>(digit)));
    }
    at += 1 + digits;
  }
  const bool has_quotes = text.find('"') != std::string_view::npos;
  if (!has_quotes || text.find('\'') != std::string_view::npos) return word;
  const std::size_t open = word.find('"');
  std::string single = word.substr(0, open) + "'";
  for (std::size_t at = open + 1; at + 1 < word.size(); ++at) {
    if (word[at] == '\\' && word[at + 1] == '"') {
      ++at;
    } else if (word[at] == '\\') {
      single += word[at++];
    }
    single += word[at];
  }
  return single + "'";
}

std::vector<std::string> python_words(const std::vector<std::string>& texts) {
  std::vector<std::string> words;
  for (const std::string& text : texts) words.push_back(python_word(text));
  return words;
}

std::string python_list(const std::string& before, const std::vector<std::string>& items,
                        const std::string& after, std::size_t indent) {
  return bracketed(before, '[', items, ']', after, indent, false);
}

std::string python_call(const std::string& before, const std::vector<std::string>& arguments,
                        const std::string& after, std::size_t indent) {
  return bracketed(before, '(', arguments, ')', after, indent, true);
}

std::string python_dict(const std::string& before, const std::vector<std::string>& entries) {
  std::string text = before + "{\n";
  for (const std::string& entry : entries) {
    text += "    ";
    for (const char c : entry) text += c == '\n' ? std::string("\n    ") : std::string(1, c);
    text += ",\n";
  }
  return text + "}";
}

std::string python_filled(const std::string& before, char open, const std::vector<std::string>& items,
                          char close) {
  std::string text = "# fmt: off\n" + before + open;
  std::string line;
  for (const std::string& item : items) {
    const std::string next = (line.empty() ? "    " : line + " ") + item + ",";
    const bool fits = line.empty() || columns_of(next) <= k_columns;
    if (!fits) text += "\n" + line;
    line = fits ? next : "    " + item + ",";
  }
  return text + "\n" + line + "\n" + close + "\n# fmt: on";
}

bool has_long_lines(std::string_view code) {
  while (!code.empty()) {
    const std::string_view line = code.substr(0, code.find('\n'));
    if (columns_of(line) > k_columns) return true;
    code.remove_prefix(std::min(code.size(), line.size() + 1));
  }
  return false;
}

}  // namespace tfrec::cli
