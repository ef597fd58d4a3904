// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "base/concurrency/observer.hpp"

namespace tfrec {

/// Throws Error (usage) if -o names no folder. Warns of a path in which readers that search all of it for
/// '-([0-9]*)\.' would find a record count before they come to the shard's.
void require_output_path(const std::filesystem::path& out, Observer& observer);

}  // namespace tfrec
