// SPDX-License-Identifier: Apache-2.0
#include "operations/rebuild_shards.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/quantity.hpp"
#include "operations/plan_options.hpp"
#include "operations/prepare_build.hpp"
#include "pipeline/build_shards.hpp"
#include "shards/set_choices.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

constexpr const char* k_hint = "without --from, repair saves what is intact";

BuildOptions build_options(const ShardSet& set, const SetChoices& choices, const RebuildOptions& options) {
  BuildOptions build;
  build.images = options.images;
  build.labels = options.labels;
  build.like = set.manifest_file();
  build.threads = options.threads;
  // What the audit and the limit let pass was decided when the set was made; the checksums tell if it differs
  // now.
  build.allow_missing_images = true;
  build.allow_repeats = true;
  build.max_bad.percent = 100;
  take_plan_options(choices, build);
  return build;
}

void require_same_versions(const SetChoices& choices, const SetDescription& planned, const ShardSet& set) {
  for (const auto& [library, version] : planned.versions) {
    const auto made_with = choices.versions.find(library);
    if (made_with != choices.versions.end() && made_with->second == version) continue;
    const std::string earlier =
        made_with == choices.versions.end() ? "another" : printable(made_with->second);
    throw Error(ErrorKind::usage, set.manifest_file().string(),
                "the set was made with " + library + " " + earlier + ", and this is " + version +
                    ": the same shards can't be made again",
                k_hint);
  }
}

/// An option that plans were made with and that is not taken over would show as other shards: better say so.
void require_known_options(const SetChoices& choices, const SetDescription& planned, const ShardSet& set) {
  for (const auto& [name, value] : choices.options) {
    if (name == "stats" || name == "record-list") continue;  // decide about no byte of a shard
    const auto same = [&option = name](const auto& recorded) { return recorded.first == option; };
    if (std::any_of(planned.options.begin(), planned.options.end(), same)) continue;
    throw Error(ErrorKind::usage, set.manifest_file().string(),
                "the set was built with --" + printable(name) + ", with which --from can't make it again",
                k_hint);
  }
}

Error other_sources(const RebuildOptions& options, const std::string& reason) {
  return Error(ErrorKind::bad_data, options.images.string(),
               "these are not the images and rows of the set: " + reason, k_hint);
}

/// Where each entry of the manifest stands in the plan: the shard's number, and the set of sizes it is of.
struct Place {
  std::size_t shard = 0;
  std::size_t variant = 0;
};

std::vector<Place> places_of(const PlannedBuild& planned) {
  std::vector<Place> places;
  for (std::size_t i = 0; i < planned.set.totals.size(); ++i) {
    const PlannedSplit& split = planned.plan.splits[i % planned.plan.splits.size()];
    for (std::uint64_t k = split.shards.begin; k < split.shards.end; ++k)
      places.push_back({static_cast<std::size_t>(k), i / planned.plan.splits.size()});
  }
  return places;
}

/// A plan of other shards is not worth carrying out.
void require_same_plan(const Manifest& manifest, const SetDescription& planned,
                       const RebuildOptions& options) {
  if (manifest.shards.size() != planned.shards.size()) {
    throw other_sources(options, "they make " + counted(planned.shards.size(), "shard", "shards") + ", not " +
                                     format_count(manifest.shards.size()));
  }
  const auto& side = manifest.side_files;
  const bool had_bad = std::find(side.begin(), side.end(), k_bad_images_name) != side.end();
  for (std::size_t i = 0; i < planned.shards.size(); ++i) {
    const ManifestShard& listed = manifest.shards[i];
    const std::uint64_t rows = planned.shards[i].records;
    const bool fits = had_bad ? rows >= listed.records : rows == listed.records;
    if (fits && planned.shards[i].split == listed.split && planned.shards[i].size == listed.size) continue;
    throw other_sources(options, printable(listed.path) + " would have " +
                                     counted(rows, "record", "records") + ", not " +
                                     format_count(listed.records));
  }
}

/// The shards that are needed, as a plan of their own.
struct PartialPlan {
  std::vector<std::uint32_t> order;
  std::vector<PlaceRange> ranges;
  std::map<std::size_t, std::size_t> number_of;  // shard of the whole plan -> of this one
};

PartialPlan part_of(const BuildPlan& plan, const std::vector<Place>& places,
                    const std::vector<std::size_t>& entries) {
  PartialPlan part;
  for (const std::size_t entry : entries) {
    const std::size_t shard = places[entry].shard;
    if (!part.number_of.emplace(shard, part.ranges.size()).second) continue;
    const PlaceRange& range = plan.shards[shard];
    const std::uint64_t begin = part.order.size();
    for (std::uint64_t place = range.begin; place < range.end; ++place)
      part.order.push_back(plan.order[place]);
    part.ranges.push_back({begin, begin + range.size()});
  }
  return part;
}

RebuiltShard proven(const StagedShard& made, std::size_t variant, const ManifestShard& listed,
                    const RebuildOptions& options) {
  if (made.files.size() > variant) {
    const StagedFile& file = made.files[variant];
    if (file.facts.crc32c == listed.crc32c && file.facts.bytes == listed.bytes)
      return {file.file.filename().string(), file.facts};
  }
  throw other_sources(options,
                      printable(listed.path) + " comes out with another checksum than the manifest's");
}

}  // namespace

std::vector<RebuiltShard> rebuild_shards(const ShardSet& set, const std::vector<std::size_t>& entries,
                                         const RebuildOptions& options, const fs::path& staging,
                                         Observer& observer) {
  const SetChoices choices = read_set_choices(set.manifest_file());
  if (choices.options.contains("test")) {
    throw Error(ErrorKind::usage, set.manifest_file().string(),
                "the set has a part from --test, which --from does not know", k_hint);
  }
  const auto prepared = prepare_build(build_options(set, choices, options), observer);
  PlannedBuild planned = plan_build(*prepared, observer);
  require_same_versions(choices, planned.set, set);
  require_known_options(choices, planned.set, set);
  require_same_plan(*set.manifest, planned.set, options);
  const std::vector<Place> places = places_of(planned);
  const PartialPlan part = part_of(planned.plan, places, entries);
  const BuiltShards built =
      build_shards(*prepared->input->rows, *prepared->maker, part.order, part.ranges, planned.sample.made,
                   {staging, prepared->options.compression}, prepared->limits(), observer);
  std::vector<RebuiltShard> rebuilt;
  for (const std::size_t entry : entries) {
    const StagedShard& made = built.shards[part.number_of.at(places[entry].shard)];
    rebuilt.push_back(proven(made, places[entry].variant, set.manifest->shards[entry], options));
  }
  return rebuilt;
}

}  // namespace tfrec
