// SPDX-License-Identifier: Apache-2.0
// The five classes of the sample set, the same five as in the flower sets on which many TPU tutorials train.
#pragma once

#include <span>
#include <string_view>

#include <opencv2/core.hpp>

#include "random.hpp"

namespace flowers {

/// The position of a plant on the canvas, in pixels.
struct Place {
  cv::Point2f head;
  float radius = 0;  // of the blossom
  float ground = 0;  // y at which the stem leaves the image
};

/// The columns of labels.csv for a plant.
struct Facts {
  int petals = 0;
  float height_cm = 0;
};

struct Kind {
  std::string_view name;
  Facts (*paint)(Random& random, cv::Mat& canvas, const Place& place);
};

/// In alphabetical order, as training code numbers them.
std::span<const Kind> kinds();

Facts paint_daisy(Random& random, cv::Mat& canvas, const Place& place);
Facts paint_dandelion(Random& random, cv::Mat& canvas, const Place& place);
Facts paint_rose(Random& random, cv::Mat& canvas, const Place& place);
Facts paint_sunflower(Random& random, cv::Mat& canvas, const Place& place);
Facts paint_tulip(Random& random, cv::Mat& canvas, const Place& place);

}  // namespace flowers
