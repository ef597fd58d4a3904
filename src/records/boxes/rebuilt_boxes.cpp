// SPDX-License-Identifier: Apache-2.0
#include "records/boxes/rebuilt_boxes.hpp"

#include <set>
#include <utility>

#include "records/boxes/box_values.hpp"

namespace tfrec {

RebuiltBoxes::RebuiltBoxes(std::map<std::string, BoxForm> features, RowLists lists, BoxRules rules)
    : m_features(std::move(features)), m_lists(std::move(lists)), m_rules(std::move(rules)) {}

void RebuiltBoxes::look_at(const ExampleView& example, std::span<const std::vector<std::string>> rows,
                           const Extent& size) {
  const SourceFrame frame{static_cast<double>(size.width), static_cast<double>(size.height)};
  const SampleBoxes made = sample_boxes(rows, m_lists, m_rules, frame);
  std::set<std::size_t> faulty;
  for (const FaultyBox& fault : made.faults) faulty.insert(fault.row);
  m_faulty += faulty.size();
  if (m_reason.empty() && !made.faults.empty()) m_reason = made.faults.front().reason;
  if (!faulty.empty()) return;
  for (const auto& [feature, form] : m_features) {
    if (!is_same(example, feature, form, made.boxes, size)) ++m_differing[feature];
  }
}

bool RebuiltBoxes::is_same(const ExampleView& example, const std::string& feature, const BoxForm& form,
                           std::span<const RowBox> boxes, const Extent& size) {
  m_stored.clear();
  const FeatureView* found = example.find(feature);
  if (found != nullptr && found->kind == ListKind::float_list) example.read(*found, m_stored);
  std::vector<float> made;
  for (const RowBox& box : boxes) add_box_values(box.box, form, size, made);
  return made == m_stored;
}

void RebuiltBoxes::add(const RebuiltBoxes& other) {
  m_faulty += other.m_faulty;
  if (m_reason.empty()) m_reason = other.m_reason;
  for (const auto& [feature, records] : other.m_differing) m_differing[feature] += records;
}

}  // namespace tfrec
