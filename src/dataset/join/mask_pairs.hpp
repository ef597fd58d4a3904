// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "dataset/folder/image_folder.hpp"

namespace tfrec {

/// Finds masks by the paths of their images: the same path below another folder, with any image extension
/// and, if there is a suffix, with that before it. Holds views of `masks`, which must outlive it.
class MaskPairs {
 public:
  /// Files of `masks` without the suffix are none. Throws Error (bad_data) if two have one name.
  MaskPairs(const ImageFolder& masks, std::string_view suffix);

  /// Numbers of masks.paths; for "a/b.jpg" that of "a/b.jpg.png", else that of "a/b.png".
  std::optional<std::uint32_t> mask_of(std::string_view image) const;
  /// Masks of none of these images, ascending.
  std::vector<std::uint32_t> without_image(const std::vector<std::string>& images) const;

 private:
  const ImageFolder& m_masks;
  std::unordered_map<std::string_view, std::uint32_t> m_by_stem;
};

}  // namespace tfrec
