// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "records/layout/layout_input.hpp"
#include "records/layout/record_layout.hpp"

namespace tfrec {

/// Makes the classes of columns, each column once.
class ClassBinding {
 public:
  ClassBinding(const LayoutInput& input, Observer& observer) : m_input(input), m_observer(observer) {}

  /// The classes of a column: those of an earlier set, else the lines of the classes file, else its distinct
  /// values, sorted. Throws Error (bad_data) with the row of an unknown class. Reports to the observer which
  /// names look alike.
  std::shared_ptr<const ColumnClasses> of_column(std::size_t column, bool several_labels);

  /// Throws Error (usage) if classes were read from no file although one is given.
  void require_file_used() const;

  /// How many cells of the column have no label.
  std::uint64_t empty_cells(std::size_t column, const std::string& separator) const;

  const std::vector<std::shared_ptr<const ColumnClasses>>& all() const { return m_made; }

 private:
  bool takes_classes_file(std::size_t column) const;
  ClassesFile classes_of_file() const;
  std::string separator_of(std::size_t column);
  /// Every cell is one label; `likely` separates labels that look like several.
  void report_one_class(const ColumnClasses& made);
  void report_single_labels(const std::string& fact, std::optional<char> likely);
  ClassList own_classes(std::size_t column, const std::string& separator) const;
  const std::vector<DistinctValue>* distinct_values(std::size_t column, const std::string& separator) const;
  ClassList values_of(std::size_t column, const std::string& separator) const;
  std::string hint_like_earlier(const ColumnClasses& made, std::string_view label) const;
  std::string hint_for_unknown(const ColumnClasses& made, std::string_view label) const;
  Error unknown(const ColumnClasses& made, std::string_view label, RowIndex row) const;
  void require_known(const ColumnClasses& made) const;
  void warn_of_missing(const ColumnClasses& made);
  void warn_of_shifted_ids(const ColumnClasses& made);
  void warn_of_lists(const ColumnClasses& made);
  void warn_of_other_separators(const ColumnClasses& made);
  using FirstRows = std::unordered_map<std::string_view, RowIndex>;
  FirstRows first_rows(const std::vector<std::vector<std::string>>& groups, const ColumnClasses& made) const;
  void warn_of_near_twins_in(const ColumnClasses& made);

  const LayoutInput& m_input;
  Observer& m_observer;
  std::vector<std::shared_ptr<const ColumnClasses>> m_made;
  bool m_is_file_used = false;
};

}  // namespace tfrec
