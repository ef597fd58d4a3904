// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "image/facts/image_facts.hpp"

namespace tfrec {

/// Memory that decoding an image takes beside its file, by its header: so that many are not decoded at once
/// where they are large. `reduction` as in DecodeOptions.
std::uint64_t bytes_to_decode(const ImageFacts& facts, unsigned reduction = 1);

}  // namespace tfrec
