// SPDX-License-Identifier: Apache-2.0
#include "dataset/order/mixing.hpp"

#include <algorithm>
#include <cmath>

namespace tfrec {

namespace {

constexpr double k_poor_score = 0.8;
constexpr double k_deviations = 6;

using LabelCounts = std::map<std::uint64_t, std::uint64_t>;

double real(std::uint64_t number) {
  return static_cast<double>(number);
}

LabelCounts label_totals(const LabelTally& tally) {
  LabelCounts totals;
  for (const LabelTally::Shard& shard : tally.shards()) {
    for (const auto& [label, records] : shard.records_of_label) totals[label] += records;
  }
  return totals;
}

struct Deviations {
  double chi_square = 0;
  double distance = 0;  // records too many, over all labels and shards
};

/// Labels that are not in a shard add e each to chi-square, which is the shard's records less those e that
/// are present: so time is that of the entries, not of shards times labels.
Deviations deviations(const LabelTally& tally, const LabelCounts& totals, double records) {
  Deviations sum;
  for (const LabelTally::Shard& shard : tally.shards()) {
    double absent = real(shard.records);
    for (const auto& [label, count] : shard.records_of_label) {
      const double expected = real(shard.records) * real(totals.at(label)) / records;
      const double off = real(count) - expected;
      sum.chi_square += off * off / expected;
      sum.distance += std::max(0.0, off);
      absent -= expected;
    }
    sum.chi_square += std::max(0.0, absent);
  }
  return sum;
}

void score_over_shards(MixingScore& score, const Deviations& found) {
  const double n = real(score.records);
  const double freedom = real(score.shards - 1) * real(score.labels - 1);
  const double by_chance = freedom * n / (n - 1);
  const double most = n * real(std::min(score.shards, score.labels) - 1);
  const double excess = std::max(0.0, found.chi_square - by_chance);
  const double far = k_deviations * std::sqrt(2 * freedom);
  score.distance = found.distance / n;
  score.enough_over_shards = most - by_chance > far;
  if (most <= by_chance) return;  // fewer records than cells: every order looks alike
  score.over_shards = 1 - std::sqrt(std::min(1.0, excess / (most - by_chance)));
  score.sorted_over_shards = score.over_shards < k_poor_score && excess > far;
}

/// In a shard of m records, of which x have a label, a random order has x(x - 1)/m neighbours of that label
/// on average, and at most x - 1.
void score_within_shards(MixingScore& score, const LabelTally& tally) {
  double found = 0;
  double by_chance = 0;
  double most = 0;
  for (const LabelTally::Shard& shard : tally.shards()) {
    found += real(shard.equal_neighbours);
    for (const auto& [label, count] : shard.records_of_label) {
      by_chance += real(count) * real(count - 1) / real(shard.records);
      most += real(count - 1);
    }
  }
  const double far = k_deviations * std::sqrt(by_chance + 1);
  // Shards of one label each have one order: they are mixed, if they have enough records to show it.
  score.enough_within_shards = (most > by_chance ? most - by_chance : most) > far;
  if (most <= by_chance) return;
  const double excess = std::max(0.0, found - by_chance);
  score.within_shards = 1 - std::min(1.0, excess / (most - by_chance));
  score.sorted_within_shards = score.within_shards < k_poor_score && excess > far;
}

}  // namespace

void LabelTally::begin_shard() {
  m_shards.emplace_back();
}

void LabelTally::add(std::uint64_t label) {
  if (m_shards.empty()) begin_shard();
  Shard& shard = m_shards.back();
  if (shard.records > 0 && label == m_last) ++shard.equal_neighbours;
  ++shard.records;
  ++shard.records_of_label[label];
  m_last = label;
}

MixingScore mixing_score(const LabelTally& tally) {
  MixingScore score;
  for (const LabelTally::Shard& shard : tally.shards()) {
    score.records += shard.records;
    score.shards += shard.records > 0 ? 1 : 0;
  }
  const LabelCounts totals = label_totals(tally);
  score.labels = totals.size();
  if (score.labels < 2) return score;
  if (score.shards > 1) score_over_shards(score, deviations(tally, totals, real(score.records)));
  score_within_shards(score, tally);
  return score;
}

}  // namespace tfrec
