// SPDX-License-Identifier: Apache-2.0
#include "sets/plan/prepare_build.hpp"

#include <algorithm>

#include "base/concurrency/cgroup.hpp"
#include "base/text/printable.hpp"
#include "dataset/splits/splits.hpp"
#include "sets/input/check_boxes.hpp"
#include "sets/input/choose_layout.hpp"
#include "sets/input/filter_input.hpp"
#include "sets/input/find_boxes.hpp"
#include "sets/input/find_companions.hpp"
#include "sets/input/record_options.hpp"
#include "sets/options/check_image_options.hpp"
#include "sets/options/option_table.hpp"
#include "sets/plan/describe_set.hpp"
#include "sets/plan/test_part.hpp"
#include "sets/plan/tfds_files.hpp"
#include "shards/names/set_names.hpp"

namespace tfrec {

MakeLimits PreparedBuild::limits() const {
  return {options.threads, at_most_half(options.memory, memory_by_cgroup(own_control_groups()))};
}

RepeatSearch PreparedBuild::repeat_search() const {
  return {options.image.decode, options.splits.dedupe_distance, options.threads};
}

namespace {

/// The manifest of a set made of sets that differ does not record how its records were made.
void warn_of_mixed_options(const Manifest& earlier, Observer& observer) {
  if (earlier.mixed_options.empty()) return;
  std::string names;
  for (const std::string& name : earlier.mixed_options)
    names += (names.empty() ? "--" : ", --") + printable_excerpt(name, 30);
  observer.warning("--like: the set was merged from sets that differ in " + names +
                   ", so the defaults of these options hold");
}

}  // namespace

void number_if_stored(Samples& samples, const RecordLayout& layout, std::uint64_t first) {
  if (layout.has(FeatureKind::sample_id) || layout.has(FeatureKind::sample_id_text))
    number_samples(samples, first);
}

void bind_layout(PreparedBuild& prepared, const EarlierSet* earlier, Observer& observer) {
  prepared.layout = choose_layout(prepared.options, *prepared.input, earlier, observer);
  number_if_stored(*prepared.input->samples, prepared.layout, 1);
  prepared.maker = std::make_unique<RecordMaker>(prepared.layout, prepared.options.image);
}

namespace {

/// Options that have no effect without --record-per image, or with it.
void check_record_per(BuildOptions& options, bool has_boxes) {
  if (has_boxes && options.record_per == RecordPer::row)
    throw Error(ErrorKind::usage, "", "--record-per row, but boxes of an image are in one record",
                "leave it out, or use a layout without boxes");
  const bool per_image = has_boxes || options.record_per == RecordPer::image;
  options.record_per.reset();
  if (per_image) options.record_per = RecordPer::image;
  const auto refuse_if = [](bool unfit, const std::string& message, const std::string& hint) {
    if (unfit) throw Error(ErrorKind::usage, "", message, hint);
  };
  const std::string needed = " has no effect without --record-per image";
  refuse_if(!per_image && !options.per_image.empty(), "--per-image" + needed, "add it");
  refuse_if(!per_image && options.keep_unlisted, "--keep-unlisted" + needed, "add it");
  refuse_if(has_boxes && options.labels.empty(), "boxes need a table: there is no --labels",
            "add --labels FILE");
  refuse_if(per_image && options.labels.empty(), "--record-per image needs a table: there is no --labels",
            "leave it out: each image is one record");
  refuse_if(per_image && options.allow_repeats,
            "--allow-repeats makes a record of each row, and --record-per image of each image",
            "leave out one of the two");
  refuse_if(options.keep_unlisted && options.strict,
            "--strict refuses images without a row, and --keep-unlisted keeps them",
            "leave out one of the two");
}

/// The table of a test set is usually of the same kind.
void warn_of_other_origin(const Manifest& like, const BoxOptions& boxes, Observer& observer) {
  const auto* origin = std::get_if<std::int64_t>(like.option("box-origin"));
  if (origin == nullptr || *origin == boxes.origin) return;
  observer.warning("the set of --like was built with --box-origin " + std::to_string(*origin) +
                   ", this one with " + std::to_string(boxes.origin));
}

/// Images without a table have no rows that --like could gather.
void forget_rows(BuildOptions& options) {
  options.record_per.reset();
  options.per_image.clear();
  options.keep_unlisted = false;
}

}  // namespace

std::unique_ptr<PreparedBuild> prepare_input(const BuildOptions& options, Observer& observer) {
  observer.phase("reading");
  auto prepared = std::make_unique<PreparedBuild>();
  prepared->options = options;
  Manifest like;
  std::optional<EarlierSet> earlier;
  if (!options.like.empty()) {
    const std::string file = like_manifest(options.like).string();
    like = read_manifest(file);
    earlier = earlier_set(like, file);
    const auto unknown = std::ranges::find_if(like.features, [](const ManifestFeature& feature) {
      return !feature.origin && feature.spec.empty();
    });
    if (unknown != like.features.end()) {
      throw Error(ErrorKind::bad_data, file,
                  "does not record what feature '" + printable(unknown->name) + "' is made of",
                  "--like takes the manifest of a set that `tfrec build` made");
    }
    if (earlier->features.empty()) throw Error(ErrorKind::bad_data, file, "lists no feature of records");
    warn_of_mixed_options(like, observer);
    read_options(like, {OptionUse::records}, file, prepared->options);
    if (options.labels.empty() && !options.record_per) forget_rows(prepared->options);
  }
  apply_max_pixels(prepared->options);
  check_image_options(prepared->options.image);
  const EarlierSet* alike = earlier ? &*earlier : nullptr;
  const bool has_table = !options.labels.empty() || options.like.empty();
  const bool has_boxes = has_table && stores_boxes(prepared->options, alike);
  if (!has_boxes) refuse_unused_boxes(options.boxes);
  if (has_boxes) warn_of_other_origin(like, options.boxes, observer);
  check_record_per(prepared->options, has_boxes);
  const CompanionSources companions = companion_sources(prepared->options, alike);
  check_companion_options(prepared->options, companions);
  if (options.name.empty()) {
    prepared->options.name = set_name_of_folder(options.images);
    observer.note("shards are called '" + prepared->options.name + "' (--name)");
  }
  check_set_name(prepared->options.name);
  check_extension(prepared->options.extension);
  prepared->input = read_input(prepared->options, alike, observer);
  const BuildOptions& known = prepared->options;
  filter_input(*prepared->input, known.filter, known.image.decode.orientation, known.threads, observer);
  find_row_lists(*prepared->input, prepared->options);
  find_companions(*prepared->input, prepared->options, companions, observer);
  check_boxes(*prepared->input, known, observer);
  profile(*prepared->input, observer);
  bind_layout(*prepared, alike, observer);
  if (options.no_image && prepared->layout.stores_image())
    throw Error(ErrorKind::usage, "", "--no-image, but a feature stores the image",
                "leave out one of the two");
  return prepared;
}

namespace {

/// The names that options give. Others are known only after a look at the table, and --dedupe's at all
/// images.
std::vector<std::string> requested_splits(const SplitOptions& splits) {
  std::vector<std::string> names;
  if (splits.shares.empty()) return names;
  for (const SplitShare& share : parse_split_shares(splits.shares)) names.push_back(share.name);
  return names;
}

}  // namespace

void prepare_splits(PreparedBuild& prepared, Observer& observer) {
  if (!prepared.splits.names.empty()) return;  // the split of --test
  check_tfds(prepared.options, prepared.layout, requested_splits(prepared.options.splits));
  const SplitRequest request{prepared.options.splits, prepared.options.seed, prepared.repeat_search(),
                             !prepared.options.test.empty()};
  prepared.splits = choose_splits(request, *prepared.input, prepared.layout, observer);
  if (!prepared.options.test.empty()) {
    require_no_test_split(prepared.splits.names);
    if (prepared.splits.names.empty()) {
      prepared.splits.names = {"train"};
      prepared.splits.split_of_sample.assign(prepared.input->samples->size(), 0);
    }
  }
  check_tfds(prepared.options, prepared.layout, prepared.splits.names);
}

std::vector<std::unique_ptr<PreparedBuild>> prepare_parts(const BuildOptions& options, Observer& observer) {
  std::vector<std::unique_ptr<PreparedBuild>> parts;
  parts.push_back(prepare_input(options, observer));
  if (!options.test.empty()) parts.push_back(prepare_test(*parts.front(), observer));
  return parts;
}

void prepare_splits(const std::vector<std::unique_ptr<PreparedBuild>>& parts, Observer& observer) {
  for (const auto& part : parts) prepare_splits(*part, observer);
  for (std::size_t i = 1; i < parts.size(); ++i) refuse_shared_images(*parts.front(), *parts[i], observer);
}

PlannedBuild plan_build(const PreparedBuild& prepared, Observer& observer) {
  const BuildOptions& options = prepared.options;
  observer.phase("sampling");
  PlannedBuild planned;
  planned.sample = sample_sizes(*prepared.input->samples, *prepared.maker, options.seed, options.compression,
                                prepared.limits(), observer);
  planned.plan = make_plan(options, *prepared.input->samples, prepared.splits, planned.sample, observer);
  planned.set = describe_plan(prepared, planned.plan);
  return planned;
}

}  // namespace tfrec
