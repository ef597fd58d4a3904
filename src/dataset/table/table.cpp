// SPDX-License-Identifier: Apache-2.0
#include "dataset/table/table.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/nearest.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"

namespace tfrec {

std::vector<std::vector<std::string>> Table::cells_of(std::span<const RowIndex> rows) const {
  std::vector<std::vector<std::string>> found;
  for (const RowIndex row : rows) found.push_back(cells(row));
  return found;
}

std::string listed_columns(const Table& table) {
  constexpr std::size_t k_shown = 12;
  const std::vector<std::string>& names = table.columns();
  std::string list;
  for (std::size_t i = 0; i < names.size() && i < k_shown; ++i) {
    list += (i == 0 ? "" : ", ") + in_quotes(names[i]);
  }
  return names.size() <= k_shown ? list : list + ", … (" + format_count(names.size()) + " in all)";
}

std::vector<RowIndex> rows_to_sample(const Table& table) {
  constexpr std::size_t k_most_cells = 200'000;
  const std::size_t most = std::clamp<std::size_t>(k_most_cells / table.columns().size(), 10, 1000);
  const std::size_t sampled = std::min(table.rows(), most);
  std::vector<RowIndex> rows;
  for (std::size_t i = 0; i < sampled; ++i) rows.emplace_back(i * table.rows() / sampled);
  return rows;
}

std::size_t column_named(const Table& table, std::string_view name, std::string_view option) {
  const std::vector<std::string>& columns = table.columns();
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i] == name) return i;
  }
  const std::optional<std::string> near = nearest(name, columns);
  std::string hint = near ? shell_option(option, *near) : std::string();
  throw Error(
      ErrorKind::usage, "",
      std::string(option) + ": no column " + in_quotes(name) + "; the columns are " + listed_columns(table),
      std::move(hint));
}

}  // namespace tfrec
