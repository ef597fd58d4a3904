// SPDX-License-Identifier: Apache-2.0
// What the manifests of existing shards agree in, so that a set made of them can record it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "example/feature_spec.hpp"
#include "sets/merge/merge_classes.hpp"
#include "sets/merge/shard_origins.hpp"
#include "shards/manifest/manifest.hpp"
#include "shards/shard_paths.hpp"

namespace tfrec {

struct AgreedChoices {
  std::map<std::string, FeatureSpec> specs;                  // of features, by their names
  std::vector<std::pair<std::string, OptionValue>> options;  // about how records were made
  std::vector<std::string> mixed_options;                    // in which they differ
  std::vector<ClassColumn> classes;                          // without counts
  std::map<std::string, ClassUse> class_features;  // which of `classes` each feature's values are of
  std::int64_t label_base = 0;
  bool has_only_lists = false;  // nothing is known of any source but lists of classes

  /// Whether it is not known how the records were made, so that features are recognised by their names.
  bool are_of_others() const { return specs.empty() || has_only_lists; }
  /// Null if it is not recorded, or they differ.
  const OptionValue* option(std::string_view name) const;
  /// The value of a recorded option that is a text; empty if there is none.
  std::string text_of(std::string_view name) const;
  /// What the column that names the images was called.
  std::string image_column() const { return text_of("image-column"); }
};

/// What all manifests of the shards agree in, with their classes as they were merged. Of shards without a
/// manifest only the classes are known.
AgreedChoices agreed_choices(const ShardOrigins& origins, const MergedClasses& classes);

/// What the manifests of the shards agree in; nothing where they can't be read: verify reports that.
AgreedChoices manifest_choices(const FoundShards& found);

/// Throws Error (bad_data) if shards are of a set that is not complete.
void require_finished_sets(const FoundShards& found);

/// The same, and throws Error if the shards are not whole sets: bad_data if a manifest is
/// malformed or lists shards that are not there, or if names in a folder show that one is missing; usage if
/// only some are of a split, or they are of several image sizes, unless `mixed`.
void require_whole_sources(const FoundShards& found, bool mixed);

}  // namespace tfrec
