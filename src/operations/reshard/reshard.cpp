// SPDX-License-Identifier: Apache-2.0
#include "operations/reshard/reshard.hpp"

#include <algorithm>
#include <optional>

#include "base/error.hpp"
#include "base/sandbox/sandbox.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/quantity.hpp"
#include "dataset/classes/label_map.hpp"
#include "example/feature_spec.hpp"
#include "operations/reshard/deal_splits.hpp"
#include "operations/reshard/describe_reshard.hpp"
#include "operations/reshard/reshard_sources.hpp"
#include "sets/making/output_path.hpp"
#include "shards/names/set_names.hpp"
#include "shards/publish/publication.hpp"
#include "shards/publish/staging.hpp"

namespace tfrec {

namespace {

/// The name all sources share, else the folder's.
std::string name_of(const ReshardOptions& options, const FoundShards& found, Observer& observer) {
  std::string name = options.name;
  if (name.empty()) {
    name = set_name_of_shard(found.shards.front().file_name());
    const bool shared = std::all_of(found.shards.begin(), found.shards.end(), [&](const FoundShard& shard) {
      return set_name_of_shard(shard.file_name()) == name;
    });
    if (!shared || name.empty()) name = set_name_of_folder(options.out);
    observer.note("shards are called '" + name + "' (--name)");
  }
  check_set_name(name);
  check_extension(options.extension);
  return name;
}

std::vector<std::string> side_names(const Manifest& set) {
  std::vector<std::string> names{k_manifest_name};
  for (const std::string& file : set.all_side_files()) names.push_back(file);
  return names;
}

PublicationPlan publication_plan(const std::filesystem::path& staging, const ExistingSet& existing,
                                 const Manifest& set, const CopiedRecords& copied, std::int64_t label_base) {
  PublicationPlan plan{existing.files, {}};
  for (std::size_t k = 0; k < copied.shards.size(); ++k) {
    const ManifestShard& shard = set.shards[k];
    plan.files.push_back({copied.shards[k].file.filename().string(), shard.path, shard.bytes});
  }
  StagedFiles beside(staging);
  for (const ClassColumn& column : set.classes) {
    const ClassList classes = class_list(column, label_base);
    beside.add(column.file, classes_file_content(classes, !column.ids.empty()));
    if (has_label_map(set, column)) beside.add(label_map_file(column.file), label_map_content(classes));
  }
  beside.add(k_manifest_name, manifest_json(set));
  for (Publication& file : beside.commit()) plan.files.push_back(std::move(file));
  return plan;
}

/// By the kinds that manifests name; features of other sets may hold anything.
void warn_of_dropped_images(const ReshardSources& sources, const std::vector<std::string>& drop,
                            Observer& observer) {
  std::size_t images = 0;
  std::size_t dropped = 0;
  for (const auto& [name, spec] : sources.agreed.specs) {
    if (!is_image(spec.kind)) continue;
    ++images;
    if (std::find(drop.begin(), drop.end(), name) != drop.end()) ++dropped;
  }
  if (images > 0 && dropped == images) observer.warning("--drop leaves no feature that stores the image");
}

/// Each build numbers its images from 1.
void warn_of_shared_ids(const ReshardSources& sources, const std::vector<std::string>& drop,
                        Observer& observer) {
  if (sources.origins.all.size() < 2) return;
  for (const auto& [name, spec] : sources.agreed.specs) {
    const bool is_id = spec.kind == FeatureKind::sample_id || spec.kind == FeatureKind::sample_id_text;
    if (!is_id || std::ranges::find(drop, name) != drop.end()) continue;
    observer.warning(in_quotes(name) +
                     " numbers the images of each set from 1, so images of two sets may have one number; "
                     "`tfrec extract` prints a command that builds the new set with new numbers");
  }
}

void note_opaque(const CopiedRecords& copied, Observer& observer) {
  if (copied.opaque == 0) return;
  observer.note(counted(copied.opaque, "record is", "records are") +
                " not tf.train.Examples; the manifest has no schema");
}

}  // namespace

ReshardResult reshard(const ReshardOptions& options, Observer& observer) {
  require_output_path(options.out, observer);
  if (complete_interrupted_build(options.out))
    observer.note("completed a run that was killed while publishing");
  observer.phase("reading");
  ReshardSources sources = find_sources(options, observer);  // first: --overwrite can't help if OUT is one
  ExistingSet existing = look_at_output(options.out, options.overwrite);
  choose_from_sources(sources, options, observer);
  const std::string name = name_of(options, sources.found, observer);
  std::optional<Staging> staging;
  if (!options.dry_run) {
    staging.emplace(options.out).start_anew();
    existing = look_at_output(options.out, options.overwrite);  // another run may have come and gone
  }
  narrow_sandbox();
  index_sources(sources, options, staging ? staging->folder() : std::filesystem::path(), observer);
  warn_of_dropped_images(sources, options.drop, observer);
  warn_of_shared_ids(sources, options.drop, observer);

  RecordPlaces places(sources.shards);
  const std::vector<DealtSplit> splits = deal_splits(sources, places, options.shards, observer);
  ReshardResult result;
  result.set = describe_reshard(options, sources, name, splits);
  result.source_shards = sources.shards.size();
  result.source_records = sources.records();
  result.source_bytes = sources.stored_bytes();
  result.records = places.size();
  result.listed = sources.listed();
  if (options.dry_run) {
    if (sources.origins.all.size() > 1 && !sources.origins.all_have_manifests())
      observer.note("--dry-run compares manifests, not the records themselves");
    return result;
  }

  if (options.shuffle) places.shuffle(options.seed, places_of(splits));
  const std::vector<NewShard> shards = shards_of(splits);
  CopyRequest request{shards,
                      options.drop,
                      sources.renumberings(),
                      class_tallies(result.set, sources.agreed),
                      box_tally(sources.agreed, options.drop),
                      staging->folder(),
                      options.compression,
                      options.threads};
  require_free_names(options.out, existing, side_names(result.set));
  require_free_folders(options.out, result.set.shard_folders());
  observer.phase("copying");
  const CopiedRecords copied = copy_records(places, request, observer);
  require_one_set(sources, options, copied);
  note_opaque(copied, observer);
  add_copied(result.set, sources, copied);
  observer.phase("publishing");
  publish(staging->folder(), options.out,
          publication_plan(staging->folder(), existing, result.set, copied, sources.agreed.label_base));
  return result;
}

}  // namespace tfrec
