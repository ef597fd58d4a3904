// SPDX-License-Identifier: Apache-2.0
#include "records/layout/bind_features.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/error.hpp"
#include "base/text/near_number.hpp"
#include "base/text/nearest.hpp"
#include "base/text/number.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "base/text/utf8.hpp"
#include "dataset/classes/label_separator.hpp"
#include "dataset/splits/split_report.hpp"
#include "example/comma_list.hpp"
#include "records/layout/bind_classes.hpp"
#include "records/layout/label_column.hpp"
#include "records/layout/other_numbers.hpp"

namespace tfrec {

namespace {

class CellCheck {
 public:
  CellCheck(const LayoutInput& input, const BoundFeature& feature, std::size_t column)
      : m_input(input),
        m_feature(feature),
        m_place(column),
        m_column(input.profiles[column]),
        m_stored(input.missing.of(column)) {}

  /// Throws if a cell can't be stored and --missing names nothing for it.
  void run() const {
    if (m_column.missing + malformed() == 0) return;
    if (has_other_numbers()) throw wrong_number();
    if (m_stored != nullptr) return check_stored();
    if (m_column.missing > 0) throw missing();
    throw wrong_number();
  }

  void report_replaced(Observer& observer) const { report_replaced(m_column.missing, observer); }

  /// `empty`: cells without a value.
  void report_replaced(std::uint64_t empty, Observer& observer) const {
    if (empty + malformed() == 0) return;
    std::string cells;
    if (empty > 0) cells = counted(empty, "empty cell", "empty cells");
    if (malformed() > 0)
      cells += (cells.empty() ? "" : " and ") + counted(malformed(), "malformed cell", "malformed cells");
    observer.warning("column '" + printable(m_column.name) + "': " + cells + " stored as '" +
                     printable(*m_stored) + "' (--missing)");
  }

 private:
  FeatureKind kind() const { return m_feature.spec.kind; }

  std::uint64_t malformed() const {
    if (!is_numeric(kind())) return 0;
    return m_column.present() - (is_whole(kind()) ? m_column.whole : m_column.numbers);
  }

  /// Whether --missing would replace what is not missing: numbers with a fraction, or all values.
  bool has_other_numbers() const {
    if (m_stored == nullptr || malformed() == 0) return false;
    return malformed() == m_column.present() || (is_whole(kind()) && m_column.fractions > 0);
  }

  Error wrong(RowIndex row, const std::string& why, std::string hint) const {
    return Error(ErrorKind::bad_data, m_input.table.place(row),
                 "column '" + printable(m_column.name) + "': " + why, std::move(hint));
  }

  Error missing() const {
    return wrong(m_column.missing_rows.front(),
                 "is empty, but feature '" + printable(m_feature.spec.name) +
                     "' needs a value in every row (" + format_count(m_column.missing) + " of " +
                     format_count(m_column.rows) + " are empty)",
                 m_input.like_earlier ? "fill the cells, or remove the rows"
                                      : several_labels() + "fill the cells, name a value to store with " +
                                            missing_option() + ", or skip these rows with " +
                                            shell_option("--drop-missing", quoted_name(m_column.name, ',')));
  }

  /// Kinds for cells that look like several labels.
  std::string several_labels() const {
    const bool is_text =
        kind() == FeatureKind::index || kind() == FeatureKind::onehot || kind() == FeatureKind::bytes;
    if (!is_text) return {};
    const auto separator = likely_separator(m_input.table, m_place, Expected::one_label);
    if (!separator) return {};
    return "store several labels with " + shell_option("--label-separator", std::string(1, *separator)) +
           " as multihot or indices, which take empty cells; or ";
  }

  Error wrong_number() const {
    const bool too_large = is_whole(kind()) && m_column.first_too_large;
    const CellExample& example = too_large          ? *m_column.first_too_large
                                 : is_whole(kind()) ? *m_column.first_not_whole
                                                    : *m_column.first_not_number;
    const std::string why = too_large          ? " does not fit into an int64"
                            : is_whole(kind()) ? " is not a whole number"
                                               : " is not a number that a float32 can hold";
    return wrong(example.row, "'" + printable_excerpt(example.value, 60) + "'" + why,
                 hint_for_number(example.value));
  }

  /// What to type: another kind for a column of text, else something for the cell.
  std::string hint_for_number(const std::string& cell) const {
    const std::string feature =
        "feature '" + printable(m_feature.spec.name) + "' is " + std::string(info(kind()).name);
    if (m_input.like_earlier) return feature + " as in the earlier set (--like); fix the cell";
    const std::optional<NearNumber> near = near_number(cell);
    if (is_whole(kind()) && m_column.fractions > 0) {
      FeatureSpec floats = m_feature.spec;
      floats.kind = kind() == FeatureKind::int64 ? FeatureKind::float32 : FeatureKind::packed_float32;
      return feature + "; to store floats: " + shell_option("--feature", to_string(floats));
    }
    if (m_column.numbers == 0 && !near)
      return m_feature.columns.size() > 1 ? hint_for_texts(feature) : hint_for_text();
    return feature + "; " + std::string(near ? near->advice : "fix the cell") +
           ", choose another kind with --feature, or name a value to store with " + missing_option();
  }

  /// A text column among those of a feature.
  std::string hint_for_texts(const std::string& feature) const {
    const auto has_numbers = [&](std::size_t column) { return m_input.profiles[column].numbers > 0; };
    if (std::ranges::none_of(m_feature.columns, has_numbers))
      return feature + "; write numbers in its columns, for instance 1 and 0";
    return feature + "; select the columns of numbers with --label-column, and add the text with " +
           text_option("NAME");
  }

  /// The only column of a feature.
  std::string hint_for_text() const {
    const bool is_chosen = !m_input.given.contains(m_feature.spec.name);
    const bool is_alone = label_columns(label_search(m_input)).size() == 1;
    const std::string store = has_classes()
                                  ? std::string("for class ids: ") + (is_alone ? "--layout flowers or " : "")
                                  : "to store its text: ";
    return store + text_option(m_feature.spec.name) +
           (is_chosen && !is_alone ? "; to store other columns alone: --label-column NAME, repeated" : "");
  }

  /// Texts that hardly repeat are captions or the like, not classes.
  bool has_classes() const {
    return !m_column.distinct_overflow && !spreads_little(m_column.distinct.size(), m_column.present());
  }

  std::string text_option(const std::string& feature) const {
    const FeatureKind stored = has_classes() ? FeatureKind::index : FeatureKind::bytes;
    return shell_option("--feature", to_string(FeatureSpec{feature, stored, {m_column.name}}));
  }

  std::string missing_option() const { return shell_option("--missing", m_column.name + "=VALUE"); }

  void check_stored() const {
    const std::string feature =
        ", but feature '" + printable(m_feature.spec.name) + "' is " + std::string(info(kind()).name);
    if (info(kind()).source == FeatureSource::classes && m_stored->empty()) {
      throw Error(ErrorKind::usage, "", "--missing '' is not a class" + feature,
                  "for instance --missing unknown");
    }
    if (!is_numeric(kind())) return;
    const bool is_float = parse_missing_float(*m_stored).problem == NumberProblem::none;
    const NumberProblem problem =
        is_whole(kind()) ? parse_whole(*m_stored).problem : parse_missing_float(*m_stored).problem;
    if (problem == NumberProblem::none) return;
    const bool would_fit = is_float && kind() == FeatureKind::int64 && m_feature.columns.size() == 1;
    throw Error(
        ErrorKind::usage, "",
        "--missing " +
            (problem == NumberProblem::missing ? "'' is not a number" : describe(problem, *m_stored)) +
            feature,
        would_fit
            ? "to store floats: " +
                  shell_option("--feature", to_string(FeatureSpec{
                                                m_feature.spec.name, FeatureKind::float32, {m_column.name}}))
            : "");
  }

  const LayoutInput& m_input;
  const BoundFeature& m_feature;
  std::size_t m_place;  // of the column
  const ColumnProfile& m_column;
  const std::string* m_stored;  // by --missing; may be null
};

class Binding {
 public:
  Binding(const LayoutInput& input, Observer& observer)
      : m_input(input),
        m_observer(observer),
        m_places(places_in(input.table.columns())),
        m_classes(input, observer) {
    m_layout.missing = input.missing;
    m_layout.label_base = input.label_base;
    m_layout.row_lists = input.row_lists;
    m_layout.boxes = input.boxes;
    m_layout.masks = input.masks;
    m_layout.scale = static_cast<float>(input.scale);
    m_layout.like_earlier = input.like_earlier;
  }

  RecordLayout bind(std::vector<FeatureSpec> features) {
    for (FeatureSpec& spec : features) {
      check_name(spec.name);
      m_layout.features.push_back(bound(std::move(spec)));
    }
    m_layout.classes = m_classes.all();
    m_classes.require_file_used();
    warn_of_other_numbers(m_layout.features, m_input, m_observer);
    return std::move(m_layout);
  }

 private:
  void check_name(const std::string& name) {
    if (!is_utf8(name)) {
      throw Error(ErrorKind::usage, "",
                  "feature name '" + printable(name) + "' is not UTF-8, which protobuf refuses",
                  "name it yourself with --feature NAME=KIND[:COLUMN,…], or fix the header of the CSV");
    }
    if (!m_names.insert(name).second) {
      throw Error(ErrorKind::usage, "", "two features are called '" + printable(name) + "'",
                  "rename the column in the CSV, or name every feature yourself with --feature "
                  "NAME=KIND[:COLUMN,…]");
    }
  }

  BoundFeature bound(FeatureSpec spec) {
    BoundFeature feature{.spec = std::move(spec)};
    if (info(feature.spec.kind).source == FeatureSource::box_columns) {
      feature.box_form = box_form_named(feature.spec.columns.front()).value();
      feature.is_list = true;
      return feature;
    }
    for (std::size_t i = 0; i < feature.spec.columns.size(); ++i) {
      feature.columns.push_back(place_of(feature.spec, i));
    }
    const FeatureKind kind = feature.spec.kind;
    if (info(kind).source == FeatureSource::companion) {
      const auto source = std::ranges::find(m_input.companion_columns,
                                            feature.spec.columns.empty() ? "" : feature.spec.columns.front());
      feature.companion = static_cast<std::size_t>(source - m_input.companion_columns.begin());
      return feature;
    }
    feature.is_list = m_input.row_lists && std::ranges::any_of(feature.columns, [&](std::size_t column) {
                        return !m_input.row_lists->per_image[column];
                      });
    if (kind == FeatureKind::onehot && m_input.row_lists &&
        (feature.is_list || m_input.row_lists->has_unlisted))
      throw several_classes(feature.spec);
    const bool several_labels = kind == FeatureKind::multihot || kind == FeatureKind::indices;
    // Without --missing an empty cell is an empty text, and no label where a cell holds several.
    const bool may_be_empty = kind == FeatureKind::bytes || several_labels;
    for (const std::size_t column : feature.columns) {
      const bool is_stored = m_input.missing.of(column) != nullptr;
      if (may_be_empty && !is_stored) continue;
      const CellCheck check(m_input, feature, column);
      check.run();
      if (is_stored && !several_labels && m_reported.insert(column).second) check.report_replaced(m_observer);
    }
    if (info(kind).source == FeatureSource::classes) {
      feature.classes = m_classes.of_column(feature.columns.front(), several_labels);
      if (several_labels && m_reported.insert(feature.columns.front()).second) report_unlabelled(feature);
    }
    return feature;
  }

  static Error several_classes(const FeatureSpec& spec) {
    FeatureSpec multihot = spec;
    multihot.kind = FeatureKind::multihot;
    return Error(
        ErrorKind::usage, "",
        "feature '" + printable(spec.name) +
            "' is onehot, which is one class, but an image may have none or several (--record-per image)",
        shell_option("--feature", to_string(multihot)));
  }

  void report_unlabelled(const BoundFeature& feature) {
    const std::size_t column = feature.columns.front();
    const std::uint64_t empty = m_classes.empty_cells(column, feature.classes->separator);
    if (m_input.missing.of(column) != nullptr)
      return CellCheck(m_input, feature, column).report_replaced(empty, m_observer);
    if (empty == 0) return;
    m_observer.note("column '" + printable(m_input.profiles[column].name) +
                    "': " + counted(empty, "cell is", "cells are") + " empty and stored as no label");
  }

  std::size_t place_of(const FeatureSpec& spec, std::size_t i) const {
    const auto found = m_places.find(spec.columns[i]);
    if (found == m_places.end()) throw no_such_column(spec, i, m_input.table);
    return found->second;
  }

  static std::unordered_map<std::string_view, std::size_t> places_in(
      const std::vector<std::string>& columns) {
    std::unordered_map<std::string_view, std::size_t> places;
    for (std::size_t i = 0; i < columns.size(); ++i) places.emplace(columns[i], i);
    return places;
  }

  const LayoutInput& m_input;
  Observer& m_observer;
  std::unordered_map<std::string_view, std::size_t> m_places;  // of the columns
  std::set<std::string> m_names;
  std::set<std::size_t> m_reported;  // columns whose replaced cells were reported
  ClassBinding m_classes;
  RecordLayout m_layout;
};

/// The feature with `column` in place of `count` others, as one would type it.
std::string typed(FeatureSpec spec, std::size_t i, std::size_t count, const std::string& column) {
  const auto first = spec.columns.begin() + static_cast<std::ptrdiff_t>(i);
  spec.columns.erase(first + 1, first + static_cast<std::ptrdiff_t>(count));
  spec.columns[i] = column;
  return shell_option("--feature", to_string(spec));
}

}  // namespace

Error no_such_column(const FeatureSpec& spec, std::size_t i, const Table& table) {
  const std::string& wanted = spec.columns[i];
  std::string hint;
  if (const auto near = nearest(wanted, table.columns())) hint = typed(spec, i, 1, *near);
  // "c,d" without its quotes came apart.
  std::string joined = wanted;
  for (std::size_t count = 2; i + count <= spec.columns.size(); ++count) {
    joined += "," + spec.columns[i + count - 1];
    if (std::ranges::find(table.columns(), joined) != table.columns().end())
      hint = typed(spec, i, count, joined);
  }
  return Error(ErrorKind::usage, "",
               "--feature: no column '" + printable(wanted) + "'; the columns are " + listed_columns(table),
               std::move(hint));
}

RecordLayout bind_features(const LayoutInput& input, std::vector<FeatureSpec> features, Observer& observer) {
  return Binding(input, observer).bind(std::move(features));
}

}  // namespace tfrec
