// SPDX-License-Identifier: Apache-2.0
#include "operations/build/plan_part.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/error.hpp"
#include "base/files/atomic_file.hpp"
#include "base/sandbox/sandbox.hpp"
#include "base/text/shell_word.hpp"
#include "sets/making/output_path.hpp"
#include "sets/making/part_folders.hpp"
#include "sets/making/resume.hpp"
#include "sets/making/up_to_date.hpp"
#include "sets/plan/describe_set.hpp"
#include "shards/manifest/manifest.hpp"
#include "shards/publish/existing_set.hpp"
#include "shards/publish/publication.hpp"
#include "shards/publish/staging.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

/// Whether `finish` has closed this very set, and its files are as they were then.
bool is_published(const fs::path& out, const OpenPlan& open) {
  if (!holds_set(out)) return false;
  const auto manifest = read_own_manifest(out / k_manifest_name);
  if (!manifest || manifest->plan != open.saved->plan || manifest->fingerprint != open.saved->fingerprint)
    return false;
  const BuildOptions& options = open.parts.front().prepared->options;
  return damage_of_set(out, *manifest, options.reread, options.threads).empty();
}

/// The shards that are the part's, of all of the plan one behind the other.
ShardNumbers shards_of(const std::vector<BuildPart>& parts, const PartNumber& part) {
  ShardNumbers wanted;
  std::uint64_t number = 0;
  for (const BuildPart& one : parts) {
    std::vector<std::size_t>& list = wanted.emplace_back();
    for (std::size_t k = 0; k < one.shards.size(); ++k) {
      if (number++ % part.parts == part.number - 1) list.push_back(k);
    }
  }
  return wanted;
}

/// The staging folder, and when the first part of the plan began there. Of several that come at once one
/// says whose plan it is and when it began; the others see what it said.
std::int64_t join_staging(const fs::path& staging, const OpenPlan& open) {
  clear_of_links(staging);
  make_folder(staging);
  const fs::path file = staging / k_planned_name;
  if (!fs::exists(file)) write_file_once(file, manifest_json(open.set));
  const std::string difference = plan_difference(file, open.set, open.parts.front().samples());
  if (!difference.empty()) {
    throw Error(ErrorKind::usage, staging.parent_path().string(),
                "contains an unfinished build of another set: " + difference,
                "stop that one, use another -o, or remove " + shell_path(staging.string()));
  }
  const std::int64_t since = InputFile(file).modified_ns();
  return since > file_clock_now() ? INT64_MIN : since;  // a clock was wrong: all is compared
}

/// When an image of these shards last changed, of those that are finished: only they could be stale.
std::int64_t newest_of_finished(const BuildPart& part, const std::vector<std::size_t>& shards,
                                const ShardStore& store) {
  std::int64_t newest = INT64_MIN;
  for (const std::size_t shard : shards) {
    if (!store.versions_of(shard)) continue;
    for (const SampleIndex sample : part.samples_of(shard))
      newest = std::max(newest, part.samples().open(sample).changed_ns());
  }
  return newest;
}

void take_those_there(OpenPlan& open, const std::vector<ShardStore>& stores, const ShardNumbers& wanted,
                      std::int64_t since, PartResult& result) {
  for (std::size_t i = 0; i < open.parts.size(); ++i) {
    BuildPart& part = open.parts[i];
    part.prepared->input->samples->newest_ns = newest_of_finished(part, wanted[i], stores[i]);
  }
  result.kept_shards = take_finished(open.parts, stores, wanted, since);
}

PartShard part_shard(const BuildPart& part, std::size_t shard, std::uint64_t first) {
  const auto& splits = part.planned.plan.splits;
  const auto split = std::find_if(splits.begin(), splits.end(), [&](const PlannedSplit& one) {
    return shard >= one.shards.begin && shard < one.shards.end;
  });
  const StagedShard& made = *part.shards[shard];
  PartShard described{first + shard + 1, split->name, 0, 0};
  for (const StagedFile& file : made.files) {
    described.records = file.facts.records;
    described.bytes += file.facts.bytes;
  }
  return described;
}

void describe(PartResult& result, const std::vector<BuildPart>& parts, const ShardNumbers& wanted) {
  std::uint64_t first = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::unordered_set<SampleIndex> known;  // --equal repeat has some twice
    for (const std::size_t shard : wanted[i]) {
      result.shards.push_back(part_shard(parts[i], shard, first));
      for (const BadSample& bad : parts[i].shards[shard]->bad) {
        if (known.insert(bad.sample).second) result.bad.push_back(bad_image(*parts[i].prepared->input, bad));
      }
    }
    first += parts[i].shards.size();
  }
}

/// Makes those of the part's shards that are not there.
void make_part(const PlanUse& use, OpenPlan& open, const ShardNumbers& wanted, PartResult& result,
               Observer& observer) {
  const fs::path staging = use.out / k_staging_name;
  const std::int64_t since = join_staging(staging, open);
  narrow_sandbox();
  const std::vector<ShardStore> stores = stores_of(open.parts, staging, open.saved->plan);
  take_those_there(open, stores, wanted, since, result);
  report_kept(result.kept_shards, observer);
  result.pass = make_shards(open.parts, missing_shards(open.parts, wanted), stores, observer);
}

/// Removes the part's shards of a set that was closed without them, and the staging folder where it was made
/// for them alone.
void remove_late(const PlanUse& use, const OpenPlan& open, const ShardNumbers& wanted) {
  std::error_code ignored;
  const fs::path staging = use.out / k_staging_name;
  clear_of_links(staging);
  const fs::path planned = staging / k_planned_name;
  if (fs::exists(planned, ignored) && read_manifest(planned).plan != open.saved->plan) return;
  remove_shards(open.parts, staging, wanted, open.saved->plan);
}

}  // namespace

PartResult build_part_of_plan(const PlanUse& use, const PartNumber& part, Observer& observer) {
  require_no_plan_file(use.out, use.images);
  require_output_path(use.out, observer);
  observer.phase("reading");
  OpenPlan open = open_plan(use);
  PartResult result;
  result.plan = open.saved->plan;
  result.published = is_published(use.out, open);
  if (result.published) return result;
  if (is_publication_interrupted(use.out / k_staging_name)) {
    throw Error(ErrorKind::machine, use.out.string(), "its shards are taking their final names",
                "if no `tfrec finish` runs, one was killed: run it again");
  }
  const ShardNumbers wanted = shards_of(open.parts, part);
  // The same part that ran elsewhere may be faster, and the set closed meanwhile.
  try {
    make_part(use, open, wanted, result, observer);
  } catch (const Error&) {
    result.published = is_published(use.out, open);
    if (!result.published) throw;
  }
  if (result.published || is_published(use.out, open)) {
    remove_late(use, open, wanted);
    result.published = true;
    return result;
  }
  describe(result, open.parts, wanted);
  return result;
}

}  // namespace tfrec
