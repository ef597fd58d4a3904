// SPDX-License-Identifier: Apache-2.0
// Whether build makes the same boxes of a table that was written from records.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "dataset/boxes/sample_boxes.hpp"
#include "example/box_form.hpp"
#include "example/example_view.hpp"
#include "image/resize_options.hpp"

namespace tfrec {

class RebuiltBoxes {
 public:
  /// The records' features of boxes, and how build reads the rows.
  RebuiltBoxes(std::map<std::string, BoxForm> features, RowLists lists, BoxRules rules);

  /// Compares a record with what build stores of its rows. `size` is that of its image.
  void look_at(const ExampleView& example, std::span<const std::vector<std::string>> rows,
               const Extent& size);
  void add(const RebuiltBoxes& other);

  /// Boxes that build refuses, and why it refuses one of them.
  std::uint64_t faulty() const { return m_faulty; }
  const std::string& reason() const { return m_reason; }
  /// How many records get other numbers in each feature, of those without faulty boxes.
  const std::map<std::string, std::uint64_t>& differing() const { return m_differing; }

 private:
  bool is_same(const ExampleView& example, const std::string& feature, const BoxForm& form,
               std::span<const RowBox> boxes, const Extent& size);

  std::map<std::string, BoxForm> m_features;
  RowLists m_lists;
  BoxRules m_rules;
  std::uint64_t m_faulty = 0;
  std::string m_reason;
  std::map<std::string, std::uint64_t> m_differing;
  std::vector<float> m_stored;
};

}  // namespace tfrec
