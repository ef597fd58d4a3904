// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "image/decode_options.hpp"
#include "image/resize_options.hpp"

namespace tfrec {

/// What the `jpeg` kind holds.
enum class Encoding {
  reencode,   // every image decoded and encoded anew
  copy,       // the source's bytes; an image that would need a change is bad
  automatic,  // the source's bytes; an image that needs a change is encoded anew
  png,
  webp,
};

/// How a JPEG is looked at before it is stored.
enum class Check {
  full,       // every sample is decoded
  structure,  // markers, ends and dimensions alone; where pixels are needed they are decoded all the same
};

/// What is done to images on their way into a record.
struct ImageOptions {
  DecodeOptions decode;
  ResizeOptions resize;       // of the one size, or what all of `sizes` share
  std::vector<Extent> sizes;  // several sets from one decode; empty: one set
  Encoding encoding = Encoding::reencode;
  int quality = 95;
  bool quality_cap = false;     // never store a JPEG at a higher quality than it came in
  bool strip = false;           // copied JPEGs lose EXIF, XMP and comments
  bool reduced_decode = false;  // let libjpeg scale down while decoding where the target is at most half
  Check check = Check::full;
  bool statistics = false;  // sum up the pixels that readers decode from the stored form

  /// One entry per set: what its images are resized to.
  std::vector<ResizeOptions> variants() const {
    if (sizes.empty()) return {resize};
    std::vector<ResizeOptions> all;
    for (const Extent& size : sizes) {
      all.push_back(resize);
      all.back().width = size.width;
      all.back().height = size.height;
    }
    return all;
  }
};

}  // namespace tfrec
