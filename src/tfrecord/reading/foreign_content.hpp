// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace tfrec {

/// What a file that is not a TFRecord is by its first bytes (a few hundred are enough): "a JPEG image", "an
/// HTML page", "a Git LFS pointer (git lfs pull fetches the file itself)"; empty if nothing is recognised.
std::string_view foreign_content(std::string_view head);

}  // namespace tfrec
