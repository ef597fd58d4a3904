// SPDX-License-Identifier: Apache-2.0
#include "image/opencv/resize.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <opencv2/imgproc.hpp>

#include "image/opencv/area_resize.hpp"

namespace tfrec {

namespace {

int opencv_flag(Interpolation interpolation, const cv::Mat& from, Extent to) {
  const bool shrinks = to.width <= from.cols && to.height <= from.rows;
  const int automatic = shrinks ? cv::INTER_AREA : cv::INTER_CUBIC;
  const std::array flags{
      automatic,           int{cv::INTER_NEAREST}, int{cv::INTER_LINEAR}, int{cv::INTER_CUBIC},
      int{cv::INTER_AREA}, int{cv::INTER_LANCZOS4}};
  return flags[static_cast<std::size_t>(interpolation)];
}

void keep_middle(MatPixels& image, const Placement& place) {
  image.pixels(cv::Rect(-place.left, -place.top, place.stored.width, place.stored.height))
      .copyTo(image.spare);
  std::swap(image.pixels, image.spare);
}

void fill_around(MatPixels& image, const Placement& place, const std::array<std::uint8_t, 3>& rgb) {
  // A grey image takes the first value: the luma of the colour (ITU-R BT.601).
  const double luma = 0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2];
  const cv::Scalar color = image.channels() == 1 ? cv::Scalar(luma) : cv::Scalar(rgb[2], rgb[1], rgb[0]);
  cv::copyMakeBorder(image.pixels, image.spare, place.top,
                     place.stored.height - place.top - place.scaled.height, place.left,
                     place.stored.width - place.left - place.scaled.width, cv::BORDER_CONSTANT, color);
  std::swap(image.pixels, image.spare);
}

}  // namespace

void resize_image(const MatPixels& from, const ResizeOptions& options, MatPixels& to) {
  const Extent source{from.width(), from.height()};
  const Placement place = placement(source, options);
  const Extent target = place.scaled;
  if (target == source) {
    from.pixels.copyTo(to.pixels);
  } else {
    const cv::Size size(target.width, target.height);
    const int flag = opencv_flag(options.interpolation, from.pixels, target);
    if (flag != cv::INTER_AREA || !resize_area(from.pixels, to.pixels, size))
      cv::resize(from.pixels, to.pixels, size, 0, 0, flag);
  }
  if (place.stored == place.scaled) return;
  if (options.fit == Fit::crop) keep_middle(to, place);
  if (options.fit == Fit::pad) fill_around(to, place, options.pad_rgb);
}

}  // namespace tfrec
