// SPDX-License-Identifier: Apache-2.0
// manifest.json: what a build wrote. Its presence says that the set is complete. docs/format.md describes
// each key.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tfrec {

/// One shard as the manifest tells it.
struct ManifestShard {
  std::string path;   // relative to the manifest's folder, with '/'
  std::string split;  // "" where the set has no splits
  std::string size;   // "224x224" in a set of several sizes, else ""
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;
  std::uint32_t crc32c = 0;  // of the whole file, unmasked; base64 of its big-endian bytes in the JSON
  std::string sources;       // CRC-32C over those of the shard's images, in hex
  // What makes the shard again without its neighbours need not be made for; all may be empty.
  std::vector<std::pair<std::string, std::uint64_t>> images{};  // what its images came from, counted
  std::vector<std::uint64_t> pixel_sums{};  // with --stats: pixels, then sums and sums of squares of R, G, B
  std::vector<std::uint64_t> shape{};       // of raw values: height, width, channels
};

/// One feature of the records: kind is "bytes", "float" or "int64"; lengths are numbers of values.
struct ManifestFeature {
  std::string name;
  std::string kind;
  std::uint64_t min_length = 0;
  std::uint64_t max_length = 0;
};

/// What readers of a manifest need of it. The JSON holds more (see docs/format.md).
struct Manifest {
  std::vector<ManifestShard> shards;
  std::vector<ManifestFeature> schema;
  std::map<std::string, std::set<std::string>> features_of_split;  // where a split's records hold fewer
  std::vector<std::string> side_files;  // lists of classes, bad.csv: relative to the manifest's folder
  std::map<std::string, std::vector<std::string>> class_lists;  // of side_files; names in the order of ids
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;
  std::uint64_t bad_images = 0;
  std::string fingerprint;  // empty where it is not told
  std::string sources;
  std::string plan;  // names which row is to be in which shard; empty where it is not told

  /// Whether build made the set from images and rows, so that they can make it again. If not, reshard made it
  /// from other shards.
  bool is_from_images() const { return !fingerprint.empty(); }
  /// The features of a split's records.
  std::vector<ManifestFeature> schema_of(const std::string& split) const;
};

inline constexpr const char* k_manifest_name = "manifest.json";
inline constexpr const char* k_bad_images_name = "bad.csv";
inline constexpr std::uint64_t k_max_manifest_bytes = 256'000'000;

/// Reads and checks a manifest. Throws Error (bad_data) naming file and key where it is malformed, where a
/// shard's path is absolute or leaves the folder, or where its format_version is newer than this tool knows.
Manifest read_manifest(const std::filesystem::path& file);
/// The same of text; `name` is used in messages.
Manifest parse_manifest(std::string_view text, const std::string& name);
/// The same, but nothing where the file is sound JSON of another program: manifest.json is a common name.
std::optional<Manifest> read_own_manifest(const std::filesystem::path& file);

/// crc32c <-> the base64 of its four big-endian bytes, as object stores show it ("yZRlqg==").
std::string encode_crc32c(std::uint32_t crc);
bool decode_crc32c(const std::string& text, std::uint32_t& crc);

}  // namespace tfrec
