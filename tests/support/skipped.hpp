// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tfrec::test {

/// Says loudly that a test can't run here and why; returns false. With CI=true in the environment throws
/// instead, for nobody reads a green run's banners.
bool skipped(const std::string& reason);

}  // namespace tfrec::test
