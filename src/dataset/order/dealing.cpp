// SPDX-License-Identifier: Apache-2.0
#include "dataset/order/dealing.hpp"

namespace tfrec {

std::vector<PlaceRange> deal(const PlaceRange& places, std::uint64_t shards) {
  std::vector<PlaceRange> ranges;
  ranges.reserve(shards);
  std::uint64_t begin = places.begin.value();
  for (std::uint64_t k = 0; k < shards; ++k) {
    const std::uint64_t size = places.size() / shards + (k < places.size() % shards ? 1 : 0);
    ranges.push_back({Place(begin), Place(begin + size)});
    begin += size;
  }
  return ranges;
}

}  // namespace tfrec
