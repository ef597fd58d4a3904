// SPDX-License-Identifier: Apache-2.0
#include "dataset/classes/label_map.hpp"

#include <charconv>
#include <optional>

#include "base/text/in_quotes.hpp"
#include "dataset/classes/numbered_classes.hpp"
#include "dataset/classes/text_format.hpp"

namespace tfrec {

namespace {

using Kind = TextFormatToken::Kind;

constexpr std::size_t k_deepest = 100;  // of nested messages, as in protobuf

/// A whole number of the text format: decimal, 0x… or 0….
std::optional<std::int64_t> whole_number(std::string_view text) {
  const bool is_negative = text.starts_with('-');
  if (is_negative) text.remove_prefix(1);
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    base = 16;
    text.remove_prefix(2);
  } else if (text.size() > 1 && text.starts_with('0')) {
    base = 8;
  }
  std::int64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (text.empty() || text.front() == '-' || problem != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return is_negative ? -value : value;
}

class LabelMapReader {
 public:
  LabelMapReader(std::string_view text, const std::string& file) : m_tokens(text), m_classes(file) {}

  ClassList read(std::map<std::int64_t, std::string>* display_names) {
    while (!m_tokens.is_end()) {
      if (take_field_name() == "item") {
        m_tokens.take(':');
        read_items();
      } else {
        skip_value();
      }
      end_field();
    }
    if (display_names != nullptr) *display_names = std::move(m_display_names);
    return m_classes.take();
  }

 private:
  struct Item {
    std::optional<std::int64_t> id;
    std::optional<std::string> name;
    std::optional<std::string> display_name;
  };

  [[noreturn]] void fail(const std::string& expected) const {
    const TextFormatToken& token = m_tokens.now();
    if (token.kind == Kind::malformed) m_classes.fail(token.line, std::string(token.text));
    m_classes.fail(token.line,
                   "expected " + expected + ", found " +
                       (m_tokens.is_end() ? "the end of the file" : in_quotes(token.text)),
                   "a label map has items of this form: item { id: 1 name: 'cat' }");
  }

  void require(char symbol) {
    if (!m_tokens.take(symbol)) fail("'" + std::string(1, symbol) + "'");
  }

  std::string_view take_field_name() {
    if (m_tokens.is('[')) {  // an extension
      skip_brackets();
      return {};
    }
    if (m_tokens.now().kind != Kind::word) fail("the name of a field");
    const std::string_view name = m_tokens.now().text;
    m_tokens.advance();
    return name;
  }

  void end_field() {
    if (!m_tokens.take(',')) m_tokens.take(';');
  }

  void read_items() {
    if (!m_tokens.take('[')) return read_item();
    while (!m_tokens.take(']')) {
      read_item();
      if (!m_tokens.is(']')) require(',');
    }
  }

  void read_item() {
    const std::uint64_t line = m_tokens.now().line;
    const char close = m_tokens.is('<') ? '>' : '}';
    require(close == '>' ? '<' : '{');
    Item item;
    while (!m_tokens.take(close)) {
      read_field(item);
      end_field();
    }
    if (!item.id) m_classes.fail(line, "an item has no id");
    const bool has_name = item.name && !item.name->empty();
    if (!has_name && !item.display_name)
      m_classes.fail(line, "item " + std::to_string(*item.id) + " has no name");
    m_classes.add(has_name ? *item.name : *item.display_name, *item.id, line);
    if (has_name && item.display_name) m_display_names[*item.id] = *item.display_name;
  }

  void read_field(Item& item) {
    const std::uint64_t line = m_tokens.now().line;
    const std::string_view field = take_field_name();
    const auto require_first = [&](bool is_known) {
      if (is_known) m_classes.fail(line, "an item has two fields " + in_quotes(field));
      require(':');
    };
    if (field == "id") {
      require_first(item.id.has_value());
      item.id = take_number();
    } else if (field == "name" || field == "display_name") {
      std::optional<std::string>& name = field == "name" ? item.name : item.display_name;
      require_first(name.has_value());
      name = take_text();
    } else {
      skip_value();
    }
  }

  std::int64_t take_number() {
    std::string text(m_tokens.now().kind == Kind::word ? m_tokens.now().text : "");
    const std::uint64_t line = m_tokens.now().line;
    if (text.empty()) fail("a whole number");
    m_tokens.advance();
    if (text == "-" && m_tokens.now().kind == Kind::word) {  // "- 1" is one number
      text += m_tokens.now().text;
      m_tokens.advance();
    }
    const std::optional<std::int64_t> value = whole_number(text);
    if (!value) m_classes.fail(line, "id " + in_quotes(text) + " is not a whole number of 64 bits");
    return *value;
  }

  /// Strings that follow one another are one.
  std::string take_text() {
    if (m_tokens.now().kind != Kind::string) fail("a text in quotes");
    std::string text;
    for (; m_tokens.now().kind == Kind::string; m_tokens.advance()) {
      const std::string problem = append_unescaped(m_tokens.now().text, text);
      if (!problem.empty()) m_classes.fail(m_tokens.now().line, problem);
    }
    return text;
  }

  void skip_value() {
    const bool has_colon = m_tokens.take(':');
    if (m_tokens.is('{') || m_tokens.is('<') || m_tokens.is('[')) return skip_brackets();
    if (!has_colon) fail("':'");
    if (m_tokens.now().kind == Kind::string) {
      take_text();
    } else if (m_tokens.now().kind == Kind::word) {
      const bool is_sign = m_tokens.now().text == "-";
      m_tokens.advance();
      if (is_sign) m_tokens.advance();
    } else {
      fail("a value");
    }
  }

  /// All up to the bracket that closes this one.
  void skip_brackets() {
    constexpr std::string_view k_open = "{<[";
    constexpr std::string_view k_close = "}>]";
    std::string expected;
    do {
      const TextFormatToken token = m_tokens.now();
      if (token.kind == Kind::end || token.kind == Kind::malformed)
        fail("'" + expected.substr(expected.size() - 1) + "'");
      const char symbol = token.kind == Kind::symbol ? token.text.front() : '\0';
      if (const std::size_t open = k_open.find(symbol); open != std::string_view::npos) {
        if (expected.size() == k_deepest) m_classes.fail(token.line, "messages are nested too deeply");
        expected += k_close[open];
      } else if (k_close.find(symbol) != std::string_view::npos) {
        if (symbol != expected.back()) fail("'" + expected.substr(expected.size() - 1) + "'");
        expected.pop_back();
      }
      m_tokens.advance();
    } while (!expected.empty());
  }

  TextFormatTokens m_tokens;
  NumberedClasses m_classes;
  std::map<std::int64_t, std::string> m_display_names;
};

}  // namespace

bool looks_like_label_map(std::string_view text) {
  TextFormatTokens tokens(text);
  if (tokens.now().kind != Kind::word || tokens.now().text != "item") return false;
  tokens.advance();
  tokens.take(':');
  return tokens.is('{') || tokens.is('<') || tokens.is('[');
}

ClassList parse_label_map(std::string_view text, const std::string& file,
                          std::map<std::int64_t, std::string>* display_names) {
  return LabelMapReader(text, file).read(display_names);
}

std::string label_map_content(const ClassList& classes) {
  std::string content;
  for (std::size_t place = 0; place < classes.size(); ++place) {
    content += "item {\n  id: " + std::to_string(classes.ids().at(place)) +
               "\n  name: " + in_text_format(classes.names()[place]) + "\n}\n";
  }
  return content;
}

}  // namespace tfrec
