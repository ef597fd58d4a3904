// SPDX-License-Identifier: Apache-2.0
// The options of `tfrec build`, as the command line, a plan or a manifest gives them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "dataset/boxes/box.hpp"
#include "dataset/order/dealing.hpp"
#include "dataset/samples/samples.hpp"
#include "records/image/image_options.hpp"
#include "records/make/image_filter.hpp"
#include "records/masks/mask_rules.hpp"
#include "sets/options/split_options.hpp"
#include "shards/names/set_names.hpp"
#include "shards/shard_writer.hpp"

namespace tfrec {

/// How many bad images a set may leave out: a count, or a share of its samples.
struct BadLimit {
  std::uint64_t count = 0;
  std::optional<double> percent;

  std::uint64_t of(std::uint64_t samples) const;
};

/// How rows give boxes. What is empty is guessed.
struct BoxOptions {
  std::vector<std::string> columns;  // four, or one whose cells hold four numbers
  std::optional<BoxFormat> format;
  std::optional<BoxUnits> units;
  int origin = 0;  // the number of the first pixel
  BoxSize size = BoxSize::check;
  BadBoxes bad = BadBoxes::error;
  double min_visible = 0;  // a share of a box's area
};

/// Masks and other files beside images.
struct MaskOptions {
  std::filesystem::path folder;  // of masks; empty: IMAGES
  std::string suffix;            // of the names of masks without extension
  MaskOrientation orientation = MaskOrientation::automatic;
  int ignore = 255;                    // the id of padding
  bool allow_missing = false;          // images without a mask are left out
  std::filesystem::path colors_file;   // read into `colors`
  std::string classes_from;            // N or a file: read into `classes`
  std::vector<std::string> colors{};   // "id,r,g,b"
  std::vector<std::string> classes{};  // "id,name"; or "N" alone: ids below N
  int bits = 0;                        // of stored ids: 8 or 16; 0: found

  /// Whether masks belong to images by their names.
  bool are_paired() const { return !folder.empty() || !suffix.empty(); }
};

/// Where images and labels are, and what the audit accepts.
struct InputOptions {
  std::filesystem::path images;
  std::filesystem::path labels;   // "-": stdin; empty: classes are sub-folders, or the set is unlabelled
  std::filesystem::path test;     // unlabelled images that become the split test; empty: none
  std::string image_column;       // empty: guessed
  std::optional<char> delimiter;  // of labels; empty: detected
  bool allow_missing_images = false;
  bool allow_repeats = false;
  bool allow_masks = false;             // files that look like masks are images
  bool strict = false;                  // an image without a row is an error, too
  std::optional<RecordPer> record_per;  // empty: image if there are boxes, else row
  std::vector<std::string> per_image;   // columns stored once per record; with layout auto found if empty
  bool keep_unlisted = false;           // images without a row become records, too
  std::string drop_missing;             // COLUMN,…: rows without a value in one of these are left out
  BoxOptions boxes;
  MaskOptions masks;
  std::filesystem::path files;  // where kind `file` finds what columns name; empty: IMAGES
};

/// What a record contains beside the encoding of its image.
struct RecordOptions {
  std::string layout;                       // a preset; empty: auto, or just `features`
  std::vector<std::string> features;        // NAME=KIND[:COLUMN,…]; define or replace one feature each
  std::vector<std::string> label_columns;   // empty: chosen
  std::filesystem::path classes;            // names in the order of their ids; empty: sorted
  std::string label_separator;              // empty: guessed
  std::optional<int> label_base;            // the first class id; empty: the layout's
  std::optional<std::string> missing;       // stored for empty and malformed cells
  std::vector<std::string> column_missing;  // COLUMN=VALUE: the same for cells of one column
  double scale = 1;                         // of raw-float32 pixels
  bool no_image = false;                    // records without an image are meant
  std::filesystem::path like;               // manifest of an earlier set this one is to agree with
  bool makes_again = false;                 // repair: that set itself, so advice about others is left out
};

/// How records are ordered, dealt to shards and named.
struct ShardOptions {
  std::string name;  // empty: the folder's
  std::string extension = ".tfrec";
  NameStyle name_style = NameStyle::count;
  ShardRequest shards;
  Compression compression = Compression::none;
  bool record_list = false;  // records.csv: the row and the image of each record
  bool card = false;         // k_card_names: what the set contains, for sites that publish it
  std::uint64_t seed = 42;
  bool shuffle = true;
};

/// Where a set goes and what make learns of it. Changes no byte of a shard.
struct OutputOptions {
  std::filesystem::path out;
  bool overwrite = false;
  std::filesystem::path depfile;  // the rule for make; empty: none
  std::filesystem::path config;   // the file that options were read from, for that rule
};

/// What a run may use. Changes no byte of a shard.
struct RunOptions {
  bool reread = true;  // read each shard back from the disk before it counts as finished
  unsigned threads = 1;
  std::uint64_t memory = std::uint64_t{1} << 30;
};

/// All options of a build. Each stage takes the parts that it needs.
struct BuildOptions : InputOptions, RecordOptions, ShardOptions, OutputOptions, RunOptions {
  ImageOptions image;                       // without max_pixels
  std::optional<std::uint64_t> max_pixels;  // empty: --like's, or the default
  ImageFilter filter;
  BadLimit max_bad;
  SplitOptions splits;
  std::optional<std::uint64_t> batch;  // records of a training step, only for the report
};

}  // namespace tfrec
