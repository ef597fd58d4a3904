// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tfrec {

/// The PNG without its text chunks (tEXt, zTXt, iTXt), where those take more than 64 KiB. libpng inflates
/// each of them, up to a thousandfold, before it comes to the pixels, which don't depend on them. Nothing
/// if that is not needed. What follows a chunk that is cut short stays as it is.
std::optional<std::string> png_without_text(std::string_view png);

}  // namespace tfrec
