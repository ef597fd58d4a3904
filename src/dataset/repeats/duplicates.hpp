// SPDX-License-Identifier: Apache-2.0
// Which images are the same image, from their hashes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tfrec {

/// Images whose perceptual hashes differ in at most this many of 64 bits count as one image: what
/// re-encoding and scaling change. On 160 photos 3 bits find 98 % of copies at quality 50, at half size or at
/// 224x224, and other photos are at least 10 bits apart; hash all images from the same kind of decode, for a
/// reduced one (IMREAD_REDUCED_GRAYSCALE_8) is up to 10 bits off the full one.
inline constexpr unsigned k_default_hash_distance = 3;
inline constexpr unsigned k_most_hash_distance = 8;

struct ImageHashes {
  std::uint64_t content = 0;     // of the file's bytes: at least 64 bits of a cryptographic hash
  std::uint64_t perceptual = 0;  // difference_hash()
};

struct DuplicateGroups {
  std::vector<std::uint32_t> group_of_image;  // dense, in order of first appearance
  std::uint32_t groups = 0;
  std::uint32_t identical = 0;  // images whose bytes an earlier image has
  std::uint32_t similar =
      0;  // images beyond that which an earlier image resembles: images - groups - identical
};

/// Groups images with equal bytes or with perceptual hashes at most `distance` bits apart, and what is so
/// linked through others: a chain of small changes is one group.
///
/// Near hashes are found without comparing all pairs: cut into distance + 1 pieces, two such hashes agree in
/// one piece at least (Manku, Jain, Das Sarma: Detecting Near-Duplicates for Web Crawling, WWW 2007); images
/// that agree in a piece are cut again in their other bits until few are left. Time for n hashes without
/// structure is O(n log n) at a small distance; many hashes that agree in most bits without being near cost
/// up to the number of their pairs. Throws std::invalid_argument where distance is above
/// k_most_hash_distance.
DuplicateGroups group_duplicates(std::span<const ImageHashes> images,
                                 unsigned distance = k_default_hash_distance);

/// The same by equal bytes alone.
DuplicateGroups group_identical(std::span<const std::uint64_t> contents);

/// The groups of two images and more, each ascending, in order of their first image; at most `most` of them.
std::vector<std::vector<std::uint32_t>> repeated_groups(std::span<const std::uint32_t> group_of_image,
                                                        std::size_t most);

}  // namespace tfrec
