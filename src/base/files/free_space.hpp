// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace tfrec {

/// Bytes that this user may still write on the file system that holds `path`, or would once it is made.
/// Nothing if the file system does not report it: some network ones report no blocks at all.
/// Quotas and what others write meanwhile are not known to it.
std::optional<std::uint64_t> free_space(const std::filesystem::path& path);

}  // namespace tfrec
