// SPDX-License-Identifier: Apache-2.0
// The splits someone asks for: names and shares, and how many rows each gets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tfrec {

/// A split is a sub-folder of OUT; `share` is the wanted part of the rows, 0 < share <= 1.
struct SplitShare {
  std::string name;
  double share = 0;
};

/// More splits than this are refused: a mistake, or a column that holds no splits.
inline constexpr std::size_t k_most_splits = 1000;

/// In place of a split's number: of a row or sample that is not dealt yet.
inline constexpr std::uint16_t k_no_split = std::numeric_limits<std::uint16_t>::max();

/// "train=0.8,val=0.1,test=0.1". Throws Error (usage), with what to type, unless names are distinct and fit
/// for a folder (see problem_of_split_name) and shares are positive and sum to 1 within 1e-6.
std::vector<SplitShare> parse_split_shares(std::string_view text);

/// A share as people type it, without trailing zeros.
std::string share_text(double share);

/// fold0 … fold{folds-1} of equal shares. Throws Error (usage) unless 2 <= folds <= k_most_splits.
std::vector<SplitShare> fold_shares(std::uint64_t folds);

/// Why `name` can't be a split's folder ("is empty", "holds a '/'", …); empty if it can. `name` is one
/// visible path component, is none of the files that are in OUT, and holds nothing readers take for a
/// record count (a '-', digits and a '.').
std::string problem_of_split_name(std::string_view name);

/// The first two of `names` that a file system which ignores case would take for one, or nothing (empty).
std::vector<std::string> same_but_for_case(std::span<const std::string> names);

/// Shares in billionths, rounded: from here on all arithmetic is in whole numbers, the same everywhere. The
/// whole is their sum, so folds are exactly equal.
std::vector<std::uint64_t> split_weights(std::span<const SplitShare> shares);

/// Whole numbers that sum to `total`, in proportion to `weights`, by largest remainder (Hamilton's method):
/// each is total * weight / sum of weights rounded down, and those with the largest remainders get one more
/// (of equals the first). Precondition: total < 2^32, sum of weights in 1 … 2^32 - 1.
std::vector<std::uint64_t> apportion(std::uint64_t total, std::span<const std::uint64_t> weights);

/// Rows of each split: apportion() of the shares. A split can be left with none, see check_no_split_empty.
std::vector<std::uint64_t> exact_sizes(std::uint64_t rows, std::span<const SplitShare> shares);

/// Throws Error (bad_data) if a split has no row: an empty split is never written. `sizes` are the rows
/// that came out, also of groups.
void check_no_split_empty(std::span<const std::string> names, std::span<const std::uint64_t> sizes);

/// Where people expect a split in a list: 0 for training, 1 for validation, 2 for test, 3 for others.
int split_rank(std::string_view name);

}  // namespace tfrec
