// SPDX-License-Identifier: Apache-2.0
#include "scene.hpp"

#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

#include "canvas.hpp"

namespace flowers {
namespace {

struct Light {
  std::uint32_t zenith, horizon, hill, meadow_far, meadow_near;
};

constexpr Light k_lights[] = {
    {0x3f83c4, 0xd6ebf5, 0x7fa38c, 0xa9c46b, 0x2f5a22},  // a clear noon
    {0x5a9bd0, 0xf7e6c4, 0x8f9f7a, 0xc3c467, 0x3f5f24},  // a mild morning
    {0x4a5f9e, 0xf6c59a, 0x6f6f86, 0x9aa35a, 0x2d4a2a},  // towards evening
    {0x8fb0c6, 0xe9eef0, 0x93a9a2, 0x9fbd7c, 0x35603a},  // a thin overcast
    {0x2f74a8, 0xbfe3e0, 0x4f8f7f, 0x86b857, 0x1f4f2b},  // after rain
};

float width_of(const cv::Mat& canvas) {
  return static_cast<float>(canvas.cols);
}
float height_of(const cv::Mat& canvas) {
  return static_cast<float>(canvas.rows);
}

void fill_gradient(cv::Mat& canvas, int first_row, int last_row, const Colour& top, const Colour& bottom) {
  for (int y = first_row; y < last_row; ++y) {
    const float share = static_cast<float>(y - first_row) / static_cast<float>(last_row - first_row);
    canvas.row(y).setTo(cv::Scalar(mix(top, bottom, share)));
  }
}

void paint_clouds(Random& random, cv::Mat& canvas, float horizon) {
  for (int cloud = random.whole(2, 4); cloud > 0; --cloud) {
    const cv::Point2f centre{random.between(0, width_of(canvas)), random.between(0.08F, 0.8F) * horizon};
    const float size = random.between(0.05F, 0.12F) * width_of(canvas);
    for (int puff = 0; puff < 7; ++puff) {
      Disc disc;
      disc.centre = centre + cv::Point2f{random.between(-2, 2) * size, random.between(-0.3F, 0.3F) * size};
      disc.radius = random.between(0.6F, 1.2F) * size;
      disc.squash = 0.55F;
      disc.inner = disc.outer = rgb(0xffffff);
      disc.opacity = 0.30F;
      disc.softness = size;
      paint(canvas, disc);
    }
  }
}

void paint_hills(Random& random, cv::Mat& canvas, float horizon, const Colour& hill, const Colour& haze) {
  for (int range = 0; range < 2; ++range) {
    const Colour colour = mix(haze, hill, 0.45F + 0.4F * static_cast<float>(range));
    const float phase = random.between(0, 6);
    const float waves = random.between(3, 7) / width_of(canvas);
    const float height = (0.14F - 0.06F * static_cast<float>(range)) * horizon;
    for (int x = 0; x < canvas.cols; ++x) {
      const float wave = std::sin(phase + waves * static_cast<float>(x));
      const int top = cvRound(horizon - height * (0.8F + 0.6F * wave));
      const int bottom = std::min(canvas.rows, cvRound(horizon) + 2);
      canvas(cv::Range(std::max(0, top), bottom), cv::Range(x, x + 1)).setTo(cv::Scalar(colour));
    }
  }
}

/// Dabs of light, shadow and far blossoms; larger the nearer they are.
void paint_meadow_dabs(Random& random, cv::Mat& canvas, float horizon, const Light& light) {
  constexpr std::uint32_t k_blossoms[] = {0xfff4d0, 0xf2d34a, 0xe79ac0, 0xd9e8a0, 0xb79be0};
  const float depth = height_of(canvas) - horizon;
  for (int i = 0; i < 420; ++i) {
    const float spread = random.between(0.2F, 1);
    const float near = random.between(0, spread);
    Disc dab;
    dab.centre = {random.between(0, width_of(canvas)), horizon + near * depth};
    dab.radius = (0.002F + 0.014F * near) * width_of(canvas);
    dab.squash = 0.6F;
    const bool blossom = random.chance(0.14F);
    dab.inner = dab.outer = blossom ? rgb(random.one_of(k_blossoms))
                                    : rgb(random.chance(0.5F) ? light.meadow_far : light.meadow_near);
    dab.opacity = blossom ? 0.75F : 0.4F;
    dab.softness = dab.radius;
    paint(canvas, dab);
  }
}

}  // namespace

cv::Mat paint_landscape(Random& random, cv::Size size) {
  cv::Mat canvas(size, CV_32FC3);
  const Light& light = random.one_of(k_lights);
  const float horizon = random.between(0.5F, 0.72F) * height_of(canvas);
  fill_gradient(canvas, 0, cvRound(horizon), rgb(light.zenith), rgb(light.horizon));
  fill_gradient(canvas, cvRound(horizon), canvas.rows, rgb(light.meadow_far), rgb(light.meadow_near));
  paint_clouds(random, canvas, horizon);
  paint_hills(random, canvas, horizon, rgb(light.hill), rgb(light.horizon));
  paint_meadow_dabs(random, canvas, horizon, light);
  return canvas;
}

void defocus(cv::Mat& canvas) {
  cv::GaussianBlur(canvas, canvas, cv::Size(), 0.010 * std::min(canvas.cols, canvas.rows));
}

void paint_grass(Random& random, cv::Mat& canvas) {
  constexpr std::uint32_t k_greens[] = {0x4f7d2a, 0x6b9a3a, 0x3c6b2c, 0x86ad4e, 0x2f5a2a};
  const float unit = 0.01F * static_cast<float>(std::min(canvas.cols, canvas.rows));
  const int count = cvRound(width_of(canvas) / unit * 0.9F);
  for (int i = 0; i < count; ++i) {
    Blade blade;
    blade.root = {random.between(-2, width_of(canvas) + 2), height_of(canvas) + unit};
    blade.angle = static_cast<float>(-CV_PI / 2) + random.between(-0.3F, 0.3F);
    blade.length = random.between(6, 24) * unit;
    blade.width = random.between(0.7F, 1.5F) * unit;
    blade.root_taper = 0.15F;
    blade.tip_taper = 0.8F;
    blade.bend = random.between(-0.35F, 0.35F);
    blade.tip_colour = rgb(random.one_of(k_greens));
    blade.root_colour = blade.tip_colour * 0.55F;
    blade.shadow = 0.12F;
    paint(canvas, blade);
  }
}

cv::Mat develop(Random& random, const cv::Mat& canvas) {
  cv::Mat small;
  cv::resize(canvas, small, cv::Size(canvas.cols / 2, canvas.rows / 2), 0, 0, cv::INTER_AREA);
  const cv::Point2f centre(width_of(small) / 2, height_of(small) / 2);
  const float reach = std::hypot(centre.x, centre.y);
  for (int y = 0; y < small.rows; ++y) {
    for (int x = 0; x < small.cols; ++x) {
      const float away =
          std::hypot(static_cast<float>(x) - centre.x, static_cast<float>(y) - centre.y) / reach;
      const float grain = random.between(-0.012F, 0.012F);
      auto& pixel = small.at<Colour>(y, x);
      pixel = pixel * (1 - 0.28F * away * away * away) + Colour(grain, grain, grain);
    }
  }
  cv::Mat image;
  small.convertTo(image, CV_8UC3, 255);
  return image;
}

}  // namespace flowers
