// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include "operations/repair/repair.hpp"
#include "shards/shard_writer.hpp"

namespace tfrec {

/// A shard's salvage, staged where it is to be written.
struct SalvagedShard {
  Salvaged salvaged;
  std::uint64_t bytes = 0;          // of the file, as it is stored
  std::optional<ShardFacts> facts;  // of the staged file, which is synced; nothing if none was made
};

struct RepairShardOptions {
  bool damaged_only = false;
  bool strict = false;
  std::optional<std::uint64_t> records;  // expected
};

/// Salvages one file into `staged`. A compressed one comes out compressed in the same way; an intact one byte
/// for byte as it is. Nothing is written where no record can be kept, and, with `damaged_only`, where the
/// file is intact and holds the expected records.
SalvagedShard repair_shard(const std::filesystem::path& path, const std::filesystem::path& staged,
                           const RepairShardOptions& options);

}  // namespace tfrec
