// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "records/copy/record_boxes.hpp"

namespace tfrec {

/// The boxes of many records.
struct BoxSummary {
  /// Classes beyond these are not counted.
  static constexpr std::size_t k_most_classes = 10'000;
  static constexpr std::size_t k_longest_text = 200;  // bytes; longer texts are cut

  /// Sizes of boxes as COCO has them, by the area in pixels of the stored image: below 32², below 96²,
  /// others.
  struct Sizes {
    std::uint64_t small = 0;
    std::uint64_t medium = 0;
    std::uint64_t large = 0;
    std::uint64_t unknown = 0;  // the image has no known size, or the box no area
  };

  std::uint64_t boxes = 0;
  std::map<std::uint64_t, std::uint64_t> images;  // records by their number of boxes
  Sizes sizes;
  std::map<std::string, std::uint64_t, std::less<>> by_text;  // boxes of each class
  std::map<std::int64_t, std::uint64_t> by_id;                // of boxes without a text
  std::uint64_t without_class = 0;                            // boxes of neither, or beyond k_most_classes

  /// Whether any record has lists of boxes, empty ones included.
  bool seen() const { return !images.empty(); }
  /// Adds a record; `pixels` is the area of its image.
  void add(const RecordBoxes& record, std::optional<double> pixels);
  void add(const BoxSummary& other);
  /// Adds records without lists of boxes.
  void add_images_without(std::uint64_t count) {
    if (count > 0) images[0] += count;
  }

  std::uint64_t images_with() const;
  std::uint64_t images_without() const;
  /// Boxes of an image: as the manifest has it, the lower of two middle ones.
  std::uint64_t median() const;
  std::uint64_t most() const { return images.empty() ? 0 : images.rbegin()->first; }

 private:
  void add_class(const RecordBoxes& record, std::size_t box);
};

}  // namespace tfrec
