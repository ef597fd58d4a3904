// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "dataset/classes/classes.hpp"
#include "example/schema.hpp"
#include "shards/shard_paths.hpp"

namespace tfrec {

class LabelTexts;

/// What the values of an int64 feature are called, or the places of a float feature of one value per class.
struct ClassNames {
  std::vector<std::string> names;
  ClassIds ids;
  bool are_places = false;  // of an int64 feature: columns of zeros and ones, each at its place of the list

  /// Null if the value is not a class.
  const std::string* of(std::int64_t value) const;
};

/// The classes of boxes.
inline constexpr std::string_view k_box_label = "image/object/class/label";

/// Whether the classes have the same names and ids.
bool has_same_classes(const ClassList& one, const ClassList& other);

/// Whether a feature is called as labels of records usually are.
bool is_usual_label(std::string_view feature);
/// The same, or as those of boxes.
bool may_be_label(std::string_view feature);

/// The label map, classes.txt or labels.txt beside a shard, or in one of the folders above; empty if there is
/// none.
std::filesystem::path classes_file_of(const FoundShard& shard, int most_folders = 3);

/// Whether a list of classes beside shards without a manifest is that of their only label, which has a usual
/// name.
struct ListFit {
  std::filesystem::path file;  // empty: there is no such file
  std::string feature;         // empty: the list does not fit
  ClassNames classes;          // with the ids that the records show, if the list has none
  std::string reason;          // printable: why it does not fit
};

/// Of a label map, classes.txt or labels.txt beside the shards or above. It fits if no other list disagrees,
/// it lists all numbers of the label, and texts of the records are its names. Throws Error if it can't be
/// read.
ListFit fit_of_list(const FoundShards& found, const Schema& schema, const LabelTexts& texts);

/// Class names by feature: from the manifests of the shards, which also name columns of zeros and ones, or
/// from the list beside shards without one, if it fits the records.
std::map<std::string, ClassNames> class_names(const FoundShards& found, const Schema& schema,
                                              const LabelTexts& texts);

/// "classes.txt beside the shards is not used: …", if there is such a file, and no manifest lists classes;
/// else empty. `are_all`: the schema and texts are those of all records.
std::string note_of_unused_classes(const FoundShards& found, const Schema& schema, const LabelTexts& texts,
                                   bool are_all = true);

/// The label maps, classes.txt and labels.txt beside shards without a manifest, or in the folder above. A new
/// set gets none of them.
std::set<std::filesystem::path> classes_left_behind(const FoundShards& found);

/// What the ids of a feature of one shard mean.
struct StoredClasses {
  ClassNames classes;                                   // empty if nothing lists them
  std::map<std::int64_t, std::string> display_names{};  // that a label map has beside names
  std::string source{};                                 // "the manifest" or "label_map.pbtxt"

  /// Whether the class may be called so.
  bool has(std::int64_t id, std::string_view name) const;
  /// Whether any class may be called so.
  bool has_name(std::string_view name) const;
};

/// From the manifest that lists the shard, else from the label_map.pbtxt beside the shard or up to two
/// folders above. Throws Error if that can't be read.
StoredClasses stored_classes(const FoundShards& found, const FoundShard& shard, const std::string& feature);

}  // namespace tfrec
