// SPDX-License-Identifier: Apache-2.0
#include "sets/input/drop_missing.hpp"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/joined.hpp"
#include "base/text/number.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "dataset/classes/classes.hpp"
#include "dataset/classes/label_separator.hpp"
#include "dataset/table/csv_cell.hpp"
#include "dataset/table/missing_cell.hpp"
#include "dataset/table/selected_table.hpp"
#include "example/comma_list.hpp"
#include "sets/input/choose_layout.hpp"
#include "sets/options/columns_named.hpp"

namespace tfrec {

namespace {

std::vector<std::size_t> columns_of(const Table& table, const std::string& names) {
  const CommaList list = parse_comma_list(names);
  if (!list.problem.empty()) throw Error(ErrorKind::usage, "", "--drop-missing: " + list.problem);
  std::vector<std::size_t> columns = columns_named(table, list.items, "--drop-missing");
  std::ranges::sort(columns);
  return columns;
}

/// Of each column, a kind of feature whose cells must be numbers, or bytes.
std::vector<FeatureKind> numeric_kinds(const Table& table, const std::vector<FeatureSpec>& features) {
  std::vector<FeatureKind> kinds(table.columns().size(), FeatureKind::bytes);
  for (const FeatureSpec& spec : features) {
    if (!is_numeric(spec.kind)) continue;
    for (const std::string& name : spec.columns) {
      const auto column = std::ranges::find(table.columns(), name) - table.columns().begin();
      if (column < std::ssize(kinds) && !is_whole(kinds[static_cast<std::size_t>(column)]))
        kinds[static_cast<std::size_t>(column)] = spec.kind;
    }
  }
  return kinds;
}

/// Of each column, what separates the labels in a cell; empty where a cell is one value.
std::vector<std::string> separators_of(const Table& table, const std::vector<FeatureSpec>& features,
                                       const std::string& given) {
  std::vector<std::string> separators(table.columns().size());
  for (const FeatureSpec& spec : features) {
    if (spec.kind != FeatureKind::multihot && spec.kind != FeatureKind::indices) continue;
    const auto found = std::ranges::find(table.columns(), spec.columns.front());
    if (found == table.columns().end()) continue;
    const auto column = static_cast<std::size_t>(found - table.columns().begin());
    separators[column] = given.empty() ? std::string(1, usual_separator(table, column).value_or('|')) : given;
  }
  return separators;
}

/// Why a cell makes its row be dropped; empty if it does not.
std::string fault_of(std::string_view cell, FeatureKind kind, const std::string& separator) {
  if (is_missing(cell)) return " is empty";
  if (!separator.empty() && is_unlabelled(cell, separator)) return " has no label";
  if (looks_missing(cell)) return " is " + in_quotes(cell);
  if (!is_numeric(kind)) return {};
  const NumberProblem problem = is_whole(kind) ? parse_whole(cell).problem : parse_float(cell).problem;
  return problem == NumberProblem::none ? "" : ": " + describe(problem, cell);
}

/// Moves rows with a fault in one of the columns from the input to its left_out, with their images in `join`.
class Dropping {
 public:
  Dropping(BuildInput& input, Join& join, std::vector<std::size_t> columns)
      : m_input(input), m_join(join), m_columns(std::move(columns)) {}

  void run(const std::vector<FeatureKind>& kinds, const std::vector<std::string>& separators) {
    const Table& table = *m_input.table;
    std::vector<RowIndex> kept;
    table.for_each([&](RowIndex row, std::span<const std::string_view> cells) {
      for (const std::size_t column : m_columns) {
        const std::string fault = fault_of(cells[column], kinds[column], separators[column]);
        if (fault.empty()) continue;
        return leave_out(row, cells, "dropped: " + in_quotes(table.columns()[column]) + fault);
      }
      kept.push_back(row);
    });
    if (kept.size() == table.rows()) return;
    if (kept.empty())
      throw Error(ErrorKind::bad_data, table.source(), "all rows are left out by --drop-missing");
    keep_rows(m_input, m_join, kept);
  }

 private:
  void leave_out(RowIndex row, std::span<const std::string_view> cells, const std::string& action) {
    const Table& table = *m_input.table;
    const std::uint32_t image = m_join.image_of_row[row];
    const bool has_image = image != k_no_image;
    if (has_image) m_join.dropped_images.push_back(image);
    m_input.left_out.push_back(
        {table.line(row).value(),
         has_image ? m_input.folder.path(image) : std::string(cells[m_input.image_column]), action});
  }

  BuildInput& m_input;
  Join& m_join;
  std::vector<std::size_t> m_columns;
};

}  // namespace

std::string left_out_csv(const std::vector<LeftOutRow>& rows) {
  std::string csv = k_left_out_header;
  for (const LeftOutRow& one : rows) {
    csv +=
        std::to_string(one.row) + "," + csv_cell(one.image) + "," + csv_cell(printable(one.action)) + "\r\n";
  }
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

void drop_missing(BuildInput& input, Join& join, const BuildOptions& options, const EarlierSet* earlier,
                  Observer& observer) {
  Dropping dropping(input, join, columns_of(*input.table, options.drop_missing));
  const std::size_t columns = input.table->columns().size();
  dropping.run(std::vector<FeatureKind>(columns, FeatureKind::bytes), std::vector<std::string>(columns));
  // Which cells must be numbers depends on the rows that are left.
  input.profiles = profile_columns(*input.table);
  Observer silent;
  const std::vector<FeatureSpec> features = choose_features(options, input, earlier, silent);
  dropping.run(numeric_kinds(*input.table, features),
               separators_of(*input.table, features, options.label_separator));
  if (input.left_out.empty()) return;
  std::ranges::sort(input.left_out, {}, &LeftOutRow::row);
  std::vector<std::uint32_t> dropped = std::move(join.dropped_images);
  join = join_images(*input.table, input.image_column, input.folder);
  join.dropped_images = std::move(dropped);
  const LeftOutRow& first = input.left_out.front();
  observer.warning(counted(input.left_out.size(), "row is", "rows are") + " left out by --drop-missing" +
                   (input.left_out.size() == 1 ? ": " : ", first ") + printable(input.table->source()) + ":" +
                   std::to_string(first.row) + " (" + first.action + "); the set's " + k_left_out_name +
                   " lists them");
}

std::string sorted_columns(const Table& table, const std::string& columns) {
  return joined(columns_of(table, columns), ",",
                [&](std::size_t column) { return quoted_column(table.columns()[column]); });
}

}  // namespace tfrec
