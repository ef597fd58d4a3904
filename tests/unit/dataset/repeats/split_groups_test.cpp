// SPDX-License-Identifier: Apache-2.0
// Splits with groups: none crosses a split, and how near they come to what is wanted.
#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "dataset/order/seeded_stream.hpp"
#include "dataset/repeats/disjoint_sets.hpp"
#include "dataset/splits/split_report.hpp"
#include "dataset/splits/split_samples.hpp"
#include "support/catch.hpp"

using namespace tfrec;

namespace {

using Numbers = std::vector<std::uint32_t>;

std::vector<SplitShare> split_shares_of(const std::vector<double>& shares) {
  std::vector<SplitShare> splits;
  for (const double share : shares) splits.push_back({"s" + std::to_string(splits.size()), share});
  return splits;
}

bool no_group_crosses(const std::vector<std::uint16_t>& split, const Numbers& groups) {
  std::vector<int> known(groups.size(), -1);
  for (std::size_t sample = 0; sample < groups.size(); ++sample) {
    int& own = known[groups[sample]];
    if (own >= 0 && own != split[sample]) return false;
    own = split[sample];
  }
  return true;
}

std::int64_t largest_group(const Numbers& groups) {
  std::vector<std::int64_t> sizes(groups.size() + 1);
  for (const std::uint32_t group : groups) ++sizes[group];
  return *std::max_element(sizes.begin(), sizes.end());
}

/// The bound that split_samples() promises.
bool sizes_within_bound(const std::vector<std::uint64_t>& got, const std::vector<std::uint64_t>& wanted,
                        std::int64_t largest) {
  const std::int64_t slack = std::max<std::int64_t>(0, largest - 1);
  for (std::size_t s = 0; s < got.size(); ++s) {
    const auto over = static_cast<std::int64_t>(got[s]) - static_cast<std::int64_t>(wanted[s]);
    if (over > slack || -over > slack * static_cast<std::int64_t>(got.size() - 1)) return false;
  }
  return true;
}

/// `many` groups: about equal (skew 0), or of very different sizes.
Numbers random_groups(std::uint32_t samples, std::uint32_t many, bool is_skewed, SeededStream& random) {
  Numbers groups(samples);
  for (std::uint32_t& group : groups) {
    const std::uint64_t below = is_skewed ? 1 + random.below(many) : many;
    group = static_cast<std::uint32_t>(random.below(std::min<std::uint64_t>(below, samples)));
  }
  return groups;
}

}  // namespace

TEST_CASE("Groups never cross a split, and sizes stay within the bound") {
  SeededStream random(6, "test");
  const std::vector<std::vector<double>> ratios{
      {0.8, 0.1, 0.1}, {0.5, 0.5}, {0.99, 0.01}, {0.4, 0.3, 0.2, 0.1}};
  for (const std::uint32_t samples : {0U, 1U, 2U, 3U, 5U, 8U, 13U, 20U, 33U, 64U, 100U, 317U, 1000U}) {
    for (const std::uint32_t many : {1U, 2U, 3U, 10U, 100U, 1000U}) {
      for (const std::uint32_t labels : {0U, 1U, 3U, 40U}) {
        for (const auto& ratio : ratios) {
          const auto shares = split_shares_of(ratio);
          const Numbers groups = random_groups(samples, many, labels % 2 == 1, random);
          Numbers ids(labels == 0 ? 0 : samples);
          for (std::uint32_t& id : ids) id = static_cast<std::uint32_t>(random.below(labels));
          const SampleLabels view{labels, ids, {}};
          const auto split = split_samples({samples, view, groups}, shares, samples + many);
          CAPTURE(samples, many, labels, shares.size());
          CHECK(split.size() == samples);
          CHECK(no_group_crosses(split, groups));
          CHECK(sizes_within_bound(report_split(split, view, shares).sizes(), exact_sizes(samples, shares),
                                   largest_group(groups)));
        }
      }
    }
  }
}

TEST_CASE("Groups of one sample each are as exact as samples without groups") {
  Numbers groups(500);
  std::iota(groups.begin(), groups.end(), 0U);
  Numbers ids(500);
  for (std::uint32_t sample = 0; sample < 500; ++sample) ids[sample] = sample % 11;
  const auto shares = split_shares_of({0.7, 0.2, 0.1});
  const SampleLabels view{11, ids, {}};
  CHECK(split_samples({500, view, groups}, shares, 42) == split_samples({500, view, {}}, shares, 42));
}

TEST_CASE("Single samples make up for groups: sizes are exact, labels nearly") {
  SeededStream random(7, "test");
  Numbers groups(1000);
  Numbers ids(1000);
  for (std::uint32_t sample = 0; sample < 1000; ++sample) {
    groups[sample] = sample < 500 ? sample / 5 : sample;  // 100 groups of five, 500 single rows
    ids[sample] = static_cast<std::uint32_t>(random.below(5));
  }
  const auto shares = split_shares_of({0.8, 0.1, 0.1});
  const SampleLabels view{5, ids, {}};
  const SplitReport report = report_split(split_samples({1000, view, groups}, shares, 42), view, shares);
  CHECK(report.sizes() == std::vector<std::uint64_t>{800, 100, 100});
  CHECK(std::abs(report.most_samples->in_samples()) < 1);
}

TEST_CASE("Equal groups of one label each are shared out like samples") {
  // 60 patients with 10 images each, 20 of each class.
  Numbers groups(600);
  Numbers ids(600);
  for (std::uint32_t sample = 0; sample < 600; ++sample) {
    groups[sample] = sample / 10;
    ids[sample] = sample / 10 % 3;
  }
  const auto shares = split_shares_of({0.8, 0.1, 0.1});
  const SampleLabels view{3, ids, {}};
  const SplitReport report = report_split(split_samples({600, view, groups}, shares, 42), view, shares);
  CHECK(report.sizes() == std::vector<std::uint64_t>{480, 60, 60});
  CHECK(report.splits[1].labels == std::vector<std::uint64_t>{20, 20, 20});
  CHECK(report.splits[2].labels == std::vector<std::uint64_t>{20, 20, 20});
}

TEST_CASE("Large groups are not kept for the largest split") {
  // 50 groups of 20, 500 groups of 2: a split that prefers room would give all large ones to train.
  Numbers groups(2000);
  for (std::uint32_t sample = 0; sample < 2000; ++sample)
    groups[sample] = sample < 1000 ? sample / 20 : 50 + (sample - 1000) / 2;
  const auto shares = split_shares_of({0.8, 0.1, 0.1});
  const auto split = split_samples({2000, {}, groups}, shares, 42);
  std::vector<int> large(3);
  for (std::uint32_t sample = 0; sample < 1000; sample += 20) ++large[split[sample]];
  CHECK(large == std::vector<int>{40, 5, 5});
}

TEST_CASE("No split stays empty while there are groups enough") {
  SeededStream random(9, "test");
  for (const std::uint32_t many : {3U, 4U, 7U, 20U}) {
    for (int round = 0; round < 100; ++round) {
      const std::uint32_t samples = many + static_cast<std::uint32_t>(random.below(300));
      Numbers groups(samples);
      for (std::uint32_t sample = 0; sample < samples;
           ++sample) {  // some large, some of one sample, none without
        groups[sample] =
            sample < many ? sample : static_cast<std::uint32_t>(random.below(1 + random.below(many)));
      }
      Numbers ids(
          samples);  // in half of the rounds each sample has a label of its own, which nothing can spread
      for (std::uint32_t sample = 0; sample < samples; ++sample)
        ids[sample] = round % 2 == 0 ? sample : sample % 5;
      for (const auto& shares : {split_shares_of({0.8, 0.1, 0.1}), fold_shares(many)}) {
        const SampleLabels view{samples, ids, {}};
        const auto split = split_samples({samples, view, groups}, shares, samples);
        const auto sizes = report_split(split, view, shares).sizes();
        const auto wanted = exact_sizes(samples, shares);
        CAPTURE(samples, many, round, shares.size());
        CHECK(no_group_crosses(split, groups));
        CHECK(sizes_within_bound(sizes, wanted, largest_group(groups)));
        for (std::size_t s = 0; s < sizes.size(); ++s) CHECK((sizes[s] > 0 || wanted[s] == 0));
      }
    }
  }
}

TEST_CASE("One group of all samples goes to the largest split") {
  const Numbers groups(100, 0);
  const auto split = split_samples({100, {}, groups}, split_shares_of({0.1, 0.8, 0.1}), 42);
  CHECK(std::count(split.begin(), split.end(), 1) == 100);
}

TEST_CASE("Stratified groups come near the wanted shares of each label") {
  SeededStream random(8, "test");
  Numbers groups(1000);
  Numbers ids(1000);
  for (std::uint32_t sample = 0; sample < 1000; ++sample) {
    groups[sample] = static_cast<std::uint32_t>(random.below(250));
    // Groups lean to a label.
    ids[sample] = static_cast<std::uint32_t>(random.below(2) == 0 ? groups[sample] % 4 : random.below(4));
  }
  const auto shares = split_shares_of({0.7, 0.15, 0.15});
  const SampleLabels view{4, ids, {}};
  const SplitReport report = report_split(split_samples({1000, view, groups}, shares, 42), view, shares);
  CHECK(std::abs(report.size.in_samples()) <= 1);
  CHECK(std::abs(report.most_points->points()) < 0.015);
}

TEST_CASE("Several groupings become one that keeps together what any of them does") {
  DisjointSets sets(7);
  const Numbers patients{0, 0, 1, 1, 2, 3, 4};
  const Numbers images{0, 1, 2, 3, 3, 4, 5};  // samples 3 and 4 show the same
  sets.unite_by(patients);
  sets.unite_by(images);
  CHECK(sets.ids() == Numbers{0, 0, 1, 1, 1, 2, 3});
  CHECK(sets.unite(6, 0));
  CHECK_FALSE(sets.unite(1, 6));
  CHECK(sets.ids() == Numbers{0, 0, 1, 1, 1, 2, 0});
}

TEST_CASE("Group ids of any kind become dense ones") {
  const std::vector<std::uint64_t> ids{~0ULL, 5, ~0ULL, 0, 5};
  CHECK(dense_groups(ids) == Numbers{0, 1, 0, 2, 1});
}
