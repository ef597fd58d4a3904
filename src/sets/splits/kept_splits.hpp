// SPDX-License-Identifier: Apache-2.0
// The splits that images have in a set that is there: --keep-splits.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "sets/splits/choose_splits.hpp"

namespace tfrec {

struct KeptSplits {
  std::vector<std::string> split_of_image;  // by the numbers of the ImageFolder; "" if the set lacks it
  std::uint64_t kept = 0;                   // names in the set that are those of samples
  std::uint64_t gone = 0;                   // other names
  std::uint64_t loose = 0;                  // found by file names alone, as "1.jpg" for "x/1.jpg"
  std::string example;                      // of these
  std::vector<bool> is_loose;               // per image: it is one of these
  std::uint64_t alike = 0;    // images that the set lacks, with the file name of one that it has
  std::string example_alike;  // of these
  std::string dealing;        // how to deal new images: the --split of that set
  std::string damage;         // of the first damaged shard, and what has the splits of its images
};

struct KeptReading {
  unsigned threads = 1;
  bool is_checked = true;  // whole shards are compared with the manifest, which reads them again
};

/// Reads all records of a set, the folder of its manifest.json or that file, and finds the images by the
/// names in them: first those that cells of the table have, then paths, then others as a row's image is
/// found. A shard that differs from its manifest may lack names: records.csv then has them, if the set has
/// one. Other images that no record names get the splits with which the set's checksum_of_splits() agrees:
/// those of bad.csv any, others one of a damaged shard. Throws Error: usage if no set is there, or it has no
/// splits, or neither records nor records.csv have the names of its images; bad_data if names are lost and
/// nothing has the splits, an image is in two splits, or a name may mean several images.
KeptSplits kept_splits(const std::filesystem::path& set, const BuildInput& input, const KeptReading& reading,
                       Observer& observer);

}  // namespace tfrec
