// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace tfrec {

/// The CRC-32 that a PNG chunk ends with, over its name and content. Source: W3C PNG 3rd edition, 5.5.
std::uint32_t png_checksum(std::string_view name_and_content);

}  // namespace tfrec
