// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "operations/report/findings/set_rows.hpp"
#include "operations/report/image_look.hpp"
#include "operations/report/report_features.hpp"
#include "sets/merge/recorded_masks.hpp"

namespace tfrec {

/// What is wanted of images that are read again.
struct RereadImage {
  std::uint32_t row = 0;
  bool is_shown = false;     // with a thumbnail
  bool is_compared = false;  // with its looks
  ShownImage shown;
  std::unique_ptr<ImageLooks> looks;  // set only if they are compared: they are large
};
static_assert(sizeof(RereadImage) <= 512);  // one for each finding

struct Reread {
  const FoundShards& found;
  const SetRows& set;
  const ReportFeatures& features;
  const RecordedMasksOf& masks;
  std::uint64_t max_pixels = 0;
  std::uint64_t thumbnail_bytes = 0;  // of one
  unsigned threads = 1;
};

/// Reads these records again and makes what is wanted of each. `images` are sorted by row, each once. An
/// image that can't be read any more has no thumbnail and no looks.
void reread(const Reread& from, const std::vector<RereadImage*>& images);

/// A thumbnail of at most so many bytes, if it can be: JPEG, the longer side 224 pixels or fewer.
void make_thumbnail(const Pixels& pixels, std::uint64_t most_bytes, ShownImage& shown);

/// `image` under a layer of colours, one for each id of the mask, as PPM. Empty if the mask can't be read.
/// Pixels of id 0 stay as they are.
std::string blended_with_mask(const Pixels& image, std::string_view mask, std::uint64_t max_pixels);

}  // namespace tfrec
