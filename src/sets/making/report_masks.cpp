// SPDX-License-Identifier: Apache-2.0
#include "sets/making/report_masks.hpp"

#include "base/text/quantity.hpp"

namespace tfrec {

void report_masks(const Manifest& set, Observer& observer) {
  for (const auto& [fact, count] : set.images) {
    if (fact == "upright_masks")
      observer.note(counted(count, "mask lies", "masks lie") +
                    " upright beside an image that is rotated by its EXIF orientation, and " +
                    (count == 1 ? "is" : "are") + " not rotated (--mask-orientation)");
    if (fact == "antialiased_masks")
      observer.warning(counted(count, "mask does not look like one", "masks do not look like masks") +
                       ": many ids with few pixels each, as smooth edges have; ids are stored unchanged");
  }
}

}  // namespace tfrec
