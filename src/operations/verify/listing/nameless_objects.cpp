// SPDX-License-Identifier: Apache-2.0
#include "operations/verify/listing/nameless_objects.hpp"

namespace tfrec {

NamelessObjects::NamelessObjects(const Listing& listing) {
  for (const ListedObject& object : listing.objects) {
    if (!object.name.empty()) continue;
    ++m_count;
    if (!object.bytes) continue;
    OfSize& of_size = m_by_size[*object.bytes];
    if (object.crc32c)
      ++of_size.by_crc32c[*object.crc32c];
    else
      ++(object.is_composite ? of_size.composite : of_size.unchecked);
  }
}

bool NamelessObjects::take_equal(const ManifestShard& shard) {
  const auto of_size = m_by_size.find(shard.bytes);
  if (of_size == m_by_size.end()) return false;
  auto& by_crc32c = of_size->second.by_crc32c;
  const auto equal = by_crc32c.find(shard.crc32c);
  if (equal == by_crc32c.end()) return false;
  if (--equal->second == 0) by_crc32c.erase(equal);
  --m_count;
  return true;
}

NamelessObjects::Match NamelessObjects::take_unchecked(const ManifestShard& shard) {
  const auto of_size = m_by_size.find(shard.bytes);
  if (of_size == m_by_size.end()) return Match::none;
  for (const Match match : {Match::composite, Match::unchecked}) {
    std::uint64_t& count = match == Match::composite ? of_size->second.composite : of_size->second.unchecked;
    if (count == 0) continue;
    --count;
    --m_count;
    return match;
  }
  return of_size->second.by_crc32c.empty() ? Match::none : Match::other;
}

}  // namespace tfrec
