// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "records/layout/record_layout.hpp"
#include "sets/input/build_input.hpp"
#include "sets/options/split_options.hpp"
#include "sets/splits/find_repeats.hpp"
#include "sets/strata/stratify_labels.hpp"

namespace tfrec {

/// Which split each sample goes to.
struct ChosenSplits {
  std::vector<std::string> names;  // empty: one set without splits
  PerSample<std::uint16_t> split_of_sample;
  StratifyLabels labels;  // those that were spread evenly
  /// "largest deviation: val has 30 of the 200 rows, its share is 20; val has 12 of the 50 rows of 'daisy',
  /// its share is 10": that of all rows and that of a label, where they are more than rounding, for people.
  /// Where some rows were dealt, of these alone. Empty if tfrec dealt no row.
  std::string deviation;
};

/// What a build asks of its splits.
struct SplitRequest {
  const SplitOptions& options;
  std::uint64_t seed = 0;
  RepeatSearch repeats;
  bool has_test = false;  // --test adds a split
  bool is_first = false;  // the set of --keep-splits is OUT, where none is yet
};

/// Throws Error: usage if options contradict each other or have no effect, bad_data if a split
/// would be empty or, with --dedupe error, where images repeat. Reports to `observer` what the splits came
/// to.
ChosenSplits choose_splits(const SplitRequest& request, const BuildInput& input, const RecordLayout& layout,
                           Observer& observer);

/// The labels that samples are stratified by; none without --stratify.
StratifyLabels labels_to_spread(const SplitOptions& options, const BuildInput& input,
                                const RecordLayout& layout);

}  // namespace tfrec
