// SPDX-License-Identifier: Apache-2.0
#include "shards/extra_shards.hpp"

#include <map>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "shards/names/shard_name.hpp"

namespace tfrec {

namespace {

/// The first shard of each set that its manifest does not list, and how many they are.
void warn_of_unlisted(const FoundShards& found, Observer& observer) {
  std::map<std::size_t, std::vector<const FoundShard*>> unlisted;  // by set
  for (const FoundShard& shard : found.shards) {
    if (shard.stray_in) unlisted[*shard.stray_in].push_back(&shard);
  }
  for (const auto& [set, shards] : unlisted) {
    const std::string first = printable(shards.front()->path.string());
    observer.warning(shards.size() == 1 ? first + ": is in a set's folder, but not in its manifest"
                                        : counted(shards.size(), "shard is", "shards are") +
                                              " in a set's folder, but not in its manifest, first " + first);
  }
}

}  // namespace

std::vector<TwinShard> twin_shards(const FoundShards& found) {
  std::vector<TwinShard> twins;
  std::map<std::filesystem::path, std::string> names;  // of the first file of each shard
  for (const FoundShard& shard : found.shards) {
    const std::string name = shard.file_name();
    const auto [first, is_new] = names.emplace(shard.path.parent_path() / name_of_shard(name), name);
    if (is_new || first->second == name) continue;
    twins.push_back({shard.path,
                     "has the name of the same shard as " + printable(first->second) + ", which also exists",
                     shard.from_folder});
  }
  return twins;
}

void warn_of_extra_shards(const FoundShards& found, Observer& observer) {
  const std::vector<TwinShard> twins = twin_shards(found);
  if (!twins.empty()) {
    const std::size_t more = twins.size() - 1;
    observer.warning(
        printable(twins.front().path.string()) + ": " + twins.front().message +
        (more == 0 ? "" : "; " + counted(more, "more shard is", "more shards are") + " there twice"));
  }
  warn_of_unlisted(found, observer);
}

}  // namespace tfrec
