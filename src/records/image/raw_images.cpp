// SPDX-License-Identifier: Apache-2.0
#include "records/image/raw_images.hpp"

#include <algorithm>

#include "base/text/number.hpp"
#include "image/npy/npy.hpp"

namespace tfrec {

namespace {

std::optional<std::uint64_t> side_in(const ExampleView& record, const std::string& feature) {
  const FeatureView* found = feature.empty() ? nullptr : record.find(feature);
  if (found == nullptr || found->kind != ListKind::int64_list || found->length != 1) return std::nullopt;
  std::vector<std::int64_t> values;
  record.read(*found, values);
  if (values.front() < 1) return std::nullopt;
  return static_cast<std::uint64_t>(values.front());
}

std::uint64_t product(const ValueShape& shape) {
  std::uint64_t all = 1;
  for (const std::uint64_t side : shape) {
    if (__builtin_mul_overflow(all, side, &all)) return UINT64_MAX;
  }
  return all;
}

}  // namespace

std::uint64_t RawImages::bytes_of(const ValueShape& of) const {
  const std::uint64_t values = product(of);
  if (!are_floats) return values;
  return values > UINT64_MAX / sizeof(float) ? UINT64_MAX : values * sizeof(float);
}

std::optional<ValueShape> shape_from_features(const ExampleView& record, const SizeFeatures& features,
                                              std::uint64_t values) {
  const auto height = side_in(record, features[0]);
  const auto width = side_in(record, features[1]);
  if (!height || !width) return std::nullopt;
  const auto channels = side_in(record, features[2]);
  for (const std::uint64_t number : {channels.value_or(3), channels.value_or(1)}) {
    ValueShape shape{*height, *width, number};
    if (product(shape) == values) return shape;
  }
  return std::nullopt;
}

std::optional<ValueShape> RawImages::shape_in(const ExampleView& record, std::size_t shard,
                                              std::uint64_t bytes) const {
  if (shape) return shape;
  // An array's own sides first: a record has those of (28, 28) as 28, 28 and 1.
  if (by_shard[shard] && bytes_of(*by_shard[shard]) == bytes) return by_shard[shard];
  const std::uint64_t values = are_floats ? bytes / sizeof(float) : bytes;
  if (auto own = shape_from_features(record, size_features, values)) return own;
  return by_shard[shard];
}

ImageFormat RawImages::format_of(const ValueShape& of) const {
  const bool is_image = of.size() == 3 && ((of[2] == 3 && ppm) || (of[2] == 1 && pgm));
  return is_image && !are_floats ? ImageFormat::pnm : ImageFormat::npy;
}

std::string RawImages::file_header(const ValueShape& of) const {
  if (format_of(of) == ImageFormat::npy) return npy_header(are_floats ? "<f4" : "|u1", of);
  return std::string(of[2] == 3 ? "P6" : "P5") + "\n" + std::to_string(of[1]) + " " + std::to_string(of[0]) +
         "\n255\n";
}

std::optional<ValueShape> parse_shape(std::string_view text) {
  ValueShape sides;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('x', begin), text.size());
    const WholeNumber side = parse_whole(text.substr(begin, end - begin));
    if (side.problem != NumberProblem::none || side.value < 1 || side.value > 65'535) return std::nullopt;
    sides.push_back(static_cast<std::uint64_t>(side.value));
    begin = end + 1;
  }
  if (sides.size() != 3 || (sides[2] != 1 && sides[2] != 3)) return std::nullopt;
  return sides;
}

}  // namespace tfrec
