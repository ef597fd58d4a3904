// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "support/run_tfrec.hpp"

namespace tfrec::test {

/// Whether file systems can be mounted here (root, or user namespaces). Says so where not; with CI=true in
/// the environment throws instead.
bool has_small_disks();

/// Runs a shell script with a file system of its own, of so many bytes, mounted on `mountpoint` (made where
/// it is missing); it is gone afterwards. "$TFREC" is the binary under test.
RunResult run_on_small_disk(const std::string& mountpoint, std::uint64_t bytes, const std::string& script,
                            const RunSettings& settings);

}  // namespace tfrec::test
