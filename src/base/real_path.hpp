// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace tfrec {

/// One spelling of a path: absolute, without "." and "..", links followed as far as it exists, no '/' at its
/// end.
std::filesystem::path real_path(const std::filesystem::path& path);

/// Whether a path is the folder, or lies in it; both from real_path().
bool lies_in(const std::filesystem::path& path, const std::filesystem::path& folder);

}  // namespace tfrec
