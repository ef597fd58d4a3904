// SPDX-License-Identifier: Apache-2.0
// What stands in labels.csv: which features become which columns, and the cells of a record.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "example/example_view.hpp"
#include "example/schema.hpp"
#include "operations/extract_features.hpp"
#include "operations/source_sets.hpp"

namespace tfrec {

class ExtractTable {
 public:
  /// `schema` is that of the records without their pictures; `no_text` names bytes features that hold no
  /// text.
  ExtractTable(const ExtractFeatures& features, const AgreedChoices& agreed, const Schema& schema,
               const std::set<std::string, std::less<>>& no_text);

  /// The first names the pictures.
  std::vector<std::string> header() const;
  /// Printable: features without a column, and why.
  const std::vector<std::string>& left_out() const { return m_left_out; }

  /// Appends the cells of a record behind the first, each with a comma before it. Texts that a spreadsheet
  /// takes for formulas are neutralised unless `raw`.
  void append_cells(std::string& line, const ExampleView& example, bool raw);

 private:
  enum class Shape { one, each, joined, class_name, class_names, packed_floats, packed_integers };

  struct Source {
    std::string feature;
    Shape shape = Shape::one;
    std::vector<std::string> headers;  // one for each value; an empty one has no column
    const ClassColumn* classes = nullptr;
  };

  void add(const FeatureSummary& feature, const std::set<std::string, std::less<>>& no_text);
  bool add_by_spec(const FeatureSummary& feature, const std::string& spec);
  void add_plain(const FeatureSummary& feature);
  void leave_out(const std::string& feature, const std::string& reason);
  const ClassColumn* classes_of(const std::string& feature) const;
  bool has_header(const std::string& header) const;

  std::vector<std::string> cells_of(const Source& source, const ExampleView& example,
                                    const FeatureView& feature, bool raw);
  std::vector<std::string> values_of(const ExampleView& example, const FeatureView& feature, bool raw);
  std::string class_name(const Source& source, std::int64_t number) const;

  const AgreedChoices& m_agreed;
  std::string m_separator = "|";
  std::string m_image_header;
  std::vector<Source> m_sources;
  std::vector<std::string> m_left_out;
  std::vector<std::string_view> m_texts;
  std::vector<float> m_floats;
  std::vector<std::int64_t> m_integers;
};

/// The shortest text that reads back as this number, with a '.' or an exponent, so that a column of them is
/// not taken for whole numbers.
std::string float_text(float value);

}  // namespace tfrec
