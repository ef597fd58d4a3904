// SPDX-License-Identifier: Apache-2.0
#include "records/copy/box_tally.hpp"

namespace tfrec {

void BoxTally::add(const ExampleView& example) {
  const FeatureView* feature = example.find(m_feature);
  ++m_records[feature == nullptr ? 0 : feature->length / m_floats];
}

void BoxTally::add(const BoxTally& other) {
  for (const auto& [boxes, records] : other.m_records) m_records[boxes] += records;
}

BoxTotals BoxTally::totals() const {
  BoxTotals totals;
  totals.is_of_build = false;
  std::uint64_t all = 0;
  for (const auto& [boxes, records] : m_records) {
    all += records;
    totals.boxes += boxes * records;
    totals.most = boxes;
    if (boxes == 0) totals.images_without = records;
  }
  std::uint64_t before = 0;
  for (const auto& [boxes, records] : m_records) {
    if (before <= (all - 1) / 2) totals.median = boxes;
    before += records;
  }
  return totals;
}

}  // namespace tfrec
