// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "example/example_view.hpp"
#include "shards/set_description.hpp"

namespace tfrec {

/// What may stand between the values in a cell, best first.
std::vector<std::string> separator_candidates();

/// The first candidate that is in none of `taken`; nothing where all are.
std::optional<std::string> free_separator(const std::vector<std::string>& candidates,
                                          const std::set<std::string, std::less<>>& taken);

/// The columns of labels.csv that one feature is shown in, and what its values were found to be.
struct ExtractColumn {
  enum class Shape {
    one,              // a value
    each,             // each value in a column of its own
    joined,           // all values in one cell
    class_name,       // of the one class id
    class_names,      // of all, in one cell
    packed_floats,    // each value of a string of float32
    packed_integers,  // the same of int64
  };

  std::string feature;
  Shape shape = Shape::one;
  std::vector<std::string> headers;      // one for each value; an empty one has no column
  const ClassColumn* classes = nullptr;  // of class_name and class_names
  std::int64_t label_base = 0;
  std::string separator = "|";

  // What look_at() counted.
  std::uint64_t absent = 0;                       // records without the feature
  std::uint64_t not_finite = 0;                   // NaN and infinities
  std::uint64_t unfit = 0;                        // records with another number of values than columns
  std::uint64_t empty_lists = 0;                  // without a value
  std::uint64_t empty_texts = 0;                  // lists of one text, which is empty
  bool holds_texts = false;                       // bytes values
  std::set<std::string, std::less<>> separators;  // candidates that a value holds

  bool joins() const { return shape == Shape::joined || shape == Shape::class_names; }

  /// The cells of a record, one for each header. Cells are empty where the record does not have the feature.
  std::vector<std::string> cells(const ExampleView& example);
  /// The same, and counts.
  std::vector<std::string> look_at(const ExampleView& example);
  /// Adds what a copy counted.
  void add_counts(const ExtractColumn& other);

 private:
  std::vector<std::string> values(const ExampleView& example, const FeatureView& feature);
  std::vector<std::string> class_names_of(const ExampleView& example, const FeatureView& feature);
  std::vector<std::string> packed_values(const ExampleView& example, const FeatureView& feature);
  std::string class_name(std::int64_t number) const;
  std::string float_cell(float value);

  std::vector<std::string_view> m_texts;
  std::vector<float> m_floats;
  std::vector<std::int64_t> m_integers;
};

/// The shortest text that reads back as this number, with a '.' or an exponent, so that a column of them is
/// not taken for whole numbers; "nan", "inf" or "-inf" where it is none.
std::string float_text(float value);

}  // namespace tfrec
