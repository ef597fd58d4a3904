// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tfrec {

/// Union-find over 0 … count-1 (path halving; the smaller number is the root, so that the result does not
/// depend on the order of the unions).
class DisjointSets {
 public:
  explicit DisjointSets(std::uint32_t count);

  std::uint32_t find(std::uint32_t item);
  /// False if both are in one set already.
  bool unite(std::uint32_t a, std::uint32_t b);
  /// Unites all items that have the same id: so several groupings (a column, duplicates) become one in which
  /// what any of them keeps together stays together. Ids are below the number of items, one per item.
  void unite_by(std::span<const std::uint32_t> ids);
  /// Dense set ids, numbered in order of first appearance.
  std::vector<std::uint32_t> ids();

 private:
  std::vector<std::uint32_t> m_parents;
};

}  // namespace tfrec
