// SPDX-License-Identifier: Apache-2.0
#include "sets/making/report_masks.hpp"

#include <algorithm>

#include "base/text/quantity.hpp"

namespace tfrec {

namespace {

bool are_black_and_white(const MaskPixels& pixels) {
  return std::ranges::all_of(pixels, [](const auto& one) { return one.first == 0 || one.first == 255; });
}

}  // namespace

void report_masks(const Manifest& set, int ignored, Observer& observer) {
  for (const auto& [fact, count] : set.images) {
    if (fact == "upright_masks") {
      observer.note(counted(count, "mask lies", "masks lie") +
                    " upright beside an image that is rotated by its EXIF orientation, and " +
                    (count == 1 ? "is" : "are") + " not rotated (--mask-orientation)");
    }
    if (fact == "antialiased_masks") {
      observer.warning(counted(count, "mask does not look like one", "masks do not look like masks") +
                       ": many ids with few pixels each, as smooth edges have; ids are stored unchanged");
    }
    if (fact == "black_and_white_masks" && ignored == 255 && are_black_and_white(set.mask_pixels)) {
      observer.warning(
          "masks have no ids but 0 and 255, as black and white images do: readers that ignore 255 find one "
          "class");
    }
  }
}

}  // namespace tfrec
