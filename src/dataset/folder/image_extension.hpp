// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace tfrec {

/// Which extensions are images: `.npy` only where the layout takes arrays (raw-uint8, raw-float32).
enum class Inputs : std::uint8_t { images, images_and_arrays };

/// With their dots, in lower case; without arrays.
std::span<const std::string_view> image_extensions();

/// The length of the known extension, dot included, in which `name` (or path) ends, in any case; 0 if
/// there is none or nothing before it.
std::size_t image_extension_length(std::string_view name, Inputs inputs = Inputs::images_and_arrays);

inline bool has_image_extension(std::string_view name, Inputs inputs = Inputs::images_and_arrays) {
  return image_extension_length(name, inputs) > 0;
}

/// A name or path without its known extension.
inline std::string_view without_image_extension(std::string_view name) {
  return name.substr(0, name.size() - image_extension_length(name));
}

/// Whether a name or path ends in `suffix` before its known extension; never if the suffix is empty.
bool has_suffix(std::string_view path, std::string_view suffix);

}  // namespace tfrec
