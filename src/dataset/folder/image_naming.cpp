// SPDX-License-Identifier: Apache-2.0
#include "dataset/folder/image_naming.hpp"

#include <algorithm>

#include "dataset/folder/image_extension.hpp"

namespace tfrec {

std::string_view named(std::string_view path, ImageNaming naming) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  switch (naming) {
    case ImageNaming::path:
      return path;
    case ImageNaming::name:
      return name;
    case ImageNaming::path_stem:
      return without_image_extension(path);
    case ImageNaming::name_stem:
      return without_image_extension(name);
  }
  return path;
}

std::string_view describe(ImageNaming naming) {
  switch (naming) {
    case ImageNaming::path:
      return "path";
    case ImageNaming::name:
      return "name";
    case ImageNaming::path_stem:
      return "path without extension";
    case ImageNaming::name_stem:
      return "name without extension";
  }
  return {};
}

void NamingTally::add(std::string_view value, std::string_view path) {
  ++m_values;
  for (std::size_t i = 0; i < k_namings; ++i) {
    if (value == named(path, static_cast<ImageNaming>(i))) ++m_in[i];
  }
}

ImageNaming NamingTally::usual() const {
  return static_cast<ImageNaming>(std::max_element(m_in.begin(), m_in.end()) - m_in.begin());
}

}  // namespace tfrec
