// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "base/files/file.hpp"
#include "image/facts/image_facts.hpp"

namespace tfrec {

/// Facts from the beginning of an image file; from all of it where that states no size, or where `needs_more`
/// returns true and they may miss something. Without `needs_more`, the orientation may be missed in formats
/// that store it behind the pixels.
ImageFacts header_facts(const InputFile& file, const std::function<bool(const ImageFacts&)>& needs_more);

}  // namespace tfrec
