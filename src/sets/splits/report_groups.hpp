// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "records/layout/record_layout.hpp"
#include "sets/splits/choose_splits.hpp"

namespace tfrec {

/// A note: how many values of --group `column` each split has, and that no feature stores it.
void report_groups(const std::string& column, const BuildInput& input, const ChosenSplits& chosen,
                   const RecordLayout& layout, Observer& observer);

}  // namespace tfrec
