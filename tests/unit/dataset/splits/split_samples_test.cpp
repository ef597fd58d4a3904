// SPDX-License-Identifier: Apache-2.0
#include "dataset/splits/split_samples.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <stdexcept>

#include "dataset/order/seeded_stream.hpp"
#include "dataset/splits/label_quotas.hpp"
#include "dataset/splits/split_report.hpp"
#include "support/catch.hpp"
#include "support/data/indexes.hpp"

using namespace tfrec;

namespace {

using Numbers = std::vector<std::uint32_t>;

/// Rows with several labels each.
struct Lists {
  Numbers labels;
  std::vector<std::uint64_t> begins{0};
  void end_sample() { begins.push_back(labels.size()); }
  SampleLabels view(std::uint32_t count) const { return {count, labels, begins}; }
};

std::vector<SplitShare> split_shares_of(const std::vector<double>& shares) {
  std::vector<SplitShare> splits;
  for (const double share : shares) splits.push_back({"s" + std::to_string(splits.size()), share});
  return splits;
}

std::string text(const std::vector<std::uint16_t>& split_of_sample) {
  std::string digits;
  for (const std::uint16_t split : split_of_sample) digits += static_cast<char>('0' + split);
  return digits;
}

std::vector<std::uint64_t> sizes_of(const std::vector<std::uint16_t>& split_of_sample, std::size_t splits) {
  std::vector<std::uint64_t> sizes(splits);
  for (const std::uint16_t split : split_of_sample) ++sizes.at(split);
  return sizes;
}

/// Every number of samples up to 40, then some up to 1,000: each with another seed.
std::vector<std::uint32_t> sample_counts() {
  std::vector<std::uint32_t> counts(41);
  std::iota(counts.begin(), counts.end(), 0U);
  counts.insert(counts.end(), {63, 64, 100, 101, 333, 500, 719, 997, 1000});
  return counts;
}

const std::vector<std::vector<double>> k_ratios{
    {1.0}, {0.5, 0.5}, {0.8, 0.1, 0.1}, {0.9, 0.1}, {0.998, 0.001, 0.001}, {0.6, 0.25, 0.15}};

Numbers random_labels(std::uint32_t samples, std::uint32_t labels, SeededStream& random) {
  Numbers ids(samples);
  // Long-tailed, as classes are: label k is half as frequent as label k / 2.
  for (std::uint32_t& id : ids) id = static_cast<std::uint32_t>(random.below(1 + random.below(labels)));
  return ids;
}

Lists forty_samples() {
  Lists lists;
  for (std::uint32_t sample = 0; sample < 40; ++sample) {
    for (std::uint32_t label = 0; label < 5; ++label) {
      if ((sample * (label + 2) + label) % (label + 3) == 0) lists.labels.push_back(label);
    }
    lists.end_sample();
  }
  return lists;
}

}  // namespace

// From an independent implementation of docs/format.md in Python.
TEST_CASE("Splits have golden values") {
  const auto shares = split_shares_of({0.6, 0.2, 0.2});
  Numbers classes;
  Numbers groups;
  for (std::uint32_t sample = 0; sample < 40; ++sample) {
    classes.push_back(sample % 7 % 3);
    groups.push_back(sample < 30 ? sample * sample % 23 % 9 : sample);
  }
  const Lists lists = forty_samples();
  CHECK(text(split_samples({20, {}, {}}, split_shares_of({0.5, 0.3, 0.2}), 42)) == "11001021210020001020");
  CHECK(text(split_samples({40, {3, classes, {}}, {}}, shares, 42)) ==
        "0201020000010200122000102020100001010021");
  CHECK(text(split_samples({40, lists.view(5), {}}, shares, 42)) ==
        "0210001000000002000020000020112121102201");
  CHECK(text(split_samples({40, {}, groups}, shares, 42)) == "0010001202200220210001000100010001001022");
  CHECK(text(split_samples({40, lists.view(5), groups}, shares, 43)) ==
        "0200200101211210100200202002000001100000");
  Numbers threes(40);
  for (std::uint32_t sample = 0; sample < 40; ++sample) threes[sample] = sample / 3;
  CHECK(text(split_samples({40, {3, classes, {}}, threes}, fold_shares(4), 7)) ==
        "3333330002220002222223331112220001111110");
}

TEST_CASE("A thousand samples with two labels each, in groups, have a golden hash") {
  Lists lists;
  Numbers groups;
  for (std::uint32_t sample = 0; sample < 1000; ++sample) {
    lists.labels.insert(lists.labels.end(), {sample % 10, 10 + sample % 3});
    lists.end_sample();
    groups.push_back(sample / (1 + sample % 4));
  }
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const std::uint16_t split :
       split_samples({1000, lists.view(13), groups}, split_shares_of({0.7, 0.2, 0.1}), 42))
    hash = (hash ^ split) * 0x100000001b3ULL;
  CHECK(hash == 0x8f0d1bf9dc968595ULL);
}

TEST_CASE("Plain splits are exact, and another seed gives others") {
  for (const auto& ratio : k_ratios) {
    const auto shares = split_shares_of(ratio);
    for (const std::uint32_t samples : sample_counts()) {
      const auto split = split_samples({samples, {}, {}}, shares, samples);
      CHECK(split.size() == samples);
      CHECK(sizes_of(split, shares.size()) == exact_sizes(samples, shares));
    }
  }
  const auto halves = split_shares_of({0.5, 0.5});
  CHECK(split_samples({100, {}, {}}, halves, 1) == split_samples({100, {}, {}}, halves, 1));
  CHECK(split_samples({100, {}, {}}, halves, 1) != split_samples({100, {}, {}}, halves, 2));
}

TEST_CASE("Splits by one label are exact, and each label's samples are its share rounded down or up") {
  SeededStream random(2, "test");
  for (const auto& ratio : k_ratios) {
    const auto shares = split_shares_of(ratio);
    for (const std::uint32_t samples : sample_counts()) {
      for (const std::uint32_t labels : {1U, 2U, 7U, 50U, 1000U}) {
        const Numbers ids = random_labels(samples, labels, random);
        const SampleLabels view{labels, ids, {}};
        const SplitReport report =
            report_split(split_samples({samples, view, {}}, shares, samples), view, shares);
        CAPTURE(samples, labels, shares.size());
        CHECK(report.sizes() == exact_sizes(samples, shares));
        CHECK((samples == 0 || std::abs(report.most_samples->in_samples()) < 1));
      }
    }
  }
}

TEST_CASE("Ten corrected labels moved most samples to other splits") {
  SeededStream random(3, "test");
  constexpr std::uint32_t k_samples = 1000;
  const auto shares = split_shares_of({0.8, 0.2});
  const Numbers labels = random_labels(k_samples, 4, random);
  Numbers corrected = labels;
  for (std::uint32_t sample = 0; sample < k_samples; sample += 100)
    corrected[sample] = (labels[sample] + 1) % 4;
  const auto before = split_samples({k_samples, {4, labels, {}}, {}}, shares, 42);
  const auto after = split_samples({k_samples, {4, corrected, {}}, {}}, shares, 42);
  std::size_t moved = 0;
  for (std::uint32_t sample = 0; sample < k_samples; ++sample)
    moved += before[sample] != after[sample] ? 1U : 0U;
  CHECK(moved > 0);
  CHECK(moved <= 20);
}

TEST_CASE("Folds by one label differ by one sample at most, in all and of each label") {
  SeededStream random(3, "test");
  for (const std::uint64_t folds : {2U, 3U, 5U, 10U, 17U}) {
    const auto shares = fold_shares(folds);
    for (const std::uint32_t samples : sample_counts()) {
      const Numbers ids = random_labels(samples, 20, random);
      const SampleLabels view{20, ids, {}};
      const SplitReport report =
          report_split(split_samples({samples, view, {}}, shares, samples), view, shares);
      CHECK(report.sizes() == exact_sizes(samples, shares));
      CHECK((samples == 0 || std::abs(report.most_samples->in_samples()) < 1));
    }
  }
}

TEST_CASE("Rows without a label are spread like a label of their own") {
  Numbers ids(100, k_no_label);
  for (std::uint32_t sample = 0; sample < 60; ++sample) ids[sample] = sample % 2;
  const auto shares = split_shares_of({0.8, 0.2});
  const SampleLabels view{2, ids, {}};
  const SplitReport report = report_split(split_samples({100, view, {}}, shares, 42), view, shares);
  CHECK(report.splits[0].unlabelled == 32);
  CHECK(report.splits[1].unlabelled == 8);
  CHECK(report.splits[1].labels == std::vector<std::uint64_t>{6, 6});
}

TEST_CASE("A thousand labels of three samples each do not all go to the largest split") {
  Numbers ids(3000);
  for (std::uint32_t sample = 0; sample < 3000; ++sample) ids[sample] = sample / 3;
  Lists lists;  // and a second column with two frequent classes
  for (std::uint32_t sample = 0; sample < 3000; ++sample) {
    lists.labels.insert(lists.labels.end(), {sample / 3, 1000 + sample % 2});
    lists.end_sample();
  }
  const auto shares = split_shares_of({0.8, 0.1, 0.1});
  const SampleLabels one{1000, ids, {}};
  const SplitReport single = report_split(split_samples({3000, one, {}}, shares, 42), one, shares);
  CHECK(std::abs(single.most_samples->in_samples()) < 1);
  const SampleLabels two = lists.view(1002);
  const SplitReport several = report_split(split_samples({3000, two, {}}, shares, 42), two, shares);
  CHECK(several.sizes() == std::vector<std::uint64_t>{2400, 300, 300});
  for (std::uint32_t label = 0; label < 1000; ++label) CHECK(several.splits[0].labels[label] >= 1);
  CHECK(std::abs(several.most_samples->in_samples()) < 15);  // of 1,500
}

TEST_CASE("Splits by several labels are exact and near the wanted shares") {
  SeededStream random(4, "test");
  for (const auto& ratio : k_ratios) {
    const auto shares = split_shares_of(ratio);
    for (const std::uint32_t samples : sample_counts()) {
      Lists lists;
      for (std::uint32_t sample = 0; sample < samples; ++sample) {
        const std::uint64_t many = random.below(4);
        for (std::uint64_t i = 0; i < many; ++i)
          lists.labels.push_back(static_cast<std::uint32_t>(random.below(1 + random.below(20))));
        lists.end_sample();
      }
      const SampleLabels view = lists.view(20);
      const SplitReport report =
          report_split(split_samples({samples, view, {}}, shares, samples), view, shares);
      CAPTURE(samples, shares.size());
      CHECK(report.sizes() == exact_sizes(samples, shares));
      if (report.most_samples) CHECK(std::abs(report.most_samples->in_samples()) < 4.5);
    }
  }
}

TEST_CASE("Input that does not fit together is refused") {
  const Numbers two{0, 1};
  const Numbers far{0, 7};
  const std::vector<std::uint64_t> falling{0, 2, 1};
  const auto shares = split_shares_of({0.5, 0.5});
  CHECK_THROWS_AS(split_samples({3, {2, two, {}}, {}}, shares, 1), std::invalid_argument);
  CHECK_THROWS_AS(split_samples({2, {2, far, {}}, {}}, shares, 1), std::invalid_argument);
  CHECK_THROWS_AS(split_samples({2, {2, two, falling}, {}}, shares, 1), std::invalid_argument);
  CHECK_THROWS_AS(split_samples({3, {}, two}, shares, 1), std::invalid_argument);
  CHECK_THROWS_AS(split_samples({2, {}, far}, shares, 1), std::invalid_argument);
  CHECK_THROWS_AS(split_samples({2, {}, {}}, {}, 1), std::invalid_argument);
}

TEST_CASE("The plan's order is parted by split and keeps its order within") {
  const auto order = test::indexes<SampleIndex>({4, 2, 0, 1, 3});
  const PerSample<std::uint16_t> split{1, 0, 1, 0, 0};
  const SplitOrder parted = part_by_split(order, split, 3);
  CHECK(parted.order == test::indexes<SampleIndex>({4, 1, 3, 2, 0}));
  REQUIRE(parted.ranges.size() == 3);
  CHECK(parted.ranges[0].end == Place(3));
  CHECK(parted.ranges[1].begin == Place(3));
  CHECK(parted.ranges[1].end == Place(5));
  CHECK(parted.ranges[2].size() == 0);
}

TEST_CASE("Quotas round each cell down or up, with exact samples and columns") {
  SeededStream random(5, "test");
  for (int round = 0; round < 300; ++round) {
    std::vector<std::uint64_t> weights(1 + random.below(3));
    for (auto& weight : weights) weight = 1 + random.below(40);
    std::vector<std::uint64_t> counts(1 + random.below(30));
    for (auto& count : counts) count = random.below(60);
    const auto whole = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
    const LabelQuotas quotas = label_quotas(counts, weights, 7);
    std::vector<std::uint64_t> columns(weights.size());
    bool is_rounded = true;
    for (std::size_t label = 0; label < counts.size(); ++label) {
      std::uint64_t sample = 0;
      for (std::size_t s = 0; s < weights.size(); ++s) {
        const auto quota = static_cast<std::uint64_t>(quotas.of(label)[s]);
        is_rounded = is_rounded && quota * whole < counts[label] * weights[s] + whole &&
                     counts[label] * weights[s] < (quota + 1) * whole;
        sample += quota;
        columns[s] += quota;
      }
      is_rounded = is_rounded && sample == counts[label];
    }
    CHECK(is_rounded);
    CHECK(columns == apportion(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}), weights));
  }
}

// By hand, by the rule in docs/format.md, from the quotas before it.
TEST_CASE("--stratify left a class of three rows out of a split that had one too many of a larger class") {
  const std::vector<std::uint64_t> counts{3, 3, 37, 4, 67, 46};
  const LabelQuotas quotas = label_quotas(counts, std::vector<std::uint64_t>{4, 1}, 1);
  const std::vector<std::vector<std::int32_t>> expected{{2, 1}, {2, 1}, {30, 7}, {3, 1}, {54, 13}, {37, 9}};
  for (std::size_t label = 0; label < expected.size(); ++label) {
    const auto quota = quotas.of(label);
    CHECK(std::vector<std::int32_t>(quota.begin(), quota.end()) == expected[label]);
  }
}

TEST_CASE("A label with a row for each split is in each but where no other label can swap") {
  SeededStream random(6, "test");
  for (int round = 0; round < 300; ++round) {
    const std::vector<std::uint64_t> weights{1 + random.below(9), 1 + random.below(3)};
    const std::uint64_t whole = weights[0] + weights[1];
    std::vector<std::uint64_t> counts(1 + random.below(20));
    for (auto& count : counts) count = random.below(random.below(2) == 0 ? 5 : 60);
    const LabelQuotas quotas = label_quotas(counts, weights, 7);
    const auto is_above = [&](std::size_t label, std::size_t split) {
      return static_cast<std::uint64_t>(quotas.of(label)[split]) * whole > counts[label] * weights[split];
    };
    for (std::size_t label = 0; label < counts.size(); ++label) {
      for (const std::size_t split : {0U, 1U}) {
        if (counts[label] < 2 || quotas.of(label)[split] > 0 || !is_above(label, 1 - split)) continue;
        for (std::size_t other = 0; other < counts.size(); ++other)
          CHECK_FALSE((quotas.of(other)[split] >= 2 && is_above(other, split)));
      }
    }
  }
}

TEST_CASE("Quotas whose columns are off have golden values") {
  const std::vector<std::uint64_t> weights{7, 7, 1, 10, 10};
  const std::vector<std::uint64_t> by_chain{7, 14, 5, 5, 3, 21};
  const std::vector<std::vector<std::int32_t>> expected{{2, 1, 0, 2, 2}, {2, 3, 1, 4, 4}, {1, 1, 0, 1, 2},
                                                        {1, 1, 0, 2, 1}, {0, 1, 0, 1, 1}, {5, 4, 0, 6, 6}};
  const LabelQuotas corrected = label_quotas(by_chain, weights, 42);
  for (std::size_t label = 0; label < expected.size(); ++label) {
    const auto sample = corrected.of(label);
    CHECK(std::vector<std::int32_t>(sample.begin(), sample.end()) == expected[label]);
  }
  // Ideals 1.4 1.4 0.2 2 2 and 1 1 1/7 10/7 10/7 in columns of 2 2 0 4 4: no rounding alone does that.
  const std::vector<std::uint64_t> by_force{7, 5};
  const LabelQuotas forced = label_quotas(by_force, weights, 42);
  CHECK(std::vector<std::int32_t>(forced.of(0).begin(), forced.of(0).end()) ==
        std::vector<std::int32_t>{1, 1, 0, 2, 3});
  CHECK(std::vector<std::int32_t>(forced.of(1).begin(), forced.of(1).end()) ==
        std::vector<std::int32_t>{1, 1, 0, 2, 1});
}
