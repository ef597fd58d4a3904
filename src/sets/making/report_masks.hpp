// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/concurrency/observer.hpp"
#include "shards/manifest/manifest.hpp"

namespace tfrec {

/// Reports what is unusual about the masks of a set whose shards are made. `ignored` is the id of padding.
void report_masks(const Manifest& set, int ignored, Observer& observer);

}  // namespace tfrec
