// SPDX-License-Identifier: Apache-2.0
// Roses: rings of broad petals, each ring smaller and more closed than the one below it.
#include <cmath>

#include "parts.hpp"

namespace flowers {
namespace {

struct Tint {
  std::uint32_t deep, bright;
};

constexpr Tint k_tints[] = {
    {0x7a0618, 0xd6203a},  // crimson
    {0xa83058, 0xf49ab4},  // pink
    {0xb8622e, 0xf9b27c},  // apricot
    {0x98843f, 0xfaf1d8},  // cream
    {0x8a1648, 0xe4488a},  // magenta
};

void paint_rose_leaves(Random& random, cv::Mat& canvas, const Blade& stem, float radius) {
  for (int side = -1; side <= 1; side += 2) {
    const cv::Point2f root = on_stem(stem, random.between(0.35F, 0.6F));
    const float out = k_up + static_cast<float>(side) * random.between(0.9F, 1.2F);
    const Colour green = rgb(0x2f6a36) * random.between(0.85F, 1.1F);
    const cv::Point2f along(std::cos(out), std::sin(out));
    for (int leaflet = -1; leaflet <= 1; ++leaflet) {
      const float turn = 0.8F * static_cast<float>(leaflet);
      const float length = (leaflet == 0 ? 0.62F : 0.46F) * radius;
      const float away = leaflet == 0 ? 0.4F : 0.28F;
      paint_leaf(canvas, root + along * (away * radius), out + turn, length, 0.55F * length, green);
    }
    paint_leaf(canvas, root, out, 0.5F * radius, 0.05F * radius, green);
  }
}

/// The lip of a petal that is turned outward catches the light.
void paint_petal_lips(Random& random, cv::Mat& canvas, const Ring& ring) {
  Ring lips = ring;
  lips.inner = ring.inner + 0.88F * ring.petal.length;
  lips.petal.length = 0.12F * ring.petal.length;
  lips.petal.width = 0.62F * ring.petal.width;
  lips.petal.root_taper = 0.6F;
  lips.petal.tip_taper = 0.35F;
  lips.petal.root_colour = ring.petal.tip_colour;
  lips.petal.tip_colour = mix(ring.petal.tip_colour, rgb(0xffffff), 0.16F);
  lips.petal.shadow = 0;
  lips.disorder = 0.01F;
  paint_ring(random, canvas, lips);
}

int paint_rings(Random& random, cv::Mat& canvas, const Place& place, const Tint& tint) {
  int petals = 0;
  const int layers = random.whole(5, 6);
  for (int layer = 0; layer < layers; ++layer) {
    const float depth = static_cast<float>(layer) / static_cast<float>(layers);
    Ring ring;
    ring.centre = place.head - cv::Point2f(0, 0.10F * depth * place.radius);
    ring.squash = 0.9F;
    ring.petals = layer == 0 ? 6 : 5;
    ring.first_angle = static_cast<float>(layer) * 0.63F + random.between(-0.1F, 0.1F);
    ring.disorder = 0.04F;
    ring.petal.length = (1 - 0.92F * depth) * place.radius;
    ring.petal.width = 1.36F * ring.petal.length;
    ring.petal.root_taper = 0.75F;
    ring.petal.tip_taper = 0.40F;
    ring.petal.root_colour = rgb(tint.deep) * (0.9F - 0.25F * depth);
    ring.petal.tip_colour = mix(rgb(tint.bright), rgb(tint.deep), 0.35F * depth);
    ring.petal.shade = 0.3F;
    ring.petal.veins = 0.03F;
    ring.petal.shadow = 0.34F;
    paint_ring(random, canvas, ring);
    paint_petal_lips(random, canvas, ring);
    petals += ring.petals;
  }
  return petals;
}

}  // namespace

Facts paint_rose(Random& random, cv::Mat& canvas, const Place& place) {
  const Blade stem = paint_stem(random, canvas, place, 0.10F * place.radius, rgb(0x3f6a32));
  paint_rose_leaves(random, canvas, stem, place.radius);
  const int petals = paint_rings(random, canvas, place, random.one_of(k_tints));
  return {petals, random.between(30, 120)};
}

}  // namespace flowers
