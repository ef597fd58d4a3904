// SPDX-License-Identifier: Apache-2.0
#include "operations/build/build.hpp"

#include <utility>

#include "base/sandbox/sandbox.hpp"
#include "base/text/quantity.hpp"
#include "dataset/table/csv_table.hpp"
#include "operations/build/plan_file.hpp"
#include "sets/input/bad_images.hpp"
#include "sets/making/build_part.hpp"
#include "sets/making/dependency_file.hpp"
#include "sets/making/output_path.hpp"
#include "sets/making/publish_set.hpp"
#include "sets/making/report_masks.hpp"
#include "sets/making/resume.hpp"
#include "sets/making/up_to_date.hpp"
#include "sets/options/earlier_set.hpp"
#include "sets/plan/prepare_build.hpp"
#include "sets/splits/moved_images.hpp"
#include "shards/manifest/manifest.hpp"
#include "shards/publish/existing_set.hpp"
#include "shards/publish/staging.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

/// Takes the shards that are there, and makes those that are missing.
BuildResult make_set(std::vector<BuildPart>& parts, const Staging& staging, std::int64_t since,
                     const std::string& plan, const BuildOptions& options, Observer& observer) {
  const std::vector<ShardStore> stores = stores_of(parts, staging.folder(), plan);
  BuildResult result;
  const ShardNumbers all = all_shards(parts);
  result.kept_shards = take_finished(parts, stores, all, since);
  if (holds_set(options.out)) {
    const Manifest published = read_manifest(options.out / k_manifest_name);
    if (published.plan == plan)
      result.kept_shards += take_published(parts, stores, options.out, published, options.reread);
  }
  report_kept(result.kept_shards, observer);
  result.pass = make_shards(parts, missing_shards(parts, all), stores, observer);
  add_outcomes(parts);
  result.set = whole_set(parts);
  return result;
}

/// Another build may just be publishing the files that no set owns.
ExistingSet read_first(const fs::path& out) {
  try {
    return look_at_output(out, true);
  } catch (const Error&) {
    std::error_code failed;
    if (!fs::exists(out / k_staging_name, failed)) throw;
  }
  { const Staging staging(out); }  // throws where that build goes on
  return look_at_output(out, true);
}

/// OUT as it is now that no other build writes there: one may have come and gone since `before`.
ExistingSet look_again(const BuildOptions& options, const ExistingSet& before) {
  ExistingSet now = look_at_output(options.out, true);
  if (now.complete && !before.complete && !options.overwrite) {
    throw Error(ErrorKind::machine, options.out.string(), "another build has completed a set here",
                "run the same command again to see whether it is the same");
  }
  return now;
}

/// Only the manifest's time moves, so that make settles; a set that can't be written to is as complete.
BuildResult up_to_date(const fs::path& out, std::int64_t begun) {
  remove_leftovers(out);
  set_modified_if_allowed(out / k_manifest_name, begun);
  BuildResult result;
  result.up_to_date = report_of_set(out);
  result.set = read_manifest(out / k_manifest_name);
  return result;
}

/// The set of OUT whose splits are kept: its fingerprint, or nothing.
std::string kept_set(const BuildOptions& options) {
  if (!is_own_set(options.splits.keep, options.out) || !holds_set(options.out)) return {};
  return read_manifest(options.out / k_manifest_name).fingerprint;
}

/// `kept`: what kept_set() was when its splits were read.
void require_kept_set(const BuildOptions& options, const std::string& kept) {
  if (kept_set(options) == kept) return;
  throw Error(ErrorKind::machine, options.out.string(),
              "another build has replaced the set whose splits are kept", "run the same command again");
}

}  // namespace

BuildResult build(const BuildOptions& options, Observer& observer) {
  require_no_plan_file(options.out, options.images);
  require_output_path(options.out, observer);
  require_dependency_file(options);
  if (complete_interrupted_build(options.out))
    observer.note("completed a build that was killed while publishing");
  const ExistingSet before = read_first(options.out);
  const std::int64_t begun = file_clock_now();
  const std::string kept = kept_set(options);
  std::vector<BuildPart> parts = prepare_parts(options, observer);
  write_dependency_file(parts, observer);
  SetIdentity identity = identity_of(parts);
  bool may_deal_anew = false;
  if (before.complete) {
    const Comparison found = compare_with_set(options.out, parts, identity.fingerprint);
    if (found.same) return up_to_date(options.out, begun);
    if (found.damaged && !options.overwrite) throw damaged_set_refused(options.out, found.difference);
    if (!options.overwrite) throw complete_set_refused(options.out, found.difference, found.may_deal_anew);
    may_deal_anew = found.may_deal_anew;
    if (is_own_set(options.splits.keep, options.out)) {
      record_kept_splits(parts, observer);
      identity = identity_of(parts);
    }
  }
  plan_parts(parts, observer);
  const PreparedBuild& first = *parts.front().prepared;
  if (may_deal_anew) warn_of_moved(options, *first.input, first.splits, observer);
  const Staging staging(options.out);
  narrow_sandbox();
  const ExistingSet existing = look_again(options, before);
  require_kept_set(options, kept);
  Manifest planned = whole_set(parts);
  planned.fingerprint = identity.fingerprint;
  planned.plan = plan_hash(identity.request, parts);
  require_free_places(options.out, existing, planned);
  const std::int64_t since = open_staging(staging, planned, parts.front(), options.overwrite, begun);
  BuildResult result = make_set(parts, staging, since, planned.plan, options, observer);
  result.set.fingerprint = planned.fingerprint;
  result.set.plan = planned.plan;
  result.set.sources = sources_of(parts);
  observer.phase("publishing");
  require_few_bad_images(options, result.set, staging.folder(), count_samples(parts));
  require_equal_shards(parts);
  report_bad_images(result.set, observer);
  report_masks(result.set, options.masks.ignore, observer);
  for (const BuildPart& part : parts) require_unchanged(*part.prepared->input->table);
  publish_set(result.set, parts, staging.folder(), existing, begun);
  return result;
}

}  // namespace tfrec
