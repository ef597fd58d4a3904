// SPDX-License-Identifier: Apache-2.0
#include "dataset/dealing.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/quantity.hpp"

namespace tfrec {

namespace {

std::uint64_t divided_up(std::uint64_t a, std::uint64_t b) {
  return a / b + (a % b != 0 ? 1 : 0);
}

/// By bytes: the count whose mean is nearest to the aim, moved inside 10-100 MB where the data allow it.
ShardCount count_by_bytes(std::uint64_t bytes, const ShardRequest& request) {
  const std::uint64_t aim = std::max<std::uint64_t>(1, request.shard_bytes.value_or(k_default_shard_bytes));
  ShardCount chosen;
  chosen.shards = std::max<std::uint64_t>(1, (bytes + aim / 2) / aim);
  chosen.rule = "--shard-size " + format_bytes(aim);
  if (aim < k_least_shard_bytes || aim > k_most_shard_bytes) {
    chosen.warnings.push_back("--shard-size " + format_bytes(aim) +
                              " is outside the 10-100 MB that readers like");
    return chosen;
  }
  const std::uint64_t least = divided_up(bytes, k_most_shard_bytes);
  const std::uint64_t most = std::max<std::uint64_t>(1, bytes / k_least_shard_bytes);
  const std::uint64_t kept =
      std::clamp(chosen.shards, std::max<std::uint64_t>(1, std::min(least, most)), most);
  if (kept != chosen.shards)
    chosen.rule = kept < chosen.shards ? "shards of at least 10 MB" : "shards of at most 100 MB";
  chosen.shards = kept;
  return chosen;
}

ShardCount count_by_wish(std::uint64_t records, const ShardRequest& request) {
  if (!request.shards) {
    const std::uint64_t each = std::max<std::uint64_t>(1, *request.records_per_shard);
    return {divided_up(records, each), "--records-per-shard " + std::to_string(each), {}};
  }
  if (*request.shards > records) {
    throw Error(ErrorKind::usage, "",
                "--shards " + std::to_string(*request.shards) + " is more than the " +
                    counted(records, "record", "records") + " there are",
                "an empty shard is never written; use --shards " + std::to_string(records) + " or fewer");
  }
  return {*request.shards, "--shards " + std::to_string(*request.shards), {}};
}

void warn_of_sizes(ShardCount& chosen, std::uint64_t bytes) {
  const std::uint64_t mean = bytes / chosen.shards;
  if (mean > k_most_shard_bytes) {
    chosen.warnings.push_back("shards of about " + format_bytes(mean) +
                              " are larger than the 100 MB readers like");
  }
}

}  // namespace

ShardCount choose_shard_count(std::uint64_t records, std::uint64_t bytes, const ShardRequest& request) {
  if (records == 0) return {0, "no records", {}};
  const bool by_wish = request.shards || request.records_per_shard;
  ShardCount chosen = by_wish ? count_by_wish(records, request) : count_by_bytes(bytes, request);
  if (chosen.shards > records)
    chosen = {records, "one record per shard at least", std::move(chosen.warnings)};
  if (by_wish) warn_of_sizes(chosen, bytes);
  return chosen;
}

std::vector<PlaceRange> deal(std::uint64_t records, std::uint64_t shards) {
  std::vector<PlaceRange> ranges;
  ranges.reserve(shards);
  for (std::uint64_t k = 0, begin = 0; k < shards; ++k) {
    const std::uint64_t size = records / shards + (k < records % shards ? 1 : 0);
    ranges.push_back({begin, begin + size});
    begin += size;
  }
  return ranges;
}

}  // namespace tfrec
