// SPDX-License-Identifier: Apache-2.0
#include "operations/build/finish.hpp"

#include <algorithm>
#include <utility>

#include "base/files/atomic_file.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "operations/build/finish_parts.hpp"
#include "sets/input/bad_images.hpp"
#include "sets/making/output_path.hpp"
#include "sets/making/part_folders.hpp"
#include "sets/making/publish_set.hpp"
#include "sets/making/report_masks.hpp"
#include "sets/making/resume.hpp"
#include "sets/making/up_to_date.hpp"
#include "sets/plan/absent_classes.hpp"
#include "shards/publish/staging.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

constexpr const char* k_parts_hint =
    "`tfrec build IMAGES --plan PLAN --part I/N -o OUT` makes the shards I, I+N, I+2N, … that are not "
    "finished";

void require_versions(const OpenPlan& open, const std::vector<ShardStore>& stores, const fs::path& out) {
  const std::string planned = versions_text(open.parts.front().planned.set);
  std::string other;
  const auto shards = shards_that(open.parts, [&](std::size_t part, std::size_t shard) {
    const auto versions = stores[part].versions_of(shard);
    if (!versions || *versions == planned) return false;
    other = *versions;
    return true;
  });
  if (shards.empty()) return;
  throw Error(ErrorKind::bad_data, out.string(),
              numbered(shards) + (shards.size() == 1 ? " was" : " were") + " made with " + printable(other) +
                  ", the plan is for " + printable(planned),
              std::string("make them again with the plan's versions: ") + k_parts_hint);
}

/// Shards are not finished where this looked: another folder may have them.
std::string missing_hint(const PlanUse& use) {
  return "to take parts from other folders: `tfrec finish " + shell_path(use.file.string()) +
         " PART_OUT… -o " + shell_path(use.out.string()) + "`; else " + k_parts_hint;
}

void require_all(const OpenPlan& open, const PlanUse& use) {
  const std::vector<std::uint64_t> missing = missing_numbers(open);
  if (missing.empty()) return;
  throw Error(ErrorKind::bad_data, use.out.string(),
              counted(missing.size(), "shard", "shards") + " of " + format_count(count_shards(open)) +
                  (missing.size() == 1 ? " is not finished: " : " are not finished: ") + numbered(missing),
              missing_hint(use));
}

/// Where OUT holds the set already. Parts for one that is damaged are not superfluous.
std::optional<BuildResult> published_already(const PlanUse& use, const ExistingSet& existing,
                                             const OpenPlan& open, bool overwrite) {
  if (!existing.complete) return std::nullopt;
  const Manifest manifest = read_manifest(use.out / k_manifest_name);
  if (manifest.plan == open.saved->plan && manifest.fingerprint == open.saved->fingerprint) {
    const BuildOptions& options = open.parts.front().prepared->options;
    const std::string damage = damage_of_set(use.out, manifest, overwrite && options.reread, options.threads);
    const std::string excess = excess_of_bad_images(manifest, open.parts);
    if (overwrite && !(damage.empty() && excess.empty())) return std::nullopt;
    const std::string but = "already contains this set, but ";
    if (!damage.empty()) {
      throw Error(ErrorKind::usage, use.out.string(), but + damage,
                  "to replace it by parts that are built again: --overwrite");
    }
    if (!excess.empty()) {
      throw Error(ErrorKind::usage, use.out.string(), but + excess,
                  "allow them with --max-bad " + std::to_string(manifest.bad_images) +
                      ", or fix them and make a new plan");
    }
    BuildResult result;
    result.up_to_date = report_of_set(use.out);
    return result;
  }
  if (!overwrite) throw complete_set_refused(use.out, "it is not of this plan");
  return std::nullopt;
}

void require_its_plan(const fs::path& folder, const OpenPlan& open) {
  const std::string difference =
      plan_difference(planned_file(folder), open.set, open.parts.front().samples());
  if (difference.empty()) return;
  throw Error(ErrorKind::usage, folder.string(), "contains parts of another plan: " + difference,
              "name the plan they were built from");
}

/// Folders of parts, without OUT. Parts that are there must be of this plan.
std::vector<fs::path> part_folders(const std::vector<fs::path>& given, const OpenPlan& open,
                                   const fs::path& out) {
  std::vector<fs::path> folders;
  for (const fs::path& folder : given) {
    std::error_code failed;
    if (!fs::is_directory(folder, failed))
      throw Error(ErrorKind::usage, folder.string(), "is not a folder of a part");
    if (fs::equivalent(folder, out, failed)) continue;
    clear_of_links(folder / k_staging_name);
    if (!fs::exists(planned_file(folder), failed)) {
      throw Error(ErrorKind::usage, folder.string(), "contains no part of a plan",
                  "name the folder that `tfrec build --plan` got with -o");
    }
    require_its_plan(folder, open);
    require_versions(open, stores_of_folder(open, folder), folder);
    folders.push_back(folder);
  }
  return folders;
}

/// When the first part began: what changed later is newer than the set.
std::int64_t begin_of(const std::vector<fs::path>& folders, const fs::path& out) {
  std::int64_t begun = INT64_MAX;
  std::error_code failed;
  for (const fs::path& folder : folders)
    begun = std::min(begun, InputFile(planned_file(folder)).modified_ns());
  if (fs::exists(planned_file(out), failed))
    begun = std::min(begun, InputFile(planned_file(out)).modified_ns());
  return begun;
}

/// The set as its shards, which are all there, came out.
Manifest outcome_of(OpenPlan& open) {
  add_outcomes(open.parts);
  Manifest set = whole_set(open.parts);
  set.fingerprint = open.saved->fingerprint;
  set.plan = open.saved->plan;
  set.sources = sources_of(open.parts);
  return set;
}

}  // namespace

BuildResult finish(const PlanUse& use, const std::vector<fs::path>& given, bool overwrite,
                   Observer& observer) {
  require_output_path(use.out, observer);
  observer.phase("reading");
  OpenPlan open = open_plan(use);
  if (complete_interrupted_build(use.out)) observer.note("completed a run that was killed while publishing");
  std::error_code failed;
  // Looked for before the manifest is, for it goes after that has come.
  const bool has_begun = fs::exists(planned_file(use.out), failed);
  if (auto result = published_already(use, look_at_output(use.out, true), open, overwrite)) {
    remove_leftovers(use.out);
    remove_parts(given, open, read_manifest(use.out / k_manifest_name), observer);
    return std::move(*result);
  }
  const std::vector<fs::path> folders = part_folders(given, open, use.out);
  if (!has_begun && folders.empty()) require_all(open, use);
  const Staging staging(use.out, Staging::Leftovers::keep);
  // Another finish may have come and gone before the lock was free.
  const ExistingSet existing = look_at_output(use.out, true);
  if (auto result = published_already(use, existing, open, overwrite)) {
    remove_parts(given, open, read_manifest(use.out / k_manifest_name), observer);
    return std::move(*result);
  }
  const std::int64_t begun = begin_of(folders, use.out);
  if (!folders.empty() && !has_begun) write_file_once(planned_file(use.out), manifest_json(open.set));
  require_its_plan(use.out, open);
  if (!folders.empty()) set_modified(planned_file(use.out), begun);
  require_same_shards(open, use.out, folders);
  const std::vector<ShardStore> stores = stores_of(open.parts, staging.folder(), open.saved->plan);
  require_versions(open, stores, use.out);
  const std::vector<DamagedShard> damaged = take_shards(open, stores, use.out, folders);
  require_undamaged(use, open, damaged);
  require_all(open, use);
  require_free_places(use.out, existing, open.set);
  BuildResult result{outcome_of(open), {}, 0, {}};
  const BuildOptions& options = open.parts.front().prepared->options;
  require_few_bad_images(options, result.set, staging.folder(), count_samples(open.parts));
  require_equal_shards(open.parts);
  report_bad_images(result.set, observer);
  report_masks(result.set, options.masks.ignore, observer);
  report_absent_classes(open.parts.front().planned.set, options, observer);
  observer.phase("publishing");
  publish_set(result.set, open.parts, staging.folder(), existing, begun);
  remove_parts(folders, open, result.set, observer);
  return result;
}

}  // namespace tfrec
