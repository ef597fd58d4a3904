// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/concurrency/observer.hpp"
#include "sets/input/build_input.hpp"
#include "sets/splits/stratify_labels.hpp"

namespace tfrec {

/// The labels, and of each sample the ids in its mask. Decodes every mask on `threads` threads; one that is
/// bad has no ids.
StratifyLabels with_mask_ids(const StratifyLabels& labels, const BuildInput& input, unsigned threads,
                             Observer& observer);

}  // namespace tfrec
