// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace tfrec {

/// The colour of an id of a mask on a page, R, G, B. There are seven, which take turns.
std::array<std::uint8_t, 3> mask_color(std::uint16_t id);

}  // namespace tfrec
