// SPDX-License-Identifier: Apache-2.0
#include "sets/merge/class_names.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <system_error>

#include "base/files/real_path.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "dataset/classes/classes.hpp"
#include "dataset/classes/label_map.hpp"
#include "sets/merge/label_texts.hpp"
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

constexpr std::array k_list_names{k_label_map_name, k_classes_file_name, k_slim_labels_name};

std::set<fs::path> classes_files_of(const FoundShards& found) {
  std::set<fs::path> folders;
  std::set<fs::path> files;
  for (const FoundShard& shard : found.shards) {
    if (folders.insert(parent_folder(shard.path)).second) files.insert(classes_file_of(shard));
  }
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

/// Another list that disagrees; empty if there is none. A labels.txt without ids may list images.
fs::path other_list(std::set<fs::path> others, const fs::path& file, const ClassesFile& list) {
  for (const char* name : k_list_names) others.insert(file.parent_path() / name);
  for (const fs::path& other : others) {
    std::error_code failed;
    if (other == file || !fs::is_regular_file(other, failed)) continue;
    const ClassesFile read = read_classes_file(other);
    const bool may_be_table = other.filename() == k_slim_labels_name && !read.has_ids;
    const bool have_ids = list.has_ids && read.has_ids;
    const bool is_equal = have_ids ? has_same_classes(list.classes, read.classes)
                                   : list.classes.names() == read.classes.names();
    if (!is_equal && !may_be_table) return other;
  }
  return {};
}

/// classes.txt has not even the id of the first class: a 0, or the number of classes, shows which it is.
/// labels.txt may list images instead, so all of its lines must be classes. Nothing if neither shows it.
std::optional<ClassIds> ids_of(const ClassesFile& list, const FeatureSummary& label, const fs::path& file) {
  if (list.has_ids) return list.classes.ids();
  const auto count = static_cast<std::int64_t>(list.classes.size());
  const auto& [least, most] = label.integers;
  if (label.lengths.max == 0) return std::nullopt;
  const bool may_be_longer = file.filename() != k_slim_labels_name;
  if (least == 0 && (may_be_longer ? most < count : most == count - 1)) return ClassIds{0};
  if (least >= 1 && most == count) return ClassIds{1};
  return std::nullopt;
}

std::string range_text(const FeatureSummary& label) {
  if (label.lengths.max == 0) return in_quotes(label.name) + " has no numbers";
  return in_quotes(label.name) + " has numbers from " + std::to_string(label.integers.min) + " to " +
         std::to_string(label.integers.max);
}

/// Printable: the first number that is not listed; empty if all are.
std::string unlisted_number(const FeatureSummary& label, const ClassNames& classes) {
  std::set<std::int64_t> numbers;
  if (label.lengths.max > 0) numbers = {label.integers.min, label.integers.max};
  for (const auto& [number, count] : label.histogram) numbers.insert(number);
  for (const std::int64_t number : numbers) {
    if (classes.of(number) == nullptr)
      return "it lists no class " + std::to_string(number) + ", which " + in_quotes(label.name) + " has";
  }
  return {};
}

/// Takes the display names of a label map if those are the texts of the records. Printable: where the texts
/// are neither; empty if they are.
std::string compare_with_texts(ClassNames& classes, const std::string& feature,
                               const std::map<std::int64_t, std::string>& display_names,
                               const LabelTexts& texts) {
  const std::map<std::string, LabelTexts::Names> named = texts.names();
  const auto text = named.find(feature);
  if (text == named.end()) return {};
  std::string difference = difference_of_names(feature, classes, text->second);
  if (difference.empty() || display_names.empty()) return difference;
  ClassNames shown = classes;
  for (std::size_t i = 0; i < shown.names.size(); ++i) {
    const auto display = display_names.find(shown.ids.at(i));
    if (display != display_names.end()) shown.names[i] = display->second;
  }
  if (!difference_of_names(feature, shown, text->second).empty()) return difference;
  classes = std::move(shown);
  return {};
}

}  // namespace

fs::path classes_file_of(const FoundShard& shard, int most_folders) {
  return file_beside(shard, k_list_names, most_folders);
}

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

ListFit fit_of_list(const FoundShards& found, const Schema& schema, const LabelTexts& texts) {
  ListFit fit;
  if (!found.shards.empty()) fit.file = classes_file_of(found.shards.front());
  if (fit.file.empty()) return fit;
  const ClassesFile list = read_classes_file(fit.file);
  const std::vector<FeatureSummary> features = schema.features();
  const FeatureSummary* label = label_of(features);
  const std::set<fs::path> files = classes_files_of(found);
  fit.reason = "without manifest.json, no feature is known to have these classes";
  if (label == nullptr || files.contains({})) return fit;
  if (const fs::path other = other_list(files, fit.file, list); !other.empty()) {
    fit.reason = printable(other.string()) + " lists other classes";
    return fit;
  }
  const auto ids = ids_of(list, *label, fit.file);
  fit.reason = "it lists " + counted(list.classes.size(), "class", "classes") + " without ids, and " +
               range_text(*label);
  if (!ids) return fit;
  fit.classes = {list.classes.names(), *ids};
  fit.reason = unlisted_number(*label, fit.classes);
  if (fit.reason.empty())
    fit.reason = compare_with_texts(fit.classes, label->name, list.display_names, texts);
  if (fit.reason.empty()) fit.feature = label->name;
  return fit;
}

NamesByFeature class_names(const FoundShards& found, const Schema& schema, const LabelTexts& texts) {
  if (found.shards.empty()) return {};
  try {
    if (found.sets.empty()) {
      const ListFit fit = fit_of_list(found, schema, texts);
      return fit.feature.empty() ? NamesByFeature() : NamesByFeature{{fit.feature, fit.classes}};
    }
    const ShardOrigins origins = shard_origins(found);
    if (origins.all_have_manifests()) return names_of_manifests(origins, schema);
  } catch (const Error& error) {  // verify reports what is wrong with them
    if (error.kind() == ErrorKind::interrupted || error.kind() == ErrorKind::terminated) throw;
  }
  return {};
}

namespace {

std::string reason_of_unused(const FoundShards& found, const Schema& schema, const LabelTexts& texts,
                             bool are_all) {
  try {
    const ListFit fit = fit_of_list(found, schema, texts);
    const bool may_fit = !are_all && fit.classes.names.empty() && label_of(schema.features()) != nullptr;
    return may_fit && !fit.reason.empty() ? "only all records together show which id its first class has"
                                          : fit.reason;
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::interrupted || error.kind() == ErrorKind::terminated) throw;
    return printable(error.what());
  }
}

}  // namespace

std::string note_of_unused_classes(const FoundShards& found, const Schema& schema, const LabelTexts& texts,
                                   bool are_all) {
  if (found.shards.empty()) return {};
  const auto lists_classes = [](const ShardSet& set) {
    return !set.manifest || !set.manifest->classes.empty();
  };
  if (std::ranges::any_of(found.sets, lists_classes)) return {};
  const bool is_bare = found.sets.empty();
  const fs::path file = classes_file_of(found.shards.front(), is_bare ? 3 : 2);
  const bool may_be_table = !is_bare && file.filename() == k_slim_labels_name;
  if (file.empty() || may_be_table || !class_names(found, schema, texts).empty()) return {};
  const std::string reason =
      is_bare ? reason_of_unused(found, schema, texts, are_all) : "manifest.json lists no classes";
  return file.filename().string() + " beside the shards is not used: " + reason;
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
