// SPDX-License-Identifier: Apache-2.0
#include "operations/repair/rebuild_shards.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "base/error.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "sets/making/build_part.hpp"
#include "sets/options/earlier_set.hpp"
#include "sets/options/given_folders.hpp"
#include "sets/options/option_table.hpp"
#include "sets/plan/manifest_order.hpp"
#include "sets/plan/prepare_build.hpp"
#include "shards/names/shard_name.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

constexpr const char* k_hint = "without --from, repair recovers what is intact";

BuildOptions build_options(const ShardSet& set, const RepairOptions& options, const fs::path& staging) {
  BuildOptions build;
  build.images = options.images;
  build.labels = options.labels;
  build.test = options.test;
  build.masks.folder = options.masks;
  build.masks.allow_missing = std::ranges::any_of(set.manifest->features, [](const auto& feature) {
    return feature.origin && feature.origin->kind == info(FeatureKind::mask).name;
  });
  build.files = options.files;
  build.like = set.manifest_file();
  build.makes_again = true;
  build.out = staging.parent_path();
  build.threads = options.threads;
  // What the audit and the limit let pass was decided when the set was made; the checksums show if it differs
  // now.
  build.allow_missing_images = true;
  build.allow_repeats = set.manifest->option("record-per") == nullptr;  // else it is a contradiction
  build.allow_masks = true;
  build.max_bad.percent = 100;
  read_plan_options(*set.manifest, set.manifest_file().string(), build);
  if (!build.splits.kept.empty()) build.splits.keep = set.manifest_file();
  return build;
}

void require_same_versions(const Manifest& planned, const ShardSet& set) {
  for (const auto& [library, version] : planned.versions) {
    const std::string made_with = version_of(*set.manifest, library);
    if (made_with == version) continue;
    throw Error(ErrorKind::usage, set.manifest_file().string(),
                "the set was made with " + library + " " + printable(made_with) + ", and this is " + version +
                    ": the same shards can't be made again",
                k_hint);
  }
}

/// An option that can't be applied from its record alone would give other shards.
void require_known_options(const ShardSet& set) {
  for (const auto& [name, value] : set.manifest->options) {
    const auto same = [&option = name](const RecordedOption& known) { return known.name == option; };
    if (std::any_of(option_table().begin(), option_table().end(), same)) continue;
    throw Error(ErrorKind::usage, set.manifest_file().string(),
                "the set was built with --" + printable(name) + ", with which --from can't make it again",
                k_hint);
  }
}

/// What to do where the images or rows are not those of the set.
std::string hint_to_use_sources(const fs::path& labels) {
  return std::string("use the images ") + (labels.empty() ? "" : "and the table ") +
         "that the set was built from; " + k_hint;
}

Error other_sources(const RepairOptions& options, const std::string& reason) {
  return Error(ErrorKind::bad_data, options.images.string(),
               "these are not the images and rows of the set: " + reason,
               hint_to_use_sources(options.labels));
}

/// A file of the whole plan: part of the set, number of the shard in the part, and variant.
struct ShardVariant {
  std::size_t part = 0;
  std::size_t shard = 0;
  std::size_t variant = 0;
};

/// The set planned again.
struct ReplannedSet {
  std::vector<BuildPart> parts;
  std::vector<ManifestShard> shards;  // of all parts, in the manifest's order
  std::vector<ShardVariant> places;   // of each
};

void add_places(ReplannedSet& set, std::size_t part) {
  const PlannedBuild& planned = set.parts[part].planned;
  set.shards.insert(set.shards.end(), planned.set.shards.begin(), planned.set.shards.end());
  for (const auto& [split, variant] : splits_of_totals(planned.plan, planned.set.totals.size())) {
    for (std::size_t k = split->shards.begin; k < split->shards.end; ++k)
      set.places.push_back({part, k, variant});
  }
}

/// With --keep-splits, the splits of images are those of the set's own records.
std::vector<BuildPart> plan_parts_again(const BuildOptions& options, Observer& observer) {
  try {
    std::vector<BuildPart> parts = prepare_parts(options, observer);
    plan_parts(parts, observer);
    return parts;
  } catch (const Error& error) {
    const bool is_of_set =
        !options.splits.keep.empty() && error.path().starts_with((options.like.parent_path() / "").string());
    const bool needs_table =
        options.labels.empty() && (is_of_set || (error.kind() == ErrorKind::usage && error.hint().empty()));
    // The hint of a build would name options that repair lacks.
    if (!is_of_set && error.kind() == ErrorKind::bad_data)
      throw Error(error.kind(), error.path(), error.message(), hint_to_use_sources(options.labels));
    if (!is_of_set && !needs_table) throw;
    std::string hint = needs_table ? "if the set was built from a table: --labels FILE" : "";
    if (is_of_set) {
      hint += (hint.empty() ? "" : "; ") +
              std::string("build it again with --keep-splits and the set that has these splits; ") + k_hint;
    }
    throw Error(error.kind(), error.path(), error.message(), hint);
  }
}

ReplannedSet plan_again(const BuildOptions& options, Observer& observer) {
  ReplannedSet set;
  set.parts = plan_parts_again(options, observer);
  for (std::size_t part = 0; part < set.parts.size(); ++part) add_places(set, part);
  return set;
}

/// The path of a shard whatever its count.
std::string path_without_count(const std::string& path) {
  const fs::path whole(path);
  return (whole.parent_path() / name_with_count(whole.filename().string(), 0)).string();
}

/// The shard of the plan that each of the manifest is. Shards whose images were all bad are in the plan
/// alone; the number in the names of the others identifies it.
std::vector<std::size_t> shards_of_plan(const Manifest& manifest, const ReplannedSet& planned, bool had_bad,
                                        const RepairOptions& options) {
  std::vector<std::size_t> of_entry(manifest.shards.size());
  std::iota(of_entry.begin(), of_entry.end(), std::size_t{0});
  if (manifest.shards.size() == planned.shards.size()) return of_entry;
  const Error other_number =
      other_sources(options, "they make " + counted(planned.shards.size(), "shard", "shards") + ", not " +
                                 format_count(manifest.shards.size()));
  if (!had_bad || manifest.shards.size() > planned.shards.size()) throw other_number;
  if (planned.parts.front().prepared->options.name_style != NameStyle::count) {
    throw Error(
        ErrorKind::usage, options.images.string(),
        "a shard of the set was left out, for all its images were bad, and the names of the others do "
        "not show which: --from can't make it again",
        k_hint);
  }
  std::map<std::string, std::size_t> by_path;
  for (std::size_t i = 0; i < planned.shards.size(); ++i)
    by_path.emplace(path_without_count(planned.shards[i].path), i);
  for (std::size_t entry = 0; entry < of_entry.size(); ++entry) {
    const auto found = by_path.find(path_without_count(manifest.shards[entry].path));
    if (found == by_path.end()) throw other_number;
    of_entry[entry] = found->second;
  }
  return of_entry;
}

/// Without the set's table, or with another, features are left out.
void require_same_features(const Manifest& manifest, const ReplannedSet& planned,
                           const RepairOptions& options) {
  const auto& made = planned.parts.front().planned.set.features;
  for (const ManifestFeature& feature : manifest.features) {
    if (std::ranges::find(made, feature.name, &ManifestFeature::name) != made.end()) continue;
    const std::string what = "feature '" + printable(feature.name) + "' can't be made ";
    if (!options.labels.empty()) throw other_sources(options, what + "from them");
    throw Error(ErrorKind::usage, options.images.string(), what + "without the set's table",
                "add the table that the set was built from: --labels FILE");
  }
}

/// With --keep-splits, images that no record names would be dealt anew.
void require_same_splits(const Manifest& manifest, const ReplannedSet& planned,
                         const RepairOptions& options) {
  const std::string recorded = text_option(manifest, "keep-splits");
  if (planned.parts.front().prepared->options.splits.kept == recorded) return;
  if (manifest.bad_images == 0) throw other_sources(options, "images of other splits");
  throw other_sources(options, "or the splits of its bad images can't be known");
}

/// A plan of other shards is not worth carrying out. Returns the shard of the plan that each entry is.
std::vector<std::size_t> require_same_plan(const Manifest& manifest, const ReplannedSet& planned,
                                           const RepairOptions& options) {
  const bool had_bad = manifest.bad_images > 0;
  require_same_features(manifest, planned, options);
  require_same_splits(manifest, planned, options);
  std::vector<std::size_t> of_entry = shards_of_plan(manifest, planned, had_bad, options);
  for (std::size_t i = 0; i < of_entry.size(); ++i) {
    const ManifestShard& listed = manifest.shards[i];
    const ManifestShard& shard = planned.shards[of_entry[i]];
    const bool fits = had_bad ? shard.records >= listed.records : shard.records == listed.records;
    if (fits && shard.split == listed.split && shard.size == listed.size) continue;
    throw other_sources(options, printable(listed.path) + " would have " +
                                     counted(shard.records, "record", "records") + ", not " +
                                     format_count(listed.records));
  }
  return of_entry;
}

/// Makes the shards that are needed.
void make_shards(ReplannedSet& set, const std::vector<ShardVariant>& needed, const fs::path& staging,
                 Observer& observer) {
  ShardNumbers wanted;
  for (std::size_t part = 0; part < set.parts.size(); ++part) {
    std::set<std::size_t> shards;
    for (const ShardVariant& one : needed) {
      if (one.part == part) shards.insert(one.shard);
    }
    wanted.emplace_back(shards.begin(), shards.end());
  }
  try {
    make_shards(set.parts, wanted, stores_of(set.parts, staging, ""), observer);
  } catch (const Error& error) {
    // Unlike a build, an interrupted repair begins anew.
    const bool is_stopped = error.kind() == ErrorKind::interrupted || error.kind() == ErrorKind::terminated;
    if (is_stopped) throw Error(error.kind(), error.path(), error.message());
    throw;
  }
}

RebuiltShard proven(const StagedShard& made, std::size_t variant, const ManifestShard& listed,
                    const fs::path& staging, const RepairOptions& options) {
  if (made.files.size() > variant) {
    const StagedFile& file = made.files[variant];
    if (file.facts.crc32c == listed.crc32c && file.facts.bytes == listed.bytes)
      return {file.file.lexically_relative(staging).string(), file.facts};
  }
  throw other_sources(options,
                      printable(listed.path) + " comes out with another checksum than the manifest's");
}

}  // namespace

std::vector<RebuiltShard> rebuild_shards(const ShardSet& set, const std::vector<std::size_t>& entries,
                                         const RepairOptions& options, const fs::path& staging,
                                         Observer& observer) {
  require_recipe(*set.manifest, set.manifest_file().string());
  require_same_folders(*set.manifest, {options.test, options.masks, options.files},
                       set.manifest_file().string(), "the set");
  ReplannedSet planned = plan_again(build_options(set, options, staging), observer);
  require_same_versions(planned.parts.front().planned.set, set);
  require_known_options(set);
  const std::vector<std::size_t> of_entry = require_same_plan(*set.manifest, planned, options);
  std::vector<ShardVariant> needed;
  for (const std::size_t entry : entries) needed.push_back(planned.places[of_entry[entry]]);
  make_shards(planned, needed, staging, observer);
  std::vector<RebuiltShard> rebuilt;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const StagedShard& shard = *planned.parts[needed[i].part].shards[needed[i].shard];
    rebuilt.push_back(proven(shard, needed[i].variant, set.manifest->shards[entries[i]], staging, options));
  }
  return rebuilt;
}

}  // namespace tfrec
