// SPDX-License-Identifier: Apache-2.0
// One numbering of classes for shards of several sets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "dataset/classes/classes.hpp"
#include "records/copy/renumber_classes.hpp"
#include "sets/merge/shard_origins.hpp"
#include "shards/manifest/manifest.hpp"

namespace tfrec {

/// A feature whose values mean one class in one source and another in the next.
struct ClassConflict {
  std::string feature;
  std::size_t origin = 0;         // the source that does not fit those before it
  std::string message;            // printable, without the source's name
  bool can_be_renumbered = true;  // all sources list their classes
};

/// Which list a feature's values belong to.
struct ClassUse {
  std::size_t list = 0;  // index into MergedClasses::lists
  ListKind kind = ListKind::int64_list;
  ClassIds ids;  // of the list's classes; of a feature without ids: their places
};

struct MergedClasses {
  /// Without counts, sorted by column: the classes of the first source in its order, then those that the next
  /// one adds; sorted as build sorts them where all sources have them so.
  std::vector<ClassColumn> lists;
  std::map<std::string, ClassUse> features;
  std::int64_t label_base = 0;             // the first source's
  std::vector<Renumbering> renumberings;   // of each origin, from its own lists to these
  std::vector<ClassConflict> differences;  // without renumbering
};

/// Merges what the manifests list, leaving out the features in `drop`. Throws Error (bad_data) if a
/// manifest names no proper file for a list.
MergedClasses merge_classes(const ShardOrigins& origins, const std::vector<std::string>& drop);

/// Removes features, and lists of classes that no other feature uses.
void forget_features(std::vector<ClassColumn>& lists, std::map<std::string, ClassUse>& features,
                     const std::set<std::string>& forgotten);

/// One line for each source whose class ids another list changes, with its first class that gets another.
std::vector<std::string> renumbering_notes(const MergedClasses& merged, const ShardOrigins& origins);

/// One line for each source that numbers classes otherwise than another, with the source's name. Nothing
/// where the sources can't be read.
std::vector<std::string> numbering_notes(const FoundShards& found);

/// The classes of one feature as one source numbers them.
struct ClassNumbering {
  const std::vector<std::string>* names = nullptr;
  ClassIds ids;  // of a feature of one value per class: their places
  ListKind kind = ListKind::int64_list;
};

/// Nothing in `names` where the source does not list them.
ClassNumbering class_numbering(const SourceOrigin& origin, const std::string& feature);

}  // namespace tfrec
