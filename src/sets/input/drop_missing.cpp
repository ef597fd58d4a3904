// SPDX-License-Identifier: Apache-2.0
#include "sets/input/drop_missing.hpp"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "dataset/table/csv_cell.hpp"
#include "dataset/table/selected_table.hpp"
#include "example/comma_list.hpp"

namespace tfrec {

namespace {

std::vector<std::size_t> columns_of(const Table& table, const std::string& names) {
  const CommaList list = parse_comma_list(names);
  if (!list.problem.empty()) throw Error(ErrorKind::usage, "", "--drop-missing: " + list.problem);
  std::vector<std::size_t> columns;
  for (const std::string& name : list.items) columns.push_back(column_named(table, name, "--drop-missing"));
  return columns;
}

}  // namespace

std::string left_out_csv(const std::vector<LeftOutRow>& rows) {
  std::string csv = k_left_out_header;
  for (const LeftOutRow& one : rows)
    csv +=
        std::to_string(one.row) + "," + csv_cell(one.image) + "," + csv_cell(printable(one.action)) + "\r\n";
  return csv;
}

void keep_rows(BuildInput& input, Join& join, const std::vector<RowIndex>& rows) {
  std::vector<RowIndex> selected;
  std::vector<std::uint32_t> images;
  for (const RowIndex row : rows) {
    selected.push_back(input.selected.empty() ? row : input.selected[row.value()]);
    images.push_back(join.image_of_row[row]);
  }
  input.table = select_rows(std::move(input.table), rows);
  input.selected = std::move(selected);
  join.image_of_row = std::move(images);
}

void drop_missing(BuildInput& input, Join& join, const std::string& columns, Observer& observer) {
  const Table& table = *input.table;
  const std::vector<std::size_t> wanted = columns_of(table, columns);
  std::vector<RowIndex> kept;
  std::string first;
  table.for_each([&](RowIndex row, std::span<const std::string_view> cells) {
    const auto empty =
        std::ranges::find_if(wanted, [&](std::size_t column) { return cells[column].empty(); });
    if (empty == wanted.end()) return kept.push_back(row);
    const std::string action = "dropped: " + in_quotes(table.columns()[*empty]) + " is empty";
    if (first.empty()) first = printable(table.place(row)) + " (" + action + ")";
    input.left_out.push_back({table.line(row).value(), input.folder.path(join.image_of_row[row]), action});
  });
  if (input.left_out.empty()) return;
  if (kept.empty())
    throw Error(ErrorKind::bad_data, table.source(), "all rows are left out by --drop-missing");
  observer.note(counted(input.left_out.size(), "row is", "rows are") +
                " left out by --drop-missing, for instance " + first);
  keep_rows(input, join, kept);
}

}  // namespace tfrec
