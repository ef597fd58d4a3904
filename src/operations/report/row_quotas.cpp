// SPDX-License-Identifier: Apache-2.0
#include "operations/report/row_quotas.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <system_error>

#include "sets/summaries/parts_of_set.hpp"

namespace tfrec {

namespace {

double records_or_bytes(const FoundShards& found, const FoundShard& shard, bool are_listed) {
  if (are_listed) return static_cast<double>(std::max<std::uint64_t>(found.listed(shard)->records, 1));
  std::error_code failed;
  const std::uintmax_t bytes = std::filesystem::file_size(shard.path, failed);
  return failed || bytes == 0 ? 1 : static_cast<double>(bytes);
}

}  // namespace

std::vector<std::uint64_t> row_quotas(const FoundShards& found, std::uint64_t most) {
  const std::vector<PartOfSet> parts = parts_of_set(found);
  const bool are_listed = std::ranges::all_of(
      found.shards, [&](const FoundShard& shard) { return found.listed(shard) != nullptr; });
  std::vector<double> weights;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    weights.push_back(parts[i].is_other_size ? 0 : records_or_bytes(found, found.shards[i], are_listed));
  }
  const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<std::uint64_t> quotas;
  for (const double weight : weights)
    quotas.push_back(static_cast<std::uint64_t>(std::ceil(static_cast<double>(most) * weight / all)));
  return quotas;
}

}  // namespace tfrec
