// SPDX-License-Identifier: Apache-2.0
#include "operations/verify/listing/nameless_objects.hpp"

#include <set>

namespace tfrec {

NamelessObjects::NamelessObjects(const Listing& listing) {
  for (const ListedObject& object : listing.objects) {
    if (object.name.empty()) add(object);
  }
  if (m_count > 0) count_unlisted(listing);
}

void NamelessObjects::add(const ListedObject& object) {
  ++m_count;
  if (!object.bytes) return;
  OfSize& of_size = m_by_size[*object.bytes];
  if (object.crc32c) {
    ++of_size.by_crc32c[*object.crc32c];
    m_sizes.emplace(*object.crc32c, *object.bytes);
  } else if (object.has_invalid_crc32c) {
    ++of_size.invalid;
  } else {
    ++(object.is_composite ? of_size.composite : of_size.unchecked);
  }
}

void NamelessObjects::count_unlisted(const Listing& listing) {
  std::map<std::uint64_t, std::uint64_t> named;
  std::map<std::uint64_t, std::uint64_t> nameless;
  for (const ListedObject& object : listing.objects) {
    if (!object.bytes) {
      m_unlisted += object.name.empty() ? 1 : 0;
    } else if (m_by_size.contains(*object.bytes)) {
      ++(object.name.empty() ? nameless : named)[*object.bytes];
    }
  }
  for (const auto& [bytes, count] : nameless) m_unlisted += count > named[bytes] ? count - named[bytes] : 0;
}

std::uint64_t NamelessObjects::left_of_sizes(const std::vector<ManifestShard>& shards) const {
  std::map<std::uint64_t, std::set<std::uint32_t>> known;
  for (const ManifestShard& shard : shards) known[shard.bytes].insert(shard.crc32c);
  std::uint64_t left = 0;
  for (const auto& [bytes, checksums] : known) {
    const auto of_size = m_by_size.find(bytes);
    if (of_size == m_by_size.end()) continue;
    for (const auto& [crc32c, count] : of_size->second.by_crc32c)
      left += checksums.contains(crc32c) ? 0 : count;
  }
  return left;
}

bool NamelessObjects::OfSize::take(std::uint32_t crc32c) {
  const auto found = by_crc32c.find(crc32c);
  if (found == by_crc32c.end()) return false;
  if (--found->second == 0) by_crc32c.erase(found);
  return true;
}

bool NamelessObjects::take_equal(const ManifestShard& shard) {
  const auto of_size = m_by_size.find(shard.bytes);
  if (of_size == m_by_size.end() || !of_size->second.take(shard.crc32c)) return false;
  --m_count;
  return true;
}

NamelessObjects::Match NamelessObjects::take_of_size(const ManifestShard& shard) {
  const auto found = m_by_size.find(shard.bytes);
  if (found == m_by_size.end()) return Match::none;
  OfSize& of_size = found->second;
  Match match = Match::other;
  if (!of_size.by_crc32c.empty()) {
    of_size.take(of_size.by_crc32c.begin()->first);
  } else if (of_size.invalid > 0) {
    --of_size.invalid;
  } else if (of_size.composite > 0) {
    --of_size.composite;
    match = Match::composite;
  } else if (of_size.unchecked > 0) {
    --of_size.unchecked;
    match = Match::unchecked;
  } else {
    return Match::none;
  }
  --m_count;
  return match;
}

std::optional<std::uint64_t> NamelessObjects::take_of_crc32c(const ManifestShard& shard) {
  const auto [begin, end] = m_sizes.equal_range(shard.crc32c);
  for (auto at = begin; at != end; at = m_sizes.erase(at)) {
    const std::uint64_t bytes = at->second;
    if (bytes == shard.bytes || bytes == 0 || !m_by_size[bytes].take(shard.crc32c)) continue;
    --m_count;
    m_sizes.erase(at);
    return bytes;
  }
  return std::nullopt;
}

}  // namespace tfrec
