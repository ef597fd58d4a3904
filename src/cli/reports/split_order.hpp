// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "shards/manifest/manifest.hpp"

namespace tfrec::cli {

/// The set with train before val before test before others, size by size, for people. The manifest itself
/// keeps the order of the names.
Manifest in_reading_order(Manifest set);

}  // namespace tfrec::cli
