// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>

#include "base/files/file.hpp"
#include "dataset/table/table.hpp"

namespace tfrec {

struct CsvOptions {
  /// Sniffed from the header line where not given: comma, semicolon or tab.
  std::optional<char> delimiter;
  /// A longer row is an error, so that a quote nobody closes can't fill the memory.
  std::size_t max_row_bytes = std::size_t{64} << 20U;
};

/// Opens a labels CSV. "-" is stdin: all of it is copied to a temporary file without a name. Throws Error:
/// usage if the file does not exist or is a folder, machine.
InputFile open_csv(const std::filesystem::path& path);

/// The delimiter of the header line.
char detected_delimiter(const InputFile& file);

/// Reads a labels CSV once, checks all of it, and keeps 20 bytes per row, a checksum of its cells among them;
/// cells are read again on demand, and are those of the first time or an Error.
/// Format: RFC 4180 with a header row; a byte order mark, LF or CRLF, and blank lines at the end are fine.
/// Cells that `tfrec extract` neutralised are restored (dataset/restored_table.hpp).
/// Throws Error: usage if the file does not exist or is a folder, bad_data ("labels.csv:17") where it is
/// malformed, machine if it can't be read or changed while it was read.
std::unique_ptr<Table> read_csv_table(const std::filesystem::path& file, const CsvOptions& options = {});
/// The same of a file that is open.
std::unique_ptr<Table> read_csv_table(InputFile file, const CsvOptions& options = {});

/// Reads all of a table again. Throws Error (machine) if it is not what it was when it was first read.
void require_unchanged(const Table& table);

}  // namespace tfrec
