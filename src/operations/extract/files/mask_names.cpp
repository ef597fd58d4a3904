// SPDX-License-Identifier: Apache-2.0
#include "operations/extract/files/mask_names.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/names/folded_name.hpp"
#include "base/names/free_paths.hpp"
#include "dataset/folder/image_extension.hpp"

namespace tfrec {

MaskNames::MaskNames(std::vector<std::string> images) : m_paths(std::move(images)) {
  std::unordered_map<std::string, int> images_of_stem;
  const auto key_of = [](const std::string& image) {
    return folded_name(std::string(without_image_extension(image)));
  };
  for (const std::string& image : m_paths) ++images_of_stem[key_of(image)];
  FreePaths taken;
  for (std::string& path : m_paths) {
    std::string name(without_image_extension(path));
    if (images_of_stem.at(folded_name(name)) > 1) {
      name = path;
      m_has_clash = m_has_clash || images_of_stem.contains(folded_name(name));
    }
    const std::string wanted = name + ".png";
    if (taken.is_blocked(name)) std::replace(name.begin(), name.end(), '/', '_');
    path = taken.take(name, ".png");
    m_has_clash = m_has_clash || path != wanted;
  }
}

}  // namespace tfrec
