// SPDX-License-Identifier: Apache-2.0
// Soft-edged shapes on a floating-point canvas: the brushes the flowers are painted with.
#pragma once

#include <cstdint>

#include <opencv2/core.hpp>

namespace flowers {

/// Blue, green, red, each 0 to 1; a canvas is a CV_32FC3 matrix of them.
using Colour = cv::Vec3f;

Colour rgb(std::uint32_t hex);
Colour mix(const Colour& from, const Colour& to, float share);

/// A petal, a leaf, a stem: it grows from `root`, is widest somewhere between and shaded across.
struct Blade {
  cv::Point2f root;
  float angle = 0;          // radians, 0 to the right, growing clockwise as y points down
  float length = 0;         // pixels
  float width = 0;          // pixels where it is widest
  float root_taper = 0.5F;  // 0: as wide at this end as anywhere; 1: it narrows in a straight line
  float tip_taper = 0.5F;
  float bend = 0;  // how far the tip leans to the side, in lengths
  Colour root_colour;
  Colour tip_colour;
  float shade = 0.25F;   // how much darker the edges are
  float veins = 0;       // strength of the lines along it
  float shadow = 0.25F;  // strength of the shadow it throws on what is there already
};

void paint(cv::Mat& canvas, const Blade& blade);

/// A blade whose tip, not root, is given: a stem below its flower.
Blade ending_at(cv::Point2f tip, Blade blade);

/// An ellipse `squash` times as high as wide, lit from above left.
struct Disc {
  cv::Point2f centre;
  float radius = 0;
  float squash = 1;
  Colour inner;
  Colour outer;
  float opacity = 1;
  float softness = 1.5F;  // pixels over which the edge fades
};

void paint(cv::Mat& canvas, const Disc& disc);

}  // namespace flowers
