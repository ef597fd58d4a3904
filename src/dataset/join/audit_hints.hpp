// SPDX-License-Identifier: Apache-2.0
// What to type when rows and images do not go together.
#pragma once

#include <string>
#include <string_view>

#include "dataset/folder/image_folder.hpp"
#include "dataset/join/join.hpp"

namespace tfrec {

/// For a row without an image: whether the whole column, the folder given or the extensions look wrong.
std::string hint_for_missing(std::string_view value, const ImageFolder& folder, const Join& join,
                             bool is_allowed);

std::string hint_for_ambiguous(std::string_view value, const ImageFolder& folder);

std::string hint_for_leaving(std::string_view value);

/// Whether some part of the path begins with a dot, so that no walk finds it.
bool has_hidden_part(std::string_view path);

}  // namespace tfrec
