// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/files/file.hpp"

namespace tfrec {

/// The CRC32C of all bytes of a file as they are stored, unmasked: what a manifest holds of a shard.
std::uint32_t file_crc32c(const InputFile& file);

}  // namespace tfrec
