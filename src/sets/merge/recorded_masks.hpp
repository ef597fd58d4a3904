// SPDX-License-Identifier: Apache-2.0
// What manifests record of the masks of their sets.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "records/masks/mask_rules.hpp"
#include "records/masks/record_masks.hpp"
#include "shards/shard_paths.hpp"

namespace tfrec {

struct RecordedMasks {
  MaskFeatures features;
  bool is_recorded = false;  // by a manifest with features of masks; what follows holds then
  MaskRules rules;           // with the ids that masks may have
  std::map<std::uint16_t, std::string> names;  // of ids; empty if they have none
  std::string problem;                         // why the ids could not be read, for people
};

/// Of a set's manifest.
RecordedMasks recorded_masks(const Manifest& manifest);

/// Of the sets that shards belong to.
class RecordedMasksOf {
 public:
  explicit RecordedMasksOf(const FoundShards& found);

  /// Of the manifest that lists the shard; usual names if none does.
  const RecordedMasks& shard(const FoundShard& shard) const;

 private:
  const FoundShards& m_found;
  std::vector<RecordedMasks> m_sets;
  RecordedMasks m_usual;
};

}  // namespace tfrec
