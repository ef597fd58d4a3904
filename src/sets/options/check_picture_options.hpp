// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "records/image/picture_options.hpp"

namespace tfrec {

/// Throws Error (usage) where options of pictures contradict each other or decide about nothing: --fit
/// without a size, --pad-color where nothing is padded, two sides where --fit takes one.
void check_picture_options(const PictureOptions& options);

/// For records without an image. Throws Error (usage) where an option is about the stored image.
void check_without_image(const PictureOptions& options);

}  // namespace tfrec
