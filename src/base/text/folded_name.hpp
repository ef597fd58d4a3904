// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tfrec {

/// Equal for names that are one file where upper and lower case are not told apart (Windows, macOS, ext4 with
/// casefold) or where composed and decomposed characters are not (macOS). `utf8` must be valid. The result is
/// no name to show.
std::string folded_name(std::string_view utf8);

}  // namespace tfrec
