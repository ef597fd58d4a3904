// SPDX-License-Identifier: Apache-2.0
// Looks at the records and images that another operation reads and decodes, so that both need one pass.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/concurrency/task_pool.hpp"
#include "example/example_view.hpp"
#include "image/facts/image_facts.hpp"
#include "image/pixels.hpp"
#include "shards/manifest/mask_pixels.hpp"
#include "shards/shard_paths.hpp"
#include "tfrecord/reading/reader.hpp"

namespace tfrec {

/// An image of a record that was decoded without a loss.
struct DecodedImage {
  std::string_view feature;  // empty: the record is the image itself
  std::uint64_t record = 0;  // zero-based place in the shard
  std::uint64_t value = 0;   // zero-based place in the feature's list
  std::string_view bytes;    // as they are stored
  const ImageFacts& facts;   // of these bytes
  const Pixels& pixels;      // without the EXIF orientation
  unsigned reduction = 1;    // how far they were reduced: 1, 2, 4 or 8
};

/// Looks at one shard. Everything that is passed is valid during the call alone.
class ShardVisitor {
 public:
  virtual ~ShardVisitor() = default;
  /// Each record that is an example, in their order, on one thread.
  virtual void look_into(const Record& record, const ExampleView& example, TaskPool& pool) = 0;
  /// Each other record.
  virtual void look_at_payload(const Record& record) = 0;
  /// Each image, on any thread and in any order.
  virtual void look_at(const DecodedImage& image) = 0;
  /// The pixels of each mask, the same way.
  virtual void look_at_mask(std::uint64_t record, const MaskPixels& pixels) = 0;
};

class RecordVisitor {
 public:
  virtual ~RecordVisitor() = default;
  /// Once, before any shard.
  virtual void begin(const FoundShards& found) = 0;
  /// Of a place in FoundShards::shards; on any thread.
  virtual ShardVisitor& shard(std::size_t index) = 0;
  /// How far an image may be reduced while it is decoded: 1, 2, 4 or 8.
  virtual unsigned reduction(const ImageFacts& facts) const = 0;
};

}  // namespace tfrec
