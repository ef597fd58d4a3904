// SPDX-License-Identifier: Apache-2.0
#include "records/layout/bind_classes.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/joined.hpp"
#include "base/text/number.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "dataset/classes/classes.hpp"
#include "dataset/classes/label_separator.hpp"
#include "dataset/table/missing_cell.hpp"
#include "example/comma_list.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_most_columns = 1000;
constexpr std::string_view k_usual = "|;,";      // separators
constexpr std::string_view k_possible = "|;, ";  // those that a hint may take for one

}  // namespace

std::shared_ptr<const ColumnClasses> ClassBinding::of_column(std::size_t column, bool several_labels) {
  const auto same_column = [&](const auto& made) {
    return made->column == column && made->separator.empty() != several_labels;
  };
  const auto found = std::find_if(m_made.begin(), m_made.end(), same_column);
  if (found != m_made.end()) return *found;
  if (m_made.size() == k_most_columns) {
    throw Error(ErrorKind::usage, "",
                "more than " + format_count(k_most_columns) +
                    " columns would have classes, each with a file of its own",
                "name the features you need with --feature NAME=KIND[:COLUMN,…]");
  }
  auto made = std::make_shared<ColumnClasses>();
  made->column = column;
  if (several_labels) made->separator = separator_of(column);
  const std::string& name = m_input.table.columns()[column];
  const bool is_second = several_labels && m_input.known_label_classes.contains(name);
  const auto& lists = is_second ? m_input.known_label_classes : m_input.known_classes;
  const auto known = lists.find(name);
  if (known != lists.end()) {
    made->classes = known->second;
    require_known(*made);
  } else if (takes_classes_file(column)) {
    ClassesFile file = classes_of_file();
    made->classes = std::move(file.classes);
    made->has_ids_of_file = file.has_ids;
    m_is_file_used = true;
    require_known(*made);
  } else {
    made->classes = own_classes(column, made->separator);
    made->classes.set_ids({m_input.label_base});
    report_one_class(*made);
    warn_of_missing(*made);
    warn_of_shifted_ids(*made);
    warn_of_lists(*made);
    warn_of_other_separators(*made);
  }
  warn_of_near_twins_in(*made);
  m_made.push_back(made);
  return made;
}

/// A column such as image/format is the same for every image, but its list of classes looks like the label's.
void ClassBinding::report_one_class(const ColumnClasses& made) {
  const std::string& name = m_input.table.columns()[made.column];
  if (made.classes.size() != 1 || m_input.table.rows() < 2 || m_input.given_classes.contains(name)) return;
  m_observer.note("column '" + printable(name) + "': has one class, '" +
                  printable_excerpt(made.classes.names().front(), 60) +
                  "', in all rows; --label-column NAME selects the label columns");
}

ClassesFile ClassBinding::classes_of_file() const {
  ClassesFile file = read_classes_file(m_input.classes_file);
  if (!file.has_ids) file.classes.set_ids({m_input.label_base});
  if (file.has_ids && m_input.has_label_base) {
    throw Error(ErrorKind::usage, m_input.classes_file.string(),
                "contains the class ids, and --label-base would change them", "leave out --label-base");
  }
  return file;
}

/// --classes names one list: where several columns have classes, it is the label column's.
bool ClassBinding::takes_classes_file(std::size_t column) const {
  if (m_input.classes_file.empty()) return false;
  if (m_input.class_columns < 2) return true;
  const std::string& name = m_input.table.columns()[column];
  const auto& wanted = m_input.label_columns;
  if (!wanted.empty()) return std::ranges::find(wanted, name) != wanted.end();
  return name == "class" || name == "label";
}

void ClassBinding::require_file_used() const {
  if (m_is_file_used || m_input.classes_file.empty() || m_made.empty()) return;
  std::vector<std::string> columns;
  for (const auto& made : m_made) columns.push_back(m_input.table.columns()[made->column]);
  const ClassList listed = classes_of_file().classes;
  const auto fit = std::ranges::max_element(m_made, {}, [&](const auto& made) {
    return std::ranges::count_if(made->classes.names(),
                                 [&](const std::string& name) { return listed.place_of(name).has_value(); });
  });
  throw Error(ErrorKind::usage, "",
              "--classes lists the classes of one column, and several have classes: " + quoted_list(columns),
              "beside --layout, add --feature NAME=index:COLUMN for each other column to store; choose the "
              "column of the list: " +
                  shell_option("--label-column", m_input.table.columns()[(*fit)->column]));
}

std::string ClassBinding::separator_of(std::size_t column) {
  const std::string& given = m_input.label_separator;
  const std::string name = "column '" + printable(m_input.table.columns()[column]) + "': ";
  const auto usual = given.empty() ? usual_separator(m_input.table, column) : std::nullopt;
  if (usual) {
    m_observer.note(name + "labels are separated by '" + *usual + "'" +
                    (m_input.like_earlier ? "" : " (--label-separator)"));
    return std::string(1, *usual);
  }
  bool occurs = false;
  m_input.table.for_each([&](RowIndex, std::span<const std::string_view> cells) {
    occurs = occurs || (!given.empty() && cells[column].find(given) != std::string_view::npos);
  });
  if (!occurs && !m_input.like_earlier) {
    const auto likely = likely_separator(m_input.table, column, Expected::several_labels);
    const std::string none = given.empty() ? "'|', ';' or ','" : "'" + printable(given) + "'";
    report_single_labels(name + "no cell contains " + none + ", so each cell is one label", likely);
  }
  return given.empty() ? "|" : given;
}

void ClassBinding::report_single_labels(const std::string& fact, std::optional<char> likely) {
  if (!likely) return m_observer.note(fact + " (--label-separator)");
  m_observer.warning(
      fact + ", but cells look like several: " + shell_option("--label-separator", std::string(1, *likely)));
}

/// All values of a column of single labels, where its profile holds them: that saves a pass over the table.
const std::vector<DistinctValue>* ClassBinding::distinct_values(std::size_t column,
                                                                const std::string& separator) const {
  const ColumnProfile& profile = m_input.profiles[column];
  const bool complete = separator.empty() && !profile.distinct_overflow && !profile.first_line_break;
  return complete ? &profile.distinct : nullptr;
}

ClassList ClassBinding::values_of(std::size_t column, const std::string& separator) const {
  const auto* distinct = distinct_values(column, separator);
  if (distinct == nullptr) return classes_of_column(m_input.table, column, separator);
  std::vector<std::string> names;
  for (const DistinctValue& value : *distinct) names.push_back(value.value);
  sort_class_names(names);
  return ClassList(std::move(names));
}

std::uint64_t ClassBinding::empty_cells(std::size_t column, const std::string& separator) const {
  const ColumnProfile& profile = m_input.profiles[column];
  std::uint64_t empty = profile.missing;
  if (separator.empty()) return empty;
  for (const DistinctValue& value : profile.distinct)
    empty += is_unlabelled(value.value, separator) ? value.count : 0;
  if (!profile.distinct_overflow) return empty;
  m_input.table.for_each([&](RowIndex, std::span<const std::string_view> cells) {
    empty += !is_missing(cells[column]) && is_unlabelled(cells[column], separator) ? 1U : 0U;
  });
  return empty;
}

ClassList ClassBinding::own_classes(std::size_t column, const std::string& separator) const {
  ClassList own = values_of(column, separator);
  const std::string* stored = m_input.missing.of(column);
  if (stored == nullptr || own.place_of(*stored) || empty_cells(column, separator) == 0) return own;
  std::vector<std::string> names = own.names();
  names.push_back(*stored);
  sort_class_names(names);
  const auto place = std::ranges::find(names, *stored) - names.begin();
  m_observer.note("column '" + printable(m_input.table.columns()[column]) + "': --missing adds the class '" +
                  printable(*stored) + "' with id " + std::to_string(place + m_input.label_base) +
                  (place + 1 < std::ssize(names) ? ", and the ids of the classes after it grow by 1" : ""));
  return ClassList(std::move(names));
}

namespace {

/// Labels that are not classes, each with the first row that has it.
struct UnknownLabels {
  static constexpr std::size_t k_most = 1000;
  std::vector<std::pair<std::string, RowIndex>> all;
  std::set<std::string, std::less<>> seen;

  void add(std::string_view label, RowIndex row) {
    if (all.size() < k_most && !seen.contains(label)) all.emplace_back(*seen.emplace(label).first, row);
  }

  /// "; also 'brid' (labels.csv:9) and 2 others"
  std::string others(const Table& table) const {
    constexpr std::size_t k_listed = 3;
    if (all.size() < 2) return {};
    const std::size_t listed = std::min(k_listed, all.size() - 1);
    const auto with_place = [&](const auto& one) {
      return in_quotes(one.first) + " (" + table.place(one.second) + ")";
    };
    const std::size_t more = all.size() - 1 - listed;
    return "; also unknown: " + joined(std::span(all).subspan(1, listed), ", ", with_place) +
           (more == 0              ? ""
            : all.size() == k_most ? " and many others"
                                   : " and " + counted(more, "other", "others"));
  }
};

}  // namespace

/// `made` has the classes and the separator of an earlier set.
std::string ClassBinding::hint_like_earlier(const ColumnClasses& made, std::string_view label) const {
  std::string how = "labels in a cell are separated by '" + printable(made.separator) +
                    "', as in the earlier set: write them so";
  const auto is_known = [&](const std::string_view part) { return made.classes.place_of(part).has_value(); };
  const auto separates_known = [&](char separator) {
    const auto parts = split_labels(label, std::string(1, separator));
    return parts.size() > 1 && std::ranges::all_of(parts, is_known);
  };
  if (!made.separator.empty() && std::ranges::any_of(k_possible, separates_known)) return how;
  std::string hint =
      "fix or remove the row: the classes are those of the earlier set (--like, or its manifest as "
      "--config); "
      "to add one, give that set's options and its list with the new class in place of its manifest";
  if (!made.separator.empty() || label.find_first_of(k_possible) == std::string_view::npos) return hint;
  return hint + "; if cells contain several labels, build that set again with --label-separator";
}

/// A number in the table may be the id of a class that the list names.
std::string ClassBinding::hint_for_unknown(const ColumnClasses& made, std::string_view label) const {
  if (m_input.like_earlier) return hint_like_earlier(made, label);
  const auto is_number = [](std::string_view text) {
    return parse_whole(text).problem == NumberProblem::none;
  };
  if (is_number(label) && std::ranges::none_of(made.classes.names(), is_number)) {
    return in_quotes(label) +
           " is a number, and the list contains names: write the name into the table, or add the class to "
           "the list";
  }
  std::string hint = "fix the row, or add the class to the list given with --classes FILE";
  if (m_input.class_columns < 2) return hint;
  const std::string column = m_input.table.columns()[made.column];
  return hint + ", which is that of this column; for that of another: --label-column NAME and " +
         shell_option("--feature", to_string({column, FeatureKind::index, {column}}));
}

Error ClassBinding::unknown(const ColumnClasses& made, std::string_view label, RowIndex row) const {
  return unknown_class(made.classes, label, m_input.table.place(row), m_input.table.columns()[made.column],
                       hint_for_unknown(made, label));
}

void ClassBinding::require_known(const ColumnClasses& made) const {
  const std::string* stored = m_input.missing.of(made.column);
  if (const auto* distinct = distinct_values(made.column, made.separator)) {
    const auto is_known = [&](const DistinctValue& value) {
      return made.classes.place_of(value.value).has_value();
    };
    const bool is_stored = stored != nullptr && m_input.profiles[made.column].missing > 0;
    const bool missing_is_known = !is_stored || made.classes.place_of(*stored);
    if (missing_is_known && std::all_of(distinct->begin(), distinct->end(), is_known)) return;
  }
  UnknownLabels labels;
  m_input.table.for_each([&](RowIndex row, std::span<const std::string_view> cells) {
    std::string_view cell = cells[made.column];
    if (is_unlabelled(cell, made.separator) && stored != nullptr) cell = *stored;
    const bool several = !made.separator.empty();
    for (const std::string_view label : several ? split_labels(cell, made.separator) : std::vector{cell}) {
      if (!made.classes.place_of(label)) labels.add(label, row);
    }
  });
  if (labels.all.empty()) return;
  const auto& [label, row] = labels.all.front();
  const Error error = unknown(made, label, row);
  throw Error(error.kind(), error.path(), error.message() + labels.others(m_input.table), error.hint());
}

void ClassBinding::warn_of_missing(const ColumnClasses& made) {
  std::vector<std::string> names;
  std::ranges::copy_if(made.classes.names(), std::back_inserter(names), looks_missing);
  if (names.empty()) return;
  const std::string& column = m_input.table.columns()[made.column];
  m_observer.warning("column '" + printable(column) + "': " + quoted_list(names) +
                     (names.size() == 1 ? " looks like a missing value" : " look like missing values") +
                     "; to store another class, empty the cells and use --missing; to skip such rows: " +
                     shell_option("--drop-missing", quoted_name(column, ',')));
}

/// Classes called by numbers that are not their ids, as where digit 3 is missing.
void ClassBinding::warn_of_shifted_ids(const ColumnClasses& made) {
  const std::vector<std::string>& names = made.classes.names();
  std::optional<std::size_t> shifted;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const WholeNumber number = parse_whole(names[i]);
    if (number.problem != NumberProblem::none) return;
    if (!shifted && number.value != made.classes.ids().at(i)) shifted = i;
  }
  if (!shifted) return;
  m_observer.warning(
      "column '" + printable(m_input.table.columns()[made.column]) +
      "': records do not store these numbers but class ids, the places of the sorted classes: '" +
      printable(names[*shifted]) + "' is stored as " + std::to_string(made.classes.ids().at(*shifted)) +
      (m_input.like_earlier ? "" : "; --classes FILE sets the ids"));
}

/// Labels are what is between separators: brackets and quotes become a part of them.
void ClassBinding::warn_of_lists(const ColumnClasses& made) {
  if (made.separator.empty()) return;
  const auto example = cell_of_list(m_input.table, made.column);
  if (!example) return;
  m_observer.warning("column '" + printable(m_input.table.columns()[made.column]) + "': cells such as '" +
                     printable_excerpt(*example, 60) +
                     "' look like lists: write labels with '|' between them, without brackets and quotes");
}

/// Where cells differ in their separators, the labels of some become one class. --label-separator, where it
/// is given, is meant.
void ClassBinding::warn_of_other_separators(const ColumnClasses& made) {
  constexpr std::size_t k_most_listed = 3;
  if (made.separator.empty() || !m_input.label_separator.empty()) return;
  std::vector<std::string> examples;
  std::size_t count = 0;
  for (const std::string& name : made.classes.names()) {
    if (name.find_first_of(k_usual) != std::string::npos && count++ < k_most_listed) examples.push_back(name);
  }
  if (count == 0) return;
  m_observer.warning(
      "column '" + printable(m_input.table.columns()[made.column]) + "': labels are separated by '" +
      made.separator + "', and " + counted(count, "class contains", "classes contain") +
      " another separator: " + quoted_list(examples) + (count > k_most_listed ? ", …" : "") +
      "; write all cells alike, or give --label-separator '" + made.separator + "' if these are classes");
}

/// The row in which each name occurs first. The keys are those of `groups`.
ClassBinding::FirstRows ClassBinding::first_rows(const std::vector<std::vector<std::string>>& groups,
                                                 const ColumnClasses& made) const {
  constexpr RowIndex k_none{UINT32_MAX};
  FirstRows rows;
  for (const auto& group : groups)
    for (const std::string& name : group) rows.emplace(name, k_none);
  const auto take = [&](std::string_view label, RowIndex row) {
    const auto known = rows.find(label);
    if (known != rows.end() && known->second == k_none) known->second = row;
  };
  m_input.table.for_each([&](RowIndex row, std::span<const std::string_view> cells) {
    const std::string_view cell = cells[made.column];
    if (made.separator.empty()) return take(cell, row);
    for (const std::string_view label : split_labels(cell, made.separator)) take(label, row);
  });
  std::erase_if(rows, [&](const auto& known) { return known.second == k_none; });
  return rows;
}

/// "'Rose' (labels.csv:2), 'rose' (labels.csv:7)".
void ClassBinding::warn_of_near_twins_in(const ColumnClasses& made) {
  const auto groups = near_twins(made.classes.names());
  if (groups.empty()) return;
  const FirstRows rows = first_rows(groups, made);
  const auto with_place = [&](const std::string& name) {
    const auto row = rows.find(name);
    return in_quotes(name) + (row == rows.end() ? "" : " (" + m_input.table.place(row->second) + ")");
  };
  for (const auto& group : groups) {
    m_observer.warning("column '" + printable(m_input.table.columns()[made.column]) +
                       "' has classes that look alike: " + joined(group, ", ", with_place) +
                       "; if they are one class, write them alike");
  }
}

}  // namespace tfrec
