// SPDX-License-Identifier: Apache-2.0
// Shard ranges in, staged shards out.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/observer.hpp"
#include "dataset/dealing.hpp"
#include "pipeline/make_records.hpp"
#include "pipeline/picture_tally.hpp"
#include "shards/shard_writer.hpp"

namespace tfrec {

struct BadRow {
  std::uint32_t row = 0;  // index into SourceRows
  std::string reason;
};

/// A shard's file of one set, written and synced under its staging name.
struct StagedFile {
  std::filesystem::path file;
  ShardFacts facts;
  PixelSums sums{};
};

/// A shard in every set. One without a record (all its images are bad) has no files.
struct StagedShard {
  std::vector<StagedFile> files;     // one per set
  std::uint32_t sources_crc32c = 0;  // over the sources of its rows, in order
  std::vector<BadRow> bad;
};

struct BuiltShards {
  std::vector<StagedShard> shards;
  PictureTally pictures;
  std::vector<std::uint32_t> image_crc32c;  // of each source row's file, as it was read
};

/// Where shards are staged, and how.
struct ShardPlace {
  std::filesystem::path staging;
  Compression compression = Compression::none;
};

/// Builds the shards: shard k holds the rows order[ranges[k]]; its file of set v is staged as
/// `place.staging`/k-v.tfrec. Ranges follow one another without gap from 0 on. The next shard's records go on
/// being made while one is synced.
BuiltShards build_shards(const SourceRows& rows, const RecordMaker& maker,
                         std::span<const std::uint32_t> order, std::span<const PlaceRange> ranges,
                         MadeAhead& ahead, const ShardPlace& place, const MakeLimits& limits,
                         Observer& observer);

}  // namespace tfrec
