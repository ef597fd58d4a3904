// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/concurrency/observer.hpp"
#include "records/layout/record_layout.hpp"
#include "sets/input/build_input.hpp"
#include "sets/splits/choose_splits.hpp"

namespace tfrec {

/// --split and --folds.
ChosenSplits deal_to_splits(const SplitRequest& request, const BuildInput& input, const RecordLayout& layout,
                            Observer& observer);

}  // namespace tfrec
