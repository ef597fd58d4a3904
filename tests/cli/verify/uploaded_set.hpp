// SPDX-License-Identifier: Apache-2.0
// A set that was uploaded, and what command-line tools of object stores list of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "support/data/test_data.hpp"
#include "support/runs/verify_runs.hpp"

namespace tfrec::test {

/// A folder with the manifest alone of a set whose shards are in train/ and val/.
class UploadedSet {
 public:
  UploadedSet() {
    Manifest& set = manifest;
    set.features = {{"class", "int64:class", "int64", 1, 1}};
    set.shards = {shard("train/f00-3.tfrec", "train", 101, 0xC8945196),
                  shard("train/f01-2.tfrec", "train", 102, 0x01020304),
                  shard("val/f00-1.tfrec", "val", 103, 0x00000000)};
    set.splits = {"train", "val"};
    set.totals = {{"train", "", 2, 5, 203, 0, ""}, {"val", "", 1, 1, 103, 0, ""}};
    folder.write("set/manifest.json", manifest_json(set));
    shards = set.shards;
  }

  RunResult compare(const std::string& listing, const Words& words = {}) const {
    folder.write("listing", listing);
    return verify(folder, Words{"set", "--listing", "listing"} + words);
  }
  Json compare_json(const std::string& listing, int exit_code) const {
    folder.write("listing", listing);
    return verify_json(folder, exit_code, {"set", "--listing", "listing"});
  }

  ScratchFolder folder;
  Manifest manifest;
  std::vector<ManifestShard> shards;

 private:
  static ManifestShard shard(const std::string& path, const std::string& split, std::uint64_t bytes,
                             std::uint32_t crc) {
    return {path, split, "", static_cast<std::uint64_t>(path.at(path.size() - 7) - '0'), bytes, crc, ""};
  }
};

/// As `gcloud storage ls --json` shows an object.
inline Json google_entry(const std::string& name, std::uint64_t bytes, std::uint32_t crc) {
  return {
      {"metadata",
       {{"bucket", "b"}, {"crc32c", encode_crc32c(crc)}, {"name", name}, {"size", std::to_string(bytes)}}},
      {"type", "cloud_object"},
      {"url", "gs://b/" + name + "#1700000000000000"}};
}

inline Json google_entries(const std::vector<ManifestShard>& shards,
                           const std::string& prefix = "x/flowers/") {
  Json list = Json::array();
  for (const ManifestShard& shard : shards)
    list.push_back(google_entry(prefix + shard.path, shard.bytes, shard.crc32c));
  return list;
}

inline Json amazon_page(const std::vector<ManifestShard>& shards) {
  Json page = {{"Contents", Json::array()}, {"RequestCharged", nullptr}};
  for (const ManifestShard& shard : shards)
    page["Contents"].push_back({{"Key", "flowers/" + shard.path}, {"Size", shard.bytes}});
  return page;
}

/// As `aws s3api head-object` shows an object.
inline Json head(const ManifestShard& shard) {
  return {{"AcceptRanges", "bytes"},
          {"ContentLength", shard.bytes},
          {"ChecksumCRC32C", encode_crc32c(shard.crc32c)},
          {"ChecksumType", "FULL_OBJECT"}};
}

inline std::string heads(const std::vector<ManifestShard>& shards) {
  std::string all;
  for (const ManifestShard& shard : shards) all += head(shard).dump(4) + "\n";
  return all;
}

}  // namespace tfrec::test
