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
#include "sets/strata/stratify_labels.hpp"

namespace tfrec {

/// ChosenSplits::deviation of what was dealt to `shares`. `noun`: Samples::noun().
std::string largest_deviation(const SplitReport& report, const std::vector<SplitShare>& shares,
                              const StratifyLabels& labels, const std::string& noun);

/// The same where `all` samples are in the set, and the others had their splits before: "1 of 160 rows was
/// dealt, the other 159 have given splits". Of one dealt sample there is no deviation to report.
std::string deviation_of_part(const SplitReport& report, const std::vector<SplitShare>& shares,
                              const StratifyLabels& labels, const std::string& noun, std::uint64_t all);

/// Groups (ids by dealt sample) are not cut, so few large ones can make a split miss its share by far.
void warn_of_large_groups(const std::vector<std::uint32_t>& groups, const std::vector<SplitShare>& shares,
                          const ShareDeviation& most, const SplitOptions& wanted, const std::string& noun,
                          Observer& observer);

}  // namespace tfrec
