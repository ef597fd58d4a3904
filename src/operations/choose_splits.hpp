// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/observer.hpp"
#include "dataset/split_report.hpp"
#include "operations/build.hpp"
#include "operations/build_input.hpp"
#include "pipeline/record_layout.hpp"

namespace tfrec {

/// Which split each source row goes to.
struct ChosenSplits {
  std::vector<std::string> names;           // empty: one set without splits
  std::vector<std::uint16_t> split_of_row;  // by source row
  std::optional<SplitReport> report;        // where tfrec dealt the rows
  std::vector<std::string> label_names;     // of the report's labels
};

/// Throws Error: usage where options contradict each other or have nothing to decide, bad_data where a split
/// would be empty or, with --dedupe error, where images repeat. Tells `observer` what the splits came to.
ChosenSplits choose_splits(const BuildOptions& options, const BuildInput& input, const RecordLayout& layout,
                           Observer& observer);

/// "class 'daisy' has 12 of 50 rows in val, 10.0 wanted": the largest deviation, for people.
std::string largest_deviation(const ChosenSplits& splits);

}  // namespace tfrec
