// SPDX-License-Identifier: Apache-2.0
#include "operations/verify/listing/place_shards.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/concurrency/stop.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_longest_name = 10'000;  // stores allow 1,024 bytes

/// An object whose name ends like a shard's path.
struct Hit {
  std::string_view prefix;
  std::size_t shard;
  std::size_t object;

  auto rank() const { return std::tie(prefix, shard, object); }
};

/// Finds paths at the end of names.
class PathEnds {
 public:
  explicit PathEnds(const std::vector<ManifestShard>& shards) {
    for (std::size_t i = 0; i < shards.size(); ++i) {
      const std::string_view path = shards[i].path;
      m_shards.emplace(path, i);
      m_slashes.insert(static_cast<std::size_t>(std::count(path.begin(), path.end(), '/')));
    }
  }

  void find(std::string_view name, std::size_t object, std::vector<Hit>& hits) const {
    if (name.empty() || name.size() > k_longest_name || m_slashes.empty()) return;
    std::size_t begin = name.size();
    for (std::size_t slashes = 0; begin > 0 && slashes <= *m_slashes.rbegin(); ++slashes) {
      const std::size_t slash = begin < 2 ? std::string_view::npos : name.rfind('/', begin - 2);
      begin = slash == std::string_view::npos ? 0 : slash + 1;
      if (!m_slashes.contains(slashes)) continue;
      const auto found = m_shards.find(name.substr(begin));
      if (found != m_shards.end()) hits.push_back({name.substr(0, begin), found->second, object});
    }
  }

 private:
  std::unordered_map<std::string_view, std::size_t> m_shards;
  std::set<std::size_t> m_slashes;  // how many paths have
};

bool is_equal(const ManifestShard& shard, const ListedObject& object) {
  return object.bytes == shard.bytes && object.crc32c.value_or(shard.crc32c) == shard.crc32c;
}

/// How well a prefix fits: shards below it, equal ones among them.
struct Fit {
  std::size_t shards = 0;
  std::size_t equal = 0;
};

std::map<std::string_view, Fit> fits_of(const std::vector<Hit>& sorted,
                                        const std::vector<ManifestShard>& shards, const Listing& listing) {
  std::map<std::string_view, Fit> fits;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const bool is_repeat =
        i > 0 && sorted[i].prefix == sorted[i - 1].prefix && sorted[i].shard == sorted[i - 1].shard;
    if (is_repeat) continue;
    Fit& fit = fits[sorted[i].prefix];
    ++fit.shards;
    fit.equal += is_equal(shards[sorted[i].shard], listing.objects[sorted[i].object]) ? 1 : 0;
  }
  return fits;
}

/// Objects that lie below the best prefix do not count for others.
void add_others(std::vector<Hit> hits, const std::vector<ManifestShard>& shards, const Listing& listing,
                PlacedShards& placed) {
  std::vector<bool> is_taken(listing.objects.size());
  for (const auto& of_shard : placed.objects) {
    for (const std::size_t object : of_shard) is_taken[object] = true;
  }
  std::erase_if(hits, [&](const Hit& hit) { return is_taken[hit.object]; });
  for (const auto& [prefix, fit] : fits_of(hits, shards, listing))
    placed.others.push_back({std::string(prefix), fit.shards, fit.shards - fit.equal});
  std::stable_sort(placed.others.begin(), placed.others.end(),
                   [](const auto& a, const auto& b) { return a.shards > b.shards; });
}

}  // namespace

bool PlacedShards::has_any() const {
  return std::any_of(objects.begin(), objects.end(), [](const auto& of_shard) { return !of_shard.empty(); });
}

PlacedShards place_shards(const std::vector<ManifestShard>& shards, const Listing& listing) {
  const PathEnds ends(shards);
  std::vector<Hit> hits;
  for (std::size_t i = 0; i < listing.objects.size(); ++i) {
    if (i % 4096 == 0) throw_if_stopped();
    ends.find(listing.objects[i].name, i, hits);
  }
  std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) { return a.rank() < b.rank(); });
  const auto fits = fits_of(hits, shards, listing);
  PlacedShards placed{{}, std::vector<std::vector<std::size_t>>(shards.size())};
  const auto rank = [](const auto& entry) {
    return std::tuple(entry.second.shards, entry.second.equal, k_longest_name - entry.first.size());
  };
  const auto best = std::max_element(fits.begin(), fits.end(),
                                     [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  if (best == fits.end()) return placed;
  placed.prefix = best->first;
  for (const Hit& hit : hits) {
    if (hit.prefix == best->first) placed.objects[hit.shard].push_back(hit.object);
  }
  add_others(std::move(hits), shards, listing, placed);
  return placed;
}

}  // namespace tfrec
