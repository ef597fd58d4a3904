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

/// Class names by feature: from the manifests of the shards, which also name columns of zeros and ones, or,
/// for a feature with a usual name, from the label map, classes.txt or labels.txt of shards without one.
/// Features whose numbers may mean something else are left out.
std::map<std::string, ClassNames> class_names(const FoundShards& found, const Schema& schema);

/// "classes.txt beside the shards is not used: …", if there is such a file or a label map, no manifest lists
/// classes, and no feature has a usual name and fits it; else empty.
std::string note_of_unused_classes(const FoundShards& found, const Schema& schema, bool are_all = true);

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
