// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "dataset/folder/image_folder.hpp"

namespace tfrec {

/// The image that `value` most likely means: the same name with another extension, in other case or with
/// accents stored otherwise, else the same name in another folder, else the one at the least edit distance
/// (at most a third of the bytes; values of up to 64 bytes). Paths are compared where value has a slash, else
/// names; extensions where it has one. The first of equals wins.
std::optional<std::uint32_t> nearest_image(std::string_view value, const ImageFolder& folder);

}  // namespace tfrec
