// SPDX-License-Identifier: Apache-2.0
#include "records/copy/image_summary.hpp"

namespace tfrec {

std::optional<ImageFacts> stored_facts(std::string_view bytes) {
  const ImageFacts facts = image_facts(bytes);
  return is_image_value(facts) ? std::optional(facts) : std::nullopt;
}

void ImageSummary::add(const ImageFacts& facts) {
  ++count;
  ++formats[facts.format];
  if (facts.width > 0 && facts.height > 0) {
    width.add(facts.width);
    height.add(facts.height);
  }
  if (facts.channels > 0) ++channels[facts.channels];
  if (facts.progressive) ++progressive;
  if (facts.exif_orientation > 1) ++exif_oriented;
}

void ImageSummary::add(const ImageSummary& other) {
  count += other.count;
  for (const auto& [format, images] : other.formats) formats[format] += images;
  width.add(other.width);
  height.add(other.height);
  for (const auto& [number, images] : other.channels) channels[number] += images;
  progressive += other.progressive;
  exif_oriented += other.exif_oriented;
}

}  // namespace tfrec
