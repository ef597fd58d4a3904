// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "example/example_view.hpp"
#include "image/facts/image_format.hpp"
#include "image/resize_options.hpp"
#include "operations/extract/extract.hpp"
#include "operations/extract/files/companion_features.hpp"
#include "records/image/raw_images.hpp"
#include "sets/merge/source_sets.hpp"
#include "shards/record_selection.hpp"
#include "shards/shard_paths.hpp"

namespace tfrec {

/// What features may state of a record's image.
struct StoredImage {
  ImageFormat format = ImageFormat::unknown;  // of the file that it becomes
  std::uint32_t width = 0;                    // as stored: the EXIF orientation is not applied
  std::uint32_t height = 0;
  int channels = 0;

  Extent size() const { return {static_cast<int>(width), static_cast<int>(height)}; }
};

/// Which features an extraction is made from.
struct ExtractFeatures {
  std::string image{};                         // empty with are_payloads
  std::optional<std::string> name{};           // nothing: images are numbered
  std::optional<RawImages> raw{};              // nothing: encoded images
  bool are_payloads = false;                   // records are not examples, but the encoded images themselves
  std::vector<CompanionFeature> companions{};  // features that become files beside the images
};

/// The name of a record's image by its feature: one text or one whole number. Empty if it holds
/// anything else, or is not there.
std::string image_name_in(const ExampleView& example, const std::string& feature);

/// Chooses by the first selected records of the shards, and states what was guessed. Throws Error as
/// extract() does.
ExtractFeatures choose_features(const ExtractOptions& options, const FoundShards& found,
                                const std::vector<RecordSelection>& records, const AgreedChoices& agreed,
                                Observer& observer);

}  // namespace tfrec
