// SPDX-License-Identifier: Apache-2.0
#include "operations/build.hpp"

#include <chrono>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

#include "dataset/classes.hpp"
#include "operations/bad_images.hpp"
#include "operations/dependency_file.hpp"
#include "operations/describe_set.hpp"
#include "operations/output_path.hpp"
#include "operations/prepare_build.hpp"
#include "operations/record_list.hpp"
#include "operations/space_check.hpp"
#include "operations/test_part.hpp"
#include "operations/tfds_files.hpp"
#include "operations/up_to_date.hpp"
#include "pipeline/build_shards.hpp"
#include "shards/manifest.hpp"
#include "shards/publication.hpp"
#include "shards/staging.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

/// The names that stand beside the shards, or may.
std::vector<std::string> side_names(const SetDescription& set) {
  std::vector<std::string> names{k_manifest_name, k_bad_images_name};
  for (const ClassColumn& column : set.classes) names.push_back(column.file);
  names.insert(names.end(), set.side_files.begin(), set.side_files.end());
  return names;
}

/// The folders below OUT that shards stand in.
std::set<std::string> shard_folders(const SetDescription& set) {
  std::set<std::string> folders;
  for (const ManifestShard& shard : set.shards) {
    if (const std::string folder = fs::path(shard.path).parent_path().string(); !folder.empty())
      folders.insert(folder);
  }
  return folders;
}

/// A part of the set on its way: the labelled one, or that of --test.
struct Part {
  std::unique_ptr<PreparedBuild> prepared;
  PlannedBuild planned;
  BuiltShards built;

  const SourceRows& rows() const { return *prepared->input->rows; }
};

std::vector<Part> plan_parts(std::vector<std::unique_ptr<PreparedBuild>> prepared, Observer& observer) {
  std::vector<Part> parts;
  prepare_splits(prepared, observer);
  for (auto& one : prepared) {
    parts.push_back({std::move(one), {}, {}});
    parts.back().planned = plan_build(*parts.back().prepared, observer);
  }
  return parts;
}

/// The whole set, as far as its parts are known.
SetDescription whole_set(const std::vector<Part>& parts) {
  SetDescription set = parts.front().planned.set;
  for (std::size_t i = 1; i < parts.size(); ++i) add_test(set, parts[i].planned.set);
  return set;
}

void build_part(Part& part, const fs::path& staging, Observer& observer) {
  const PreparedBuild& prepared = *part.prepared;
  PlannedBuild& planned = part.planned;
  make_folder(staging);
  part.built =
      build_shards(part.rows(), *prepared.maker, planned.plan.order, planned.plan.shards, planned.sample.made,
                   {staging, prepared.options.compression}, prepared.limits(), observer);
  add_outcome(planned.set, prepared, planned.plan, part.built);
}

std::string sources_of(const std::vector<Part>& parts) {
  std::vector<std::vector<std::uint32_t>> crcs;
  for (const Part& part : parts) crcs.push_back(part.built.image_crc32c);
  return checksum_of_sources(crcs);
}

std::string record_list_csv(const std::vector<Part>& parts) {
  std::string csv = k_record_list_header;
  for (const Part& part : parts)
    csv += record_list_lines(part.planned.set, *part.prepared, part.planned.plan, part.built);
  return csv;
}

/// Everything that is to appear in OUT, the manifest last.
PublicationPlan publication_plan(const fs::path& staging, const ExistingSet& existing,
                                 const SetDescription& set, const std::vector<Part>& parts) {
  const PreparedBuild& prepared = *parts.front().prepared;
  PublicationPlan publication{existing.files, {}};
  for (const Part& part : parts) {
    for (Publication& shard : publications(part.planned.set, part.planned.plan, part.built.shards, staging))
      publication.files.push_back(std::move(shard));
  }
  const auto add = [&](const std::string& name, std::string_view content) {
    publication.files.push_back(stage_file(staging, name, content));
  };
  for (std::size_t i = 0; i < set.classes.size(); ++i)
    add(set.classes[i].file, classes_file_content(prepared.layout.classes[i]->classes));
  if (!set.bad.empty()) add(k_bad_images_name, bad_images_csv(set.bad));
  if (prepared.options.record_list) add(k_record_list_name, record_list_csv(parts));
  for (const NamedFile& file : tfds_files(set, prepared.options, prepared.layout))
    add(file.name, file.content);
  add(k_manifest_name, manifest_json(set));
  return publication;
}

/// Only the manifest's time moves, so that make settles.
BuildResult up_to_date(const fs::path& out, std::int64_t begun) {
  set_modified(out / k_manifest_name, begun);
  BuildResult result;
  result.up_to_date = report_of_set(out);
  return result;
}

}  // namespace

std::uint64_t BadLimit::of(std::uint64_t rows) const {
  if (!percent) return count;
  return static_cast<std::uint64_t>(std::floor(*percent / 100 * static_cast<double>(rows) + 1e-9));
}

BuildResult build(const BuildOptions& options, Observer& observer) {
  require_output_path(options.out, observer);
  require_dependency_file(options);
  if (complete_interrupted_build(options.out))
    observer.note("completed a build that was killed while publishing");
  const ExistingSet existing = look_at_output(options.out, true);
  const std::int64_t begun = file_clock_now();
  auto prepared = prepare_parts(options, observer);
  write_dependency_file(prepared, observer);
  const std::string fingerprint = fingerprint_of(prepared);
  if (existing.complete) {
    const Comparison found = compare_with_set(options.out, prepared, fingerprint);
    if (found.same) return up_to_date(options.out, begun);
    if (!options.overwrite) throw complete_set_refused(options.out, found.difference);
  }
  std::vector<Part> parts = plan_parts(std::move(prepared), observer);
  const SetDescription planned = whole_set(parts);
  require_free_space(options.out, predicted_bytes(planned), observer);
  const Staging staging(options.out);
  require_free_names(options.out, existing, side_names(planned));
  require_free_folders(options.out, shard_folders(planned));
  const auto start = std::chrono::steady_clock::now();
  BuildResult result;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    build_part(parts[i], i == 0 ? staging.folder() : staging.folder() / k_test_split, observer);
    const auto& bytes = parts[i].rows().image_bytes;
    result.images_read += bytes.size();
    result.bytes_read += std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0});
  }
  result.set = whole_set(parts);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  result.set.fingerprint = fingerprint;
  result.set.sources = sources_of(parts);
  require_few_bad_images(options, result.set, result.images_read);
  const PublicationPlan publication = publication_plan(staging.folder(), existing, result.set, parts);
  // What changes from here on is newer than the manifest.
  set_modified(staging.folder() / k_manifest_name, begun);
  publish(staging.folder(), options.out, publication);
  return result;
}

}  // namespace tfrec
