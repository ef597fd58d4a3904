// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dataset/classes/class_ids.hpp"
#include "example/example_view.hpp"

namespace tfrec {

/// What is counted where a list has a class several times: each value, or the record once.
enum class ClassUnit : std::uint8_t { value, record };

/// Counts each class by a feature that holds its number, or one value per class.
class ClassTally {
 public:
  /// `ids` are those of the classes.
  ClassTally(std::string feature, std::size_t classes, ClassIds ids, ClassUnit unit = ClassUnit::value)
      : m_feature(std::move(feature)), m_ids(std::move(ids)), m_unit(unit), m_records(classes, 0) {}

  void add(const ExampleView& example);
  void add(const ClassTally& other);
  const std::vector<std::uint64_t>& records() const { return m_records; }

 private:
  std::string m_feature;
  ClassIds m_ids;
  ClassUnit m_unit;
  std::vector<std::uint64_t> m_records;
  std::vector<std::int64_t> m_numbers;
  std::vector<float> m_values;
};

}  // namespace tfrec
