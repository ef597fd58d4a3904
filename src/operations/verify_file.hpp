// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "example/schema.hpp"
#include "operations/verify.hpp"
#include "shards/shard_paths.hpp"

namespace tfrec {

/// A verified file with what the check of its set needs.
struct FileVerdict {
  VerifiedFile file;
  Schema schema;
  std::uint64_t places = 0;                // of records, damaged ones too
  std::optional<std::uint64_t> named;      // count in the name
  bool listed = false;                     // in a manifest
  std::optional<std::uint32_t> crc32c;     // of the whole file, where it is listed
  std::vector<std::uint64_t> record_keys;  // one per example: equal for equal records

  /// Whether `count` is the file's: of its intact records, or of all places of records.
  bool has_count(std::uint64_t count) const { return count == file.records || count == places; }
};

FileVerdict verify_file(const FoundShard& shard, bool framing_only);

}  // namespace tfrec
