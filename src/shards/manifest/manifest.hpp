// SPDX-License-Identifier: Apache-2.0
// manifest.json: what a build wrote. Its presence means that the set is complete. docs/format.md describes
// each key.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "shards/manifest/mask_pixels.hpp"
#include "shards/names/set_names.hpp"

namespace tfrec {

using OptionValue = std::variant<bool, std::int64_t, double, std::string, std::vector<std::string>>;

struct ClassCount {
  std::string name;
  std::uint64_t records = 0;
  std::vector<std::uint64_t> by_split{};  // as Manifest::splits
};

/// The classes of one column, in the order of their ids.
struct ClassColumn {
  std::string column;
  std::string file;  // where they are listed: "classes.txt"
  std::vector<ClassCount> classes;
  bool has_names = true;            // else the manifest names the file alone
  std::vector<std::int64_t> ids{};  // ascending; empty: consecutive from the option "label-base"
  bool is_counted = true;           // else ClassCount::records is not known
};

/// What a feature is made of, in the words of --feature.
struct FeatureOrigin {
  std::string kind;                  // "index"
  std::vector<std::string> columns;  // empty if the kind takes none
};

/// One feature of the records; lengths are numbers of values.
struct ManifestFeature {
  std::string name;
  std::string spec;  // as --feature takes it, for people; empty if that is not known
  std::string kind;  // "bytes", "float" or "int64"
  std::uint64_t min_length = 0;
  std::uint64_t max_length = 0;
  std::optional<FeatureOrigin> origin{};  // the parts of `spec`
};

/// One shard of a set.
struct ManifestShard {
  std::string path;   // relative to the manifest's folder, with '/'
  std::string split;  // "" where the set has no splits
  std::string size;   // "224x224" in a set of several sizes, else ""
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;
  std::uint32_t crc32c = 0;  // of the whole file, unmasked; base64 of its big-endian bytes in the JSON
  std::string sources;       // CRC-32C over those of the shard's images, in hex
  // Facts of this shard alone, so that one that is made again needs no other; all may be empty.
  std::vector<std::pair<std::string, std::uint64_t>> images{};  // what its images were made from, counted
  std::vector<std::uint64_t> pixel_sums{};  // with --stats: pixels, then sums and sums of squares of R, G, B
  std::vector<std::uint64_t> shape{};       // of raw values: height, width, channels
  MaskPixels mask_pixels{};                 // of the stored masks
};

struct BadImage {
  std::uint64_t row = 0;  // Table::number
  std::string image;
  std::string reason;
  std::string path{};  // the image with the folder it was read from, for messages
};

/// A row that is not in the set, or a record that is stored more than once.
struct LeftOutRow {
  std::uint64_t row = 0;  // Table::line
  std::string image;
  std::string action;  // what was done, and why
  bool is_by_equal = false;
};

/// One fault of a box that is cut to its image, or left out.
struct BadBoxLine {
  std::uint64_t row = 0;  // Table::line
  std::string image;
  std::string reason;
  std::string action;  // "clipped" or "dropped"
};

/// The boxes of a set; in a set of several sizes at the first one.
struct BoxTotals {
  std::uint64_t boxes = 0;
  std::uint64_t images_without = 0;
  std::uint64_t median = 0;  // of an image
  std::uint64_t most = 0;
  bool is_of_build = true;  // else what follows is not known: they were counted in records
  std::uint64_t clipped = 0;
  std::uint64_t dropped = 0;
  std::uint64_t rounded = 0;      // cut by at most a pixel
  std::uint64_t out_of_view = 0;  // left out by a crop
};

/// Mean and standard deviation of samples as 0 … 1, R, G, B.
struct ChannelStatistics {
  std::uint64_t pixels = 0;
  std::array<double, 3> mean{};
  std::array<double, 3> deviation{};
};

/// Totals of one split of one size.
struct SetTotals {
  std::string split;
  std::string size;
  std::uint64_t shards = 0;
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;
  std::uint64_t predicted_bytes = 0;
  std::string shard_rule{};                       // what decided the number of shards
  std::vector<std::string> given_up{};            // requests that the rule did not meet
  std::vector<std::string> features{};            // of the records, if they have fewer than the set's
  std::optional<ChannelStatistics> statistics{};  // with --stats, of the decoded stored images
};

/// All that is known of a set.
struct Manifest {
  std::string name;
  std::uint64_t seed = 0;
  std::string fingerprint;  // of all that decides about bytes but the images' content; empty: see below
  std::string sources;      // checksum of all images
  std::string plan;         // hash of which row goes to which shard; empty in old manifests
  std::vector<std::pair<std::string, std::string>> versions;  // of libraries that decide about bytes
  std::vector<std::pair<std::string, OptionValue>> options;   // by their names, without "--"
  std::vector<std::string> mixed_options;  // in which the sources differ, of shards made from other shards
  std::vector<ManifestFeature> features;
  std::vector<ClassColumn> classes;
  std::vector<ClassColumn> strata;  // columns of --stratify that are not in `classes`; they have no file
  std::vector<SetTotals> totals;    // size by size, in each split by split
  std::vector<ManifestShard> shards;
  std::vector<std::pair<std::string, std::uint64_t>> images;  // what they were made from, counted
  std::uint64_t filtered = 0;                                 // images left out by size or aspect
  MaskPixels mask_pixels;               // of all shards; in a set of several sizes at the first one
  std::vector<std::string> side_files;  // files of the set beside shards, class lists and bad.csv
  std::optional<std::uint32_t> record_list_crc32c{};  // of records.csv without its carriage returns

  // Known while a set is made; a file has only what follows from them.
  std::string extension;
  NameStyle name_style = NameStyle::count;
  std::vector<std::string> splits;  // names; empty if there are none
  std::string deviation;            // the largest from the requested shares, for people
  std::vector<BadImage> bad;
  std::vector<LeftOutRow> left_out;
  std::vector<BadBoxLine> bad_boxes;
  std::optional<BoxTotals> boxes;  // where records have boxes

  // Known of a manifest that was read. They are computed when one is written.
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;
  std::uint64_t bad_images = 0;
  std::uint64_t left_out_rows = 0;
  std::uint64_t bad_box_lines = 0;  // of bad-boxes.csv
  std::string recipe_problem;       // why the file does not record how the set was made; empty if it does

  /// Whether build made the set from images and rows, so that they can make it again. If not, reshard made it
  /// from other shards.
  bool is_from_images() const { return !fingerprint.empty(); }
  /// The features of a split's records.
  std::vector<ManifestFeature> features_of(const std::string& split) const;
  /// Labelled samples that the set was made from, bad ones included: those of one size.
  std::uint64_t samples() const;
  /// Null if the option is not recorded.
  const OptionValue* option(std::string_view option) const;
  /// Files of the set that are not shards: class lists, bad.csv, side_files.
  std::vector<std::string> all_side_files() const;
  /// The folders below its own with its shards, at any depth.
  std::set<std::string> shard_folders() const;
};

inline constexpr const char* k_manifest_name = "manifest.json";
inline constexpr const char* k_test_split = "test";  // of --test
inline constexpr const char* k_bad_images_name = "bad.csv";
inline constexpr const char* k_left_out_name = "left-out.csv";
inline constexpr const char* k_bad_boxes_name = "bad-boxes.csv";
inline constexpr const char* k_record_list_name = "records.csv";
inline constexpr const char* k_label_map_name = "label_map.pbtxt";
inline constexpr const char* k_readme_name = "README.md";
inline constexpr const char* k_croissant_name = "croissant.json";
inline constexpr const char* k_kaggle_name = "dataset-metadata.json";
inline constexpr std::array k_card_names{k_readme_name, k_croissant_name, k_kaggle_name};  // --card
inline constexpr std::uint64_t k_max_manifest_bytes = 256'000'000;

/// The manifest, two-space indented, keys in a fixed order, invalid UTF-8 replaced. Contains no date and no
/// absolute path.
std::string manifest_json(const Manifest& set);
/// The same with "bad" and "seconds": what `build --json` prints.
std::string report_json(const Manifest& set, const PhaseTimes& times);
/// The same of a set that is only planned: what `plan --json` prints. Bytes are predicted; what only a
/// written set has is left out.
std::string plan_json(const Manifest& set, const PhaseTimes& times);

/// Reads and checks a manifest. Throws Error (bad_data) naming file and key if it is malformed, if a shard's
/// path is absolute or leaves the folder, or if its format_version is newer than this tool knows.
Manifest read_manifest(const std::filesystem::path& file);
/// The same of text; `name` is used in messages.
Manifest parse_manifest(std::string_view text, const std::string& name);
/// The same, but empty if the file is sound JSON of another program: manifest.json is a common name.
std::optional<Manifest> read_own_manifest(const std::filesystem::path& file);

/// Throws Error (bad_data) if the manifest does not record how the set was made. Facts about files are sound
/// without that.
void require_recipe(const Manifest& manifest, const std::string& file);

/// `wanted`, with a number if another column has that file already (in any case: some disks ignore it).
std::string free_classes_file(const std::string& wanted, const std::vector<ClassColumn>& taken);

/// The label map beside a list of classes: "classes.txt" -> "label_map.pbtxt".
std::string label_map_file(const std::string& classes_file);
/// Whether the set has one for this column.
bool has_label_map(const Manifest& set, const ClassColumn& column);

/// Whether sets list classes, or map them, in files of this name: classes.txt, classes-COLUMN.txt.
bool is_classes_file(std::string_view name);
bool is_label_map_file(std::string_view name);

/// Whether this is one of k_card_names.
bool is_card(std::string_view file_name);

/// crc32c <-> the base64 of its four big-endian bytes, as object stores show it ("yZRlqg==").
std::string encode_crc32c(std::uint32_t crc);
bool decode_crc32c(const std::string& text, std::uint32_t& crc);

}  // namespace tfrec
