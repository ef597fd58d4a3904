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

void keep_middle(MatPixels& image, const ResizeOptions& options) {
  const int width = std::min(options.width, image.pixels.cols);
  const int height = std::min(options.height, image.pixels.rows);
  const cv::Rect middle((image.pixels.cols - width) / 2, (image.pixels.rows - height) / 2, width, height);
  image.pixels(middle).copyTo(image.spare);
  std::swap(image.pixels, image.spare);
}

void fill_around(MatPixels& image, const ResizeOptions& options) {
  const int across = options.width - image.pixels.cols;
  const int down = options.height - image.pixels.rows;
  const auto& rgb = options.pad_rgb;
  // A grey image takes the first value: the luma of the colour (ITU-R BT.601).
  const double luma = 0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2];
  const cv::Scalar color = image.channels() == 1 ? cv::Scalar(luma) : cv::Scalar(rgb[2], rgb[1], rgb[0]);
  cv::copyMakeBorder(image.pixels, image.spare, down / 2, down - down / 2, across / 2, across - across / 2,
                     cv::BORDER_CONSTANT, color);
  std::swap(image.pixels, image.spare);
}

}  // namespace

void resize_image(const MatPixels& from, const ResizeOptions& options, MatPixels& to) {
  const Extent source{from.width(), from.height()};
  const Extent target = options.wanted() ? scaled_extent(source, options) : source;
  if (target == source) {
    from.pixels.copyTo(to.pixels);
  } else {
    const cv::Size size(target.width, target.height);
    const int flag = opencv_flag(options.interpolation, from.pixels, target);
    if (flag != cv::INTER_AREA || !resize_area(from.pixels, to.pixels, size))
      cv::resize(from.pixels, to.pixels, size, 0, 0, flag);
  }
  if (!options.wanted()) return;
  if (options.fit == Fit::crop) keep_middle(to, options);
  if (options.fit == Fit::pad) fill_around(to, options);
}

}  // namespace tfrec
