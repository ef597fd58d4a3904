// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "jpeg/image_facts.hpp"

namespace tfrec {

/// Walks the markers of a JPEG up to its frame header (SOF) and fills in dimensions, components, whether it
/// is progressive, and the orientation of an EXIF segment before it.
void read_jpeg_facts(std::string_view file, ImageFacts& facts);

}  // namespace tfrec
