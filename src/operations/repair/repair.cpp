// SPDX-License-Identifier: Apache-2.0
#include "operations/repair/repair.hpp"

#include <algorithm>
#include <array>

#include "base/files/real_path.hpp"
#include "base/sandbox/sandbox.hpp"
#include "base/text/printable.hpp"
#include "base/text/shell_word.hpp"
#include "operations/repair/repair_plan.hpp"
#include "operations/repair/repair_work.hpp"
#include "sets/making/output_path.hpp"
#include "sets/merge/class_names.hpp"
#include "sets/merge/source_sets.hpp"
#include "shards/extra_shards.hpp"
#include "shards/missing_shards.hpp"
#include "shards/publish/staging.hpp"

namespace tfrec {

std::string_view to_string(ShardState state) {
  constexpr std::array<std::string_view, 4> k_names{"intact", "mended", "damaged", "rebuilt"};
  return k_names[static_cast<std::size_t>(state)];
}

ShardState RepairedShard::state() const {
  if (is_rebuilt) return ShardState::rebuilt;
  if (salvaged.lost.count > 0 || lost_records() > 0) return ShardState::damaged;
  return salvaged.repaired.count > 0 ? ShardState::repaired : ShardState::intact;
}

std::uint64_t RepairedShard::lost_records() const {
  return expected && is_loss_known() ? *expected - salvaged.kept : salvaged.lost_places;
}

bool RepairedShard::has_loss() const {
  return lost_records() > 0 || (!is_loss_known() && salvaged.lost.count > 0);
}

bool RepairResult::has_loss() const {
  return std::any_of(files.begin(), files.end(),
                     [](const RepairedShard& shard) { return shard.has_loss(); }) ||
         std::any_of(problems.begin(), problems.end(),
                     [](const RepairProblem& problem) { return problem.has_loss(); });
}

RepairResult repair(const RepairOptions& options, Observer& observer) {
  require_output_path(options.out, observer);
  if (complete_interrupted_build(options.out))  // first: OUT may lie in a folder that is searched
    observer.note("completed a run that was killed while publishing");
  const FoundShards found = find_shards(options.paths, observer);
  warn_of_gaps(found, observer);
  warn_of_extra_shards(found, observer);
  require_finished_sets(found);
  for (const std::filesystem::path& file : classes_left_behind(found)) {
    if (lies_in(real_path(options.out), file.parent_path())) continue;  // readers find it from there, too
    observer.note(printable(file.string()) + " is not copied; for class names: cp " +
                  shell_path(file.string()) + " " + shell_path(options.out.string()));
  }
  plan_repair(found, options);  // throws before OUT is made
  const Staging staging(options.out);
  const RepairPlan plan = plan_repair(found, options);  // another run may have come and gone
  narrow_sandbox();
  staging.start_anew();
  RepairWork work(options, found, plan);
  work.salvage(staging.folder(), observer);
  if (!options.images.empty()) work.rebuild(staging.folder(), observer);
  work.publish(staging.folder());
  return work.result();
}

}  // namespace tfrec
