// SPDX-License-Identifier: Apache-2.0
#include "records/copy/class_tally.hpp"

#include <algorithm>

namespace tfrec {

void ClassTally::add(const ExampleView& example) {
  const FeatureView* feature = example.find(m_feature);
  if (feature == nullptr) return;
  if (feature->kind == ListKind::int64_list) {
    example.read(*feature, m_numbers);
    if (m_unit == ClassUnit::record) {
      std::ranges::sort(m_numbers);
      m_numbers.erase(std::unique(m_numbers.begin(), m_numbers.end()), m_numbers.end());
    }
    for (const std::int64_t number : m_numbers) {
      if (const auto place = m_ids.place_of(number, m_records.size())) ++m_records[*place];
    }
  } else if (feature->kind == ListKind::float_list) {
    example.read(*feature, m_values);
    for (std::size_t id = 0; id < m_values.size() && id < m_records.size(); ++id) {
      if (m_values[id] > 0) ++m_records[id];
    }
  }
}

void ClassTally::add(const ClassTally& other) {
  for (std::size_t id = 0; id < m_records.size(); ++id) m_records[id] += other.m_records[id];
}

}  // namespace tfrec
