// SPDX-License-Identifier: Apache-2.0
// The surroundings of a flower: sky, hills, meadow, and the finish a camera would give.
#pragma once

#include <opencv2/core.hpp>

#include "random.hpp"

namespace flowers {

/// Sky, clouds, hills and a meadow; sharp, so that more can be painted in before it is blurred.
cv::Mat paint_landscape(Random& random, cv::Size size);

/// Out of focus, like the background of a photograph.
void defocus(cv::Mat& canvas);

/// Blades of grass along the lower edge.
void paint_grass(Random& random, cv::Mat& canvas);

/// Vignette, a little grain, half the size (the canvas is painted at twice the final size), 8 bit.
cv::Mat develop(Random& random, const cv::Mat& canvas);

}  // namespace flowers
