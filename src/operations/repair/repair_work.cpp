// SPDX-License-Identifier: Apache-2.0
#include "operations/repair/repair_work.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/concurrency/parallel_for.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "operations/repair/rebuild_shards.hpp"
#include "operations/repair/side_file_repair.hpp"
#include "sets/plan/record_list.hpp"
#include "shards/missing_shards.hpp"
#include "shards/names/shard_name.hpp"
#include "shards/publish/existing_set.hpp"
#include "shards/shard_progress.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

// Damage can't show it: each record is sound, and there are as many as there should be.
RepairProblem exchanged(const RepairedShard& shard) {
  return {shard.path, "its checksum is not the manifest's: a record is in another's place", 1, false};
}

RepairProblem too_many(const RepairedShard& shard) {
  return {shard.path, "contains " + counted(shard.salvaged.kept, "intact record", "intact records") +
                          ", more than the " + format_count(*shard.expected) +
                          " it should: records may be there twice"};
}

}  // namespace

RepairWork::RepairWork(const RepairOptions& options, const FoundShards& found, const RepairPlan& plan)
    : m_options(options), m_found(found), m_plan(plan), m_items(plan.shards.size()) {
  for (std::size_t i = 0; i < m_items.size(); ++i) {
    m_items[i].found = &found.shards[plan.shards[i]];
    m_items[i].listed = found.listed(*m_items[i].found);
    m_items[i].staged = "shard-" + std::to_string(i);
  }
}

void RepairWork::salvage(const fs::path& staging, Observer& observer) {
  ShardProgress progress(observer, m_items.size());
  parallel_for(m_items.size(), m_options.threads, [&](std::size_t i) {
    Item& item = m_items[i];
    const RepairShardOptions options{m_options.damaged_only, m_options.strict, expected(item)};
    item.salvaged = repair_shard(item.found->path, staging / item.staged, options);
    progress.done(item.salvaged.bytes);
  });
}

void RepairWork::rebuild(const fs::path& staging, Observer& observer) {
  const ShardSet& set = repaired_set();
  for (const std::size_t entry : set.missing) {
    Item& item = m_items.emplace_back();
    item.listed = &set.manifest->shards[entry];
  }
  std::vector<std::pair<std::size_t, Item*>> needed;  // by entry of the manifest
  for (Item& item : m_items) {
    if (item.salvaged.facts && is_as_listed(item)) continue;
    needed.emplace_back(static_cast<std::size_t>(item.listed - set.manifest->shards.data()), &item);
  }
  if (needed.empty()) return;
  std::sort(needed.begin(), needed.end());
  std::vector<std::size_t> entries;
  for (const auto& [entry, item] : needed) entries.push_back(entry);
  std::vector<RebuiltShard> rebuilt = rebuild_shards(set, entries, m_options, staging, observer);
  for (std::size_t i = 0; i < needed.size(); ++i) {
    Item& item = *needed[i].second;
    item.is_rebuilt = true;
    item.staged = std::move(rebuilt[i].staged);
    item.salvaged.facts = rebuilt[i].facts;
    item.salvaged.salvaged = {};
    item.salvaged.salvaged.kept = rebuilt[i].facts.records;
  }
}

void RepairWork::publish(const fs::path& staging) {
  // Nothing takes the place of what is in OUT.
  if (std::ranges::none_of(m_items, [](const Item& item) { return item.salvaged.facts.has_value(); })) return;
  PublicationPlan plan{m_plan.removed, {}};
  for (Item& item : m_items) {
    if (!item.salvaged.facts) continue;
    item.name = final_name(item);
    plan.files.push_back({item.staged, item.name, item.salvaged.facts->bytes});
  }
  if (m_plan.set) add_side_files(staging, plan);
  // Of a shard that is lost, an earlier file that no set names stays.
  std::erase_if(plan.removed, [&](const std::string& name) {
    return !is_file_of_set(fs::path(name).filename().string()) &&
           std::ranges::find(plan.files, name, &Publication::name) == plan.files.end();
  });
  tfrec::publish(staging, m_options.out, plan);
}

RepairResult RepairWork::result() {
  RepairResult result;
  for (Item& item : m_items) {
    RepairedShard shard = repaired(item);
    if (shard.expected && *shard.expected < shard.salvaged.kept) result.problems.push_back(too_many(shard));
    if (shard.state() != ShardState::damaged && !is_as_listed(item))
      result.problems.push_back(exchanged(shard));
    result.files.push_back(std::move(shard));
  }
  add_missing(result.problems);
  if (!m_plan.hidden.empty()) {
    const std::size_t others = m_plan.hidden.size() - 1;
    result.problems.push_back(
        {m_found.shards[m_plan.hidden.front()].path.string(),
         "is skipped" + (others == 0 ? "" : ", with " + counted(others, "other shard", "other shards")) +
             ", for its folder is hidden: repair that by itself"});
  }
  std::ranges::move(m_side_problems, std::back_inserter(result.problems));
  result.had_manifest = m_plan.set.has_value();
  result.can_rebuild = result.had_manifest && m_options.images.empty() && !has_every_shard() &&
                       repaired_set().manifest->is_from_images();
  result.is_record_list_outdated = m_is_record_list_outdated;
  if (m_is_manifest_copied) result.manifest = (m_options.out / k_manifest_name).string();
  return result;
}

std::optional<std::uint64_t> RepairWork::expected(const Item& item) const {
  if (item.listed != nullptr) return item.listed->records;
  return m_found.expected_records(*item.found);
}

/// Whether the written shard has the manifest's checksum, if a manifest lists it.
bool RepairWork::is_as_listed(const Item& item) const {
  const auto& facts = item.salvaged.facts;
  return item.listed == nullptr || !facts ||
         (facts->crc32c == item.listed->crc32c && facts->bytes == item.listed->bytes);
}

std::string RepairWork::final_name(const Item& item) const {
  if (item.is_rebuilt) return item.listed->path;
  const fs::path& below = item.found->below;
  const std::string name = repaired_name(below.filename().string(), item.salvaged.salvaged.kept, m_options);
  return (below.parent_path() / name).string();
}

/// Lists of classes and the like; the manifest, which means "complete", only if nothing is lost.
void RepairWork::add_side_files(const fs::path& staging, PublicationPlan& plan) {
  const ShardSet& set = repaired_set();
  std::vector<RepairedSideFile> files = repair_side_files(set, m_side_problems);
  m_is_manifest_copied =
      has_every_shard() && std::ranges::none_of(m_side_problems, &RepairProblem::is_file_lost);
  if (m_is_manifest_copied)
    files.push_back({k_manifest_name, read_whole(set.manifest_file(), k_max_manifest_bytes)});
  for (const RepairedSideFile& file : files) {
    // They describe shards that are no longer so.
    if (is_card(file.name) && !m_is_manifest_copied) continue;
    if (file.name == k_record_list_name && !has_every_shard()) {
      m_is_record_list_outdated = true;
      continue;
    }
    const std::string staged = "side-" + std::to_string(plan.files.size());
    plan.files.push_back({staged, file.name, file.write(staging / staged)});
  }
}

bool RepairWork::has_every_shard() const {
  return m_items.size() == repaired_set().manifest->shards.size() &&
         std::all_of(m_items.begin(), m_items.end(), [&](const Item& item) {
           return item.salvaged.facts && is_as_listed(item) && item.name == item.listed->path;
         });
}

RepairedShard RepairWork::repaired(Item& item) const {
  RepairedShard shard;
  shard.path = item.found != nullptr ? item.found->path.string()
                                     : (repaired_set().folder / item.listed->path).string();
  if (!item.name.empty()) shard.output = (m_options.out / item.name).string();
  shard.salvaged = std::move(item.salvaged.salvaged);
  shard.expected = expected(item);
  shard.bytes = item.salvaged.bytes;
  shard.is_rebuilt = item.is_rebuilt;
  return shard;
}

void RepairWork::add_missing(std::vector<RepairProblem>& problems) const {
  for (const ShardSet& set : m_found.sets) {
    if (!set.problem.empty()) problems.push_back({set.manifest_file().string(), printable(set.problem)});
    const bool is_rebuilt = !m_options.images.empty() && &set == &repaired_set();
    if (is_rebuilt) continue;
    for (const std::size_t entry : set.missing) {
      const ManifestShard& shard = set.manifest->shards[entry];
      problems.push_back(
          {(set.folder / shard.path).string(),
           "is in the manifest with " + counted(shard.records, "record", "records") + ", but missing",
           shard.records});
    }
  }
  for (const MissingShard& shard : missing_shards(m_found)) {
    if (!shard.is_certain) continue;
    problems.push_back({.path = shard.path.string(), .message = shard.message, .is_loss_known = false});
  }
}

}  // namespace tfrec
