// SPDX-License-Identifier: Apache-2.0
// The only way to write HTML: literals with holes. Where a hole is decides how its value is escaped, and what
// a value may be; both are checked when the program is compiled. What comes from records can therefore never
// become markup.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace tfrec::cli {

class Html;

/// An image in the page itself.
struct DataUri {
  enum class Type : std::uint8_t { jpeg };
  Type type = Type::jpeg;
  std::string_view bytes;
};

/// "#section": a place in the page.
struct PageLink {
  std::string_view id;
};

/// A number with so many digits behind the point, zeros at the end left out.
struct Decimal {
  double value = 0;
  int digits = 2;
};

/// Where a hole is.
enum class HtmlPlace : std::uint8_t { text, attribute, url };

/// What a value may be in: URLs are made by this program alone, and markup is text's alone.
template <class Value>
constexpr bool fits_place(HtmlPlace place) {
  if constexpr (std::is_same_v<Value, Html>) return place == HtmlPlace::text;
  if constexpr (std::is_same_v<Value, DataUri> || std::is_same_v<Value, PageLink>)
    return place == HtmlPlace::url;
  return place != HtmlPlace::url;
}

/// Reads a template up to its holes. Used at compile time: whatever is wrong calls a function that is not
/// constexpr, which does not compile.
class HtmlScanner {
 public:
  constexpr explicit HtmlScanner(std::string_view text) : m_text(text) {}

  /// The place of the next "{}", or npos; where it is then.
  constexpr std::size_t next_hole(HtmlPlace& place);
  constexpr bool ends_in_text() const { return m_state == State::text && m_raw.empty(); }

 private:
  enum class State : std::uint8_t { text, tag, value };

  constexpr void step(char c);
  constexpr void begin_tag();
  constexpr HtmlPlace place_of_hole() const;

  std::string_view m_text;
  std::size_t m_at = 0;
  State m_state = State::text;
  std::string_view m_raw;       // the element whose content is not markup: script or style
  std::size_t m_attribute = 0;  // where the name begins
  std::string_view m_attribute_name;
};

void template_is_malformed(const char* reason);  // never defined: it is called by no correct template

/// A literal with a hole "{}" for each value. Begins and ends outside of tags.
template <class... Values>
class HtmlTemplate {
 public:
  template <std::size_t Size>
  consteval HtmlTemplate(const char (&text)[Size])  // NOLINT(google-explicit-constructor)
      : m_text(text, Size - 1) {
    HtmlScanner scanner(m_text);
    std::size_t count = 0;
    HtmlPlace place{};
    for (std::size_t at = scanner.next_hole(place); at != std::string_view::npos;
         at = scanner.next_hole(place)) {
      if (count == sizeof...(Values)) template_is_malformed("more holes than values");
      m_places[count] = place;
      m_holes[count++] = at;
    }
    if (count != sizeof...(Values)) template_is_malformed("more values than holes");
    if (!scanner.ends_in_text()) template_is_malformed("it ends within a tag, or within a script");
    std::size_t i = 0;
    if (!(fits_place<Values>(m_places[i++]) && ...)) template_is_malformed("a value in the wrong place");
  }

  std::string_view before(std::size_t hole) const {
    const std::size_t begin = hole == 0 ? 0 : m_holes[hole - 1] + 2;
    const std::size_t end = hole == sizeof...(Values) ? m_text.size() : m_holes[hole];
    return m_text.substr(begin, end - begin);
  }

 private:
  std::string_view m_text;
  std::array<std::size_t, sizeof...(Values) + 1> m_holes{};
  std::array<HtmlPlace, sizeof...(Values) + 1> m_places{};
};

/// Text of a script or a style, which a literal of the program alone can be.
class HtmlLiteral {
 public:
  template <std::size_t Size>
  consteval HtmlLiteral(const char (&text)[Size])  // NOLINT(google-explicit-constructor)
      : m_text(text, Size - 1) {}
  std::string_view text() const { return m_text; }

 private:
  std::string_view m_text;
};

/// Markup in the making.
class Html {
 public:
  /// Writes the literal with the values in its holes, escaped.
  template <class... Values>
  void add(HtmlTemplate<std::type_identity_t<Values>...> text, const Values&... values) {
    std::size_t hole = 0;
    ((m_text += text.before(hole++), put(values)), ...);
    m_text += text.before(hole);
  }
  void add(const Html& inner) { m_text += inner.m_text; }
  /// <style> and <script> with these contents.
  void add_style(HtmlLiteral style);
  void add_script(HtmlLiteral script);

  bool empty() const { return m_text.empty(); }
  const std::string& text() const { return m_text; }

 private:
  void put(std::string_view text);
  void put(const char* text) { put(std::string_view(text)); }
  void put(const DataUri& uri);
  void put(const PageLink& link);
  void put(const Decimal& number);
  void put(const Html& inner) { m_text += inner.m_text; }
  void put(std::integral auto number) { m_text += std::to_string(number); }

  std::string m_text;
};

/// "sha256-…" as a Content-Security-Policy allows a script or a style by.
std::string policy_hash(HtmlLiteral content);

// ---- what follows is read by the compiler alone ----

constexpr void HtmlScanner::begin_tag() {
  const std::string_view rest = m_text.substr(m_at + 1);
  if (!m_raw.empty()) {
    if (rest.starts_with("/") && rest.substr(1).starts_with(m_raw)) {
      m_raw = {};
    } else {
      return;
    }
  } else {
    if (rest.starts_with("!--")) template_is_malformed("a comment");
    if (rest.starts_with("script")) m_raw = "script";
    if (rest.starts_with("style")) m_raw = "style";
  }
  m_state = State::tag;
}

constexpr void HtmlScanner::step(char c) {
  switch (m_state) {
    case State::text:
      if (c == '<') begin_tag();
      return;
    case State::tag:
      if (c == '>') m_state = State::text;
      if (c == ' ' || c == '\n') m_attribute = m_at + 1;
      if (c == '\'') template_is_malformed("a value in single quotes");
      if (c != '"') return;
      if (m_attribute == 0 || m_text[m_at - 1] != '=') template_is_malformed("a quote without an attribute");
      m_attribute_name = m_text.substr(m_attribute, m_at - 1 - m_attribute);
      m_state = State::value;
      return;
    case State::value:
      if (c == '"') m_state = State::tag;
      return;
  }
}

constexpr HtmlPlace HtmlScanner::place_of_hole() const {
  if (m_state == State::tag) template_is_malformed("a value in a tag, without quotes");
  if (!m_raw.empty()) template_is_malformed("a value in a script or a style");
  if (m_state == State::text) return HtmlPlace::text;
  const std::string_view name = m_attribute_name;
  if (name.starts_with("on") || name == "style" || name == "srcdoc" || name == "srcset")
    template_is_malformed("a value in an attribute that is a script, a style or markup");
  const bool is_url = name == "href" || name == "src" || name == "xlink:href" || name == "action" ||
                      name == "formaction" || name == "data" || name == "poster";
  return is_url ? HtmlPlace::url : HtmlPlace::attribute;
}

constexpr std::size_t HtmlScanner::next_hole(HtmlPlace& place) {
  for (; m_at < m_text.size(); ++m_at) {
    if (m_text[m_at] == '{' && m_at + 1 < m_text.size() && m_text[m_at + 1] == '}') {
      place = place_of_hole();
      // The whole of a URL comes from the value.
      if (place == HtmlPlace::url && m_text[m_at - 1] != '"') template_is_malformed("a part of a URL");
      const std::size_t hole = m_at;
      m_at += 2;
      return hole;
    }
    step(m_text[m_at]);
  }
  return std::string_view::npos;
}

}  // namespace tfrec::cli
