// SPDX-License-Identifier: Apache-2.0
#include "dataset/repeats/near_hashes.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace tfrec {

namespace {

constexpr unsigned k_most_detours = 2;

struct Entry {
  std::uint64_t hash = 0;
  std::uint32_t image = 0;
};

class NearHashes {
 public:
  NearHashes(unsigned distance, DisjointSets& sets) : m_distance(distance), m_sets(sets) {}

  /// Unites near ones among `entries`, whose hashes are distinct and may differ in `free` bits alone.
  /// `detours`: how often cutting has hardly divided them so far.
  void search(std::span<Entry> entries, std::uint64_t free, unsigned detours = 0) {
    const auto bits = static_cast<unsigned>(std::popcount(free));
    if (entries.size() <= few() || !is_worth_cutting(bits) || detours > k_most_detours)
      return compare_all(entries);
    if (are_united(entries)) return;
    std::uint64_t rest = free;
    for (unsigned piece = 0; piece <= m_distance; ++piece) {
      const unsigned width = bits * (piece + 1) / (m_distance + 1) - bits * piece / (m_distance + 1);
      search_piece(entries, free, take_bits(rest, width), detours);
    }
  }

 private:
  /// So many are sooner compared pair by pair than sorted by each piece.
  std::size_t few() const { return std::size_t{16} * (m_distance + 1); }

  /// Pieces must divide into more parts than there are pieces.
  bool is_worth_cutting(unsigned bits) const {
    return (std::uint64_t{1} << (bits / (m_distance + 1))) > std::uint64_t{2} * (m_distance + 1);
  }

  /// Takes the lowest `width` bits that are set out of `rest`.
  static std::uint64_t take_bits(std::uint64_t& rest, unsigned width) {
    const std::uint64_t all = rest;
    for (unsigned i = 0; i < width; ++i) rest &= rest - 1;
    return all & ~rest;
  }

  void search_piece(std::span<Entry> entries, std::uint64_t free, std::uint64_t piece, unsigned detours) {
    std::sort(entries.begin(), entries.end(),
              [&](const Entry& a, const Entry& b) { return (a.hash & piece) < (b.hash & piece); });
    for (std::size_t begin = 0; begin < entries.size();) {
      std::size_t end = begin + 1;
      while (end < entries.size() && ((entries[begin].hash ^ entries[end].hash) & piece) == 0) ++end;
      const bool is_divided = end - begin <= entries.size() / (std::size_t{2} * (m_distance + 1));
      if (end - begin > 1)
        search(entries.subspan(begin, end - begin), free & ~piece, detours + (is_divided ? 0 : 1));
      begin = end;
    }
  }

  bool are_united(std::span<const Entry> entries) {
    const std::uint32_t first = m_sets.find(entries.front().image);
    return std::all_of(entries.begin(), entries.end(),
                       [&](const Entry& entry) { return m_sets.find(entry.image) == first; });
  }

  void compare_all(std::span<const Entry> entries) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
      for (std::size_t k = i + 1; k < entries.size(); ++k) {
        const int apart = std::popcount(entries[i].hash ^ entries[k].hash);
        if (static_cast<unsigned>(apart) <= m_distance) m_sets.unite(entries[i].image, entries[k].image);
      }
    }
  }

  unsigned m_distance;
  DisjointSets& m_sets;
};

}  // namespace

void unite_near_hashes(std::span<const std::uint64_t> hashes, unsigned distance, DisjointSets& sets) {
  std::vector<Entry> entries;
  entries.reserve(hashes.size());
  for (std::uint32_t image = 0; image < hashes.size(); ++image) entries.push_back({hashes[image], image});
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.hash != b.hash ? a.hash < b.hash : a.image < b.image;
  });
  std::size_t distinct = 0;
  for (const Entry& entry : entries) {
    if (distinct > 0 && entries[distinct - 1].hash == entry.hash) {
      sets.unite(entries[distinct - 1].image, entry.image);
    } else {
      entries[distinct++] = entry;
    }
  }
  entries.resize(distinct);
  if (distance > 0) NearHashes(distance, sets).search(entries, ~std::uint64_t{0});
}

}  // namespace tfrec
