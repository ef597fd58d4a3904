// SPDX-License-Identifier: Apache-2.0
#include "parts.hpp"

#include <cmath>

namespace flowers {

void paint_ring(Random& random, cv::Mat& canvas, const Ring& ring) {
  // Every other petal first, so that the second half overlaps the first on both sides.
  for (int i = 0; i < ring.petals; ++i) {
    const int half = (ring.petals + 1) / 2;
    const int place = i < half ? 2 * i : 2 * (i - half) + 1;
    const float step = k_turn / static_cast<float>(ring.petals);
    const float angle =
        ring.first_angle + step * (static_cast<float>(place) + random.between(-2, 2) * ring.disorder);
    const cv::Point2f out(std::cos(angle), ring.squash * std::sin(angle));
    Blade petal = ring.petal;
    petal.root = ring.centre + out * ring.inner;
    petal.angle = std::atan2(out.y, out.x);
    petal.length *= std::hypot(out.x, out.y) * (1 + random.between(-1, 1) * ring.disorder);
    petal.bend += random.between(-1, 1) * ring.disorder;
    const float light = 1 + random.between(-1, 1) * 0.06F;
    petal.root_colour *= light;
    petal.tip_colour *= light;
    paint(canvas, petal);
  }
}

Blade paint_stem(Random& random, cv::Mat& canvas, const Place& place, float width, const Colour& green) {
  Blade stem;
  stem.angle = k_up + random.between(-0.12F, 0.12F);
  stem.length = (place.ground - place.head.y) / std::abs(std::sin(stem.angle));
  stem.width = width;
  stem.root_taper = stem.tip_taper = 0.03F;
  stem.bend = random.between(-0.08F, 0.08F);
  stem.root_colour = green * 0.7F;
  stem.tip_colour = green;
  stem.shade = 0.6F;
  stem = ending_at(place.head, stem);
  paint(canvas, stem);
  return stem;
}

cv::Point2f on_stem(const Blade& stem, float share) {
  const cv::Point2f along(std::cos(stem.angle), std::sin(stem.angle));
  const cv::Point2f across(-along.y, along.x);
  return stem.root + along * (stem.length * share) + across * (stem.bend * stem.length * share * share);
}

void paint_leaf(cv::Mat& canvas, cv::Point2f root, float angle, float length, float width,
                const Colour& green) {
  Blade leaf;
  leaf.root = root;
  leaf.angle = angle;
  leaf.length = length;
  leaf.width = width;
  leaf.root_taper = 0.6F;
  leaf.tip_taper = 0.9F;
  leaf.bend = std::cos(angle) > 0 ? 0.15F : -0.15F;  // it droops
  leaf.root_colour = green * 0.7F;
  leaf.tip_colour = green * 1.1F;
  leaf.shade = 0.45F;
  leaf.veins = 0.06F;
  paint(canvas, leaf);
  leaf.width *= 0.05F;  // the midrib
  leaf.length *= 0.92F;
  leaf.root_colour = leaf.tip_colour = green * 1.35F;
  leaf.shadow = 0;
  paint(canvas, leaf);
}

void paint_seeds(cv::Mat& canvas, const Disc& head, int count, const Colour& inner, const Colour& outer) {
  paint(canvas, head);
  const float seed_radius = 0.95F * head.radius / std::sqrt(static_cast<float>(count));
  for (int k = count - 1; k >= 0; --k) {
    const float share = std::sqrt((static_cast<float>(k) + 0.5F) / static_cast<float>(count));
    const float angle = static_cast<float>(k) * k_golden_angle;
    const float distance = 0.94F * head.radius * share;
    Disc seed;
    seed.centre =
        head.centre + cv::Point2f(distance * std::cos(angle), distance * head.squash * std::sin(angle));
    seed.radius = seed_radius * 0.9F;
    seed.squash = head.squash;
    seed.inner = mix(inner, outer, share) * 1.15F;
    seed.outer = mix(inner, outer, share) * 0.7F;
    paint(canvas, seed);
  }
}

}  // namespace flowers
