// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/rejected.hpp"
#include "image/decode_options.hpp"

namespace tfrec {

/// Why a file is bad without being read: more bytes than a record or OpenCV's buffers can hold.
std::optional<Rejected> refused_by_file_size(std::uint64_t bytes);

/// Why a file is bad by its headers alone: no image, no size, too many pixels, samples that can't become 8
/// bits, an orientation or transparency the options rule out. `facts` are those of the file.
std::optional<Rejected> refused_by_header(std::string_view file, const ImageFacts& facts,
                                          const DecodeOptions& options);

}  // namespace tfrec
