// SPDX-License-Identifier: Apache-2.0
// Counts what a set contains. `times`: how many records each sample became.
#pragma once

#include "sets/plan/prepare_build.hpp"
#include "shards/manifest/manifest.hpp"

namespace tfrec {

/// The records of each class, or where there are boxes, the boxes. The classes of `set` are there already.
void count_classes(Manifest& set, const PreparedBuild& prepared, const PerSample<std::uint32_t>& times);

/// Boxes, if records store them.
void count_boxes(Manifest& set, const PreparedBuild& prepared, const PerSample<std::uint32_t>& times);

/// The labels of --stratify columns whose counts no class column shows.
void count_strata(Manifest& set, const PreparedBuild& prepared, const PerSample<std::uint32_t>& times);

}  // namespace tfrec
