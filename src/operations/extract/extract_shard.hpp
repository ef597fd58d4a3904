// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "dataset/boxes/box.hpp"
#include "example/schema.hpp"
#include "image/facts/image_facts.hpp"
#include "operations/extract/extract_features.hpp"
#include "operations/extract/record_selection.hpp"
#include "records/copy/renumber_classes.hpp"

namespace tfrec {

/// A shard's images as they are staged: folder/0, folder/1, …, and the rest of their records.
struct ExtractedShard {
  std::size_t number = 0;  // among the shards
  ExtractedFile file;
  std::filesystem::path folder;
  std::vector<ImageFormat> formats;  // of each image
  std::vector<SourceFrame> frames;   // the same
  bool has_gray_pixels = false;      // raw ones of one channel
  std::uint64_t image_bytes = 0;
  Schema schema;                               // of the rest
  std::set<std::string, std::less<>> no_text;  // bytes features with a value that is not text

  std::filesystem::path image(std::size_t index) const { return folder / std::to_string(index); }
  std::filesystem::path rest() const { return folder / "rest.tfrec"; }
};

/// Writes the images of a shard's selected records into `folder`, which it makes, and the records without the
/// images beside them, their classes renumbered. What can't be extracted is a problem of the result. Throws
/// Error (usage) if the shard ends before the selection.
ExtractedShard extract_shard(const std::filesystem::path& path, std::size_t number,
                             const RecordSelection& records, const ExtractFeatures& features,
                             const Renumbering& renumbering, const std::filesystem::path& folder);

}  // namespace tfrec
