// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "operations/repair/repair.hpp"
#include "operations/repair/repair_plan.hpp"
#include "operations/repair/repair_shard.hpp"
#include "shards/publish/publication.hpp"
#include "shards/shard_paths.hpp"

namespace tfrec {

/// The steps of a repair, in order; what they refer to must outlive it.
class RepairWork {
 public:
  RepairWork(const RepairOptions& options, const FoundShards& found, const RepairPlan& plan);

  /// Salvages every shard into the staging folder.
  void salvage(const std::filesystem::path& staging, Observer& observer);
  /// Makes those that differ from the manifest, or are missing, again from the images.
  void rebuild(const std::filesystem::path& staging, Observer& observer);
  /// Gives all their final names.
  void publish(const std::filesystem::path& staging);
  /// Call once, last.
  RepairResult result();

 private:
  /// A shard that was found, or, when shards are made again, one that was not.
  struct Item {
    const FoundShard* found = nullptr;
    const ManifestShard* listed = nullptr;
    SalvagedShard salvaged;
    std::string staged;
    std::string name;  // final, relative to OUT; empty if nothing is written
    bool is_rebuilt = false;
  };

  bool is_as_listed(const Item& item) const;
  bool has_every_shard() const;
  std::optional<std::uint64_t> expected(const Item& item) const;
  std::string final_name(const Item& item) const;
  void add_side_files(const std::filesystem::path& staging, PublicationPlan& plan);
  RepairedShard repaired(Item& item) const;
  void add_missing(std::vector<RepairProblem>& problems) const;
  const ShardSet& repaired_set() const { return m_found.sets[*m_plan.set]; }

  const RepairOptions& m_options;
  const FoundShards& m_found;
  const RepairPlan& m_plan;
  std::vector<Item> m_items;
  std::vector<RepairProblem> m_side_problems;
  bool m_is_manifest_copied = false;
  bool m_is_record_list_outdated = false;
};

}  // namespace tfrec
