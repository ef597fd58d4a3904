// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/files/file.hpp"
#include "operations/report/image_row.hpp"

namespace tfrec {

/// Format, sides, channels, bytes, quality and key of an image; nothing of other values.
void add_image_facts(std::string_view image, ImageRow& row);

/// Format, sides, channels, bytes and quality of an image file, from its beginning where that has them.
void add_file_facts(const InputFile& file, ImageRow& row);

}  // namespace tfrec
