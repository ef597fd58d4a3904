// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "base/rejected.hpp"
#include "records/image/made_picture.hpp"
#include "records/image/picture_options.hpp"
#include "records/layout/record_layout.hpp"

namespace tfrec {

/// Fills the raw forms of `made` from a .npy file instead of a picture: its values as they are, or as floats
/// times the layout's scale. Rejected where the file is malformed, where the layout asks for an encoded
/// picture, or where a size is asked for: arrays are not resized.
std::optional<Rejected> make_from_array(std::string_view file, const RecordLayout& layout,
                                        const PictureOptions& options, MadePicture& made);

}  // namespace tfrec
