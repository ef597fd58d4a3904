// SPDX-License-Identifier: Apache-2.0
// What the manifests of existing shards say together, so that a set made of them can say it too.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/observer.hpp"
#include "shards/set_description.hpp"
#include "shards/shard_paths.hpp"

namespace tfrec {

struct AgreedChoices {
  std::map<std::string, std::string> specs;                  // of features, as --feature takes them
  std::vector<std::pair<std::string, OptionValue>> options;  // about how records were made
  std::vector<ClassColumn> classes;                          // without counts
  std::int64_t label_base = 0;
};

/// What all manifests of the shards agree in; nothing where a shard has none. Classes they disagree in are
/// told. Throws Error (bad_data) where a manifest is malformed.
AgreedChoices agreed_choices(const FoundShards& found, Observer& observer);

/// Throws Error where the shards are no whole of their own: bad_data where a manifest is malformed or lists
/// shards that are not there, usage where they are of several splits or picture sizes, unless `mixed`.
void require_whole_sources(const FoundShards& found, bool mixed);

}  // namespace tfrec
