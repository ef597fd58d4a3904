// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace tfrec {

/// A hint for a path that does not exist: "did you mean 'photos/labels.csv'?" where its folder holds a file
/// (or a folder) of nearly that name, else nothing.
std::string nearest_file_hint(const std::filesystem::path& missing);
std::string nearest_folder_hint(const std::filesystem::path& missing);

}  // namespace tfrec
