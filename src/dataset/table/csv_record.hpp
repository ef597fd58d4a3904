// SPDX-License-Identifier: Apache-2.0
// One record of RFC 4180 text, strictly: a cell is either free of quotes, or begins and ends with one and
// writes inner ones twice; records end with LF or CRLF.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tfrec {

enum class CsvDefect : std::uint8_t {
  none,
  open_quote,         // never closed
  text_after_quote,   // "a"b
  stray_quote,        // a"b
  quote_after_blank,  // a, "b": the blank makes the cell an unquoted one
  nul_byte,
  carriage_return,  // not followed by a line feed
};

/// Parses record by record. Cells are views into the caller's bytes, which it changes to take doubled quotes
/// apart.
class CsvRecordParser {
 public:
  struct Result {
    bool complete = false;   // else more bytes are needed (never with `last`), or there is a defect
    std::size_t length = 0;  // bytes of a complete record, its line break included
    std::size_t lines = 0;   // line breaks in these bytes; up to the defect if there is one
    CsvDefect defect = CsvDefect::none;
    std::size_t column = 0;        // 1-based: of the defect, or of the open quote where more bytes are needed
    std::size_t opening_line = 0;  // line breaks before the quote that opens the cell of a defect
  };

  explicit CsvRecordParser(char delimiter) : m_delimiter(delimiter) {}

  /// Parses the record at the start of `bytes` (not empty). `last`: nothing follows them. Bytes are changed
  /// only where the record is complete. Linear in the record's length.
  Result parse(std::span<char> bytes, bool last);

  /// The cells of the last complete record.
  std::span<const std::string_view> cells() const { return m_cells; }

 private:
  /// A quoted cell from its opening quote on; `end` is where it ends, after the closing quote.
  struct QuotedCell {
    std::size_t end = 0;
    bool escapes = false;
  };

  bool split_plain(std::string_view line);
  void parse_cells(std::span<char> bytes, bool last, Result& result);
  void parse_cell(std::string_view text, std::size_t& position, Result& result);
  QuotedCell parse_quoted(std::string_view text, std::size_t start, Result& result) const;
  void take_escapes_apart(std::span<char> bytes);

  char m_delimiter;
  std::vector<std::string_view> m_cells;
  std::vector<std::size_t> m_escaped;  // numbers of the cells that hold doubled quotes
};

}  // namespace tfrec
