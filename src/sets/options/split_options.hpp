// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tfrec {

/// What is done about images that are equal, or nearly so to the eye.
enum class Dedupe { ignore, group, refuse };

/// The word of --stratify for the ids in masks.
inline constexpr const char* k_mask_stratum = "mask";

/// Which rows go to which split: by `column`, `keep`, `shares` or `folds`, of which a later one deals what an
/// earlier one leaves (`column` goes with `shares` alone). If all are empty, the folders of IMAGES that have
/// the names of splits are the splits, but not beside a CSV. Without such folders, the set has no splits.
struct SplitOptions {
  std::string shares;  // "train=0.8,val=0.2"
  std::string column;  // holds each row's split; with `shares`, they deal the rows whose cell is empty
  std::optional<std::uint64_t> folds;
  bool folders = true;                // train/ val/ test/ in IMAGES are splits, not classes
  std::vector<std::string> stratify;  // columns whose values are spread evenly over the splits
  std::string group;                  // column; rows of one value never cross a split
  unsigned dedupe_distance = 3;       // bits in which hashes of look-alikes may differ
  std::optional<Dedupe> dedupe;       // nothing: group where rows are dealt to splits, else ignore
  std::filesystem::path keep{};  // a set: its images keep their splits; with `shares`, they deal the others
  std::string kept{};            // then the checksum of all splits, which is what a set records

  /// Whether tfrec decides which row goes where.
  bool deals() const { return !shares.empty() || folds.has_value(); }
};

}  // namespace tfrec
