// SPDX-License-Identifier: Apache-2.0
#include "shards/manifest/manifest.hpp"

#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/files/file.hpp"
#include "base/text/printable.hpp"
#include "shards/manifest/json_field.hpp"

namespace tfrec {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* k_format = "tfrec-manifest";
constexpr std::uint64_t k_format_version = 1;
constexpr std::string_view k_base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

ManifestShard shard_of(const JsonField& field) {
  ManifestShard shard;
  shard.path = path_in_folder(field.member("path"));
  shard.split = field.member("split").text();
  shard.size = field.member("size").text();
  shard.records = field.member("records").number();
  shard.bytes = field.member("bytes").number();
  const JsonField crc = field.member("crc32c");
  if (!decode_crc32c(crc.text(), shard.crc32c)) crc.fail("is no base64 of four bytes");
  shard.sources = field.member("sources").text();
  if (field.has("pictures")) shard.images = field.member("pictures").counts();
  if (field.has("pixel_sums")) shard.pixel_sums = field.member("pixel_sums").numbers();
  if (field.has("shape")) shard.shape = field.member("shape").numbers();
  return shard;
}

ManifestFeature feature_of(const JsonField& field) {
  ManifestFeature feature;
  feature.name = field.member("name").text();
  const JsonField kind = field.member("kind");
  feature.kind = kind.text();
  if (feature.kind != "bytes" && feature.kind != "float" && feature.kind != "int64") {
    kind.fail("'" + printable(feature.kind) + "' is none of bytes, float, int64");
  }
  feature.min_length = field.member("min_length").number();
  feature.max_length = field.member("max_length").number();
  return feature;
}

void check_format(const JsonField& root) {
  const JsonField format = root.member("format");
  if (format.text() != k_format) format.fail("is not 'tfrec-manifest'");
  const JsonField version = root.member("format_version");
  if (version.number() == 0 || version.number() > k_format_version) {
    version.fail("is " + std::to_string(version.number()) + ", and this tfrec knows up to " +
                 std::to_string(k_format_version));
  }
}

Manifest manifest_of(const JsonField& root) {
  check_format(root);
  Manifest manifest;
  manifest.records = root.member("records").number();
  manifest.bytes = root.member("bytes").number();
  root.member("schema").for_each(
      [&](const JsonField& field) { manifest.schema.push_back(feature_of(field)); });
  if (root.has("classes")) {
    root.member("classes").for_each([&](const JsonField& entry) {
      manifest.side_files.push_back(path_in_folder(entry.member("file")));
      if (!entry.has("names")) return;
      auto& names = manifest.class_lists[manifest.side_files.back()];
      entry.member("names").for_each([&](const JsonField& name) { names.push_back(name.text()); });
    });
  }
  if (root.has("bad_images")) manifest.bad_images = root.member("bad_images").number();
  if (manifest.bad_images > 0) manifest.side_files.emplace_back(k_bad_images_name);
  if (root.has("fingerprint")) {
    manifest.fingerprint = root.member("fingerprint").text();
    manifest.sources = root.member("sources").text();
    if (root.has("plan")) manifest.plan = root.member("plan").text();
  }
  if (root.has("side_files")) {
    root.member("side_files").for_each([&](const JsonField& name) {
      manifest.side_files.push_back(path_in_folder(name));
    });
  }
  if (root.has("splits")) {
    root.member("splits").for_each([&](const JsonField& split) {
      if (!split.has("features")) return;
      auto& names = manifest.features_of_split[split.member("split").text()];
      split.member("features").for_each([&](const JsonField& name) { names.insert(name.text()); });
    });
  }
  std::set<std::string> paths;
  root.member("shards").for_each([&](const JsonField& field) {
    manifest.shards.push_back(shard_of(field));
    if (!paths.insert(manifest.shards.back().path).second) field.member("path").fail("stands there twice");
  });
  return manifest;
}

int base64_value(char c) {
  const std::size_t at = k_base64.find(c);
  return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

}  // namespace

std::vector<ManifestFeature> Manifest::schema_of(const std::string& split) const {
  const auto fewer = features_of_split.find(split);
  if (fewer == features_of_split.end()) return schema;
  std::vector<ManifestFeature> held;
  std::copy_if(schema.begin(), schema.end(), std::back_inserter(held),
               [&](const ManifestFeature& feature) { return fewer->second.contains(feature.name); });
  return held;
}

Manifest read_manifest(const std::filesystem::path& file) {
  const InputFile input(file);
  const Json json = read_json(input, k_max_manifest_bytes);
  return manifest_of(JsonField(json, input.name(), ""));
}

Manifest parse_manifest(std::string_view text, const std::string& name) {
  const Json json = parse_json(text, name);
  return manifest_of(JsonField(json, name, ""));
}

std::optional<Manifest> read_own_manifest(const std::filesystem::path& file) {
  const InputFile input(file);
  const Json json = read_json(input, k_max_manifest_bytes);
  if (!json.is_object() || json.value("format", Json()) != k_format) return std::nullopt;
  return manifest_of(JsonField(json, input.name(), ""));
}

std::string encode_crc32c(std::uint32_t crc) {
  // 32 bits in groups of six: five whole ones, then two bits filled up with zeros.
  std::string text;
  for (int shift = 26; shift >= 2; shift -= 6) text += k_base64[(crc >> shift) & 63U];
  text += k_base64[(crc & 3U) << 4U];
  return text + "==";
}

bool decode_crc32c(const std::string& text, std::uint32_t& crc) {
  if (text.size() != 8 || text.substr(6) != "==") return false;
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < 6; ++i) {
    const int value = base64_value(text[i]);
    if (value < 0) return false;
    bits = (bits << 6U) | static_cast<std::uint64_t>(value);
  }
  if ((bits & 15U) != 0) return false;
  crc = static_cast<std::uint32_t>(bits >> 4U);
  return true;
}

}  // namespace tfrec
