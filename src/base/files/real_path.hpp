// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <utility>

namespace tfrec {

/// One spelling of a path: absolute, without "." and "..", links followed as far as it exists, no '/' at its
/// end.
std::filesystem::path real_path(const std::filesystem::path& path);

/// The folder that a path is in: "." for a bare name.
std::filesystem::path parent_folder(const std::filesystem::path& path);

/// Device and inode of what a path leads to: equal for all links to one file. Zeros if there is nothing.
using FileId = std::pair<std::uint64_t, std::uint64_t>;
FileId file_id(const std::filesystem::path& path);

/// Whether a path is the folder, or lies in it; both from real_path().
bool lies_in(const std::filesystem::path& path, const std::filesystem::path& folder);

}  // namespace tfrec
