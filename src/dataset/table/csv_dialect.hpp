// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "base/files/file.hpp"
#include "dataset/table/csv_reader.hpp"

namespace tfrec {

/// Finds where the text of a CSV begins and ends and, unless given, its delimiter: the one of comma,
/// semicolon and tab that comes most often in the header line outside quotes; a comma where none does. Throws
/// Error (bad_data) where the file is empty, or is not text at all: UTF-16, an Excel workbook, a compressed
/// file, a Git LFS pointer.
CsvLayout find_csv_layout(const InputFile& file, std::optional<char> delimiter, std::size_t max_row_bytes);

/// The character that occurs equally often, at least once, in all of these lines: what may separate the cells
/// of a table that has one column.
std::optional<char> likely_delimiter(std::span<const std::string> lines);

/// "is the delimiter '|'? --delimiter '|'"
std::string delimiter_hint(char delimiter);

}  // namespace tfrec
