// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/concurrency/observer.hpp"
#include "records/image/image_options.hpp"
#include "records/layout/record_layout.hpp"

namespace tfrec {

/// Throws Error (usage) if options of images contradict each other or decide about nothing: --fit
/// without a size, --pad-color where nothing is padded, two sides where --fit takes one.
void check_image_options(const ImageOptions& options);

/// For records without an image. Throws Error (usage) if an option is about the stored image.
void check_without_image(const ImageOptions& options);

/// Warns if no image is encoded with the --quality or --quality-cap that was given. It is not an error: sets
/// that were built with them are built again from their manifests.
void warn_of_unused_quality(const ImageOptions& options, const RecordLayout& layout, Observer& observer);

}  // namespace tfrec
