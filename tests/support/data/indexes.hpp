// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

namespace tfrec::test {

/// indexes<RowIndex>({0, 2}): a list of rows, samples or places.
template <class Index>
std::vector<Index> indexes(std::initializer_list<std::uint64_t> values) {
  std::vector<Index> list;
  for (const std::uint64_t value : values) list.emplace_back(value);
  return list;
}

}  // namespace tfrec::test
