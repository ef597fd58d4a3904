// SPDX-License-Identifier: Apache-2.0
// Where files can still be written (Landlock). Limits can only be added, and threads inherit them.
#pragma once

#include <filesystem>
#include <vector>

namespace tfrec {

enum class WriteLimits {
  none,      // before kernel 5.19
  emptying,  // files elsewhere can still be emptied: before 6.2
  full
};

/// The path, or the nearest folder above it that exists.
std::filesystem::path existing_part(std::filesystem::path path);

/// Forbids this thread, and those it starts from now on, to change anything but what is in `places`, and to
/// remove any folder but those in `places` and the empty ones in `parents`. Of a place that does not exist,
/// the nearest folder above it counts. Descriptors that are open stay as they are. Returns what the kernel
/// can do.
WriteLimits limit_writes(const std::vector<std::filesystem::path>& places,
                         const std::vector<std::filesystem::path>& parents = {});

}  // namespace tfrec
