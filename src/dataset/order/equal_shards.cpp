// SPDX-License-Identifier: Apache-2.0
#include "dataset/order/equal_shards.hpp"

#include "dataset/order/seeded_stream.hpp"

namespace tfrec {

namespace {

constexpr const char* k_purpose = "equal";

std::vector<std::uint32_t> without_surplus(std::uint32_t records, std::uint64_t shards, std::uint64_t seed) {
  const std::uint64_t surplus = records % shards;
  const std::vector<std::uint32_t> selected = shuffled(records, seed, k_purpose);
  std::vector<bool> is_dropped(records);
  for (std::uint64_t i = 0; i < surplus; ++i) is_dropped[selected[i]] = true;
  std::vector<std::uint32_t> order;
  order.reserve(records - surplus);
  for (std::uint32_t place = 0; place < records; ++place) {
    if (!is_dropped[place]) order.push_back(place);
  }
  return order;
}

std::vector<std::uint32_t> with_repeats(std::uint32_t records, std::uint64_t shards, std::uint64_t seed) {
  const std::vector<std::uint32_t> selected = shuffled(records, seed, k_purpose);
  const std::vector<PlaceRange> ranges = deal({Place(0), Place(records)}, shards);
  std::vector<std::uint32_t> order;
  std::size_t repeats = 0;
  for (const PlaceRange& range : ranges) {
    for (Place place = range.begin; place < range.end; ++place)
      order.push_back(static_cast<std::uint32_t>(place.value()));
    if (range.size() < ranges.front().size()) order.push_back(selected[repeats++]);
  }
  return order;
}

}  // namespace

std::vector<std::uint32_t> equal_order(std::uint32_t records, std::uint64_t shards, EqualShards how,
                                       std::uint64_t seed) {
  return how == EqualShards::drop ? without_surplus(records, shards, seed)
                                  : with_repeats(records, shards, seed);
}

}  // namespace tfrec
