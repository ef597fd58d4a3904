// SPDX-License-Identifier: Apache-2.0
// What rows are stratified by: their labels, as compact numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace tfrec {

/// In RowLabels without `begins`: a row that has no label (an empty cell).
inline constexpr std::uint32_t k_no_label = std::numeric_limits<std::uint32_t>::max();

/// Labels of all rows, 0 … count-1. Either one per row (`begins` empty, labels[row]), or a list per row
/// (labels[begins[row]] … labels[begins[row + 1]], `begins` has rows + 1 entries): several label columns put
/// their classes one after the other (ids of the second column begin where the first one's end), cells with
/// several labels list them all. A view: what it points at must outlive it.
struct RowLabels {
  std::uint32_t count = 0;
  std::span<const std::uint32_t> labels;
  std::span<const std::uint64_t> begins;

  bool empty() const { return labels.empty() && begins.empty(); }
};

/// RowLabels in which rows without a label have one of their own, with number `RowLabels::count`, so that
/// they are spread evenly too; without labels that goes for all rows.
class Strata {
 public:
  /// Throws std::invalid_argument where the labels don't fit to the rows.
  Strata(std::uint32_t rows, const RowLabels& labels);

  std::span<const std::uint32_t> of(std::size_t row) const {
    if (!m_labels.begins.empty()) {
      const auto own =
          m_labels.labels.subspan(m_labels.begins[row], m_labels.begins[row + 1] - m_labels.begins[row]);
      return own.empty() ? std::span(&m_without, 1) : own;
    }
    const bool has_label = !m_labels.labels.empty() && m_labels.labels[row] != k_no_label;
    return has_label ? m_labels.labels.subspan(row, 1) : std::span(&m_without, 1);
  }
  std::uint32_t rows() const { return m_rows; }
  /// The number of labels, that of rows without one among them.
  std::size_t size() const { return m_counts.size(); }
  /// Rows of each label.
  std::span<const std::uint64_t> counts() const { return m_counts; }

 private:
  std::uint32_t m_rows;
  RowLabels m_labels;
  std::uint32_t m_without;
  std::vector<std::uint64_t> m_counts;
};

}  // namespace tfrec
