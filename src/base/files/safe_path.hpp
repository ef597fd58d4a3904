// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tfrec {

/// A relative path out of any text, for files named after what records hold: it stays below the folder it is
/// put in, on any system. Empty parts, "." and ".." are left out; characters that can't be
/// shown, backslashes and bytes that are not UTF-8 become '_'; a part that begins like an option, a hidden
/// file or a formula, or that is a device of Windows, gets a '_' in front; parts have at most 180 bytes,
/// their ends kept; at most the last eight parts stay. Empty if nothing is left. Sound paths are
/// unchanged.
std::string safe_relative_path(std::string_view text);

}  // namespace tfrec
