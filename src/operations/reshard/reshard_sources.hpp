// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "operations/reshard/reshard.hpp"
#include "operations/reshard/source_splits.hpp"
#include "records/copy/copy_records.hpp"
#include "records/copy/record_index.hpp"
#include "sets/merge/source_sets.hpp"
#include "shards/shard_paths.hpp"

namespace tfrec {

/// The shards a new set is made of: found, whole, their records indexed.
struct ReshardSources {
  FoundShards found;
  ShardOrigins origins;
  AgreedChoices agreed;
  std::vector<RecordChoice> choices;    // of each origin
  std::vector<ListedRecords> left_out;  // of each shard
  std::vector<SourceSplit> splits;
  std::vector<SourceShard> shards;

  /// Of each shard; they point into `choices`.
  std::vector<const Renumbering*> renumberings() const;
  std::uint64_t records() const;                        // before the choice
  std::uint64_t kept() const;                           // after it
  std::uint64_t listed() const;                         // of those left out: by a list
  std::uint64_t bytes(const SourceSplit& split) const;  // of the frames that are kept
  std::uint64_t stored_bytes() const;
};

/// Finds the shards and checks what can be checked before they are read.
ReshardSources find_sources(const ReshardOptions& options, Observer& observer);

/// Chooses the classes of the new set and the records to take. Of shards beside which a list of classes is,
/// reads the records.
void choose_from_sources(ReshardSources& sources, const ReshardOptions& options, Observer& observer);

/// Indexes them. Compressed ones are inflated into `staging`, where that is not empty. Throws Error as
/// reshard() does.
void index_sources(ReshardSources& sources, const ReshardOptions& options,
                   const std::filesystem::path& staging, Observer& observer);

/// Throws Error (usage) if one reader's code would not fit all that was copied, or where class numbers of
/// two kinds were mixed, which the manifests did not show.
void require_one_set(ReshardSources& sources, const ReshardOptions& options, const CopiedRecords& copied);

}  // namespace tfrec
