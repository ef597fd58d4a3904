// SPDX-License-Identifier: Apache-2.0
#include "sets/input/resolve_options.hpp"

#include <algorithm>
#include <utility>

#include "base/text/printable.hpp"
#include "sets/input/find_boxes.hpp"
#include "sets/input/find_companions.hpp"
#include "sets/input/record_options.hpp"
#include "sets/options/check_image_options.hpp"
#include "sets/options/option_table.hpp"
#include "shards/names/set_names.hpp"

namespace tfrec {

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

/// Options that have no effect without --record-per image, or with it.
void check_record_per(BuildOptions& options, bool has_boxes) {
  if (has_boxes && options.record_per == RecordPer::row) {
    throw Error(ErrorKind::usage, "", "--record-per row, but boxes of an image are in one record",
                "leave it out, or use a layout without boxes");
  }
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

/// Reads the manifest of --like, and takes over the options that it records.
void read_like(ResolvedOptions& resolved, Observer& observer) {
  BuildOptions& options = resolved.options;
  const std::string file = earlier_manifest(options.like, "--like").string();
  resolved.like = std::make_unique<const Manifest>(read_manifest(file));
  const Manifest& like = *resolved.like;
  resolved.earlier = earlier_set(like, file);
  const auto unknown = std::ranges::find_if(
      like.features, [](const ManifestFeature& feature) { return !feature.origin && feature.spec.empty(); });
  if (unknown != like.features.end()) {
    throw Error(ErrorKind::bad_data, file,
                "does not record what feature '" + printable(unknown->name) + "' is made of",
                "--like takes the manifest of a set that `tfrec build` made");
  }
  if (resolved.earlier->features.empty())
    throw Error(ErrorKind::bad_data, file, "lists no feature of records");
  warn_of_mixed_options(like, observer);
  const bool gathers_rows = options.record_per.has_value();
  read_options(like, {OptionUse::records}, file, options);
  if (options.labels.empty() && !gathers_rows) forget_rows(options);
}

/// An image that a build leaves out for its number alone has no split that the next one could keep.
void check_kept_splits(const BuildOptions& options) {
  if (options.splits.keep.empty() || options.shards.equal != EqualShards::drop) return;
  throw Error(ErrorKind::usage, "", "--equal drop leaves out images, whose splits --keep-splits can't keep",
              "use --equal repeat, or --split-column with a column of splits");
}

/// The name of the shards: the folder's, if none is given.
void choose_set_name(BuildOptions& options, Observer& observer) {
  if (options.name.empty()) {
    options.name = set_name_of_folder(options.images);
    observer.note("shards are called '" + options.name + "' (--name)");
  }
  check_set_name(options.name);
  check_extension(options.extension);
}

}  // namespace

ResolvedOptions resolve_options(const BuildOptions& given, Observer& observer) {
  ResolvedOptions resolved;
  resolved.options = given;
  BuildOptions& options = resolved.options;
  if (!given.like.empty()) read_like(resolved, observer);
  apply_max_pixels(options);
  check_image_options(options.image);
  const bool has_table = !given.labels.empty() || given.like.empty();
  const bool has_boxes = has_table && stores_boxes(options, resolved.earlier_set());
  if (!has_boxes) refuse_unused_boxes(given.boxes);
  if (has_boxes && resolved.like) warn_of_other_origin(*resolved.like, given.boxes, observer);
  check_record_per(options, has_boxes);
  resolved.companions = companion_sources(options, resolved.earlier_set());
  check_companion_options(options, resolved.companions);
  check_kept_splits(options);
  choose_set_name(options, observer);
  return resolved;
}

}  // namespace tfrec
