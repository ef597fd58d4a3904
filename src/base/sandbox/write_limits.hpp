// SPDX-License-Identifier: Apache-2.0
// Where files can still be written (Landlock). Limits can only be added, and threads inherit them.
#pragma once

#include <filesystem>
#include <vector>

namespace tfrec {

/// Forbids this thread, and those it starts from now on, to change anything but what is in these folders, and
/// these files. Of a path that does not exist, the nearest folder above it counts. Descriptors that are open
/// stay as they are. Returns false where the kernel can't do that (before 5.19).
bool limit_writes(const std::vector<std::filesystem::path>& places);

}  // namespace tfrec
