// SPDX-License-Identifier: Apache-2.0
#include "canvas.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace flowers {
namespace {

constexpr float k_vein_count = 9;
constexpr int k_outline_steps = 28;
constexpr int k_subpixel_bits = 4;

/// The part of the canvas that a shape may touch.
cv::Rect clip(const cv::Mat& canvas, float left, float top, float right, float bottom) {
  const cv::Point first(cvFloor(left) - 2, cvFloor(top) - 2);
  const cv::Point last(cvCeil(right) + 3, cvCeil(bottom) + 3);
  return cv::Rect(first, last) & cv::Rect(0, 0, canvas.cols, canvas.rows);
}

float half_width(const Blade& blade, float along) {
  const float a = blade.root_taper;
  const float b = blade.tip_taper;
  const float widest = a + b > 0 ? a / (a + b) : 0.5F;
  const auto profile = [a, b](float t) { return std::pow(t, a) * std::pow(1 - t, b); };
  return 0.5F * blade.width * profile(std::clamp(along, 0.0F, 1.0F)) / profile(widest);
}

cv::Point2f direction(const Blade& blade) {
  return {std::cos(blade.angle), std::sin(blade.angle)};
}

std::vector<cv::Point2f> outline(const Blade& blade) {
  const cv::Point2f along = direction(blade);
  const cv::Point2f across(-along.y, along.x);
  std::vector<cv::Point2f> points;
  for (int i = 0; i < 2 * k_outline_steps; ++i) {
    const bool back = i >= k_outline_steps;
    const int step = back ? 2 * k_outline_steps - 1 - i : i;
    // More points at both ends, where the outline turns.
    const float t =
        0.5F - 0.5F * std::cos(static_cast<float>(CV_PI) * static_cast<float>(step) / (k_outline_steps - 1));
    const float side = half_width(blade, t) * (back ? -1.0F : 1.0F) + blade.bend * blade.length * t * t;
    points.push_back(blade.root + along * (blade.length * t) + across * side);
  }
  return points;
}

/// How much of each pixel of `area` lies inside the outline, 0 to 255.
cv::Mat coverage(const std::vector<cv::Point2f>& points, const cv::Rect& area) {
  std::vector<cv::Point> fixed;
  for (const cv::Point2f& point : points) {
    const cv::Point2f local = (point - cv::Point2f(area.tl())) * static_cast<float>(1 << k_subpixel_bits);
    fixed.emplace_back(cvRound(local.x), cvRound(local.y));
  }
  cv::Mat mask = cv::Mat::zeros(area.size(), CV_8UC1);
  cv::fillPoly(mask, std::vector<std::vector<cv::Point>>{fixed}, cv::Scalar(255), cv::LINE_AA,
               k_subpixel_bits);
  return mask;
}

/// Where `point` is on the blade: x from root 0 to tip 1, y from edge -1 to edge 1.
cv::Point2f place_on(const Blade& blade, cv::Point2f point) {
  const cv::Point2f along = direction(blade);
  const cv::Point2f from_root = point - blade.root;
  const float t = std::clamp(from_root.dot(along) / blade.length, 0.0F, 1.0F);
  const float side = from_root.dot({-along.y, along.x}) - blade.bend * blade.length * t * t;
  return {t, std::clamp(side / std::max(half_width(blade, t), 0.5F), -1.0F, 1.0F)};
}

Colour colour_at(const Blade& blade, cv::Point2f place) {
  const Colour base = mix(blade.root_colour, blade.tip_colour, place.x);
  const float edge = blade.shade * place.y * std::abs(place.y);  // darker on one side, lighter on the other
  const float vein = blade.veins * std::sin(place.y * k_vein_count) * (1 - place.x);
  const float light = 1 - 0.5F * edge - 0.5F * std::abs(edge) - vein;
  return base * light;
}

void throw_shadow(cv::Mat& canvas, const std::vector<cv::Point2f>& points, const cv::Rect& area,
                  float strength) {
  if (strength <= 0) {
    return;
  }
  cv::Mat mask = coverage(points, area);
  const double blur = std::max(1.0, 0.006 * canvas.cols);
  cv::GaussianBlur(mask, mask, cv::Size(), blur);
  for (int y = 0; y < area.height; ++y) {
    for (int x = 0; x < area.width; ++x) {
      const float shadow = strength * static_cast<float>(mask.at<std::uint8_t>(y, x)) / 255;
      canvas.at<Colour>(area.y + y, area.x + x) *= 1 - shadow;
    }
  }
}

}  // namespace

Colour rgb(std::uint32_t hex) {
  const auto channel = [hex](unsigned shift) { return static_cast<float>((hex >> shift) & 0xffU) / 255; };
  return {channel(0), channel(8), channel(16)};
}

Colour mix(const Colour& from, const Colour& to, float share) {
  return from * (1 - share) + to * share;
}

void paint(cv::Mat& canvas, const Blade& blade) {
  const std::vector<cv::Point2f> points = outline(blade);
  const cv::Rect_<float> box = cv::boundingRect(points);
  const float margin = 0.02F * static_cast<float>(canvas.cols);
  const cv::Rect area =
      clip(canvas, box.x - margin, box.y - margin, box.br().x + margin, box.br().y + margin);
  if (area.empty()) {
    return;
  }
  throw_shadow(canvas, points, area, blade.shadow);
  const cv::Mat mask = coverage(points, area);
  for (int y = 0; y < area.height; ++y) {
    for (int x = 0; x < area.width; ++x) {
      const float inside = static_cast<float>(mask.at<std::uint8_t>(y, x)) / 255;
      if (inside > 0) {
        const cv::Point2f pixel(static_cast<float>(area.x + x), static_cast<float>(area.y + y));
        auto& target = canvas.at<Colour>(area.y + y, area.x + x);
        target = mix(target, colour_at(blade, place_on(blade, pixel)), inside);
      }
    }
  }
}

Blade ending_at(cv::Point2f tip, Blade blade) {
  const cv::Point2f along = direction(blade);
  blade.root = tip - along * blade.length - cv::Point2f(-along.y, along.x) * (blade.bend * blade.length);
  return blade;
}

void paint(cv::Mat& canvas, const Disc& disc) {
  const float height = disc.radius * disc.squash;
  const cv::Rect area =
      clip(canvas, disc.centre.x - disc.radius - disc.softness, disc.centre.y - height - disc.softness,
           disc.centre.x + disc.radius + disc.softness, disc.centre.y + height + disc.softness);
  for (int y = area.y; y < area.br().y; ++y) {
    for (int x = area.x; x < area.br().x; ++x) {
      const cv::Point2f away(static_cast<float>(x) - disc.centre.x, static_cast<float>(y) - disc.centre.y);
      const float distance = std::hypot(away.x, away.y / disc.squash);
      const float inside = std::clamp((disc.radius - distance) / disc.softness + 0.5F, 0.0F, 1.0F);
      const float lit = std::hypot(away.x + 0.3F * disc.radius, away.y / disc.squash + 0.3F * disc.radius);
      const float share = std::clamp(lit / (1.4F * disc.radius), 0.0F, 1.0F);
      auto& target = canvas.at<Colour>(y, x);
      target = mix(target, mix(disc.inner, disc.outer, share), inside * disc.opacity);
    }
  }
}

}  // namespace flowers
