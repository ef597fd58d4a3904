// SPDX-License-Identifier: Apache-2.0
#include "cli/reports/split_order.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "dataset/splits/splits.hpp"

namespace tfrec::cli {

namespace {

void reorder(std::vector<ClassColumn>& columns, const std::vector<std::size_t>& order) {
  for (ClassColumn& column : columns) {
    for (ClassCount& known : column.classes) {
      if (known.by_split.size() != order.size()) continue;
      std::vector<std::uint64_t> counts;
      for (const std::size_t split : order) counts.push_back(known.by_split[split]);
      known.by_split = std::move(counts);
    }
  }
}

}  // namespace

Manifest in_reading_order(Manifest set) {
  std::map<std::string, std::size_t> sizes;
  for (const SetTotals& totals : set.totals) sizes.emplace(totals.size, sizes.size());
  const auto place = [&](const auto& one) { return std::pair(sizes[one.size], split_rank(one.split)); };
  std::ranges::stable_sort(set.totals, {}, place);
  std::ranges::stable_sort(set.shards, {}, place);
  std::vector<std::size_t> order(set.splits.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t split) { return split_rank(set.splits[split]); });
  reorder(set.classes, order);
  reorder(set.strata, order);
  std::ranges::stable_sort(set.splits, {}, split_rank);
  return set;
}

}  // namespace tfrec::cli
