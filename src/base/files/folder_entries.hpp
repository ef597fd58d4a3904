// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <initializer_list>
#include <string_view>
#include <system_error>
#include <vector>

namespace tfrec {

/// What a folder contains, sorted by its bytes. Sets `failed`; what was read until then is returned.
std::vector<std::filesystem::path> entries_in(const std::filesystem::path& folder, std::error_code& failed);
/// Throws Error (machine).
std::vector<std::filesystem::path> entries_in(const std::filesystem::path& folder);

/// Removes all that a folder contains, but for the names to keep. Throws Error (machine).
void empty_folder(const std::filesystem::path& folder, std::initializer_list<std::string_view> kept);

}  // namespace tfrec
