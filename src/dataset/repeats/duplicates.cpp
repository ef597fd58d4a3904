// SPDX-License-Identifier: Apache-2.0
#include "dataset/repeats/duplicates.hpp"

#include <algorithm>
#include <stdexcept>

#include "dataset/repeats/disjoint_sets.hpp"
#include "dataset/repeats/near_hashes.hpp"

namespace tfrec {

namespace {

std::uint32_t unite_identical(std::span<const std::uint64_t> contents, DisjointSets& sets) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> sorted;
  sorted.reserve(contents.size());
  for (std::uint32_t image = 0; image < contents.size(); ++image) sorted.emplace_back(contents[image], image);
  std::sort(sorted.begin(), sorted.end());
  std::uint32_t identical = 0;
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[i - 1].first == sorted[i].first && sets.unite(sorted[i - 1].second, sorted[i].second))
      ++identical;
  }
  return identical;
}

DuplicateGroups numbered(DisjointSets& sets, std::uint32_t identical) {
  DuplicateGroups found;
  found.group_of_image = sets.ids();
  for (const std::uint32_t group : found.group_of_image) found.groups = std::max(found.groups, group + 1);
  found.identical = identical;
  found.similar = static_cast<std::uint32_t>(found.group_of_image.size()) - found.groups - identical;
  return found;
}

}  // namespace

DuplicateGroups group_duplicates(std::span<const ImageHashes> images, unsigned distance) {
  if (distance > k_most_hash_distance) throw std::invalid_argument("hash distance too large");
  DisjointSets sets(static_cast<std::uint32_t>(images.size()));
  std::vector<std::uint64_t> hashes;
  hashes.reserve(images.size());
  for (const ImageHashes& image : images) hashes.push_back(image.content);
  const std::uint32_t identical = unite_identical(hashes, sets);
  std::transform(images.begin(), images.end(), hashes.begin(),
                 [](const ImageHashes& image) { return image.perceptual; });
  unite_near_hashes(hashes, distance, sets);
  return numbered(sets, identical);
}

DuplicateGroups group_identical(std::span<const std::uint64_t> contents) {
  DisjointSets sets(static_cast<std::uint32_t>(contents.size()));
  const std::uint32_t identical = unite_identical(contents, sets);
  return numbered(sets, identical);
}

std::vector<std::vector<std::uint32_t>> repeated_groups(std::span<const std::uint32_t> group_of_image,
                                                        std::size_t most) {
  std::vector<std::uint32_t> sizes(group_of_image.size());
  for (const std::uint32_t group : group_of_image) ++sizes.at(group);
  constexpr std::uint32_t k_unlisted = ~std::uint32_t{0};
  std::vector<std::uint32_t> place(group_of_image.size(), k_unlisted);
  std::vector<std::vector<std::uint32_t>> groups;
  for (std::uint32_t image = 0; image < group_of_image.size(); ++image) {
    const std::uint32_t group = group_of_image[image];
    if (sizes[group] < 2) continue;
    if (place[group] == k_unlisted) {
      if (groups.size() == most) continue;
      place[group] = static_cast<std::uint32_t>(groups.size());
      groups.emplace_back();
    }
    groups[place[group]].push_back(image);
  }
  return groups;
}

}  // namespace tfrec
