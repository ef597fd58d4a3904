// SPDX-License-Identifier: Apache-2.0
// Finished shards of a plan in a staging folder, so that an interrupted build goes on where it stopped and
// several processes can make parts of one set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "dataset/samples/samples.hpp"
#include "records/image/pixel_sums.hpp"
#include "records/make/image_tally.hpp"
#include "records/masks/mask_rules.hpp"
#include "shards/shard_writer.hpp"

namespace tfrec {

struct BadSample {
  SampleIndex sample;
  std::string reason;
};

/// A shard's file of one set, written and synced under its staging name.
struct StagedFile {
  std::filesystem::path file;
  ShardFacts facts;
  PixelSums sums{};
  std::vector<std::uint64_t> shape{};  // of raw values, where all of the set must have one
  MaskPixels mask_pixels{};
};

/// A shard in every set. One without a record (all its images are bad) has no files.
struct StagedShard {
  std::vector<StagedFile> files;            // one per set
  std::vector<std::uint32_t> image_crc32c;  // of its samples' image files as they were read, in order
  std::vector<BadSample> bad;               // in order
  ImageTally images;
};

/// What shards were made by; with the images' content that is all that decides about their bytes.
struct ShardOrigin {
  std::string plan;      // its hash
  std::string versions;  // of the libraries, as one text
};

/// CRC-32C over those of a shard's images, in order.
std::uint32_t sources_crc32c(const StagedShard& shard);

/// The file of set v of shard k is k-v.tfrec; k.json, which comes last, describes the files and what
/// they were made from. Files in the making have names of their own process, so that two may make one shard
/// at the same time: both make the same bytes.
class ShardStore {
 public:
  ShardStore(std::filesystem::path folder, ShardOrigin origin)
      : m_folder(std::move(folder)), m_origin(std::move(origin)) {}

  const std::filesystem::path& folder() const { return m_folder; }

  /// Where a file of a shard is written until it is whole.
  std::filesystem::path draft(std::size_t shard, std::size_t variant) const;
  /// Gives the drafts of a finished shard their names, and makes that last beyond a crash.
  void keep(std::size_t shard, StagedShard& made) const;
  /// A finished shard whose files are there in their sizes, of the store's origin: one of another plan can be
  /// there where two began in the folder at the same time.
  std::optional<StagedShard> find(std::size_t shard) const;
  /// The versions a finished shard of the store's plan was made with; nothing if there is none.
  std::optional<std::string> versions_of(std::size_t shard) const;
  /// Forgets a shard: its k.json goes first, then its files.
  void drop(std::size_t shard, std::size_t variants) const;

 private:
  std::filesystem::path file(std::size_t shard, std::size_t variant) const;
  std::filesystem::path record(std::size_t shard) const;

  std::filesystem::path m_folder;
  ShardOrigin m_origin;
};

}  // namespace tfrec
