// SPDX-License-Identifier: Apache-2.0
#include "sets/merge/class_names.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <span>
#include <system_error>

#include "base/files/real_path.hpp"
#include "dataset/classes/classes.hpp"
#include "sets/merge/merge_classes.hpp"
#include "sets/merge/shard_origins.hpp"
#include "sets/merge/source_sets.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

using NamesByFeature = std::map<std::string, ClassNames>;

constexpr std::array<std::string_view, 3> k_label_names{"class", "label", "image/class/label"};

/// Adds features that are made of several columns in all sources, and have zeros and ones alone.
void add_columns(NamesByFeature& names, const AgreedChoices& agreed,
                 const std::vector<FeatureSummary>& features) {
  for (const FeatureSummary& feature : features) {
    const auto spec = agreed.specs.find(feature.name);
    const auto* columns = spec == agreed.specs.end() ? nullptr : columns_of_numbers(spec->second);
    if (columns != nullptr && feature.marks.size() == columns->size())
      names[feature.name] = {*columns, {0}, true};
  }
}

/// Features that have the same classes in all sources.
NamesByFeature names_of_manifests(const ShardOrigins& origins, const Schema& schema) {
  const MergedClasses merged = merge_classes(origins, {});
  std::set<std::string> odd;
  for (const ClassConflict& conflict : merged.differences) odd.insert(conflict.feature);
  for (const Renumbering& renumbering : merged.renumberings) {
    for (const ClassRenumbering& change : renumbering) odd.insert(change.feature);
  }
  NamesByFeature names;
  for (const auto& [feature, use] : merged.features) {
    if (odd.contains(feature)) continue;
    names[feature] = {class_list(merged.lists[use.list], 0).names(), use.ids};
  }
  add_columns(names, agreed_choices(origins, merged), schema.features());
  return names;
}

/// The first of these files beside a shard, or in one of the folders above; empty if there is none.
fs::path file_beside(const FoundShard& shard, std::span<const char* const> names, int most_folders) {
  fs::path folder = real_path(parent_folder(shard.path));
  for (int depth = 0; depth < most_folders; ++depth, folder = folder.parent_path()) {
    std::error_code failed;
    for (const char* name : names) {
      if (fs::is_regular_file(folder / name, failed)) return folder / name;
    }
  }
  return {};
}

fs::path classes_file_of(const FoundShard& shard, int most_folders = 3) {
  return file_beside(shard, std::array{k_label_map_name, k_classes_file_name, k_slim_labels_name},
                     most_folders);
}

std::set<fs::path> classes_files_of(const FoundShards& found) {
  std::set<fs::path> files;
  for (const FoundShard& shard : found.shards) files.insert(classes_file_of(shard));
  return files;
}

/// The only int64 feature that has a usual name for labels; null if there is none.
const FeatureSummary* label_of(const std::vector<FeatureSummary>& features) {
  const FeatureSummary* label = nullptr;
  for (const FeatureSummary& feature : features) {
    const bool is_of_boxes = feature.name == k_box_label;
    if (!may_be_label(feature.name)) continue;
    const bool has_numbers =
        feature.kind == ListKind::int64_list && (is_of_boxes || feature.lengths.max == 1);
    if (label != nullptr || !has_numbers) return nullptr;
    label = &feature;
  }
  return label;
}

/// A label map has the ids, classes.txt not even that of the first class: a 0, or the number of classes,
/// shows which it is. labels.txt may list images instead, so all of its lines must be classes.
NamesByFeature names_of_file(const FoundShards& found, const std::vector<FeatureSummary>& features) {
  const FeatureSummary* label = label_of(features);
  const fs::path file = classes_file_of(found.shards.front());
  if (label == nullptr || file.empty()) return {};
  const auto [classes, has_ids, display_names] = read_classes_file(file);
  for (const fs::path& other : classes_files_of(found)) {
    if (other.empty() || (other != file && !has_same_classes(read_classes_file(other).classes, classes)))
      return {};
  }
  if (has_ids) return {{label->name, {classes.names(), classes.ids()}}};
  const auto count = static_cast<std::int64_t>(classes.size());
  const auto& [least, most] = label->integers;
  const bool may_be_longer = file.filename() != k_slim_labels_name;
  if (least == 0 && (may_be_longer ? most < count : most == count - 1))
    return {{label->name, {classes.names(), {0}}}};
  if (least >= 1 && most == count) return {{label->name, {classes.names(), {1}}}};
  return {};
}

}  // namespace

const std::string* ClassNames::of(std::int64_t value) const {
  const auto place = ids.place_of(value, names.size());
  return place ? &names[*place] : nullptr;
}

bool has_same_classes(const ClassList& one, const ClassList& other) {
  return one.names() == other.names() && one.ids() == other.ids();
}

bool is_usual_label(std::string_view feature) {
  return std::ranges::find(k_label_names, feature) != k_label_names.end();
}

bool may_be_label(std::string_view feature) {
  return feature == k_box_label || is_usual_label(feature);
}

NamesByFeature class_names(const FoundShards& found, const Schema& schema) {
  if (found.shards.empty()) return {};
  try {
    if (found.sets.empty()) return names_of_file(found, schema.features());
    const ShardOrigins origins = shard_origins(found);
    if (origins.all_have_manifests()) return names_of_manifests(origins, schema);
  } catch (const Error& error) {  // verify reports what is wrong with them
    if (error.kind() == ErrorKind::interrupted || error.kind() == ErrorKind::terminated) throw;
  }
  return {};
}

std::string note_of_unused_classes(const FoundShards& found, const Schema& schema, bool are_all) {
  if (found.shards.empty()) return {};
  const auto lists_classes = [](const ShardSet& set) {
    return !set.manifest || !set.manifest->classes.empty();
  };
  if (std::ranges::any_of(found.sets, lists_classes)) return {};
  const bool is_bare = found.sets.empty();
  const fs::path file = classes_file_of(found.shards.front(), is_bare ? 3 : 2);
  if (!is_bare && file.filename() == k_slim_labels_name) return {};  // perhaps the table of the build
  if (file.empty() || !class_names(found, schema).empty()) return {};
  const bool may_fit = is_bare && !are_all && label_of(schema.features()) != nullptr;
  return file.filename().string() + " beside the shards is not used: " +
         (may_fit   ? "only all records together show which id its first class has"
          : is_bare ? "without manifest.json, no feature is known to have these classes"
                    : "manifest.json lists no classes");
}

std::set<fs::path> classes_left_behind(const FoundShards& found) {
  std::set<fs::path> files;
  for (const FoundShard& shard : found.shards) {
    if (!shard.set) files.insert(classes_file_of(shard, 2));
  }
  files.erase(fs::path());
  return files;
}

bool StoredClasses::has(std::int64_t id, std::string_view name) const {
  const std::string* known = classes.of(id);
  const auto display = display_names.find(id);
  return (known != nullptr && *known == name) || (display != display_names.end() && display->second == name);
}

bool StoredClasses::has_name(std::string_view name) const {
  const auto is_called_so = [&](const auto& known) { return known.second == name; };
  return std::ranges::find(classes.names, name) != classes.names.end() ||
         std::ranges::any_of(display_names, is_called_so);
}

StoredClasses stored_classes(const FoundShards& found, const FoundShard& shard, const std::string& feature) {
  if (found.listed(shard) != nullptr) {
    const ShardSet& set = found.sets[*shard.set];
    SourceOrigin origin;
    origin.earlier = earlier_set(*set.manifest, set.manifest_file().string());
    const ClassNumbering numbering = class_numbering(origin, feature);
    // Without ids, a label map beside it is that of another feature.
    if (numbering.names == nullptr || numbering.kind != ListKind::int64_list) return {};
    return {{*numbering.names, numbering.ids}, {}, "the manifest"};
  }
  const fs::path file = file_beside(shard, std::array{k_label_map_name}, 3);
  if (file.empty()) return {};
  ClassesFile read = read_classes_file(file);
  return {
      {read.classes.names(), read.classes.ids()}, std::move(read.display_names), file.filename().string()};
}

}  // namespace tfrec
