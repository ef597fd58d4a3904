// SPDX-License-Identifier: Apache-2.0
#include "operations/report/shown/chosen_images.hpp"

#include <algorithm>

#include "base/text/quantity.hpp"
#include "dataset/repeats/disjoint_sets.hpp"

namespace tfrec {

std::size_t ChosenImages::shown() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(m_wanted, [](const auto& one) { return one.second.is_shown; }));
}

void ChosenImages::read(const Reread& from) {
  std::vector<RereadImage*> images;
  for (auto& [row, image] : m_wanted) {
    image.row = row;
    images.push_back(&image);
  }
  reread(from, images);
}

const ImageLooks* ChosenImages::looks(std::uint32_t row) const {
  const auto image = m_wanted.find(row);
  return image == m_wanted.end() ? nullptr : image->second.looks.get();
}

std::size_t ChosenImages::place(std::uint32_t row, const SetRows& set, ReportResult& result) {
  const auto [known, is_new] = m_places.try_emplace(row, result.shown.size());
  if (!is_new) return known->second;
  ShownImage shown = std::move(m_wanted.at(row).shown);
  shown.row = row;
  shown.shard = set.shard_of(row);
  shown.record = set.rows[row].record;
  shown.facts = set.rows[row];
  if (set.rows[row].label != ImageRow::k_no_label) shown.label = set.rows[row].label;
  result.shown.push_back(std::move(shown));
  return known->second;
}

std::uint64_t samples_per_class(std::size_t classes) {
  // A set without classes shows as many as one with a few.
  if (classes < 2) return 4 * k_usual_samples;
  return std::clamp<std::uint64_t>(k_most_samples / classes, 1, k_usual_samples);
}

namespace {

/// The images of one class with the least numbers.
class LeastRows {
 public:
  void add(std::pair<std::uint64_t, std::uint32_t> one, std::uint64_t most) {
    if (m_heap.size() == most && !(one < m_heap.front())) return;
    if (m_heap.size() == most) {
      std::ranges::pop_heap(m_heap);
      m_heap.pop_back();
    }
    m_heap.push_back(one);
    std::ranges::push_heap(m_heap);
  }

  std::vector<std::uint32_t> rows() {
    std::ranges::sort_heap(m_heap);
    std::vector<std::uint32_t> rows;
    for (const auto& [number, row] : m_heap) rows.push_back(row);
    return rows;
  }

 private:
  std::vector<std::pair<std::uint64_t, std::uint32_t>> m_heap;  // the largest number first
};

}  // namespace

SampledRows choose_samples(const SetRows& set, const ReportResult& result, std::uint64_t per_class,
                           std::uint64_t seed) {
  std::map<std::size_t, LeastRows> chosen;
  for (std::size_t shard = 0; shard < set.shards() && per_class > 0; ++shard) {
    for (std::size_t i = set.first_row[shard]; i < set.first_row[shard + 1]; ++i) {
      const ImageRow& row = set.rows[i];
      if (!row.has_image()) continue;
      const std::pair one{dealt(row, shard, seed), static_cast<std::uint32_t>(i)};
      if (row.label == ImageRow::k_no_label) {
        chosen[SIZE_MAX].add(one, per_class);
        continue;
      }
      for (const std::uint32_t of_class : result.labels[row.label].classes)
        chosen[of_class].add(one, per_class);
    }
  }
  SampledRows samples;
  for (auto& [of_class, least] : chosen) samples.emplace_back(of_class, least.rows());
  return samples;
}

SampledRows usual_samples(const SetRows& set, ReportResult& result, std::uint64_t seed,
                          const std::string& advice) {
  SampledRows chosen = choose_samples(set, result, samples_per_class(result.classes.size()), seed);
  if (chosen.size() <= k_most_samples) return chosen;
  result.notes.push_back("samples: the first " + format_count(k_most_samples) + " of " +
                         format_count(chosen.size()) + " classes" + advice);
  chosen.resize(k_most_samples);
  return chosen;
}

namespace {

/// Splits a group of near hashes by the looks of the images that were read.
std::vector<std::vector<std::uint32_t>> alike(const std::vector<std::uint32_t>& group,
                                              const ChosenImages& images) {
  std::vector<std::uint32_t> rows;
  for (const std::uint32_t row : group) {
    if (images.looks(row) != nullptr) rows.push_back(row);
  }
  DisjointSets sets(static_cast<std::uint32_t>(rows.size()));
  for (std::uint32_t a = 0; a < rows.size(); ++a) {
    for (std::uint32_t b = a + 1; b < rows.size(); ++b) {
      if (look_alike(*images.looks(rows[a]), *images.looks(rows[b]))) sets.unite(a, b);
    }
  }
  const std::vector<std::uint32_t> ids = sets.ids();
  std::map<std::uint32_t, std::vector<std::uint32_t>> by_id;
  for (std::size_t i = 0; i < rows.size(); ++i) by_id[ids[i]].push_back(rows[i]);
  std::vector<std::vector<std::uint32_t>> found;
  for (auto& [id, members] : by_id) {
    if (members.size() > 1) found.push_back(std::move(members));
  }
  return found;
}

}  // namespace

std::vector<ConfirmedGroup> confirmed_repeats(const FoundRepeats& repeats, const ChosenImages& images) {
  std::map<std::uint32_t, ConfirmedGroup> groups;  // by their first image
  for (const auto& rows : repeats.equal_groups) groups[rows.front()] = {true, rows};
  for (const auto& group : repeats.near_groups) {
    for (const auto& rows : alike(group, images)) {
      ConfirmedGroup all;
      for (const std::uint32_t row : rows) {
        const auto equal = groups.find(row);
        if (equal == groups.end()) {
          all.rows.push_back(row);
          continue;
        }
        all.rows.insert(all.rows.end(), equal->second.rows.begin(), equal->second.rows.end());
        groups.erase(equal);
      }
      std::ranges::sort(all.rows);
      const std::uint32_t first = all.rows.front();
      groups[first] = std::move(all);
    }
  }
  std::vector<ConfirmedGroup> confirmed;
  for (auto& [row, group] : groups) confirmed.push_back(std::move(group));
  return confirmed;
}

}  // namespace tfrec
