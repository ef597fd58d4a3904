// SPDX-License-Identifier: Apache-2.0
#include "sets/summaries/mask_summary.hpp"

namespace tfrec {

void MaskSummary::add(std::uint64_t record_masks, std::uint64_t record_unread, const MaskPixels& counted) {
  masks += record_masks;
  unread += record_unread;
  ++images;
  for (const auto& [id, count] : counted) {
    ids[id].pixels += count;
    ++ids[id].images;
  }
}

void MaskSummary::add(const MaskSummary& other) {
  masks += other.masks;
  unread += other.unread;
  images += other.images;
  for (const auto& [id, more] : other.ids) {
    ids[id].pixels += more.pixels;
    ids[id].images += more.images;
  }
}

std::uint64_t MaskSummary::pixels() const {
  std::uint64_t all = 0;
  for (const auto& [id, one] : ids) all += one.pixels;
  return all;
}

}  // namespace tfrec
