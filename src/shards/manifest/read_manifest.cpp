// SPDX-License-Identifier: Apache-2.0
#include <set>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/files/file.hpp"
#include "base/text/printable.hpp"
#include "shards/manifest/json_field.hpp"
#include "shards/manifest/manifest.hpp"
#include "shards/names/set_files.hpp"

namespace tfrec {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* k_format = "tfrec-manifest";
constexpr std::uint64_t k_format_version = 1;

std::vector<std::string> texts(const JsonField& list) {
  std::vector<std::string> found;
  list.for_each([&](const JsonField& entry) { found.push_back(entry.text()); });
  return found;
}

/// Class names as a classes file lists them: one a line, each once.
std::vector<ClassCount> class_names(const JsonField& list) {
  std::vector<ClassCount> classes;
  std::set<std::string> seen;
  list.for_each([&](const JsonField& entry) {
    const std::string name = entry.text();
    if (name.empty() || name.find_first_of("\r\n") != std::string::npos) entry.fail("is not a class name");
    if (!seen.insert(name).second) entry.fail("is a class that is listed twice");
    classes.push_back({name, 0});
  });
  return classes;
}

/// Records of each class, where the manifest has them; old ones do not.
void read_class_counts(const JsonField& field, ClassColumn& column) {
  column.is_counted = false;
  if (!field.has("records")) return;
  const std::vector<std::uint64_t> counts = field.member("records").numbers();
  column.is_counted = counts.size() == column.classes.size();
  for (std::size_t i = 0; column.is_counted && i < counts.size(); ++i) column.classes[i].records = counts[i];
}

/// Ids of `count` classes, ascending.
std::vector<std::int64_t> class_ids(const JsonField& list, std::size_t count) {
  std::vector<std::int64_t> ids;
  list.for_each([&](const JsonField& entry) {
    const std::uint64_t id = entry.number();
    if (id > static_cast<std::uint64_t>(INT64_MAX)) entry.fail("is not a class id");
    if (!ids.empty() && static_cast<std::int64_t>(id) <= ids.back())
      entry.fail("is not above the id before it");
    ids.push_back(static_cast<std::int64_t>(id));
  });
  if (ids.size() != count) list.fail("has another length than 'names'");
  return ids;
}

OptionValue option_value(const JsonField& field) {
  const Json& json = field.json();
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (json.is_number()) return json.get<double>();
  if (json.is_array()) return texts(field);
  return field.text();
}

std::uint32_t read_crc32c(const JsonField& field) {
  std::uint32_t crc = 0;
  if (!decode_crc32c(field.text(), crc)) field.fail("is not base64 of four bytes");
  return crc;
}

ManifestShard shard_of(const JsonField& field) {
  ManifestShard shard;
  shard.path = path_in_folder(field.member("path"));
  shard.split = field.member("split").text();
  shard.size = field.member("size").text();
  shard.records = field.member("records").number();
  shard.bytes = field.member("bytes").number();
  shard.crc32c = read_crc32c(field.member("crc32c"));
  shard.sources = field.member("sources").text();
  if (field.has("pictures")) shard.images = field.member("pictures").counts();
  if (field.has("pixel_sums")) shard.pixel_sums = field.member("pixel_sums").numbers();
  if (field.has("shape")) shard.shape = field.member("shape").numbers();
  if (field.has("mask_pixels")) shard.mask_pixels = read_pixels(field.member("mask_pixels"));
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

SetTotals totals_of(const JsonField& field) {
  SetTotals totals;
  if (field.has("split")) totals.split = field.member("split").text();
  if (field.has("size")) totals.size = field.member("size").text();
  if (field.has("records")) totals.records = field.member("records").number();
  if (field.has("features")) totals.features = texts(field.member("features"));
  return totals;
}

/// Reads a part of the recipe. An error in it is for those who need the recipe: shards can be verified
/// without.
template <class Read>
void read_recipe(Manifest& manifest, const Read& read) {
  try {
    read();
  } catch (const Error& error) {
    if (manifest.recipe_problem.empty()) manifest.recipe_problem = error.message();
  }
}

void read_origin(const JsonField& field, Manifest& manifest) {
  ManifestFeature& feature = manifest.features.emplace_back(feature_of(field));
  read_recipe(manifest, [&] {
    if (field.has("spec")) feature.spec = field.member("spec").text();
    if (!field.has("made_of")) return;
    const JsonField origin = field.member("made_of");
    feature.origin = FeatureOrigin{origin.member("kind").text(), texts(origin.member("columns"))};
  });
}

void read_classes(const JsonField& field, Manifest& manifest) {
  ClassColumn& column = manifest.classes.emplace_back();
  column.file = path_in_folder(field.member("file"));
  column.has_names = field.has("names");
  read_recipe(manifest, [&] { column.column = field.member("column").text(); });
  read_recipe(manifest, [&] { column.classes = class_names(field.member("names")); });
  read_recipe(manifest, [&] { read_class_counts(field, column); });
  read_recipe(manifest, [&] {
    if (field.has("ids")) column.ids = class_ids(field.member("ids"), column.classes.size());
  });
}

void read_choices(const JsonField& root, Manifest& manifest) {
  read_recipe(manifest, [&] {
    root.member("options").for_each_member([&](const std::string& option, const JsonField& value) {
      manifest.options.emplace_back(option, option_value(value));
    });
  });
  read_recipe(manifest, [&] { manifest.name = root.member("name").text(); });
  read_recipe(manifest, [&] {
    if (root.has("mixed_options")) manifest.mixed_options = texts(root.member("mixed_options"));
  });
  read_recipe(manifest, [&] { manifest.seed = root.member("seed").number(); });
  read_recipe(manifest, [&] {
    root.member("versions").for_each_member([&](const std::string& library, const JsonField& version) {
      manifest.versions.emplace_back(library, version.text());
    });
  });
}

/// `names` of the manifest and its shards. No folder can contain two files of one name.
void check_side_files(const JsonField& root, const Manifest& manifest, std::set<std::string>& names) {
  for (const std::string& name : manifest.all_side_files()) {
    if (!names.insert(name).second) root.fail("lists '" + printable(name) + "' twice");
  }
  if (const std::string name = name_of_folder(names); !name.empty())
    root.fail("has '" + printable(name) + "' in the place of a folder");
}

Manifest manifest_of(const JsonField& root) {
  check_format(root);
  Manifest manifest;
  manifest.records = root.member("records").number();
  manifest.bytes = root.member("bytes").number();
  root.member("schema").for_each([&](const JsonField& field) { read_origin(field, manifest); });
  if (root.has("classes")) {
    root.member("classes").for_each([&](const JsonField& field) { read_classes(field, manifest); });
  } else {
    manifest.recipe_problem = "has no key 'classes'";
  }
  read_choices(root, manifest);
  if (root.has("bad_images")) manifest.bad_images = root.member("bad_images").number();
  if (root.has("bad_box_lines")) manifest.bad_box_lines = root.member("bad_box_lines").number();
  if (root.has("mask_pixels")) manifest.mask_pixels = read_pixels(root.member("mask_pixels"));
  if (root.has("left_out_rows")) manifest.left_out_rows = root.member("left_out_rows").number();
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
  if (root.has("record_list_crc32c"))
    manifest.record_list_crc32c = read_crc32c(root.member("record_list_crc32c"));
  if (root.has("splits")) {
    root.member("splits").for_each(
        [&](const JsonField& split) { manifest.totals.push_back(totals_of(split)); });
  }
  std::set<std::string> names{k_manifest_name};
  root.member("shards").for_each([&](const JsonField& field) {
    manifest.shards.push_back(shard_of(field));
    if (!names.insert(manifest.shards.back().path).second) field.member("path").fail("is listed twice");
  });
  check_side_files(root, manifest, names);
  return manifest;
}

}  // namespace

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

}  // namespace tfrec
