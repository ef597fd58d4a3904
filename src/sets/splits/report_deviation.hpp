// SPDX-License-Identifier: Apache-2.0
// How far dealt splits are from their shares.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "dataset/splits/split_report.hpp"
#include "dataset/splits/splits.hpp"
#include "sets/options/split_options.hpp"
#include "sets/splits/stratify_labels.hpp"

namespace tfrec {

/// ChosenSplits::deviation of what was dealt to `shares`.
std::string largest_deviation(const SplitReport& report, const std::vector<SplitShare>& shares,
                              const StratifyLabels& labels);

/// Groups (ids by dealt sample) are not cut, so few large ones can make a split miss its share by far.
void warn_of_large_groups(const std::vector<std::uint32_t>& groups, const std::vector<SplitShare>& shares,
                          const ShareDeviation& most, const SplitOptions& wanted, Observer& observer);

}  // namespace tfrec
