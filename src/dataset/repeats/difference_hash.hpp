// SPDX-License-Identifier: Apache-2.0
// A perceptual hash: images that look alike have hashes that differ in few bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tfrec {

/// One byte a pixel (brightness, EXIF orientation applied), rows top to bottom, `stride` bytes apart.
struct GreyPixels {
  std::span<const std::uint8_t> bytes;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::size_t stride = 0;  // at least width
  // Of an image that was reduced while it was decoded: how many pixels of its source a pixel covers along a
  // side, and the source's sides (0: as many as there are pixels). The last pixels of a side may cover fewer;
  // if the image was flipped afterwards, they are the first.
  std::uint32_t reduction = 1;
  std::uint32_t source_width = 0;
  std::uint32_t source_height = 0;
  bool flipped_across = false;
  bool flipped_down = false;
};

/// dHash (N. Krawetz: Kind of Like That, 2013): the image is averaged down to 9 x 8 cells, and a bit is set
/// whether a cell is brighter than its right neighbour by more than one level of 256 (less is noise); from
/// the top left, the first bit is the highest.
/// Cells are exact area averages in whole numbers (a pixel on a border counts to each cell by the part that
/// lies in it), so the hash is the same on every machine for the same pixels. Flat images have hash 0:
/// they are all alike. A reduced image has nearly the hash
/// of its source. Throws std::invalid_argument where the bytes don't fit to the measures or there are
/// no pixels. Width and height are below 2^20.
std::uint64_t difference_hash(const GreyPixels& image);

}  // namespace tfrec
