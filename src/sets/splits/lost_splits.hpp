// SPDX-License-Identifier: Apache-2.0
// Finds the splits of images whose records are lost, by the checksum of all splits that a set records.
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "sets/splits/kept_splits.hpp"

namespace tfrec {

/// A checksum of all images with their splits: what a set with --keep-splits records in place of the set that
/// they come from, which may be its own earlier self.
std::string checksum_of_splits(const ChosenSplits& chosen, const BuildInput& input);

/// The set that may have lost names.
struct LosingSet {
  std::filesystem::path folder;
  const std::set<std::string>& splits;   // all
  const std::set<std::string>& damaged;  // those with a damaged shard
  const std::string& checksum;           // its checksum_of_splits()
};

/// Chooses the splits of images without one so that the set's checksum proves the result: those of bad.csv
/// may be in any split, others only in one with a damaged shard. Returns whether it does; if not, they have
/// no split. A checksum of 32 bits is proof beyond chance for a few choices only: up to 1,000 are tried.
bool find_lost_splits(KeptSplits& kept, const BuildInput& input, const LosingSet& set);

}  // namespace tfrec
