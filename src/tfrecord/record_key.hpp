// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace tfrec {

/// A number that is the same for equal payloads and, but for about 2^-64 a pair, another for different ones.
/// Made to find repeats by chance, not against people who want to be taken for one: those find equal keys
/// easily.
std::uint64_t record_key(std::string_view payload);
/// The same where the payload's CRC32C is known.
std::uint64_t record_key(std::string_view payload, std::uint32_t checksum);

}  // namespace tfrec
