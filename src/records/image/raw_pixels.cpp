// SPDX-License-Identifier: Apache-2.0
#include "records/image/raw_pixels.hpp"

#include <bit>
#include <cstring>

namespace tfrec {

namespace {

static_assert(std::endian::native == std::endian::little, "floats are copied as they are in memory");

void append_rgb(std::string& out, const std::uint8_t* bgr, int width) {
  for (int x = 0; x < width; ++x, bgr += 3) {
    const char rgb[3] = {static_cast<char>(bgr[2]), static_cast<char>(bgr[1]), static_cast<char>(bgr[0])};
    out.append(rgb, 3);
  }
}

}  // namespace

void rgb_samples(const Pixels& image, std::string& out) {
  const auto width = static_cast<std::size_t>(image.width());
  out.clear();
  out.reserve(width * static_cast<std::size_t>(image.height()) * static_cast<std::size_t>(image.channels()));
  for (int y = 0; y < image.height(); ++y) {
    if (image.channels() == 1) {
      out.append(reinterpret_cast<const char*>(image.row(y)), width);
    } else {
      append_rgb(out, image.row(y), image.width());
    }
  }
}

void scaled_floats(const std::string& samples, float scale, std::string& out) {
  out.resize(samples.size() * sizeof(float));
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const float value = static_cast<float>(static_cast<std::uint8_t>(samples[i])) * scale;
    std::memcpy(out.data() + i * sizeof value, &value, sizeof value);
  }
}

}  // namespace tfrec
