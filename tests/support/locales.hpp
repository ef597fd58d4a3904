// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tfrec::test {

/// Makes locales ("de_DE") as NAME.UTF-8 in a folder for LOCPATH. False, with a message, where this system
/// has no sources of locales (Debian: package locales); with CI=true in the environment that throws instead.
bool make_locales(const std::filesystem::path& folder, const std::vector<std::string>& names);

}  // namespace tfrec::test
