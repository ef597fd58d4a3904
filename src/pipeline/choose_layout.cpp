// SPDX-License-Identifier: Apache-2.0
#include "pipeline/choose_layout.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/printable.hpp"

namespace tfrec {

namespace {

FeatureKind kind_for(const ColumnProfile& column) {
  if (column.all_whole() && !column.leading_zeros) return FeatureKind::int64;
  if (column.all_numbers() && !column.leading_zeros) return FeatureKind::float32;
  const bool classes = column.present() > 0 && !column.distinct_overflow && column.any_repeats();
  return classes ? FeatureKind::index : FeatureKind::bytes;
}

/// "column 'rating': WHY" at the row's place.
Error wrong_cell(const LayoutInput& input, std::size_t row, const std::string& column, const std::string& why,
                 std::string hint) {
  return Error(ErrorKind::bad_data, input.table.place(row), "column '" + printable(column) + "': " + why,
               std::move(hint));
}

void require_present(const LayoutInput& input, const ColumnProfile& column, const BoundFeature& feature) {
  if (column.missing == 0) return;
  throw wrong_cell(input, column.missing_rows.front(), column.name,
                   "is empty, but feature '" + printable(feature.spec.name) +
                       "' needs a value in every row (" + std::to_string(column.missing) + " of " +
                       std::to_string(column.rows) + " are empty)",
                   "fill the cells or delete the rows");
}

void require_kind(const LayoutInput& input, const ColumnProfile& column, const BoundFeature& feature) {
  const bool whole = feature.spec.kind == FeatureKind::int64;
  if (whole && column.first_too_large) {
    throw wrong_cell(
        input, column.first_too_large->row, column.name,
        "'" + printable_excerpt(column.first_too_large->value, 40) + "' does not fit into an int64",
        "keep it as text with --feature " + feature.spec.name + "=bytes:" + column.name);
  }
  const auto& first_wrong = whole ? column.first_not_whole : column.first_not_number;
  if (!first_wrong) return;
  throw wrong_cell(input, first_wrong->row, column.name,
                   "'" + printable_excerpt(first_wrong->value, 40) + "' is not a " +
                       (whole ? "whole number" : "finite number"),
                   "feature '" + printable(feature.spec.name) + "' is " +
                       std::string(info(feature.spec.kind).name) +
                       "; mend the cell or choose another kind with --feature");
}

/// Every cell must be one of the classes: looks at distinct values where they are all known, else at all
/// rows.
void require_known_classes(const LayoutInput& input, const ColumnClasses& known, const std::string& column) {
  input.table.for_each([&](std::size_t row, std::span<const std::string_view> cells) {
    const std::string_view cell = cells[known.column];
    if (!known.classes.id_of(cell)) throw unknown_class(known.classes, cell, input.table.place(row), column);
  });
}

class Binding {
 public:
  explicit Binding(const LayoutInput& input) : m_input(input) {}

  RecordLayout bind(std::vector<FeatureSpec> features) {
    for (FeatureSpec& spec : features) {
      refuse_repeated(spec.name);
      BoundFeature feature{std::move(spec), {}, nullptr};
      for (const std::string& column : feature.spec.columns) {
        feature.columns.push_back(column_named(m_input.table, column, "--feature"));
      }
      check_cells(feature);
      if (info(feature.spec.kind).uses_classes) feature.classes = classes_of(feature.columns.front());
      m_layout.features.push_back(std::move(feature));
    }
    return std::move(m_layout);
  }

 private:
  void refuse_repeated(const std::string& name) const {
    for (const BoundFeature& earlier : m_layout.features) {
      if (earlier.spec.name != name) continue;
      throw Error(ErrorKind::usage, "", "feature '" + printable(name) + "' is given twice",
                  "name every feature yourself with --feature NAME=KIND[:COLUMN,…]");
    }
  }

  void check_cells(const BoundFeature& feature) const {
    if (feature.spec.kind == FeatureKind::bytes) return;  // an empty cell is an empty text
    for (const std::size_t column : feature.columns) {
      require_present(m_input, m_input.profiles[column], feature);
      const FeatureKind kind = feature.spec.kind;
      if (kind == FeatureKind::int64 || kind == FeatureKind::float32)
        require_kind(m_input, m_input.profiles[column], feature);
    }
  }

  std::shared_ptr<const ColumnClasses> classes_of(std::size_t column) {
    for (const auto& known : m_layout.classes) {
      if (known->column == column) return known;
    }
    auto made = std::make_shared<ColumnClasses>();
    made->column = column;
    if (m_input.classes_file.empty()) {
      made->classes = classes_of_column(m_input.table, column);
    } else {
      made->classes = read_classes_file(m_input.classes_file);
      require_known_classes(m_input, *made, m_input.table.columns()[column]);
    }
    m_layout.classes.push_back(made);
    return made;
  }

  const LayoutInput& m_input;
  RecordLayout m_layout;
};

}  // namespace

std::vector<FeatureSpec> auto_features(const LayoutInput& input) {
  const auto& columns = input.table.columns();
  std::vector<FeatureSpec> features{{"image", FeatureKind::jpeg, {}},
                                    {"image_name", FeatureKind::bytes, {columns[input.image_column]}}};
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (i != input.image_column) features.push_back({columns[i], kind_for(input.profiles[i]), {columns[i]}});
  }
  return features;
}

RecordLayout bind_features(const LayoutInput& input, std::vector<FeatureSpec> features) {
  return Binding(input).bind(std::move(features));
}

}  // namespace tfrec
