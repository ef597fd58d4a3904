// SPDX-License-Identifier: Apache-2.0
#include "records/masks/record_masks.hpp"

#include <algorithm>
#include <array>

#include "image/png/png_samples.hpp"
#include "image/resize_options.hpp"
#include "records/masks/place_mask.hpp"

namespace tfrec {

namespace {

constexpr std::array<std::string_view, 5> k_usual_names{"image/segmentation/class/encoded", "label/encoded",
                                                        "mask", "segmentation_label", "segmentation_mask"};

}  // namespace

bool MaskFeatures::has(std::string_view feature) const {
  return std::ranges::binary_search(k_usual_names, feature) || m_stated.contains(feature);
}

bool has_mask_form(const ImageFacts& facts) {
  return facts.format == ImageFormat::png && (facts.palette || facts.channels == 1);
}

std::optional<Rejected> count_mask_pixels(std::string_view png, std::uint64_t max_pixels,
                                          MaskPixels& pixels) {
  const ImageFacts facts = image_facts(png);
  if (std::uint64_t{facts.width} * facts.height > max_pixels) {
    return Rejected{sides_text(std::array<std::uint64_t, 2>{facts.width, facts.height}) +
                    " is more than --max-pixels " + std::to_string(max_pixels)};
  }
  StoredSamples ids;
  if (auto bad = read_png_samples(png, ids)) return bad;
  if (ids.channels != 1) return Rejected{"does not have one channel"};
  pixels = pixels_by_id(ids);
  return std::nullopt;
}

}  // namespace tfrec
