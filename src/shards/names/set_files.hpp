// SPDX-License-Identifier: Apache-2.0
// Which names files can have in one set.
#pragma once

#include <filesystem>
#include <set>
#include <string>

namespace tfrec {

/// Sets have no hidden folders; the staging folder is one.
bool is_in_hidden_folder(const std::filesystem::path& name);

/// The first of these names that is also the folder of another one; empty if there is none.
std::string name_of_folder(const std::set<std::string>& names);

}  // namespace tfrec
