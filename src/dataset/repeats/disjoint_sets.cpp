// SPDX-License-Identifier: Apache-2.0
#include "dataset/repeats/disjoint_sets.hpp"

#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace tfrec {

DisjointSets::DisjointSets(std::uint32_t count) : m_parents(count) {
  std::iota(m_parents.begin(), m_parents.end(), 0U);
}

std::uint32_t DisjointSets::find(std::uint32_t item) {
  while (m_parents[item] != item) {
    m_parents[item] = m_parents[m_parents[item]];
    item = m_parents[item];
  }
  return item;
}

bool DisjointSets::unite(std::uint32_t a, std::uint32_t b) {
  a = find(a);
  b = find(b);
  if (a == b) return false;
  if (a > b) std::swap(a, b);
  m_parents[b] = a;
  return true;
}

void DisjointSets::unite_by(std::span<const std::uint32_t> ids) {
  constexpr std::uint32_t k_none = std::numeric_limits<std::uint32_t>::max();
  if (ids.size() != m_parents.size()) throw std::invalid_argument("not one id per item");
  std::vector<std::uint32_t> first(ids.size(), k_none);
  for (std::uint32_t item = 0; item < ids.size(); ++item) {
    std::uint32_t& known = first.at(ids[item]);
    if (known == k_none) {
      known = item;
    } else {
      unite(known, item);
    }
  }
}

std::vector<std::uint32_t> DisjointSets::ids() {
  std::vector<std::uint32_t> ids(m_parents.size());
  std::uint32_t sets = 0;
  for (std::uint32_t item = 0; item < ids.size(); ++item) {
    const std::uint32_t root = find(item);  // never after item
    ids[item] = root == item ? sets++ : ids[root];
  }
  return ids;
}

}  // namespace tfrec
