// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tfrec {

/// One word of protobuf's text format.
struct TextFormatToken {
  enum class Kind : std::uint8_t { end, word, string, symbol, malformed };

  Kind kind = Kind::end;
  std::string_view text;   // as written; the reason, if malformed
  std::uint64_t line = 1;  // where it begins
};

/// Splits protobuf's text format into words. Words are names and numbers; comments are skipped.
class TextFormatTokens {
 public:
  /// Reads the first token.
  explicit TextFormatTokens(std::string_view text) : m_rest(text) { advance(); }

  const TextFormatToken& now() const { return m_now; }
  bool is(char symbol) const {
    return m_now.kind == TextFormatToken::Kind::symbol && m_now.text.front() == symbol;
  }
  bool is_end() const { return m_now.kind == TextFormatToken::Kind::end; }
  void advance();
  /// Advances over this symbol, if it is next.
  bool take(char symbol);

 private:
  void skip_blanks();
  void read_string();

  std::string_view m_rest;
  std::uint64_t m_line = 1;
  TextFormatToken m_now;
};

/// Appends the text that a quoted string means; the reason if an escape is malformed, else empty.
std::string append_unescaped(std::string_view quoted, std::string& text);

/// The string in quotes, as protobuf reads it back.
std::string in_text_format(std::string_view text);

}  // namespace tfrec
