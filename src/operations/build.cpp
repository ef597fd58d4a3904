// SPDX-License-Identifier: Apache-2.0
#include "operations/build.hpp"

#include <chrono>
#include <cmath>
#include <optional>
#include <system_error>
#include <utility>

#include "base/atomic_file.hpp"
#include "base/printable.hpp"
#include "base/quantity.hpp"
#include "dataset/classes.hpp"
#include "operations/bad_images.hpp"
#include "operations/build_input.hpp"
#include "operations/build_plan.hpp"
#include "operations/choose_layout.hpp"
#include "operations/describe_set.hpp"
#include "operations/record_options.hpp"
#include "shards/set_names.hpp"
#include "shards/staging.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

void check_options(const BuildOptions& options, Observer& observer) {
  check_set_name(options.name);
  if (options.shards.shards && options.shards.records_per_shard) {
    throw Error(ErrorKind::usage, "", "--shards and --records-per-shard exclude each other",
                "give one of them");
  }
  std::error_code failed;
  const std::string out = fs::absolute(options.out, failed).lexically_normal().string();
  if (looks_like_count(out + "/")) {
    observer.warning("the path " + printable(out) +
                     " holds a '-', digits and a '.': readers that search a whole path for '-([0-9]*)\\.' "
                     "take that for the record count");
  }
}

/// Writes what goes beside the shards into the staging folder: class lists, the list of bad images.
std::vector<Publication> stage_side_files(const fs::path& staging, const SetDescription& set,
                                          const RecordLayout& layout) {
  std::vector<Publication> files;
  for (std::size_t i = 0; i < set.classes.size(); ++i) {
    const std::string& name = set.classes[i].file;
    write_file_atomically(staging / name, classes_file_content(layout.classes[i]->classes));
    files.push_back({staging / name, name});
  }
  if (!set.bad.empty()) {
    write_file_atomically(staging / k_bad_images_name, bad_images_csv(set.bad));
    files.push_back({staging / k_bad_images_name, k_bad_images_name});
  }
  return files;
}

std::vector<Publication> publications(const std::vector<StagedShard>& shards, const SetDescription& set) {
  std::vector<Publication> files;
  auto described = set.shards.begin();
  for (const StagedShard& shard : shards) {
    if (shard.facts.records > 0) files.push_back({shard.file, (described++)->path});
  }
  return files;
}

}  // namespace

std::uint64_t BadLimit::of(std::uint64_t rows) const {
  if (!percent) return count;
  return static_cast<std::uint64_t>(std::floor(*percent / 100 * static_cast<double>(rows) + 1e-9));
}

BuildResult build(const BuildOptions& given, Observer& observer) {
  BuildOptions options = given;
  std::optional<SetChoices> earlier;
  if (!options.like.empty()) {
    earlier = read_set_choices(options.like);
    take_options(*earlier, options);
  }
  check_options(options, observer);
  const ExistingSet existing = look_at_output(options.out, options.overwrite);
  const auto input = read_input(options, observer);
  const RecordLayout layout = choose_layout(options, *input, earlier ? &*earlier : nullptr, observer);
  const RecordMaker maker(layout, options.picture);
  const MakeLimits limits{options.threads, options.memory};
  const auto start = std::chrono::steady_clock::now();
  SizeSample sample = sample_sizes(*input->rows, maker, options.seed, limits);
  const BuildPlan plan = make_plan(options, input->rows->size(), sample, observer);
  BuildResult result;
  result.set = describe_plan(options, *input, layout, plan);
  if (options.dry_run) return result;

  const Staging staging(options.out);
  const std::vector<StagedShard> shards = build_shards(*input->rows, maker, plan.order, plan.shards,
                                                       sample.made, staging.folder(), limits, observer);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  result.images_read = plan.order.size();
  for (const std::uint64_t bytes : input->rows->image_bytes) result.bytes_read += bytes;
  add_outcome(result.set, options, *input, layout, shards);
  require_few_bad_images(options, result.set, plan.order.size());

  std::vector<Publication> files = stage_side_files(staging.folder(), result.set, layout);
  for (Publication& shard : publications(shards, result.set)) files.push_back(std::move(shard));
  publish(options.out, existing, files, manifest_json(result.set));
  return result;
}

}  // namespace tfrec
