// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>

#include <nlohmann/json_fwd.hpp>

namespace tfrec {

class JsonField;

/// Ids of masks with their numbers of pixels.
using MaskPixels = std::map<std::uint16_t, std::uint64_t>;

void add_pixels(const MaskPixels& more, MaskPixels& pixels);

/// {"0": 1234, "15": 56}
nlohmann::ordered_json pixels_json(const MaskPixels& pixels);
/// Throws Error (bad_data) if a key is not an id.
MaskPixels read_pixels(const JsonField& field);

}  // namespace tfrec
