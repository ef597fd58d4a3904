// SPDX-License-Identifier: Apache-2.0
// The masks of records of any producer: PNGs of class ids, by the names of their features. Sources:
// tensorflow/models, research/deeplab/datasets/build_data.py (Model Garden reads the same);
// tensorflow_datasets, oxford_iiit_pet (segmentation_mask) and cityscapes (segmentation_label);
// "label/encoded" is what several ports of DeepLab call it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "base/rejected.hpp"
#include "image/facts/image_facts.hpp"
#include "shards/manifest/mask_pixels.hpp"

namespace tfrec {

/// Which features of a set contain masks.
class MaskFeatures {
 public:
  using Names = std::set<std::string, std::less<>>;

  /// By usual names alone.
  MaskFeatures() = default;
  /// Also the features that a manifest states.
  explicit MaskFeatures(Names stated) : m_stated(std::move(stated)) {}

  /// Whether values of this feature that have the form of a mask are masks.
  bool has(std::string_view feature) const;
  const Names& stated() const { return m_stated; }

 private:
  Names m_stated;
};

/// Whether an image can be a mask: a PNG of grey values or palette indices.
bool has_mask_form(const ImageFacts& facts);

/// Counts the ids of such a PNG: over `pixels`. Returns what is wrong with it, also if it has more than
/// `max_pixels`.
std::optional<Rejected> count_mask_pixels(std::string_view png, std::uint64_t max_pixels, MaskPixels& pixels);

}  // namespace tfrec
