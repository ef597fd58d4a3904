// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dataset/classes/class_ids.hpp"
#include "example/example_view.hpp"
#include "shards/manifest/manifest.hpp"

namespace tfrec {

/// What may separate the values in a cell, best first.
std::vector<std::string> separator_candidates();

/// Whether a cell that contains `text` can be split at the separator: the text contains none of its
/// characters. It is not enough that it does not contain the whole separator: "a|" and "||" give "a|||".
bool can_separate(const std::string& separator, const std::string& text);

/// The first candidate that is not in `taken`; nothing if all are.
std::optional<std::string> free_separator(const std::vector<std::string>& candidates,
                                          const std::map<std::string, std::uint64_t>& taken);

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

  /// Cells, one for each header.
  using Row = std::vector<std::string>;

  std::string feature;
  ListKind kind = ListKind::bytes;  // of the feature
  Shape shape = Shape::one;
  bool is_per_row = false;               // each row of an image has values of its own; else all have the same
  std::vector<std::string> headers;      // one for each value; an empty one has no column
  const ClassColumn* classes = nullptr;  // of class_name and class_names
  ClassIds ids;                          // of the classes
  std::string separator = "|";
  std::vector<std::string> candidates = separator_candidates();
  std::optional<FeatureKind> fact;  // of the image, that a feature of this name usually states
  bool is_number = false;           // of a follower: texts that mean the same number give the same value

  // What look_at() counted.
  std::uint64_t absent = 0;       // records without the feature
  std::uint64_t not_finite = 0;   // NaN and infinities
  std::uint64_t nan = 0;          // of these, NaN as build stores it
  std::uint64_t unfit = 0;        // records with another number of values than columns, or than rows have
  std::uint64_t empty_cells = 0;  // that build takes for missing values; not counted if rows have their own
  std::uint64_t empty_lists = 0;  // without a value
  std::uint64_t empty_texts = 0;  // lists of one text, which is empty
  bool holds_texts = false;       // bytes values
  std::map<std::string, std::uint64_t> unusable;  // candidates, and in how many records they are that
  std::vector<bool> seen;                         // classes that occur, by their place in the list
  std::uint64_t not_fact = 0;                     // records with a value that is not the fact
  std::uint64_t unlisted = 0;                     // class numbers that the list does not have

  /// Whether its cells are numbers and "nan", which build stores with --missing.
  bool has_missing() const {
    return nan > 0 && nan == not_finite && kind == ListKind::float_list && !joins() && !is_per_row;
  }
  bool joins() const { return shape == Shape::joined || shape == Shape::class_names; }

  /// The values of a record as texts; none if it does not have the feature.
  std::vector<std::string> texts(const ExampleView& example);
  /// The rows of a record: one, unless each has values of its own. Cells are empty if the record does not
  /// have the feature.
  std::vector<Row> rows(const ExampleView& example);
  /// The same, and counts.
  std::vector<Row> look_at(const ExampleView& example);
  /// Adds what a copy counted.
  void add_counts(const ExtractColumn& other);

 private:
  std::vector<Row> rows_of(std::vector<std::string> texts) const;
  std::vector<std::string> values(const ExampleView& example, const FeatureView& found);
  std::vector<std::string> class_names_of(const ExampleView& example, const FeatureView& found);
  std::vector<std::string> packed_values(const ExampleView& example, const FeatureView& found);
  std::string class_name(std::optional<std::size_t> place, std::int64_t number);
  std::string float_cell(float value);

  std::vector<std::string_view> m_texts;
  std::vector<float> m_floats;
  std::vector<std::int64_t> m_integers;
};

/// `wanted`, or the first of wanted_2, wanted_3, … that no column is called.
template <class IsTaken>
std::string free_header(const std::string& wanted, const IsTaken& is_taken) {
  std::string header = wanted;
  for (int number = 2; is_taken(header); ++number) header = wanted + "_" + std::to_string(number);
  return header;
}

/// The shortest text that reads back as this number, with a '.' or an exponent, so that a column of them is
/// not taken for whole numbers; "nan", "inf" or "-inf" where it is none.
std::string float_text(float value);

}  // namespace tfrec
