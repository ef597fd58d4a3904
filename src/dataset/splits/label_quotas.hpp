// SPDX-License-Identifier: Apache-2.0
// How many rows of each label go to each split, before any row is chosen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tfrec {

/// Whole numbers by row (label) and column (split).
class LabelQuotas {
 public:
  LabelQuotas(std::size_t labels, std::size_t splits) : m_splits(splits), m_cells(labels * splits) {}

  std::span<std::int32_t> of(std::size_t label) {
    return std::span(m_cells).subspan(label * m_splits, m_splits);
  }
  std::span<const std::int32_t> of(std::size_t label) const {
    return std::span(m_cells).subspan(label * m_splits, m_splits);
  }

 private:
  std::size_t m_splits;
  std::vector<std::int32_t> m_cells;
};

/// Controlled rounding (Bacharach: Matrix Rounding Problems, Management Science 1966; Cox: A Constructive
/// Procedure for Unbiased Controlled Rounding, JASA 1987) of the ideal counts * weights / sum(weights):
/// each row sums to its label's count, each column to apportion(sum(counts), weights), and each cell is its
/// ideal rounded down or up. With 2 or 3 splits, and with folds, such a table always exists; with 4 or more
/// unequal splits the exact columns can ask for a cell further off: columns win, and the cells that suffer
/// are those where it hurts least.
///
/// The algorithm, fixed in docs/format.md, diffuses the rounding error from label to label in a seeded order
/// (purpose "split labels"), then corrects the columns by chains of moves where they are still off. Last, a
/// label with at least as many rows as splits gets a row in each split where that is possible within
/// rounding. Time O(labels * splits^2) and, per move of the rare correction, as much again. Precondition: the
/// sum of counts is below 2^32, each count below 2^31.
LabelQuotas label_quotas(std::span<const std::uint64_t> counts, std::span<const std::uint64_t> weights,
                         std::uint64_t seed);

}  // namespace tfrec
