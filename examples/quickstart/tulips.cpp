// SPDX-License-Identifier: Apache-2.0
// Tulips: a cup of six petals seen from the side, long leaves from the ground.
#include <cmath>

#include "parts.hpp"

namespace flowers {
namespace {

struct PetalTint {
  std::uint32_t base, tip;
};

constexpr PetalTint k_petal_tints[] = {
    {0xa81020, 0xee3a2e},  // red
    {0xd8588e, 0xfbb4cc},  // pink
    {0xd99a10, 0xffe14a},  // yellow
    {0x4a1a5e, 0x8e4aa8},  // purple
    {0xc8400e, 0xffa02a},  // flame
    {0xc9d6b4, 0xfffdf2},  // white
};

struct CupPetal {
  float lean, sideways, length, width, light, bend;
};

// From the back to the front; lengths in units of the cup's height.
constexpr CupPetal k_cup[] = {
    {-0.20F, -0.10F, 0.97F, 0.46F, 0.68F, 0.00F}, {0.20F, 0.10F, 0.97F, 0.46F, 0.68F, 0.00F},
    {0.00F, 0.00F, 1.00F, 0.46F, 0.78F, 0.00F},   {-0.24F, -0.14F, 0.98F, 0.52F, 0.90F, 0.20F},
    {0.24F, 0.14F, 0.98F, 0.52F, 0.86F, -0.20F},  {0.02F, 0.00F, 0.93F, 0.60F, 1.02F, 0.02F},
};

void paint_tulip_leaves(Random& random, cv::Mat& canvas, const Blade& stem, const Place& place) {
  for (int side = -1; side <= 1; side += 2) {
    const float height = place.ground - place.head.y;
    const float angle = k_up + static_cast<float>(side) * random.between(0.16F, 0.34F);
    paint_leaf(canvas, on_stem(stem, 0.0F), angle, random.between(0.75F, 1.0F) * height, 0.36F * place.radius,
               rgb(0x4f8a52));
  }
}

}  // namespace

Facts paint_tulip(Random& random, cv::Mat& canvas, const Place& place) {
  const Blade stem = paint_stem(random, canvas, place, 0.12F * place.radius, rgb(0x6f9a52));
  paint_tulip_leaves(random, canvas, stem, place);
  const PetalTint& tint = random.one_of(k_petal_tints);
  const cv::Point2f bottom = place.head + cv::Point2f(0, 0.9F * place.radius);
  const float tilt = random.between(-0.10F, 0.10F);
  for (const CupPetal& cup : k_cup) {
    Blade petal;
    petal.root = bottom + cv::Point2f(cup.sideways * 0.5F * place.radius, 0);
    petal.angle = k_up + tilt + cup.lean + random.between(-0.03F, 0.03F);
    petal.length = 1.85F * place.radius * cup.length;
    petal.width = 1.85F * place.radius * cup.width;
    petal.root_taper = 0.42F;
    petal.tip_taper = 0.62F;
    petal.bend = -cup.bend;
    petal.root_colour = rgb(tint.base) * cup.light;
    petal.tip_colour = rgb(tint.tip) * cup.light;
    petal.shade = 0.32F;
    petal.veins = 0.07F;
    petal.shadow = 0.35F;
    paint(canvas, petal);
  }
  return {6, random.between(25, 65)};
}

}  // namespace flowers
