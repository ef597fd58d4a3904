// SPDX-License-Identifier: Apache-2.0
// The splits that a column or folders name. Beside --split, samples without one are left to be dealt.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "sets/input/build_input.hpp"
#include "sets/splits/choose_splits.hpp"

namespace tfrec {

/// Whether samples have splits before any is dealt.
bool has_given_splits(const SplitOptions& options, const BuildInput& input);

/// What gives them, for messages: "column 'part'", "--keep-splits".
std::string giver_of_splits(const SplitOptions& options);

/// The splits of `input`'s split column, or of the set of --keep-splits. With names in `dealt` (--split),
/// these are splits too, and samples whose cell is empty, or that no row names, or that the set lacks, have
/// k_no_split. Throws Error: bad_data as splits_of_column(), as kept_splits(), and if rows of one image are
/// in two splits.
ChosenSplits given_splits(const SplitRequest& request, const BuildInput& input, Observer& observer,
                          std::span<const std::string> dealt = {});

/// Throws Error (bad_data) if samples of a group (ids by sample, of --group `column`) are in two splits.
void refuse_groups_in_two_splits(const BuildInput& input, const ChosenSplits& chosen,
                                 std::span<const std::uint32_t> groups, const std::string& column);

/// Samples without a split get that of their group's first sample that has one. `groups` (ids by sample) may
/// be empty.
void follow_given(ChosenSplits& chosen, std::span<const std::uint32_t> groups);

}  // namespace tfrec
