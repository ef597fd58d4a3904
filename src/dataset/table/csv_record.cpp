// SPDX-License-Identifier: Apache-2.0
#include "dataset/table/csv_record.hpp"

#include <algorithm>
#include <cstring>

namespace tfrec {

namespace {

bool contains(std::string_view text, char c) {
  return text.find(c) != std::string_view::npos;
}

/// The defect of a character that may not be in a cell without quotes.
CsvDefect defect_of(char c, std::string_view cell_before) {
  if (c == '\0') return CsvDefect::nul_byte;
  if (c == '\r') return CsvDefect::carriage_return;
  const bool blank = !cell_before.empty() && cell_before.find_first_not_of(" \t") == std::string_view::npos;
  return blank ? CsvDefect::quote_after_blank : CsvDefect::stray_quote;
}

}  // namespace

CsvRecordParser::Result CsvRecordParser::parse(std::span<char> bytes, bool last) {
  m_cells.clear();
  m_escaped.clear();
  Result result;
  const std::string_view text(bytes.data(), bytes.size());
  const std::size_t line_end = text.find('\n');
  const bool whole_line = line_end != std::string_view::npos;
  if (!whole_line && !last) return result;
  std::string_view line = text.substr(0, line_end);
  if (whole_line && line.ends_with('\r')) line.remove_suffix(1);
  if (split_plain(line)) {
    result.complete = true;
    result.length = whole_line ? line_end + 1 : text.size();
    result.lines = whole_line ? 1 : 0;
    return result;
  }
  parse_cells(bytes, last, result);
  return result;
}

/// The quick way, for a line that holds nothing but cells and delimiters.
bool CsvRecordParser::split_plain(std::string_view line) {
  if (contains(line, '"') || contains(line, '\r') || contains(line, '\0')) return false;
  while (true) {
    const std::size_t end = line.find(m_delimiter);
    m_cells.push_back(line.substr(0, end));
    if (end == std::string_view::npos) return true;
    line.remove_prefix(end + 1);
  }
}

void CsvRecordParser::parse_cells(std::span<char> bytes, bool last, Result& result) {
  const std::string_view text(bytes.data(), bytes.size());
  std::size_t position = 0;
  while (true) {
    result.column = m_cells.size() + 1;
    parse_cell(text, position, result);
    if (result.defect != CsvDefect::none) break;
    if (position < text.size() && text[position] == m_delimiter) {
      ++position;
      continue;
    }
    if (position == text.size() && !last) return;
    const std::size_t line_break = position == text.size() ? 0 : text[position] == '\r' ? 2 : 1;
    result.complete = true;
    result.length = position + line_break;
    result.lines += line_break == 0 ? 0 : 1;
    take_escapes_apart(bytes);
    return;
  }
  // What follows may still close the quote, or turn a carriage return at the very end into a line break.
  const bool cut = result.defect == CsvDefect::open_quote ||
                   (result.defect == CsvDefect::carriage_return && position + 1 == text.size());
  if (cut && !last) result.defect = CsvDefect::none;
}

/// Takes one cell; `position` ends up on what follows it: a delimiter, a line break, the end, or the defect.
void CsvRecordParser::parse_cell(std::string_view text, std::size_t& position, Result& result) {
  const std::size_t start = position;
  result.opening_line = result.lines;
  if (start < text.size() && text[start] == '"') {
    const QuotedCell cell = parse_quoted(text, start, result);
    position = cell.end;
    if (result.defect != CsvDefect::none) return;
    if (cell.escapes) m_escaped.push_back(m_cells.size());
    m_cells.push_back(text.substr(start + 1, cell.end - start - 2));
  } else {
    while (position < text.size() && text[position] != m_delimiter && text[position] != '\n' &&
           text[position] != '\r' && text[position] != '"' && text[position] != '\0') {
      ++position;
    }
    m_cells.push_back(text.substr(start, position - start));
  }
  if (position == text.size() || text[position] == m_delimiter || text[position] == '\n') return;
  if (text[position] == '\r' && position + 1 < text.size() && text[position + 1] == '\n') return;
  const bool quoted = start < position && text[start] == '"';
  const bool mark = text[position] != '\r' && text[position] != '\0';
  result.defect = quoted && mark ? CsvDefect::text_after_quote : defect_of(text[position], m_cells.back());
}

CsvRecordParser::QuotedCell CsvRecordParser::parse_quoted(std::string_view text, std::size_t start,
                                                          Result& result) const {
  QuotedCell cell;
  std::size_t position = start + 1;
  while (true) {
    const std::size_t quote = std::min(text.find('"', position), text.size());
    const std::string_view piece = text.substr(position, quote - position);
    const std::size_t nul = piece.find('\0');
    const std::string_view sound = piece.substr(0, nul);
    result.lines += static_cast<std::size_t>(std::count(sound.begin(), sound.end(), '\n'));
    cell.end = std::min(quote + 1, text.size());
    if (nul != std::string_view::npos) {
      result.defect = CsvDefect::nul_byte;
      return cell;
    }
    if (quote == text.size()) {
      result.defect = CsvDefect::open_quote;
      return cell;
    }
    if (quote + 1 == text.size() || text[quote + 1] != '"') return cell;
    cell.escapes = true;
    position = quote + 2;
  }
}

void CsvRecordParser::take_escapes_apart(std::span<char> bytes) {
  for (const std::size_t number : m_escaped) {
    std::string_view& cell = m_cells[number];
    char* const begin = bytes.data() + (cell.data() - bytes.data());
    char* out = begin;
    for (std::size_t i = 0; i < cell.size(); ++i) {
      if (cell[i] == '"') ++i;
      *out++ = cell[i];
    }
    cell = std::string_view(begin, static_cast<std::size_t>(out - begin));
  }
}

}  // namespace tfrec
