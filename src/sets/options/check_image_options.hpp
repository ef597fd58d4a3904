// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "records/image/image_options.hpp"

namespace tfrec {

/// Throws Error (usage) if options of images contradict each other or decide about nothing: --fit
/// without a size, --pad-color where nothing is padded, two sides where --fit takes one.
void check_image_options(const ImageOptions& options);

/// For records without an image. Throws Error (usage) if an option is about the stored image.
void check_without_image(const ImageOptions& options);

}  // namespace tfrec
