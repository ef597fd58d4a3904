// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tfrec {

/// The grey that a PNG of colour type 0 declares transparent, at the scale of decoded samples: 0-65535 where
/// the file has 16 bits, else 0-255. Nothing if there is none.
std::optional<std::uint32_t> transparent_gray(std::string_view png);

}  // namespace tfrec
