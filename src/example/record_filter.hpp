// SPDX-License-Identifier: Apache-2.0
// `--filter 'class=3'`: which records to take.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "example/example_view.hpp"

namespace tfrec {

class RecordFilter {
 public:
  /// NAME=VALUE[,VALUE…] or NAME!=VALUE[,VALUE…]; a value that holds a comma is quoted as in CSV. Throws
  /// Error (usage) that states what is wrong.
  explicit RecordFilter(std::string_view text);

  const std::string& feature() const { return m_feature; }
  /// As it was typed.
  const std::string& text() const { return m_text; }

  bool has_several_values() const { return m_values.size() > 1; }

  /// Class names that mean numbers in an int64 feature: names[i] is ids[i].
  void set_class_names(const std::vector<std::string>& names, const std::vector<std::int64_t>& ids);
  /// Class names that mean places in a float feature with a value for each class. No value is a number then.
  void set_class_places(const std::vector<std::string>& names);
  /// Names of columns that mean places in an int64 feature with a value for each column. Whole numbers stay
  /// so.
  void set_columns(const std::vector<std::string>& columns);
  /// Throws Error (usage) if a value means no number or place: these are the names of all classes.
  void require_classes(const std::vector<std::string>& names) const;
  /// Removes a class name that means no number or place here, so that no record has it.
  void remove_name(const std::string& name);
  /// Whether a value was typed as a whole number, as long as no class names are set.
  bool has_number() const;

  /// Whether one of the feature's values is one of the filter's, or more than 0 at one of its places; with !=
  /// whether none is, which also holds for a record without the feature. Floats are compared as floats, bytes
  /// as they are, and class names with the label_text() of the record. Throws Error (usage) where the feature
  /// holds numbers and a value of the filter is none, and where a column has another number than 0 and 1.
  /// Safe from several threads.
  bool passes(const ExampleView& example) const;

 private:
  struct Value {
    std::string text;
    std::optional<std::int64_t> whole;
    std::optional<float> real;
    std::optional<std::size_t> place;  // of the class or column in the list
  };

  static bool is_in(const std::vector<float>& stored, const Value& value);
  static bool is_in(const std::vector<std::int64_t>& stored, const Value& value);
  bool has_one_of(const ExampleView& example, const FeatureView& feature) const;
  /// Throws Error (usage) if a place of the filter has neither 0 nor 1.
  void require_marks(const std::vector<std::int64_t>& stored) const;
  [[noreturn]] void refuse(const Value& value, std::string_view wanted) const;

  std::string m_text;
  std::string m_feature;
  bool m_is_negated = false;
  std::vector<Value> m_values;
};

}  // namespace tfrec
