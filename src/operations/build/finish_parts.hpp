// SPDX-License-Identifier: Apache-2.0
// The shards of a plan's parts, in OUT and in folders of their own: which are missing, damaged or different.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "operations/build/open_plan.hpp"
#include "records/make/shard_store.hpp"
#include "shards/manifest/manifest.hpp"

namespace tfrec {

/// A finished shard whose file is not what its part wrote.
struct DamagedShard {
  std::uint64_t number = 0;        // from 1, of the plan
  std::filesystem::path folder{};  // of the part
};

/// The numbers, from 1, of the shards for which `is(part, shard)` returns true.
template <class Is>
std::vector<std::uint64_t> shards_that(const std::vector<BuildPart>& parts, const Is& is) {
  std::vector<std::uint64_t> found;
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::size_t k = 0; k < parts[i].shards.size(); ++k) {
      ++number;
      if (is(i, k)) found.push_back(number);
    }
  }
  return found;
}

/// "shards 3, 7, 11, … (40 in all)".
std::string numbered(const std::vector<std::uint64_t>& shards);
std::size_t count_shards(const OpenPlan& open);
/// Of the shards that were not taken.
std::vector<std::uint64_t> missing_numbers(const OpenPlan& open);

/// The file with the plan that a part in `folder` was built from.
std::filesystem::path planned_file(const std::filesystem::path& folder);
/// The stores of a part's folder, which is not changed.
std::vector<ShardStore> stores_of_folder(const OpenPlan& open, const std::filesystem::path& folder);

/// Throws Error (bad_data) if two folders have different bytes for a shard: one was made from wrong images,
/// and the plan does not show which.
void require_same_shards(const OpenPlan& open, const std::filesystem::path& out,
                         const std::vector<std::filesystem::path>& folders);

/// Takes the shards in OUT, whose stores these are, then those that are missing from one folder after the
/// other. Returns the damaged ones.
std::vector<DamagedShard> take_shards(OpenPlan& open, const std::vector<ShardStore>& stores,
                                      const std::filesystem::path& out,
                                      const std::vector<std::filesystem::path>& folders);

/// Throws Error (bad_data) if no folder had an intact copy of a damaged shard.
void require_undamaged(const PlanUse& use, const OpenPlan& open, const std::vector<DamagedShard>& damaged);

/// Empties the folders after `set` is published. Parts of another plan stay, and shards with bytes that the
/// set does not have.
void remove_parts(const std::vector<std::filesystem::path>& folders, const OpenPlan& open,
                  const Manifest& set, Observer& observer);

}  // namespace tfrec
