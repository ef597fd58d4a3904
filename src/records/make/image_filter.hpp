// SPDX-License-Identifier: Apache-2.0
// Leaves images out by their headers, before anything is planned.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dataset/samples/samples.hpp"
#include "image/decode_options.hpp"
#include "image/resize_options.hpp"

namespace tfrec {

/// Which images a set takes. 0 means no limit.
struct ImageFilter {
  Extent min_size;        // both sides are at least these
  Extent max_size;        // and at most these
  double max_aspect = 0;  // longer side over shorter

  bool wanted() const { return min_size.width > 0 || max_size.width > 0 || max_aspect > 0; }
  /// Whether an image of this size, as it is shown, is taken.
  bool takes(Extent size) const;
};

/// What a filter left out.
struct FilteredSamples {
  std::vector<SampleIndex> samples;  // ascending
  std::string example;               // the first of them: "a.jpg (40x30)"
};

/// Reads the headers of all images on `threads` threads. An image whose header does not state how large it is
/// is left in: the main pass states why it is bad. Throws Error as ImageOpener does.
FilteredSamples find_filtered(const Samples& samples, const ImageFilter& filter,
                              OrientationPolicy orientation, unsigned threads);

}  // namespace tfrec
