// SPDX-License-Identifier: Apache-2.0
#include "sets/making/publish_set.hpp"

#include <string>
#include <unistd.h>
#include <utility>

#include "base/files/file.hpp"
#include "dataset/classes/label_map.hpp"
#include "records/visit/listed_images.hpp"
#include "sets/cards/cards.hpp"
#include "sets/input/bad_images.hpp"
#include "sets/input/check_boxes.hpp"
#include "sets/input/drop_missing.hpp"
#include "sets/making/up_to_date.hpp"
#include "sets/plan/describe_set.hpp"
#include "sets/plan/record_list.hpp"
#include "sets/plan/tfds_files.hpp"
#include "shards/manifest/manifest.hpp"
#include "shards/publish/publication.hpp"
#include "shards/publish/staging.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

/// The names of files beside the shards, present or possible.
std::vector<std::string> side_names(const Manifest& set) {
  std::vector<std::string> names{k_manifest_name, k_bad_images_name};
  for (const ClassColumn& column : set.classes) names.push_back(column.file);
  names.insert(names.end(), set.side_files.begin(), set.side_files.end());
  if (set.option("equal") != nullptr) names.emplace_back(k_left_out_name);
  return names;
}

std::string record_list_csv(const std::vector<BuildPart>& parts) {
  std::string csv = k_record_list_header;
  for (const BuildPart& part : parts)
    csv += record_list_lines(part.planned.set, *part.prepared, part.planned.plan, part.shards);
  return csv;
}

/// Everything that is to appear in OUT, the manifest last.
PublicationPlan publication_plan(const fs::path& staging, const ExistingSet& existing, const Manifest& set,
                                 const std::vector<BuildPart>& parts, const std::string& record_list) {
  const PreparedBuild& prepared = *parts.front().prepared;
  PublicationPlan publication{existing.files, {}};
  for (const BuildPart& part : parts) {
    for (Publication& shard : publications(part.planned.set, part.planned.plan, part.shards, staging))
      publication.files.push_back(std::move(shard));
  }
  StagedFiles beside(staging);
  for (std::size_t i = 0; i < set.classes.size(); ++i) {
    const ClassList& classes = prepared.layout.classes[i]->classes;
    beside.add(set.classes[i].file, classes_file_content(classes, !set.classes[i].ids.empty()));
    if (has_label_map(set, set.classes[i]))
      beside.add(label_map_file(set.classes[i].file), label_map_content(classes));
  }
  if (!set.bad.empty()) beside.add(k_bad_images_name, bad_images_csv(set.bad));
  if (!set.bad_boxes.empty()) beside.add(k_bad_boxes_name, bad_boxes_csv(set.bad_boxes));
  if (!set.left_out.empty()) beside.add(k_left_out_name, left_out_csv(set.left_out));
  if (!record_list.empty()) beside.add(k_record_list_name, record_list);
  for (const NamedFile& file : tfds_files(set, prepared.options, prepared.layout))
    beside.add(file.name, file.content);
  const std::string manifest = manifest_json(set);
  if (prepared.options.card) {
    const Manifest read = parse_manifest(manifest, k_manifest_name);
    for (const char* name : k_card_names) beside.add(name, card_content(read, name));
  }
  beside.add(k_manifest_name, manifest);
  for (Publication& file : beside.commit()) publication.files.push_back(std::move(file));
  return publication;
}

/// A plan that can't be read belongs to another set: nothing of it is removed.
bool is_plan_of_set(const fs::path& planned, const fs::path& out) {
  try {
    return read_manifest(planned).plan == read_manifest(out / k_manifest_name).plan;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

void require_free_places(const fs::path& out, const ExistingSet& existing, const Manifest& planned) {
  require_free_names(out, existing, side_names(planned));
  require_free_folders(out, planned.shard_folders());
}

void publish_set(Manifest& set, const std::vector<BuildPart>& parts, const fs::path& staging,
                 const ExistingSet& existing, std::int64_t begun) {
  const bool has_list = parts.front().prepared->options.record_list;
  const std::string record_list = has_list ? record_list_csv(parts) : "";
  if (has_list) set.record_list_crc32c = checksum_of_list(record_list);
  const PublicationPlan publication = publication_plan(staging, existing, set, parts, record_list);
  // What changes from here on is newer than the manifest.
  set_modified(staging / k_manifest_name, begun);
  sync_file(staging / k_manifest_name);
  publish(staging, parts.front().prepared->options.out, publication);
}

void remove_leftovers(const fs::path& out) {
  std::error_code failed;
  if (!fs::exists(out / k_staging_name, failed) || ::access(out.c_str(), W_OK) != 0) return;
  const Staging staging(out);  // whose end removes all but an unfinished build
  if (holds_unfinished_build(staging.folder()) && is_plan_of_set(staging.folder() / k_planned_name, out))
    staging.clear();
}

}  // namespace tfrec
