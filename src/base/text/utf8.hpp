// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iterator>
#include <string_view>

namespace tfrec {

/// A character of a text, or a byte that is not UTF-8 (RFC 3629: no overlong forms, no surrogates).
struct Utf8Character {
  std::string_view bytes;
  char32_t code = 0;  // of an invalid byte: its value
  bool is_valid = true;
};

/// The characters of a text, in order: for (const Utf8Character& c : Utf8Characters(text))
class Utf8Characters {
 public:
  explicit Utf8Characters(std::string_view text) : m_text(text) {}

  class Iterator {
   public:
    explicit Iterator(std::string_view rest) : m_rest(rest) { read(); }
    const Utf8Character& operator*() const { return m_character; }
    Iterator& operator++() {
      m_rest.remove_prefix(m_character.bytes.size());
      read();
      return *this;
    }
    bool operator==(std::default_sentinel_t) const { return m_rest.empty(); }

   private:
    void read();

    std::string_view m_rest;
    Utf8Character m_character;
  };

  Iterator begin() const { return Iterator(m_text); }
  static std::default_sentinel_t end() { return {}; }

 private:
  std::string_view m_text;
};

bool is_utf8(std::string_view text);

}  // namespace tfrec
