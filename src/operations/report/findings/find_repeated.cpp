// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "dataset/repeats/disjoint_sets.hpp"
#include "dataset/repeats/duplicates.hpp"
#include "dataset/repeats/near_hashes.hpp"
#include "operations/report/findings/set_rows.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_most_hashed = 1'000'000;  // images of which near hashes are looked for

/// Lists of rows that agree in `key`, of images of one size of the set; those of one row are left out.
template <class Key>
std::vector<std::vector<std::uint32_t>> groups_by(std::vector<std::uint32_t> rows, const Key& key) {
  std::ranges::sort(rows, {}, [&](std::uint32_t row) { return std::pair(key(row), row); });
  std::vector<std::vector<std::uint32_t>> groups;
  for (auto first = rows.begin(); first != rows.end();) {
    const auto end =
        std::find_if(first, rows.end(), [&](std::uint32_t row) { return key(row) != key(*first); });
    if (end - first > 1) groups.emplace_back(first, end);
    first = end;
  }
  std::ranges::sort(groups);
  return groups;
}

/// Near hashes among rows that are all different images.
std::vector<std::vector<std::uint32_t>> near_groups(const SetRows& set,
                                                    const std::vector<std::uint32_t>& rows) {
  std::vector<std::uint64_t> hashes;
  for (const std::uint32_t row : rows) hashes.push_back(set.rows[row].hash);
  DisjointSets sets(static_cast<std::uint32_t>(rows.size()));
  unite_near_hashes(hashes, k_default_hash_distance, sets);
  const std::vector<std::uint32_t> ids = sets.ids();
  std::vector<std::uint32_t> places(rows.size());
  std::iota(places.begin(), places.end(), 0U);
  std::vector<std::vector<std::uint32_t>> groups =
      groups_by(std::move(places), [&](std::uint32_t place) { return ids[place]; });
  for (std::vector<std::uint32_t>& group : groups) {
    for (std::uint32_t& place : group) place = rows[place];
  }
  return groups;
}

/// Keeps one of the rows of a split and label whose repeats --equal may have stored.
void leave_out_meant(const SetRows& set, std::vector<std::uint32_t>& group) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> kept;
  std::erase_if(group, [&](std::uint32_t row) {
    const std::size_t shard = set.shard_of(row);
    return set.may_repeat[shard] && !kept.emplace(set.split_of[shard], set.rows[row].label).second;
  });
}

}  // namespace

FoundRepeats find_repeated(const SetRows& set) {
  FoundRepeats found;
  std::vector<std::uint32_t> rows;
  for (std::uint32_t row = 0; row < set.rows.size(); ++row) {
    if (set.rows[row].has_image()) rows.push_back(row);
  }
  std::vector<std::uint32_t> size_of_row(set.rows.size());
  for (std::size_t shard = 0; shard < set.shards(); ++shard) {
    std::fill(size_of_row.begin() + static_cast<std::ptrdiff_t>(set.first_row[shard]),
              size_of_row.begin() + static_cast<std::ptrdiff_t>(set.first_row[shard + 1]),
              set.size_of[shard]);
  }
  std::vector<bool> is_repeat(set.rows.size(), false);
  for (auto& group :
       groups_by(rows, [&](std::uint32_t row) { return std::pair(size_of_row[row], set.rows[row].key); })) {
    for (std::size_t i = 1; i < group.size(); ++i) is_repeat[group[i]] = true;
    leave_out_meant(set, group);
    if (group.size() < 2) continue;
    found.equal += group.size() - 1;
    found.equal_groups.push_back(std::move(group));
  }
  std::map<std::uint32_t, std::vector<std::uint32_t>> hashed;  // by size of the set
  for (const std::uint32_t row : rows) {
    if (!is_repeat[row] && set.rows[row].is_seen && set.rows[row].hash != 0)
      hashed[size_of_row[row]].push_back(row);
  }
  for (auto& [size, different] : hashed) {
    if (different.size() > k_most_hashed) {
      found.not_compared += different.size() - k_most_hashed;
      different.resize(k_most_hashed);
    }
    for (auto& group : near_groups(set, different)) found.near_groups.push_back(std::move(group));
  }
  std::ranges::sort(found.near_groups);
  return found;
}

}  // namespace tfrec
