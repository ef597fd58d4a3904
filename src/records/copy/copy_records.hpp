// SPDX-License-Identifier: Apache-2.0
// Records of existing shards in, staged shards out. Payloads are copied as they are, without some features,
// or with other class numbers; nothing is decoded.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "dataset/order/dealing.hpp"
#include "records/copy/box_tally.hpp"
#include "records/copy/class_tally.hpp"
#include "records/copy/record_places.hpp"
#include "records/copy/renumber_classes.hpp"
#include "records/copy/stored_tally.hpp"
#include "shards/shard_writer.hpp"

namespace tfrec {

struct CopiedShard {
  std::filesystem::path file;
  ShardFacts facts;
  std::uint32_t sources_crc32c = 0;  // over the CRC-32Cs of its records' payloads as they were, in order
};

struct CopiedRecords {
  std::vector<CopiedShard> shards;
  std::vector<Schema> schemas;                   // what was written, by the shard it came from
  std::vector<StoredTallies> stored;             // likewise
  std::vector<std::vector<ClassTally>> tallies;  // of each part, as in the request
  std::optional<BoxTally> boxes;                 // likewise
  std::uint64_t opaque = 0;                      // records that are not tf.train.Example
};

/// A shard to write.
struct NewShard {
  PlaceRange places;     // of its records
  std::size_t part = 0;  // of the set, such as a split: classes are counted in each
};

struct CopyRequest {
  std::span<const NewShard> shards;
  std::span<const std::string> drop;             // features left out
  std::vector<const Renumbering*> renumberings;  // of the classes, by the shard a record comes from
  std::vector<ClassTally> tallies;               // empty ones, for each part
  std::optional<BoxTally> boxes;                 // likewise
  std::filesystem::path staging;                 // shard k is staged as staging/k.tfrec
  Compression compression = Compression::none;
  unsigned threads = 1;

  /// Whether any record is written otherwise than it is.
  bool rewrites() const;
};

/// Copies, a new shard per thread, and syncs; the same bytes whatever the threads. Memory is some megabytes
/// a thread, or its largest record. Throws Error as FrameReader does.
CopiedRecords copy_records(const RecordPlaces& places, const CopyRequest& request, Observer& observer);

}  // namespace tfrec
