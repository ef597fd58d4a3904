// SPDX-License-Identifier: Apache-2.0
// Everything a build tells about the set it wrote; manifest.json is its JSON form. docs/format.md describes
// each key.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "shards/manifest/manifest.hpp"
#include "shards/names/set_names.hpp"

namespace tfrec {

using OptionValue = std::variant<bool, std::int64_t, double, std::string, std::vector<std::string>>;

struct ClassCount {
  std::string name;
  std::uint64_t records = 0;
  std::vector<std::uint64_t> by_split{};  // as SetDescription::splits
};

/// The classes of one column, in the order of their ids.
struct ClassColumn {
  std::string column;
  std::string file;  // where they are listed: "classes.txt"
  std::vector<ClassCount> classes;
};

/// The name, with a number where another column has it already (in any case: some disks ignore it).
std::string free_classes_file(const std::string& wanted, const std::vector<ClassColumn>& taken);

/// What a feature is made of, in the words of --feature.
struct FeatureOrigin {
  std::string kind;                  // "index"
  std::vector<std::string> columns;  // empty where the kind takes none
};

struct DescribedFeature {
  std::string name;
  std::string spec;  // as --feature takes it, for people; empty where that is not known
  std::string kind;  // "bytes", "float" or "int64"
  std::uint64_t min_length = 0;
  std::uint64_t max_length = 0;
  std::optional<FeatureOrigin> origin{};  // the parts of `spec`
};

struct BadImage {
  std::uint64_t row = 0;  // Table::number
  std::string image;
  std::string reason;
  std::string path{};  // the image with the folder it was read from, for messages
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
  std::vector<std::string> given_up{};            // wishes that rule went against
  std::vector<std::string> features{};            // of the records, where they hold fewer than the set's
  std::optional<ChannelStatistics> statistics{};  // with --stats, of the decoded stored images
};

struct SetDescription {
  std::string name;
  std::string extension;  // of the shards
  NameStyle name_style = NameStyle::count;
  std::uint64_t seed = 0;
  std::string fingerprint;  // of everything but the images' content that decides about bytes; empty: unknown
  std::string sources;      // checksum of all images
  std::string plan;         // names which row is to be in which shard
  std::vector<std::pair<std::string, std::string>> versions;  // of libraries that decide about bytes
  std::vector<std::pair<std::string, OptionValue>> options;
  std::vector<std::string> mixed_options;  // in which the sources differ, of shards made from other shards
  std::vector<DescribedFeature> features;
  std::vector<ClassColumn> classes;
  std::vector<ClassColumn> strata;  // columns of --stratify that are no `classes`; they have no file
  std::vector<std::string> splits;  // names; empty where there are none
  std::string deviation;            // the largest from the wanted shares, for people
  std::vector<SetTotals> totals;    // size by size, in each split by split
  std::vector<ManifestShard> shards;
  std::vector<std::pair<std::string, std::uint64_t>> images;  // what the stored ones came from, counted
  std::uint64_t filtered = 0;                                 // images left out by size or aspect
  std::vector<BadImage> bad;
  std::vector<std::string> side_files;  // files of the set beside shards, class lists and bad.csv
};

/// The manifest, two-space indented, keys in a fixed order, invalid UTF-8 replaced. Holds no date and no
/// absolute path.
std::string manifest_json(const SetDescription& set);
/// The same with "bad": what `build --json` and `plan --json` print.
std::string report_json(const SetDescription& set);

}  // namespace tfrec
