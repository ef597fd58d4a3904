// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstring>

#include "image/png/png_samples.hpp"
#include "operations/report/shown/mask_color.hpp"
#include "operations/report/shown/shown_images.hpp"

namespace tfrec {

namespace {

constexpr int k_layer_percent = 55;

/// The id of a mask at a place of an image of another size.
class MaskIds {
 public:
  MaskIds(const StoredSamples& samples, int width, int height)
      : m_samples(samples), m_width(width), m_height(height) {}

  std::uint16_t at(int x, int y) const {
    const auto column = static_cast<std::size_t>(std::int64_t{x} * m_samples.width / m_width);
    const auto row = static_cast<std::size_t>(std::int64_t{y} * m_samples.height / m_height);
    const std::size_t place = row * static_cast<std::size_t>(m_samples.width) + column;
    if (m_samples.bits == 8) return m_samples.bytes[place];
    std::uint16_t id = 0;
    std::memcpy(&id, &m_samples.bytes[2 * place], sizeof id);
    return id;
  }

 private:
  const StoredSamples& m_samples;
  int m_width;
  int m_height;
};

char mixed(int image, int color) {
  return static_cast<char>((image * (100 - k_layer_percent) + color * k_layer_percent) / 100);
}

}  // namespace

std::array<std::uint8_t, 3> mask_color(std::uint16_t id) {
  // Hues that differ for most people with a colour vision deficiency (Okabe, Ito: Color universal design).
  constexpr std::array<std::array<std::uint8_t, 3>, 7> k_colors{{{230, 159, 0},
                                                                 {86, 180, 233},
                                                                 {0, 158, 115},
                                                                 {240, 228, 66},
                                                                 {0, 114, 178},
                                                                 {213, 94, 0},
                                                                 {204, 121, 167}}};
  return k_colors[(id + k_colors.size() - 1) % k_colors.size()];
}

std::string blended_with_mask(const Pixels& image, std::string_view mask, std::uint64_t max_pixels) {
  const ImageFacts facts = image_facts(mask);
  if (!has_mask_form(facts) || std::uint64_t{facts.width} * facts.height > max_pixels) return {};
  StoredSamples samples;
  if (read_png_samples(mask, samples) || samples.channels != 1 || samples.count() == 0) return {};
  const MaskIds ids(samples, image.width(), image.height());
  std::string ppm = "P6\n" + std::to_string(image.width()) + " " + std::to_string(image.height()) + "\n255\n";
  const bool has_colors = image.channels() == 3;
  for (int y = 0; y < image.height(); ++y) {
    const std::uint8_t* at = image.row(y);
    for (int x = 0; x < image.width(); ++x, at += image.channels()) {
      const std::array<int, 3> rgb{has_colors ? at[2] : at[0], has_colors ? at[1] : at[0], at[0]};
      const std::uint16_t id = ids.at(x, y);
      const std::array<std::uint8_t, 3> color = mask_color(id);
      for (std::size_t i = 0; i < 3; ++i)
        ppm += id == 0 ? static_cast<char>(rgb[i]) : mixed(rgb[i], color[i]);
    }
  }
  return ppm;
}

}  // namespace tfrec
