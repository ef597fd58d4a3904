// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace tfrec::cli {

/// Rows of cells in columns as wide as their widest cell, two blanks apart, no blanks at the line's end.
/// Cells are printable text; their width is counted in characters.
class TextTable {
 public:
  enum class Align { left, right };

  explicit TextTable(std::vector<Align> columns) : m_columns(std::move(columns)) {}

  /// One cell a column; missing ones are empty.
  void add(std::vector<std::string> cells);
  /// The table, each line with `indent` in front.
  std::string text(const std::string& indent = {}) const;

 private:
  std::vector<Align> m_columns;
  std::vector<std::vector<std::string>> m_rows;
};

}  // namespace tfrec::cli
