// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "example/schema.hpp"
#include "image/facts/image_facts.hpp"
#include "operations/extract/extract_features.hpp"
#include "operations/extract/files/file_names.hpp"
#include "operations/extract/files/mask_findings.hpp"
#include "records/copy/record_index.hpp"
#include "shards/record_selection.hpp"

namespace tfrec {

/// What the images of records have in common, as far as build decides by it how to store them again.
struct ExtractedImages {
  std::map<ImageFormat, std::uint64_t> formats;
  std::uint64_t gray = 0;         // of one channel, or of two
  std::uint64_t colored = 0;      // of three or four
  std::uint64_t others = 0;       // of two or four: with transparency, or CMYK
  std::uint64_t odd_jpegs = 0;    // that are not baseline, or CMYK
  std::uint64_t turned = 0;       // by their EXIF orientation
  std::uint64_t most_pixels = 0;  // of an image

  void add(const ImageFacts& facts);
  void add(const ExtractedImages& other);
};

/// A shard's images as they are staged: folder/0, folder/1, …, and the rest of their records.
struct ExtractedShard {
  std::size_t number = 0;  // among the shards
  ExtractedFile file;
  std::filesystem::path folder;
  std::vector<StoredImage> images;
  ExtractedImages in_common;  // of the images
  std::uint64_t image_bytes = 0;
  std::vector<bool> has_mask;                  // by image; empty if no feature is a mask
  std::vector<std::vector<StoredFile>> files;  // by image, of each feature of files
  MaskFileFindings masks;
  std::uint64_t companion_bytes = 0;           // of masks and files
  Schema schema;                               // of the rest
  Schema unfiltered;                           // of all records, where there are filters
  std::uint64_t intact = 0;                    // selected records that could be read
  std::uint64_t lost_places = 0;               // damaged ranges that contained at least one record
  std::uint64_t filtered = 0;                  // records that do not pass them
  std::set<std::string, std::less<>> no_text;  // bytes features with a value that is not text

  std::filesystem::path image(std::size_t index) const { return folder / std::to_string(index); }
  std::filesystem::path mask(std::size_t index) const { return folder / (std::to_string(index) + ".mask"); }
  std::filesystem::path file_of(std::size_t index, std::size_t feature) const {
    return folder / (std::to_string(index) + "." + std::to_string(feature));
  }
  std::filesystem::path rest() const { return folder / "rest.tfrec"; }
};

/// Writes the images of a shard's selected records that pass the filters of `choice` into `folder`, which it
/// makes, beside them their masks and files, and the records without all these, their classes renumbered.
/// What can't be extracted is a problem of the result. Throws Error (usage) if the shard ends before the
/// selection.
ExtractedShard extract_shard(const std::filesystem::path& path, std::size_t number,
                             const RecordSelection& records, const ExtractFeatures& features,
                             const RecordChoice& choice, const std::filesystem::path& folder);

}  // namespace tfrec
