// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/concurrency/observer.hpp"
#include "sets/input/build_input.hpp"
#include "sets/splits/find_repeats.hpp"
#include "sets/strata/stratify_labels.hpp"

namespace tfrec {

/// The labels, and of each sample the ids in its mask. Decodes every mask on all threads; one that is bad, or
/// has another size than its image, has no ids.
StratifyLabels with_mask_ids(const StratifyLabels& labels, const BuildInput& input,
                             const RepeatSearch& search, Observer& observer);

}  // namespace tfrec
