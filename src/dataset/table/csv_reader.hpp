// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/files/file.hpp"
#include "dataset/table/csv_record.hpp"
#include "dataset/table/table.hpp"

namespace tfrec {

/// Where the records of a CSV stand and what parts their cells.
struct CsvLayout {
  char delimiter = ',';
  std::uint64_t begin = 0;  // behind a byte order mark
  std::uint64_t end = 0;    // before the line breaks that end the file
  std::size_t max_row_bytes = std::size_t{64} << 20U;
  std::size_t block_bytes = std::size_t{1} << 20U;  // read at a time
};

/// Streams the records of a file, the header first, in memory of one block or of the longest record.
class CsvReader {
 public:
  CsvReader(const InputFile& file, const CsvLayout& layout);

  /// Takes the next record; false at the end. Throws Error: bad_data ("labels.csv:17") where it is malformed
  /// or, after the first, has another number of cells than the first; machine if the file changed
  /// meanwhile.
  bool next();

  /// The cells of the record, valid until the next call.
  std::span<const std::string_view> cells() const { return m_parser.cells(); }
  /// The line on which it starts.
  FileLine line() const { return FileLine(m_line); }
  /// Where it starts in the file.
  std::uint64_t offset() const { return m_offset; }

 private:
  void refill();
  void check_cell_count();
  [[noreturn]] void fail(std::uint64_t line, const std::string& message, const std::string& hint = {}) const;
  [[noreturn]] void fail_defect(const CsvRecordParser::Result& result) const;
  [[noreturn]] void fail_too_long();
  /// What may separate the cells of a table that seems to have one column: where a quote follows it, or the
  /// quote that opens the line is closed before it.
  std::optional<char> delimiter_beside_quote() const;
  std::string column_name(std::size_t column) const;

  const InputFile& m_file;
  CsvLayout m_layout;
  CsvRecordParser m_parser;
  std::vector<char> m_buffer;
  std::size_t m_begin = 0;      // the next record in the buffer
  std::size_t m_end = 0;        // the end of what was read
  std::uint64_t m_read_to = 0;  // the same in the file
  std::uint64_t m_offset = 0;
  std::uint64_t m_line = 0;
  std::uint64_t m_next_line = 1;
  std::vector<std::string> m_header;
};

/// "labels.csv:17"
std::string csv_place(const InputFile& file, FileLine line);

/// Throws the Error (machine) of a file that changes while it is used.
[[noreturn]] void fail_changed(const InputFile& file);
/// Throws it where size or time of `file` are not as when it was opened.
void throw_if_changed(const InputFile& file);

}  // namespace tfrec
