// SPDX-License-Identifier: Apache-2.0
#include "dataset/order/dealing.hpp"

namespace tfrec {

std::vector<PlaceRange> deal(std::uint64_t records, std::uint64_t shards) {
  std::vector<PlaceRange> ranges;
  ranges.reserve(shards);
  for (std::uint64_t k = 0, begin = 0; k < shards; ++k) {
    const std::uint64_t size = records / shards + (k < records % shards ? 1 : 0);
    ranges.push_back({begin, begin + size});
    begin += size;
  }
  return ranges;
}

}  // namespace tfrec
