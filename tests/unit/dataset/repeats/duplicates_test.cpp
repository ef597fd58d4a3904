// SPDX-License-Identifier: Apache-2.0
#include "dataset/repeats/duplicates.hpp"

#include <bit>
#include <stdexcept>

#include "dataset/order/seeded_stream.hpp"
#include "dataset/repeats/disjoint_sets.hpp"
#include "dataset/repeats/near_hashes.hpp"
#include "support/catch.hpp"

using namespace tfrec;

namespace {

using Numbers = std::vector<std::uint32_t>;

std::uint64_t with_flips(std::uint64_t hash, std::uint64_t flips, SeededStream& random) {
  for (std::uint64_t i = 0; i < flips; ++i) hash ^= std::uint64_t{1} << random.below(64);
  return hash;
}

/// All pairs.
Numbers by_brute_force(const std::vector<std::uint64_t>& hashes, unsigned distance) {
  DisjointSets sets(static_cast<std::uint32_t>(hashes.size()));
  for (std::uint32_t i = 0; i < hashes.size(); ++i) {
    for (std::uint32_t k = 0; k < i; ++k) {
      if (static_cast<unsigned>(std::popcount(hashes[i] ^ hashes[k])) <= distance) sets.unite(i, k);
    }
  }
  return sets.ids();
}

Numbers by_search(const std::vector<std::uint64_t>& hashes, unsigned distance) {
  DisjointSets sets(static_cast<std::uint32_t>(hashes.size()));
  unite_near_hashes(hashes, distance, sets);
  return sets.ids();
}

}  // namespace

TEST_CASE("Near hashes are those that comparing all pairs finds") {
  SeededStream random(9, "test");
  for (const unsigned distance : {0U, 1U, 2U, 3U, 5U, 8U}) {
    for (const std::uint64_t spread : {1ULL, 4ULL, 9ULL, 30ULL}) {
      for (const std::uint64_t seeds : {1ULL, 20ULL, 300ULL}) {
        std::vector<std::uint64_t> centres(seeds);
        for (auto& centre : centres) centre = random.next();
        std::vector<std::uint64_t> hashes(500);
        for (auto& hash : hashes)
          hash = with_flips(centres[random.below(seeds)], random.below(spread), random);
        CAPTURE(distance, spread, seeds);
        CHECK(by_search(hashes, distance) == by_brute_force(hashes, distance));
      }
    }
  }
}

TEST_CASE("Hashes that agree in most bits, as of flat images, are reported apart") {
  std::vector<std::uint64_t> hashes;
  for (std::uint64_t i = 0; i < 600; ++i) hashes.push_back(i * 0x11);
  for (const unsigned distance : {1U, 2U, 3U})
    CHECK(by_search(hashes, distance) == by_brute_force(hashes, distance));
}

TEST_CASE("Images are one group by equal bytes, by likeness, and through others") {
  const std::vector<ImageHashes> images{{1, 0xff00}, {2, 0xffff0000ffff0000}, {1, 0xff00}, {3, 0xff07},
                                        {4, 0xff3f}, {5, 0x123456789abcdef0}};
  const DuplicateGroups found = group_duplicates(images, 3);
  CHECK(found.group_of_image == Numbers{0, 1, 0, 0, 0, 2});  // 4 is like 3, which is like 0
  CHECK(found.groups == 3);
  CHECK(found.identical == 1);
  CHECK(found.similar == 2);
  CHECK(repeated_groups(found.group_of_image, 10) == std::vector<Numbers>{{0, 2, 3, 4}});
  CHECK(group_duplicates(images, 2).groups == 5);
  CHECK(group_duplicates({}, 3).groups == 0);
  CHECK_THROWS_AS(group_duplicates(images, 9), std::invalid_argument);
}

TEST_CASE("Equal bytes alone") {
  const std::vector<std::uint64_t> contents{7, 8, 7, 9, 8, 7};
  const DuplicateGroups found = group_identical(contents);
  CHECK(found.group_of_image == Numbers{0, 1, 0, 2, 1, 0});
  CHECK(found.identical == 3);
  CHECK(found.similar == 0);
  CHECK(repeated_groups(found.group_of_image, 1) == std::vector<Numbers>{{0, 2, 5}});
}
