// SPDX-License-Identifier: Apache-2.0
#include "dataset/folder/image_extension.hpp"

#include <algorithm>
#include <array>

#include "base/text/ascii.hpp"

namespace tfrec {

namespace {

using namespace std::string_view_literals;

/// Those of the decodable formats in image/facts/image_format.cpp, which this folder may not include. A test
/// compares them. The usual ones come first.
constexpr std::array k_decoded{".jpg"sv, ".jpeg"sv, ".png"sv, ".webp"sv, ".bmp"sv, ".tif"sv,  ".tiff"sv,
                               ".ppm"sv, ".pgm"sv,  ".pbm"sv, ".pnm"sv,  ".jpe"sv, ".jfif"sv, ".dib"sv};
constexpr std::string_view k_array = ".npy";

bool equals_ignoring_case(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(),
                    [](char a, char b) { return lowered(a) == b; });
}

}  // namespace

std::span<const std::string_view> image_extensions() {
  return k_decoded;
}

std::size_t image_extension_length(std::string_view name, Inputs inputs) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || name[dot - 1] == '/') return 0;
  const std::string_view extension = name.substr(dot);
  const bool image = std::any_of(k_decoded.begin(), k_decoded.end(), [&](std::string_view known) {
    return equals_ignoring_case(extension, known);
  });
  const bool array = inputs == Inputs::images_and_arrays && equals_ignoring_case(extension, k_array);
  return image || array ? extension.size() : 0;
}

bool has_suffix(std::string_view path, std::string_view suffix) {
  const std::string_view stem = without_image_extension(path);
  return !suffix.empty() && stem.size() > suffix.size() && stem.ends_with(suffix);
}

}  // namespace tfrec
