// SPDX-License-Identifier: Apache-2.0
// Daisies, dandelions and sunflowers: many narrow petals around a disc.
#include <cmath>

#include "parts.hpp"

namespace flowers {
namespace {

Disc head_disc(const Place& place, float share, float squash, const Colour& inner, const Colour& outer) {
  Disc disc;
  disc.centre = place.head;
  disc.radius = share * place.radius;
  disc.squash = squash;
  disc.inner = inner;
  disc.outer = outer;
  return disc;
}

/// A rosette of jagged leaves at the foot of a dandelion.
void paint_jagged_leaves(Random& random, cv::Mat& canvas, cv::Point2f root, float length) {
  for (int side = -1; side <= 1; side += 2) {
    const float lean = random.between(0.45F, 0.75F) * static_cast<float>(side);
    const cv::Point2f along(std::cos(k_up + lean), std::sin(k_up + lean));
    const Colour green = rgb(0x5f9038) * random.between(0.85F, 1.1F);
    for (int tooth = 0; tooth < 6; ++tooth) {
      const float share = 0.2F + 0.13F * static_cast<float>(tooth);
      const float reach = (1.15F - share) * 0.30F * length;
      for (int edge = -1; edge <= 1; edge += 2) {
        const float spread = 0.9F * static_cast<float>(edge);
        paint_leaf(canvas, root + along * (share * length), k_up + lean + spread, reach, 0.5F * reach, green);
      }
    }
    paint_leaf(canvas, root, k_up + lean, 1.05F * length, 0.14F * length, green);
  }
}

int paint_yellow_head(Random& random, cv::Mat& canvas, const Place& place) {
  Ring ring;
  ring.centre = place.head;
  ring.squash = random.between(0.72F, 0.95F);
  ring.disorder = 0.14F;
  ring.petal.root_taper = 0.25F;
  ring.petal.tip_taper = 0.12F;  // strap-shaped, with a blunt end
  ring.petal.shadow = 0.16F;
  const float fullness = random.between(0.8F, 1.2F);
  int petals = 0;
  for (int layer = 0; layer < 6; ++layer) {
    const float depth = static_cast<float>(layer) / 5;
    ring.petals = cvRound((34 - 22 * depth) * fullness);
    ring.petal.length = (1 - 0.82F * depth) * place.radius;
    ring.petal.width = (0.13F - 0.03F * depth) * place.radius;
    ring.petal.root_colour = mix(rgb(0xd99a06), rgb(0xe08a00), depth);
    ring.petal.tip_colour = mix(rgb(0xffe23a), rgb(0xffc814), depth);
    ring.first_angle = random.between(0, k_turn);
    paint_ring(random, canvas, ring);
    petals += ring.petals;
  }
  return petals;
}

/// The dandelion clock: a ball of seeds, each on a hair with a parachute.
int paint_clock(Random& random, cv::Mat& canvas, const Place& place) {
  Disc glow = head_disc(place, 0.98F, 1, rgb(0xffffff), rgb(0xe4ecef));
  glow.opacity = 0.32F;
  glow.softness = 0.3F * place.radius;
  paint(canvas, glow);
  const int seeds = random.whole(90, 150);
  for (int k = 0; k < seeds; ++k) {
    const float share = std::sqrt((static_cast<float>(k) + 0.5F) / static_cast<float>(seeds));
    Blade hair;
    hair.root = place.head;
    hair.angle = static_cast<float>(k) * k_golden_angle;
    hair.length = place.radius * 0.92F * share;
    hair.width = 0.012F * place.radius;
    hair.root_taper = hair.tip_taper = 0.02F;
    hair.root_colour = rgb(0xcfd4c0);
    hair.tip_colour = rgb(0xffffff);
    hair.shadow = 0.05F;
    paint(canvas, hair);
    Ring parachute;
    parachute.centre = on_stem(hair, 1);
    parachute.petals = 9;
    parachute.disorder = 0.2F;
    parachute.petal = hair;
    parachute.petal.length = 0.13F * place.radius;
    parachute.petal.root_colour = rgb(0xffffff);
    parachute.petal.shadow = 0;
    paint_ring(random, canvas, parachute);
  }
  paint(canvas, head_disc(place, 0.13F, 1, rgb(0xb79a6a), rgb(0x6f5a3a)));
  return seeds;
}

}  // namespace

Facts paint_daisy(Random& random, cv::Mat& canvas, const Place& place) {
  const Blade stem = paint_stem(random, canvas, place, 0.07F * place.radius, rgb(0x5c8a35));
  for (int side = -1; side <= 1; side += 2) {
    const float angle = k_up + static_cast<float>(side) * random.between(0.6F, 1.0F);
    paint_leaf(canvas, on_stem(stem, random.between(0.12F, 0.4F)), angle, 0.6F * place.radius,
               0.16F * place.radius, rgb(0x568535));
  }
  Ring ring;
  ring.centre = place.head;
  ring.squash = random.between(0.75F, 1.0F);
  ring.petals = random.whole(15, 25);
  ring.first_angle = random.between(0, k_turn);
  ring.petal.length = place.radius;
  ring.petal.width = 3.9F * place.radius / static_cast<float>(ring.petals);
  ring.petal.root_taper = 0.55F;
  ring.petal.tip_taper = 0.22F;
  const Colour blush = random.chance(0.3F) ? rgb(0xf6d3df) : rgb(0xfffdf6);
  ring.petal.root_colour = rgb(0xdfe3ea);
  ring.petal.tip_colour = blush;
  ring.petal.shade = 0.12F;
  ring.petal.veins = 0.05F;
  paint_ring(random, canvas, ring);
  paint_seeds(canvas, head_disc(place, 0.27F, ring.squash, rgb(0xffd23c), rgb(0xb87408)), 130, rgb(0xe8a410),
              rgb(0xffd84a));
  return {ring.petals, random.between(8, 35)};
}

Facts paint_dandelion(Random& random, cv::Mat& canvas, const Place& place) {
  const Blade stem = paint_stem(random, canvas, place, 0.09F * place.radius, rgb(0x9aa860));
  paint_jagged_leaves(random, canvas, on_stem(stem, 0.02F), 0.9F * (place.ground - place.head.y));
  const int petals =
      random.chance(0.3F) ? paint_clock(random, canvas, place) : paint_yellow_head(random, canvas, place);
  return {petals, random.between(6, 40)};
}

Facts paint_sunflower(Random& random, cv::Mat& canvas, const Place& place) {
  const Blade stem = paint_stem(random, canvas, place, 0.14F * place.radius, rgb(0x5f8a34));
  for (int side = -1; side <= 1; side += 2) {
    const float angle = k_up + static_cast<float>(side) * random.between(0.9F, 1.3F);
    paint_leaf(canvas, on_stem(stem, random.between(0.25F, 0.5F)), angle, 1.1F * place.radius,
               0.62F * place.radius, rgb(0x4f7f2d));
  }
  Ring ring;
  ring.centre = place.head;
  ring.squash = random.between(0.85F, 1.0F);
  constexpr int k_petals[] = {13, 17, 21};
  ring.petals = random.one_of(k_petals);
  ring.inner = 0.42F * place.radius;
  ring.petal.width = 4.6F * place.radius / static_cast<float>(ring.petals);
  ring.petal.root_taper = 0.55F;
  ring.petal.tip_taper = 0.75F;
  ring.petal.root_colour = rgb(0xd98200);
  ring.petal.tip_colour = rgb(0xffd21f);
  ring.petal.veins = 0.08F;
  for (int layer = 0; layer < 2; ++layer) {
    ring.petal.length = (0.62F - 0.09F * static_cast<float>(layer)) * place.radius;
    ring.first_angle += 0.5F * k_turn / static_cast<float>(ring.petals);
    paint_ring(random, canvas, ring);
  }
  paint_seeds(canvas, head_disc(place, 0.52F, ring.squash, rgb(0x6a4318), rgb(0x2a1808)), 300, rgb(0x54411a),
              rgb(0x7a4a14));
  return {2 * ring.petals, random.between(90, 280)};
}

}  // namespace flowers
