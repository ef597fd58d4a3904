// SPDX-License-Identifier: Apache-2.0
#include "image/npy/npy.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

#include "base/text/in_quotes.hpp"
#include "base/text/joined.hpp"

namespace tfrec {

namespace {

constexpr std::string_view k_magic = "\x93NUMPY";
constexpr std::size_t k_longest_header = std::size_t{1} << 20U;
constexpr std::size_t k_most_dimensions = 64;

/// Reads the dict of the header: the three keys NumPy writes, in any order, and nothing else of Python.
class HeaderDict {
 public:
  explicit HeaderDict(std::string_view text) : m_rest(text) {}

  bool parse() {
    if (!take('{')) return false;
    while (!take('}')) {
      const std::optional<std::string_view> key = take_string();
      if (!key || !take(':') || !take_value(*key)) return false;
      if (!take(',') && !next_is('}')) return false;
    }
    skip_blanks();
    return m_rest.empty() && descr && fortran_order && shape;
  }

  std::optional<std::string_view> descr;
  std::optional<bool> fortran_order;
  std::optional<std::vector<std::uint64_t>> shape;

 private:
  void skip_blanks() { m_rest.remove_prefix(std::min(m_rest.find_first_not_of(" \t\r\n"), m_rest.size())); }

  bool next_is(char c) {
    skip_blanks();
    return m_rest.starts_with(c);
  }

  bool take(char c) {
    if (!next_is(c)) return false;
    m_rest.remove_prefix(1);
    return true;
  }

  std::optional<std::string_view> take_string() {
    const char quote = next_is('"') ? '"' : '\'';
    if (!take(quote)) return std::nullopt;
    const std::size_t end = m_rest.find(quote);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view text = m_rest.substr(0, end);
    m_rest.remove_prefix(end + 1);
    return text;
  }

  bool take_word(std::string_view word) {
    skip_blanks();
    if (!m_rest.starts_with(word)) return false;
    m_rest.remove_prefix(word.size());
    return true;
  }

  bool take_value(std::string_view key) {
    if (key == "descr") return !descr && take_descr();
    if (key == "fortran_order") return !fortran_order && take_order();
    return key == "shape" && !shape && take_shape();
  }

  /// A list or tuple describes a structured type; it is kept as "[" and judged later.
  bool take_descr() {
    if (next_is('[') || next_is('(')) {
      descr = m_rest.substr(0, 1);
      return skip_nested();
    }
    descr = take_string();
    return descr.has_value();
  }

  bool skip_nested() {
    int depth = 0;
    do {
      const std::size_t next = m_rest.find_first_of("[]()'\"");
      if (next == std::string_view::npos) return false;
      const char c = m_rest[next];
      m_rest.remove_prefix(c == '\'' || c == '"' ? next : next + 1);
      if (c == '[' || c == '(') ++depth;
      if (c == ']' || c == ')') --depth;
      if ((c == '\'' || c == '"') && !take_string()) return false;
    } while (depth > 0);
    return true;
  }

  bool take_order() {
    const bool first_fastest = take_word("True");
    if (!first_fastest && !take_word("False")) return false;
    fortran_order = first_fastest;
    return true;
  }

  bool take_shape() {
    if (!take('(')) return false;
    std::vector<std::uint64_t> sizes;
    while (!take(')')) {
      skip_blanks();
      std::uint64_t size = 0;
      const auto [end, error] = std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), size);
      if (error != std::errc{} || sizes.size() == k_most_dimensions) return false;
      m_rest.remove_prefix(static_cast<std::size_t>(end - m_rest.data()));
      if (m_rest.starts_with('L')) m_rest.remove_prefix(1);  // Python 2 wrote 28L
      sizes.push_back(size);
      if (!take(',') && !next_is(')')) return false;
    }
    shape = std::move(sizes);
    return true;
  }

  std::string_view m_rest;
};

/// Takes "<f4" apart; false if it is not a number of a size we know.
bool take_type(std::string_view descr, NpyHeader& header) {
  constexpr std::string_view k_kinds = "biuf";  // in the order of NpyKind
  constexpr std::array<std::string_view, 4> k_sizes{"1", "1248", "1248", "248"};
  if (descr.size() != 3 || std::string_view("<>|=").find(descr[0]) == std::string_view::npos) return false;
  const std::size_t kind = k_kinds.find(descr[1]);
  if (kind == std::string_view::npos || k_sizes[kind].find(descr[2]) == std::string_view::npos) return false;
  header.kind = static_cast<NpyKind>(kind);
  header.item_bytes = static_cast<std::size_t>(descr[2] - '0');
  header.big_endian = descr[0] == '>';
  return true;
}

std::string name_of_type(std::string_view descr) {
  if (descr == "[" || descr == "(") return "structured values";
  const char kind = descr.size() > 1 ? descr[1] : '?';
  switch (kind) {
    case 'O':
      return "Python objects";
    case 'U':
    case 'S':
      return "text";
    case 'c':
      return "complex numbers";
    case 'M':
    case 'm':
      return "dates";
    default:
      return "values of type " + in_quotes(descr);
  }
}

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = (value << 8U) | static_cast<std::uint8_t>(bytes[i]);
  return value;
}

/// The product of the shape times the item size, nothing if it passes 2^63.
std::optional<std::uint64_t> data_bytes(const NpyHeader& header) {
  std::uint64_t bytes = header.item_bytes;
  for (const std::uint64_t size : header.shape) {
    if (size != 0 && bytes > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) / size) {
      return std::nullopt;
    }
    bytes *= size;
  }
  return bytes;
}

/// Where header text begins and how long it is; length 0 if the file is cut or the version unknown.
std::pair<std::size_t, std::size_t> header_range(std::string_view file) {
  if (file.size() < 10) return {0, 0};
  const auto version = static_cast<std::uint8_t>(file[6]);
  const std::size_t length_bytes = version == 1 ? 2 : 4;
  if (version < 1 || version > 3 || file.size() < 8 + length_bytes) return {0, 0};
  const std::uint64_t length = little_endian(file.substr(8, length_bytes));
  const std::size_t start = 8 + length_bytes;
  if (length > k_longest_header || length > file.size() - start) return {0, 0};
  return {start, static_cast<std::size_t>(length)};
}

}  // namespace

std::string NpyHeader::dtype() const {
  constexpr std::array k_names{"bool", "int", "uint", "float"};
  const std::string name = k_names[static_cast<std::size_t>(kind)];
  return kind == NpyKind::boolean ? name : name + std::to_string(8 * item_bytes);
}

std::string shape_text(std::span<const std::uint64_t> shape) {
  const std::string sides = joined(shape, ", ", [](std::uint64_t side) { return std::to_string(side); });
  return "(" + sides + (shape.size() == 1 ? ",)" : ")");
}

bool is_npy(std::string_view file) {
  return file.starts_with(k_magic);
}

std::variant<NpyHeader, Rejected> parse_npy(std::string_view file) {
  if (!is_npy(file)) return Rejected{"not a NumPy array (.npy)"};
  const auto [start, length] = header_range(file);
  HeaderDict dict(file.substr(start, length));
  if (length == 0 || !dict.parse()) return Rejected{"NumPy array with a damaged header"};
  NpyHeader header;
  if (!take_type(*dict.descr, header))
    return Rejected{"NumPy array of " + name_of_type(*dict.descr) + ", not of numbers"};
  header.fortran_order = *dict.fortran_order;
  header.shape = std::move(*dict.shape);
  header.data_offset = start + length;
  const std::optional<std::uint64_t> bytes = data_bytes(header);
  const std::uint64_t found = file.size() - header.data_offset;
  if (!bytes || *bytes != found) {
    return Rejected{"NumPy array of shape " + shape_text(header.shape) + " and type " + header.dtype() +
                    " needs " + (bytes ? std::to_string(*bytes) : "too many") + " bytes, the file has " +
                    std::to_string(found)};
  }
  if (*bytes == 0)
    return Rejected{"NumPy array of shape " + shape_text(header.shape) + " contains no values"};
  header.values = *bytes / header.item_bytes;
  return header;
}

}  // namespace tfrec
