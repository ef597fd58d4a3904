// SPDX-License-Identifier: Apache-2.0
#include "operations/repair.hpp"

#include <algorithm>
#include <system_error>

#include "base/atomic_file.hpp"
#include "base/error.hpp"
#include "base/parallel_for.hpp"
#include "base/printable.hpp"
#include "base/quantity.hpp"
#include "operations/output_path.hpp"
#include "operations/repair_plan.hpp"
#include "operations/repair_shard.hpp"
#include "operations/shard_progress.hpp"
#include "shards/publication.hpp"
#include "shards/shard_name.hpp"
#include "shards/staging.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

class Repair {
 public:
  Repair(const RepairOptions& options, const FoundShards& found, const RepairPlan& plan)
      : m_options(options), m_found(found), m_plan(plan), m_shards(plan.shards.size()) {}

  void salvage_all(const fs::path& staging, Observer& observer) {
    ShardProgress progress(observer, m_shards.size());
    parallel_for(m_shards.size(), m_options.threads, [&](std::size_t i) {
      const FoundShard& shard = found_shard(i);
      m_shards[i] =
          repair_shard(shard.path, staging / staged_name(i), m_options.damaged_only, expected(shard));
      progress.done(m_shards[i].bytes);
    });
  }

  void publish_all(const fs::path& staging) {
    PublicationPlan plan{m_plan.removed, {}};
    for (std::size_t i = 0; i < m_shards.size(); ++i) {
      if (m_shards[i].facts) plan.files.push_back({staged_name(i), final_name(i)});
    }
    if (m_plan.whole_set) add_side_files(staging, plan);
    publish(staging, m_options.out, plan);
  }

  RepairResult result() {
    RepairResult result;
    for (std::size_t i = 0; i < m_shards.size(); ++i) {
      const FoundShard& found = found_shard(i);
      RepairedShard shard{
          found.path.string(), {}, std::move(m_shards[i].salvaged), expected(found), m_shards[i].bytes};
      if (m_shards[i].facts) shard.output = (m_options.out / m_names[i]).string();
      if (shard.expected && *shard.expected < shard.salvaged.kept) add_too_many(shard, result.problems);
      if (shard.state() != ShardState::damaged && !is_as_listed(i)) add_exchanged(shard, result.problems);
      result.files.push_back(std::move(shard));
    }
    add_missing(result.problems);
    result.had_manifest = m_plan.whole_set.has_value();
    if (m_is_manifest_copied) result.manifest = (m_options.out / k_manifest_name).string();
    return result;
  }

 private:
  const FoundShard& found_shard(std::size_t i) const { return m_found.shards[m_plan.shards[i]]; }
  static std::string staged_name(std::size_t i) { return "shard-" + std::to_string(i); }

  std::optional<std::uint64_t> expected(const FoundShard& shard) const {
    if (const ManifestShard* listed = m_found.listed(shard)) return listed->records;
    return count_in_name(shard.file_name());
  }

  std::string final_name(std::size_t i) {
    m_names.resize(m_shards.size());
    const fs::path& below = found_shard(i).below;
    m_names[i] =
        (below.parent_path() / repaired_name(below.filename().string(), m_shards[i].salvaged.kept, m_options))
            .string();
    return m_names[i];
  }

  /// Lists of classes and the like; the manifest, which says "complete", only where it is true of every
  /// shard.
  void add_side_files(const fs::path& staging, PublicationPlan& plan) {
    const ShardSet& set = m_found.sets[*m_plan.whole_set];
    std::vector<std::string> files;
    for (const std::string& file : set.manifest->side_files) {
      std::error_code failed;
      if (fs::is_regular_file(set.folder / file, failed)) files.push_back(file);
    }
    m_is_manifest_copied = has_every_shard();
    if (m_is_manifest_copied) files.emplace_back(k_manifest_name);
    for (const std::string& file : files) {
      const std::string staged = "side-" + std::to_string(plan.files.size());
      write_file_atomically(staging / staged, read_whole(set.folder / file, k_max_manifest_bytes));
      plan.files.push_back({staged, file});
    }
  }

  bool has_every_shard() const {
    for (std::size_t i = 0; i < m_shards.size(); ++i) {
      if (!m_shards[i].facts || !is_as_listed(i) || m_names[i] != m_found.listed(found_shard(i))->path)
        return false;
    }
    return true;
  }

  /// Whether what is written is, byte for byte, what the manifest says, where it says something.
  bool is_as_listed(std::size_t i) const {
    const ManifestShard* listed = m_found.listed(found_shard(i));
    const auto& facts = m_shards[i].facts;
    return listed == nullptr || !facts || (facts->crc32c == listed->crc32c && facts->bytes == listed->bytes);
  }

  // Damage can't show it: each record is sound, and there are as many as there should be.
  static void add_exchanged(const RepairedShard& shard, std::vector<RepairProblem>& problems) {
    problems.push_back(
        {shard.path, "its checksum is not the manifest's: a record stands in another's place", 1, false});
  }

  static void add_too_many(const RepairedShard& shard, std::vector<RepairProblem>& problems) {
    problems.push_back({shard.path, "holds " +
                                        counted(shard.salvaged.kept, "intact record", "intact records") +
                                        ", more than the " + format_count(*shard.expected) +
                                        " it should: records may stand there twice"});
  }

  void add_missing(std::vector<RepairProblem>& problems) const {
    for (const ShardSet& set : m_found.sets) {
      if (!set.problem.empty()) problems.push_back({set.manifest_file().string(), printable(set.problem)});
      for (const std::size_t entry : set.missing) {
        const ManifestShard& shard = set.manifest->shards[entry];
        problems.push_back(
            {(set.folder / shard.path).string(),
             "is in the manifest with " + counted(shard.records, "record", "records") + ", but not there",
             shard.records});
      }
    }
  }

  const RepairOptions& m_options;
  const FoundShards& m_found;
  const RepairPlan& m_plan;
  std::vector<SalvagedShard> m_shards;
  std::vector<std::string> m_names;  // relative to OUT, of those that are written
  bool m_is_manifest_copied = false;
};

}  // namespace

std::string_view to_string(ShardState state) {
  switch (state) {
    case ShardState::intact:
      return "intact";
    case ShardState::mended:
      return "mended";
    case ShardState::damaged:
      return "damaged";
  }
  return "damaged";
}

ShardState RepairedShard::state() const {
  if (salvaged.lost.count > 0 || lost_records() > 0) return ShardState::damaged;
  return salvaged.mended.count > 0 ? ShardState::mended : ShardState::intact;
}

std::uint64_t RepairedShard::lost_records() const {
  return is_loss_known() ? *expected - salvaged.kept : salvaged.lost_places;
}

bool RepairedShard::has_loss() const {
  return lost_records() > 0 || (!is_loss_known() && salvaged.lost.count > 0);
}

bool RepairResult::has_loss() const {
  return std::any_of(files.begin(), files.end(),
                     [](const RepairedShard& shard) { return shard.has_loss(); }) ||
         std::any_of(problems.begin(), problems.end(),
                     [](const RepairProblem& problem) { return problem.lost_records > 0; });
}

RepairResult repair(const RepairOptions& options, Observer& observer) {
  require_output_path(options.out, observer);
  const FoundShards found = find_shards(options.paths);
  if (complete_interrupted_build(options.out))
    observer.note("completed what was killed while files took their names");
  const RepairPlan plan = plan_repair(found, options);
  const Staging staging(options.out);
  Repair work(options, found, plan);
  work.salvage_all(staging.folder(), observer);
  work.publish_all(staging.folder());
  return work.result();
}

}  // namespace tfrec
