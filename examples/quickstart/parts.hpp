// SPDX-License-Identifier: Apache-2.0
// Parts that several flowers share.
#pragma once

#include "canvas.hpp"
#include "flowers.hpp"
#include "random.hpp"

namespace flowers {

constexpr float k_turn = 6.2831853F;
constexpr float k_up = -1.5707963F;
constexpr float k_golden_angle = 2.3999632F;

/// Petals around a centre.
struct Ring {
  cv::Point2f centre;
  float inner = 0;   // where the petals start, pixels from the centre
  float squash = 1;  // 1: seen from the front; less: from the side
  int petals = 0;
  float first_angle = 0;
  float disorder = 0.05F;  // how much length and angle vary
  Blade petal;             // its root and angle are filled in
};

void paint_ring(Random& random, cv::Mat& canvas, const Ring& ring);

/// A stem from the ground to the head; returns the blade, so that leaves can be set along it.
Blade paint_stem(Random& random, cv::Mat& canvas, const Place& place, float width, const Colour& green);

/// The place on a stem at `share` of its length, 0 at the ground.
cv::Point2f on_stem(const Blade& stem, float share);

void paint_leaf(cv::Mat& canvas, cv::Point2f root, float angle, float length, float width,
                const Colour& green);

/// Seeds in the spiral in which daisies and sunflowers grow them.
void paint_seeds(cv::Mat& canvas, const Disc& head, int count, const Colour& inner, const Colour& outer);

}  // namespace flowers
