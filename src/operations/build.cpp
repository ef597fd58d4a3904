// SPDX-License-Identifier: Apache-2.0
#include "operations/build.hpp"

#include <chrono>
#include <cmath>
#include <numeric>
#include <utility>

#include "dataset/classes.hpp"
#include "operations/bad_images.hpp"
#include "operations/describe_set.hpp"
#include "operations/output_path.hpp"
#include "operations/prepare_build.hpp"
#include "operations/record_list.hpp"
#include "operations/tfds_files.hpp"
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

/// Everything that is to appear in OUT, the manifest last.
PublicationPlan publication_plan(const fs::path& staging, const ExistingSet& existing,
                                 const SetDescription& set, const PreparedBuild& prepared,
                                 const BuildPlan& plan, const BuiltShards& built) {
  PublicationPlan publication{existing.files, publications(set, plan, built.shards)};
  const auto add = [&](const std::string& name, std::string_view content) {
    publication.files.push_back(stage_file(staging, name, content));
  };
  for (std::size_t i = 0; i < set.classes.size(); ++i)
    add(set.classes[i].file, classes_file_content(prepared.layout.classes[i]->classes));
  if (!set.bad.empty()) add(k_bad_images_name, bad_images_csv(set.bad));
  if (prepared.options.record_list) add(k_record_list_name, record_list_csv(set, prepared, plan, built));
  if (set.name_style == NameStyle::tfds) {
    for (const SetTotals& totals : set.totals) {
      if (totals.split != set.totals.front().split) continue;
      for (const NamedFile& file : tfds_files(set, totals.size, prepared.options, prepared.layout))
        add(file.name, file.content);
    }
  }
  add(k_manifest_name, manifest_json(set));
  return publication;
}

}  // namespace

std::uint64_t BadLimit::of(std::uint64_t rows) const {
  if (!percent) return count;
  return static_cast<std::uint64_t>(std::floor(*percent / 100 * static_cast<double>(rows) + 1e-9));
}

BuildResult build(const BuildOptions& options, Observer& observer) {
  require_output_path(options.out, observer);
  if (complete_interrupted_build(options.out))
    observer.note("completed a build that was killed while publishing");
  const ExistingSet existing = look_at_output(options.out, options.overwrite);
  const auto prepared = prepare_build(options, observer);
  const SourceRows& rows = *prepared->input->rows;
  const Staging staging(options.out);
  const auto start = std::chrono::steady_clock::now();
  PlannedBuild planned = plan_build(*prepared, observer);
  require_free_names(options.out, existing, side_names(planned.set));
  const BuiltShards built =
      build_shards(rows, *prepared->maker, planned.plan.order, planned.plan.shards, planned.sample.made,
                   {staging.folder(), prepared->options.compression}, prepared->limits(), observer);
  BuildResult result;
  result.set = std::move(planned.set);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  result.images_read = rows.size();
  result.bytes_read = std::accumulate(rows.image_bytes.begin(), rows.image_bytes.end(), std::uint64_t{0});
  add_outcome(result.set, *prepared, planned.plan, built);
  require_few_bad_images(options, result.set, rows.size());

  publish(staging.folder(), options.out,
          publication_plan(staging.folder(), existing, result.set, *prepared, planned.plan, built));
  return result;
}

}  // namespace tfrec
