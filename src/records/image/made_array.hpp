// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "base/rejected.hpp"
#include "records/image/image_options.hpp"
#include "records/image/made_image.hpp"
#include "records/layout/record_layout.hpp"

namespace tfrec {

/// Fills the raw forms of `made` from a .npy file instead of an image: its values as they are, or as floats
/// times the layout's scale. Rejected where the file is malformed, where the layout asks for an encoded
/// image, or where a size is asked for: arrays are not resized.
std::optional<Rejected> make_from_array(std::string_view file, const RecordLayout& layout,
                                        const ImageOptions& options, MadeImage& made);

}  // namespace tfrec
