// SPDX-License-Identifier: Apache-2.0
#include "cli/flags/build_options.hpp"

#include <string>

#include "base/error.hpp"
#include "base/text/joined.hpp"
#include "base/text/number.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "cli/flags/choice_option.hpp"
#include "cli/flags/image_flags.hpp"
#include "cli/flags/layout_help.hpp"
#include "cli/flags/shard_options.hpp"
#include "cli/flags/split_flags.hpp"
#include "example/comma_list.hpp"
#include "example/presets.hpp"
#include "sets/options/option_table.hpp"
#include "sets/options/option_words.hpp"

namespace tfrec::cli {

namespace {

char delimiter_of(const std::string& word) {
  if (word == "tab" || word == "\\t") return '\t';
  const bool can_be =
      word.size() == 1 && (word.front() == '\t' || (word.front() >= ' ' && word.front() <= '~'));
  if (!can_be || word == "\"")
    refuse_value("--delimiter", "'" + printable(word) + "' is not one character: write '|', or tab");
  return word.front();
}

void add_input_options(OptionList& list, BuildOptions& options) {
  list.argument("IMAGES", options.images, "Folder of images, searched recursively");
  list.topic("Input");
  list.value("--labels", "FILE", options.labels, "CSV with header row; - is stdin [folders are classes]")
      .common();
  list.parsed(
      "--delimiter", "CHAR", [&options](const std::string& word) { options.delimiter = delimiter_of(word); },
      "Between the cells of the CSV; tab is \\t [detected: comma, semicolon or tab]");
  list.value("--image-column", "NAME", options.image_column, "Column that names the images [guessed]");
  list.flag("--allow-missing-images", options.allow_missing_images, "Skip rows without an image");
  list.flag("--allow-repeats", options.allow_repeats, "Allow an image in several rows: a record per row");
  list.flag("--allow-masks", options.allow_masks, "Use files that look like masks as images");
  list.value("--drop-missing", "COLUMN,…", options.drop_missing,
             "Skip rows without a value in one of these columns");
  list.flag("--strict", options.strict, "Also refuse images without a row");
}

std::string layout_names() {
  return joined(presets(), "|", [&](const Preset& preset) { return std::string(preset.name); });
}

void store_scale(double& scale, const std::string& word) {
  const RealNumber number = parse_real(word);
  if (number.problem != NumberProblem::none)
    refuse_value("--scale", "'" + printable(word) + "' is not a number");
  scale = number.value;
}

void store_missing(BuildOptions& options, const std::vector<std::string>& words) {
  const std::string problem = take_missing(words, options);
  if (!problem.empty()) throw Error(ErrorKind::usage, "", "--missing " + problem);
}

/// Adds the columns of an option to `columns`.
void store_columns(const std::string& option, std::vector<std::string>& columns,
                   const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    const CommaList list = parse_comma_list(word);
    if (!list.problem.empty()) refuse_value(option, list.problem);
    columns.insert(columns.end(), list.items.begin(), list.items.end());
  }
}

void store_box_columns(BoxOptions& boxes, const std::vector<std::string>& words) {
  store_columns("--boxes", boxes.columns, words);
  const std::size_t count = boxes.columns.size();
  if (count == 1 || count == 4) return;
  refuse_value("--boxes",
               "names " + counted(count, "column", "columns") + ": give four, or one with four numbers");
}

void store_min_visible(BoxOptions& boxes, const std::string& word) {
  const RealNumber number = parse_real(word);
  if (number.problem != NumberProblem::none || number.value < 0 || number.value > 1)
    refuse_value("--min-visible", "'" + printable(word) + "' is not a share from 0 to 1");
  boxes.min_visible = number.value;
}

void add_box_options(OptionList& list, BoxOptions& boxes) {
  list.topic("Boxes");
  list.list(
      "--boxes", "COLUMN,…",
      [&boxes](const std::vector<std::string>& words) { store_box_columns(boxes, words); },
      "Columns of the boxes: four, or one with four numbers [those with usual names]");
  add_choice(list, "--box-format", boxes.format, box_format_words(),
             "Order of the four numbers [by the columns' names]");
  add_choice(list, "--box-units", boxes.units, box_units_words(),
             "Units of the boxes: pixels, or fractions of the image's sides [guessed]");
  list.number("--box-origin", "N", boxes.origin, "Coordinate of the first pixel: 0, or 1 for VOC [0]", 0, 1);
  add_choice(list, "--box-size", boxes.size, box_size_words(),
             "Use columns width and height to check the image's size, or as the boxes' scale [check]");
  add_choice(list, "--bad-boxes", boxes.bad, bad_boxes_words(),
             "What to do about faulty boxes: fail, clip them to the image, or drop them [error]");
  list.parsed(
      "--min-visible", "SHARE", [&boxes](const std::string& word) { store_min_visible(boxes, word); },
      "Drop boxes of which a crop leaves less than this share of the area [0]");
}

void add_mask_options(OptionList& list, BuildOptions& options) {
  MaskOptions& masks = options.masks;
  list.topic("Masks and files");
  list.value("--masks", "FOLDER", masks.folder, "Folder of masks, called as their images are");
  list.value("--mask-suffix", "TEXT", masks.suffix,
             "End of the names of masks: _mask for a_mask.png of a.jpg");
  list.value("--mask-colors", "FILE", masks.colors_file, "CSV of id,r,g,b: the ids of colours");
  list.value("--mask-classes", "N|FILE", masks.classes_from,
             "Refuse masks with other ids: N classes, or a file as for --classes");
  list.number("--mask-ignore", "ID", masks.ignore, "Id of padding, which no class has [255]", 0, 65'535);
  add_choice(list, "--mask-orientation", masks.orientation, mask_orientation_words(),
             "Whether masks lie as images are stored, or upright [auto: by their size]");
  list.flag("--allow-missing-masks", masks.allow_missing, "Skip images without a mask");
  list.value("--files", "FOLDER", options.files, "Folder of the files that kind file stores [IMAGES]");
}

void add_record_options(OptionList& list, BuildOptions& options) {
  list.topic("Records");
  list.value("--layout", layout_names(), options.layout, "Features by name; --help lists them [auto]")
      .common();
  list.list(
      "--feature", "SPEC", options.features,
      "NAME=KIND[:COLUMN,…]: a feature; with --layout, one more or in place of its; --help lists the kinds");
  list.list("--label-column", "NAME", options.label_columns,
            "Label column; repeatable [all, or one called class]")
      .common();
  list.value("--classes", "FILE", options.classes,
             "Class names, one per line, a label map (.pbtxt) or a CSV id,name [sorted]");
  list.number("--label-base", "N", options.label_base,
              "The first class id, if --classes has no ids [0; 1 in slim and detection]", 0, 1'000'000);
  list.value("--label-separator", "TEXT", options.label_separator,
             "Text between the labels in a cell [guessed]");
  list.list(
      "--missing", "[COLUMN=]VALUE",
      [&options](const std::vector<std::string>& words) { store_missing(options, words); },
      "Store this for empty and malformed cells of COLUMN, or of all; repeatable [error]");
  add_choice(list, "--record-per", options.record_per, record_per_words(),
             "Make a record per row, or per image with all its rows [row]");
  list.list(
      "--per-image", "COLUMN,…",
      [&options](const std::vector<std::string>& words) {
        store_columns("--per-image", options.per_image, words);
      },
      "With --record-per image, store these columns once, not as lists [auto: those that never differ]");
  list.flag("--keep-unlisted", options.keep_unlisted,
            "With --record-per image, also make records of images without a row");
  list.flag("--no-image", options.no_image, "Allow records without an image");
  list.parsed(
      "--scale", "FACTOR", [&options](const std::string& word) { store_scale(options.scale, word); },
      "Multiply raw-float32 pixels by this [1]");
}

/// --like decides how records are made, so it excludes the options that do.
void add_like(OptionList& list, BuildOptions& options) {
  list.topic("Records");
  Option& like = list.value("--like", "MANIFEST", options.like,
                            "Use the layout, types, classes and image options of an earlier set, but not its "
                            "splits: keep those by --keep-splits");
  for (const char* other : {"--layout", "--label-column", "--classes"}) like.exclude(list.at(other));
  for (const RecordedOption& option : option_table()) {
    if (option.use == OptionUse::records && option.excludes_like)
      like.exclude(list.at("--" + std::string(option.name)));
  }
}

void add_shard_options(OptionList& list, BuildOptions& options) {
  list.topic("Shards");
  list.value("--name", "NAME", options.name, "Name the shards NAME00-230.tfrec [the folder's name]");
  add_choice(list, "--name-style", options.name_style, name_style_words(),
             "tfds: NAME-train.tfrecord-00000-of-00005 [count]");
  add_extension_option(list, options.extension);
  add_shard_count_options(list, options.shards);
  add_choice(list, "--equal", options.shards.equal, equal_words(),
             "Give all shards of a split the same number of records: drop a few, or store a few twice");
  list.number("--seed", "N", options.seed, "Seed of shuffle and splits [42]", 0);
  add_gzip_option(list, options.compression, "Compress shards with GZIP; JPEGs hardly shrink");
  list.flag("--record-list", options.record_list,
            "Write records.csv: row and image of each record, to compare sets");
  list.flag("--card", options.card,
            "Write README.md, croissant.json and dataset-metadata.json, which describe the set");
  list.flag("--stats", options.image.statistics,
            "Report mean and standard deviation of each channel, per split");
  list.flag_off("--no-shuffle", options.shuffle, "Keep the rows in order");
}

}  // namespace

void add_build_options(OptionList& list, BuildOptions& options) {
  add_input_options(list, options);
  add_record_options(list, options);
  add_box_options(list, options.boxes);
  add_mask_options(list, options);
  add_image_options(list, options);
  add_split_options(list, options);
  add_shard_options(list, options);
  add_like(list, options);
  list.topic("General");
  list.bytes("--memory", options.memory,
             "Most bytes of images in memory; never more than half the cgroup's limit [1GiB]");
  list.notes = layouts_and_kinds;
}

}  // namespace tfrec::cli
