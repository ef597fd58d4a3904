// SPDX-License-Identifier: Apache-2.0
// Keys under which names that differ in case or accents meet. Keys are not for display. Bytes that are not
// UTF-8 stay as they are. A text over 4 kB is not a name: it is its own key.
#pragma once

#include <string>
#include <string_view>

namespace tfrec {

/// Equal for names that are one file where case is ignored (Windows, macOS, ext4 with casefold) or where
/// composed and decomposed characters are equal (macOS).
std::string folded_name(std::string_view name);

/// Equal for names that people easily confuse: without case, width, Latin and Greek accents, blanks, dashes,
/// underscores and invisible characters.
std::string name_skeleton(std::string_view name);

/// Whether an accent is a character of its own behind its letter (Unicode's NFD), as in names from Macs.
bool has_combining_accent(std::string_view name);

}  // namespace tfrec
