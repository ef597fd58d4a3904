// SPDX-License-Identifier: Apache-2.0
#include "records/copy/record_places.hpp"

#include <algorithm>
#include <limits>

#include "dataset/order/seeded_stream.hpp"

namespace tfrec {

RecordPlaces::RecordPlaces(std::span<const SourceShard> shards) : m_shards(shards) {
  m_begins.reserve(shards.size() + 1);
  m_begins.push_back(0);
  for (const SourceShard& shard : shards) m_begins.push_back(m_begins.back() + shard.frames.size());
}

void RecordPlaces::shuffle(std::uint64_t seed, const std::vector<PlaceRange>& parts) {
  constexpr std::uint64_t k_most = std::numeric_limits<std::uint32_t>::max();
  if (size() > k_most) {
    throw Error(
        ErrorKind::usage, "",
        "--shuffle takes at most " + std::to_string(k_most) + " records, there are " + std::to_string(size()),
        "shuffle the shards in several groups");
  }
  m_order.clear();
  m_order.reserve(size());
  for (const PlaceRange& part : parts) {
    const auto begin = static_cast<std::uint32_t>(part.begin.value());
    for (const std::uint32_t record : shuffled(static_cast<std::uint32_t>(part.size()), seed, "shuffle"))
      m_order.push_back(begin + record);
  }
}

RecordPlaces::Located RecordPlaces::at(std::uint64_t place) const {
  const std::uint64_t record = m_order.empty() ? place : m_order[static_cast<std::size_t>(place)];
  const auto behind = std::upper_bound(m_begins.begin(), m_begins.end(), record);
  const auto shard = static_cast<std::size_t>(behind - m_begins.begin()) - 1;
  return {shard, m_shards[shard].frames[static_cast<std::size_t>(record - m_begins[shard])]};
}

}  // namespace tfrec
