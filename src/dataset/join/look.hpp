// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tfrec {

/// What is left of a name for the eye: no case (Latin, Greek, Cyrillic, full width), no accents, no blanks,
/// dashes or underscores, nothing invisible. Names of equal look are easily taken for the same.
std::u32string look_of(std::string_view name);

/// Whether an accent stands as a character of its own behind its letter (Unicode's NFD), as in names from
/// Macs.
bool has_combining_accent(std::string_view name);

}  // namespace tfrec
