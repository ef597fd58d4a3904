// SPDX-License-Identifier: Apache-2.0
#include "records/layout/require_utf8.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "base/text/printable.hpp"
#include "base/text/shell_word.hpp"
#include "base/text/utf8.hpp"
#include "dataset/classes/classes.hpp"

namespace tfrec {

namespace {

Error no_utf8(const Table& table, const std::string& place, const std::string& what) {
  const std::string path = table.source();
  const bool is_file = !std::filesystem::is_directory(path);
  return Error(ErrorKind::bad_data, place, what + " is not UTF-8, and a manifest contains nothing else",
               is_file ? "if it is Windows-1252: iconv -f WINDOWS-1252 -t UTF-8 " + shell_path(path) +
                             " > labels-utf8.csv"
                       : "rename the folder");
}

/// The place of the first row that has the class, or of the table if the class is of a list.
std::string place_of(const std::string& name, const ColumnClasses& column, const Table& table) {
  std::optional<RowIndex> first;
  table.for_each([&](RowIndex row, std::span<const std::string_view> cells) {
    if (first) return;
    const auto labels = split_labels(cells[column.column], column.separator);
    if (std::ranges::find(labels, name) != labels.end()) first = row;
  });
  return first ? table.place(*first) : table.source();
}

}  // namespace

void require_utf8(const RecordLayout& layout, const Table& table, std::size_t image_column) {
  const auto require_column = [&](const std::string& column) {
    if (!is_utf8(column))
      throw no_utf8(table, table.source(), "the name of column '" + printable(column) + "'");
  };
  require_column(table.columns()[image_column]);
  for (const BoundFeature& feature : layout.features) {
    for (const std::string& column : feature.spec.columns) require_column(column);
  }
  for (const auto& column : layout.classes) {
    for (const std::string& name : column->classes.names()) {
      if (is_utf8(name)) continue;
      throw no_utf8(
          table, place_of(name, *column, table),
          "class '" + printable(name) + "' of column '" + printable(table.columns()[column->column]) + "'");
    }
  }
}

}  // namespace tfrec
