// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/concurrency/task_pool.hpp"
#include "base/error.hpp"
#include "example/example_spec.hpp"
#include "example/schema.hpp"
#include "operations/verify/box_check.hpp"
#include "operations/verify/image_check.hpp"
#include "operations/verify/masks/mask_check.hpp"
#include "operations/verify/verify.hpp"
#include "shards/shard_paths.hpp"
#include "tfrecord/source/byte_source.hpp"

namespace tfrec {

/// Equal for equal records.
struct RecordKey {
  std::uint64_t key = 0;
  std::uint32_t record = 0;  // its place in the file, as far as 32 bits go
};

/// How many keys are kept in all; beyond that none can be compared.
class KeyBudget {
 public:
  static constexpr std::uint64_t k_most = 16'000'000;

  bool take() { return m_taken.fetch_add(1, std::memory_order_relaxed) < k_most; }
  bool is_spent() const { return m_taken > k_most; }

 private:
  std::atomic<std::uint64_t> m_taken{0};
};

/// What files are verified for, and with.
struct VerifyContext {
  bool framing_only = false;
  ImageQuestions images;
  std::uint64_t max_pixels = 0;  // of a mask
  const RecordedMasksOf& masks;
  const ExampleSpec* spec = nullptr;
  TaskPool& pool;
  KeyBudget& keys;
  RecordVisitor* visitor = nullptr;
};

/// A verified file with what the check of its set needs.
struct FileVerdict {
  VerifiedFile file;
  Schema schema;
  std::uint64_t places = 0;            // of records, damaged ones too
  std::optional<std::uint64_t> named;  // count in the name
  bool listed = false;                 // in a manifest
  bool was_read = true;                // else the machine failed, and nothing here is known
  Compression compression = Compression::none;
  std::optional<std::uint32_t> crc32c;  // of the whole file, where it is listed
  std::vector<RecordKey> record_keys;   // of payloads that are not empty
  BoxCheck boxes;
  std::unique_ptr<ImageCheck> images;  // where they are asked about; whole once the pool is done
  std::unique_ptr<MaskCheck> masks;    // with --pixels; whole once the pool is done

  /// Whether `count` is the file's: of its intact records, or of all places of records.
  bool has_count(std::uint64_t count) const { return count == file.records || count == places; }
};

/// Run as a job of the context's pool.
FileVerdict verify_file(const FoundShard& shard, const VerifyContext& context, ShardVisitor* visitor);

/// The verdict on a file that the machine failed on.
FileVerdict unreadable_file(const FoundShard& shard, const Error& error);

}  // namespace tfrec
