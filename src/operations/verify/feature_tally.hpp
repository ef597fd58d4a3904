// SPDX-License-Identifier: Apache-2.0
// What the values of a feature are, counted over a file: images or not, and which of them are odd ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tfrec {

/// A value of a feature. `offset` and `length` are its bytes in the (uncompressed) file.
struct ValuePlace {
  std::uint64_t record = 0;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  std::uint64_t value = 0;   // zero-based, in its list
  std::uint64_t values = 1;  // of the list
};

struct ValueFinding {
  ValuePlace place;
  std::string reason;  // as from Rejected: not printable yet
};

/// The first findings, and how many there were.
struct Findings {
  std::vector<ValueFinding> first;
  std::uint64_t count = 0;

  /// Counts one, and keeps it with reason() if it is among the first `most`.
  template <class Reason>
  void add(std::size_t most, const ValuePlace& place, const Reason& reason) {
    if (++count <= most) first.push_back({place, reason()});
  }
};

struct FeatureCounts {
  std::uint64_t values = 0;
  std::uint64_t empty = 0;        // of no bytes
  std::uint64_t images = 0;       // that begin like a format which is decoded
  std::uint64_t undecodable = 0;  // like GIF, HEIC, … which are not
  std::uint64_t sound = 0;        // images that were decoded
  std::uint64_t raw = 0;          // no images, but as long as the samples of the expected one

  void add(const FeatureCounts& other) {
    values += other.values;
    empty += other.empty;
    images += other.images;
    undecodable += other.undecodable;
    sound += other.sound;
    raw += other.raw;
  }
  /// Whether the feature is one of images: at least half of what is there begins like one, or one of them
  /// is sound. Text or numbers that look like an image by chance are neither.
  bool holds_images() const {
    const std::uint64_t like_images = images + undecodable;
    return sound > 0 || (like_images > 0 && 2 * like_images >= values - empty);
  }
  /// Whether it holds hardly anything else, so that what is none is damage: at least half of all values.
  bool holds_mostly_images() const { return values > 0 && 2 * (images + undecodable) >= values; }
  bool holds_raw_samples() const { return 2 * raw > values; }
};

struct FeatureTally {
  FeatureCounts counts;
  Findings rejected;    // images that can't be decoded, or with a loss
  Findings others;      // no images
  Findings misshapen;   // images of another shape than the expected one
  Findings not_raw;     // lists of another length than the expected image's samples
  Findings unreadable;  // images of formats that are not decoded
};

}  // namespace tfrec
