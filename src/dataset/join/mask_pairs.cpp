// SPDX-License-Identifier: Apache-2.0
#include "dataset/join/mask_pairs.hpp"

#include "base/error.hpp"
#include "base/text/in_quotes.hpp"
#include "dataset/folder/image_extension.hpp"

namespace tfrec {

MaskPairs::MaskPairs(const ImageFolder& masks, std::string_view suffix) : m_masks(masks) {
  for (std::uint32_t i = 0; i < masks.paths.size(); ++i) {
    if (!suffix.empty() && !has_suffix(masks.paths[i], suffix)) continue;
    std::string_view stem = without_image_extension(masks.paths[i]);
    stem.remove_suffix(suffix.size());
    const auto [known, is_new] = m_by_stem.try_emplace(stem, i);
    if (is_new) continue;
    throw Error(ErrorKind::bad_data, masks.root.string(),
                in_quotes(masks.paths[known->second]) + " and " + in_quotes(masks.paths[i]) +
                    " are masks of the same name",
                "remove or rename one of them");
  }
}

std::optional<std::uint32_t> MaskPairs::mask_of(std::string_view image) const {
  auto found = m_by_stem.find(image);
  if (found == m_by_stem.end()) found = m_by_stem.find(without_image_extension(image));
  return found == m_by_stem.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::uint32_t> MaskPairs::without_image(const std::vector<std::string>& images) const {
  std::vector<bool> is_mask(m_masks.paths.size());
  for (const auto& [stem, mask] : m_by_stem) is_mask[mask] = true;
  for (const std::string& image : images) {
    if (const auto mask = mask_of(image)) is_mask[*mask] = false;
  }
  std::vector<std::uint32_t> left;
  for (std::uint32_t i = 0; i < is_mask.size(); ++i) {
    if (is_mask[i]) left.push_back(i);
  }
  return left;
}

}  // namespace tfrec
