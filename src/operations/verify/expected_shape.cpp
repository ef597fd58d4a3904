// SPDX-License-Identifier: Apache-2.0
#include "operations/verify/expected_shape.hpp"

#include <algorithm>
#include <array>

#include "image/resize_options.hpp"

namespace tfrec {

bool ExpectedShape::fits(const ImageFacts& facts) const {
  return facts.width == width && facts.height == height && (channels == 0 || facts.channels == channels);
}

bool ExpectedShape::fits_values(std::uint64_t values) const {
  if (values < k_least_raw_samples) return false;
  constexpr std::array k_usual{1, 3, 4};
  const std::uint64_t pixels = std::uint64_t{width} * height;
  if (channels != 0) return values == pixels * static_cast<std::uint64_t>(channels);
  return std::any_of(k_usual.begin(), k_usual.end(),
                     [&](int usual) { return values == pixels * static_cast<std::uint64_t>(usual); });
}

bool ExpectedShape::fits_bytes(std::uint64_t bytes) const {
  return fits_values(bytes) || (bytes % 4 == 0 && bytes >= k_least_raw_samples && fits_values(bytes / 4));
}

std::optional<ExpectedShape> parse_expected_shape(std::string_view text) {
  ExpectedShape shape;
  const std::size_t first = text.find('x');
  if (first == std::string_view::npos) return std::nullopt;
  const std::size_t second = text.find('x', first + 1);
  if (second != std::string_view::npos) {
    const std::string_view channels = text.substr(second + 1);
    if (channels.size() != 1 || channels[0] < '1' || channels[0] > '4') return std::nullopt;
    shape.channels = channels[0] - '0';
    text = text.substr(0, second);
  }
  const std::optional<Extent> extent = parse_extent(text);
  if (!extent) return std::nullopt;
  shape.width = static_cast<std::uint32_t>(extent->width);
  shape.height = static_cast<std::uint32_t>(extent->height);
  return shape;
}

std::string text_of(const ExpectedShape& shape) {
  const std::string size = std::to_string(shape.width) + "x" + std::to_string(shape.height);
  return shape.channels == 0 ? size : size + "x" + std::to_string(shape.channels);
}

std::string describe_mismatch(const ExpectedShape& expected, const ImageFacts& facts) {
  if (facts.width == 0 || facts.height == 0) {
    return "its header does not state its size, " + text_of(expected) + " was expected";
  }
  const ExpectedShape found{facts.width, facts.height, expected.channels == 0 ? 0 : facts.channels};
  const bool swapped = found.width == expected.height && found.height == expected.width &&
                       found.width != found.height && found.channels == expected.channels;
  return "is " + text_of(found) + ", not " + text_of(expected) +
         (swapped ? ": width and height are swapped" : "");
}

}  // namespace tfrec
