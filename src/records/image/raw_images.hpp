// SPDX-License-Identifier: Apache-2.0
// Images that records hold as bare values: what shape they have, and the files they become.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "example/example_view.hpp"
#include "image/facts/image_facts.hpp"

namespace tfrec {

/// Height, width and channels; of an array that build took from a .npy file, its own sides.
using ValueShape = std::vector<std::uint64_t>;

/// "224x224x3", as --shape takes it: height, width, 1 or 3 channels.
std::optional<ValueShape> parse_shape(std::string_view text);

/// The features of a record that hold the height, width and channels of its image.
using SizeFeatures = std::array<std::string, 3>;

struct RawImages {
  bool are_floats = false;                          // float32, else bytes
  bool ppm = true;                                  // three channels become a PPM file, else an array
  bool pgm = true;                                  // one channel becomes a PGM file, else an array
  std::optional<ValueShape> shape;                  // of all; --shape
  SizeFeatures size_features;                       // of records; empty: none
  std::vector<std::optional<ValueShape>> by_shard;  // by the manifests; in the order of the shards

  /// Bytes of an image of that shape; the largest number where it has more than can be counted.
  std::uint64_t bytes_of(const ValueShape& of) const;
  /// The shape of an image of `bytes` bytes in a record of shard `shard`. Nothing if it is not known.
  std::optional<ValueShape> shape_in(const ExampleView& record, std::size_t shard, std::uint64_t bytes) const;
  ImageFormat format_of(const ValueShape& of) const;
  /// What is before the values in the file.
  std::string file_header(const ValueShape& of) const;
};

/// The shape of `values` values by a record's own height, width and channels; nothing if these are
/// not there or do not fit.
std::optional<ValueShape> shape_from_features(const ExampleView& record, const SizeFeatures& features,
                                              std::uint64_t values);

}  // namespace tfrec
