// SPDX-License-Identifier: Apache-2.0
#include "dataset/table/csv_reader.hpp"

#include <algorithm>

#include "base/text/in_quotes.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "dataset/table/csv_dialect.hpp"

namespace tfrec {

namespace {

std::string_view message_for(CsvDefect defect) {
  switch (defect) {
    case CsvDefect::none:
      break;
    case CsvDefect::open_quote:
      return "the quote that opens this cell is never closed";
    case CsvDefect::text_after_quote:
      return "text after the closing quote";
    case CsvDefect::stray_quote:
      return "a quote inside a cell that does not begin with one";
    case CsvDefect::quote_after_blank:
      return "a blank before the opening quote";
    case CsvDefect::nul_byte:
      return "a NUL byte, which text can't contain";
    case CsvDefect::carriage_return:
      return "a carriage return without a line feed";
  }
  return {};
}

std::string hint_for(CsvDefect defect, const std::string& file) {
  switch (defect) {
    case CsvDefect::open_quote:
      return R"(close it, or write a quote that belongs to the text as "5"" disc")";
    case CsvDefect::text_after_quote:
    case CsvDefect::stray_quote:
      return R"(quote the whole cell and double the quotes inside: "5"" disc")";
    case CsvDefect::quote_after_blank:
      return "remove the blank";
    case CsvDefect::nul_byte:
      return "if it is UTF-16: iconv -f UTF-16 -t UTF-8 " + shell_path(file) + " > labels-utf8.csv";
    case CsvDefect::carriage_return:
      return "for lines that end as on old Macs: tr '\\r' '\\n' < " + shell_path(file) + " > labels-lf.csv";
    case CsvDefect::none:
      break;
  }
  return {};
}

}  // namespace

std::string csv_place(const InputFile& file, FileLine line) {
  return file.name() + ":" + std::to_string(line.value());
}

void fail_changed(const InputFile& file) {
  throw Error(ErrorKind::machine, file.name(), "changed while it was read", "run the same command again");
}

void throw_if_changed(const InputFile& file) {
  if (file.has_changed()) fail_changed(file);
}

CsvReader::CsvReader(const InputFile& file, const CsvLayout& layout)
    : m_file(file), m_layout(layout), m_parser(layout.delimiter), m_read_to(layout.begin) {}

bool CsvReader::next() {
  while (true) {
    const bool last = m_read_to >= m_layout.end;
    if (m_begin < m_end) {
      const CsvRecordParser::Result result =
          m_parser.parse(std::span(m_buffer).subspan(m_begin, m_end - m_begin), last);
      m_offset = m_read_to - (m_end - m_begin);
      m_line = m_next_line;
      if (result.defect != CsvDefect::none) fail_defect(result);
      if (result.complete) {
        m_begin += result.length;
        m_next_line += result.lines;
        check_cell_count();
        return true;
      }
    } else if (last) {
      throw_if_changed(m_file);
      return false;
    }
    refill();
  }
}

/// Moves what is left to the front, makes room where that is a lot, and reads on.
void CsvReader::refill() {
  const std::size_t left = m_end - m_begin;
  if (left > m_layout.max_row_bytes) fail_too_long();
  std::copy(m_buffer.begin() + static_cast<std::ptrdiff_t>(m_begin),
            m_buffer.begin() + static_cast<std::ptrdiff_t>(m_end), m_buffer.begin());
  m_begin = 0;
  m_end = left;
  const std::uint64_t unread = m_layout.end - m_read_to;
  if (m_buffer.size() < 2 * left || m_buffer.empty()) {
    m_buffer.resize(left + std::min<std::uint64_t>(std::max(m_layout.block_bytes, left), unread));
  }
  const std::uint64_t wanted = std::min<std::uint64_t>(m_buffer.size() - left, unread);
  const std::size_t got = m_file.read_at(m_read_to, std::span(m_buffer).subspan(left, wanted));
  if (got < wanted) throw_if_changed(m_file);
  if (got == 0) throw Error(ErrorKind::machine, m_file.name(), "became shorter while it was read");
  m_end += got;
  m_read_to += got;
}

void CsvReader::check_cell_count() {
  const std::span<const std::string_view> found = cells();
  if (m_header.empty()) {
    m_header.assign(found.begin(), found.end());
    return;
  }
  if (found.size() == m_header.size()) return;
  if (found.size() == 1 && found[0].empty()) fail(m_line, "a blank line between rows", "remove the line");
  const std::string counts =
      counted(found.size(), "cell", "cells") + " where the header has " + std::to_string(m_header.size());
  if (found.size() < m_header.size()) {
    fail(m_line, counts + ": column " + column_name(found.size() + 1) + " is missing");
  }
  const auto other = m_header.size() == 1 ? likely_delimiter(m_header) : std::nullopt;
  fail(m_line, counts + ": column " + std::to_string(m_header.size() + 1) + " is one too many",
       other ? delimiter_hint(*other)
             : std::string("a text that contains the delimiter '") +
                   printable(std::string_view(&m_layout.delimiter, 1)) + "' must be quoted");
}

/// "3 'rust'", or the bare number where the header does not know it.
std::string CsvReader::column_name(std::size_t column) const {
  std::string name = std::to_string(column);
  return column > m_header.size() ? name : name + " " + in_quotes(m_header[column - 1]);
}

void CsvReader::fail(std::uint64_t line, const std::string& message, const std::string& hint) const {
  throw_if_changed(m_file);
  throw Error(ErrorKind::bad_data, csv_place(m_file, FileLine(line)), message, hint);
}

void CsvReader::fail_defect(const CsvRecordParser::Result& result) const {
  const std::uint64_t opening = m_line + result.opening_line;
  const bool open = result.defect == CsvDefect::open_quote;
  const std::uint64_t line = open ? opening : m_line + result.lines;
  std::string message =
      "column " + column_name(result.column) + ": " + std::string(message_for(result.defect));
  if (line != opening) message += " (the cell begins on line " + std::to_string(opening) + ")";
  const auto other = delimiter_beside_quote();
  fail(line, message, other ? delimiter_hint(*other) : hint_for(result.defect, m_file.name()));
}

std::optional<char> CsvReader::delimiter_beside_quote() const {
  const std::string_view rest(m_buffer.data() + m_begin, m_end - m_begin);
  const std::string line(rest.substr(0, rest.find('\n')));
  std::vector<std::string> lines = m_header;
  if (lines.empty() && line.find(m_layout.delimiter) == std::string::npos) lines.push_back(line);
  const auto other = lines.size() == 1 ? likely_delimiter(lines) : std::nullopt;
  if (!other) return std::nullopt;
  const bool is_before = line.find(std::string{*other, '"'}) != std::string::npos;
  const bool is_after = line.starts_with('"') && line.find(std::string{'"', *other}) != std::string::npos;
  return is_before || is_after ? other : std::nullopt;
}

void CsvReader::fail_too_long() {
  const CsvRecordParser::Result result =
      m_parser.parse(std::span(m_buffer).subspan(m_begin, m_end - m_begin), true);
  const std::string limit = format_bytes(m_layout.max_row_bytes);
  if (result.defect == CsvDefect::open_quote) {
    fail(m_line + result.opening_line,
         "column " + column_name(result.column) + ": the quote that opens this cell is not closed within " +
             limit,
         hint_for(CsvDefect::open_quote, m_file.name()));
  }
  fail(m_line, "a row of more than " + limit, "is this a CSV with one row per line?");
}

}  // namespace tfrec
