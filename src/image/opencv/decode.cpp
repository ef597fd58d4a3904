// SPDX-License-Identifier: Apache-2.0
#include "image/opencv/decode.hpp"

#include <string>
#include <utility>

#include <climits>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

namespace tfrec {

namespace {

/// A Mat header over bytes that OpenCV only reads.
cv::Mat viewed(std::string_view file) {
  auto* data = const_cast<char*>(file.data());
  return cv::Mat(1, static_cast<int>(file.size()), CV_8UC1, data);
}

std::string text_of(const ImageFacts& facts) {
  return std::to_string(facts.width) + "x" + std::to_string(facts.height);
}

std::optional<Rejected> refused_before_decoding(std::string_view file, const ImageFacts& facts,
                                                const DecodeOptions& options) {
  if (file.empty()) return Rejected{"the file is empty"};
  if (file.size() > static_cast<std::size_t>(INT_MAX)) return Rejected{"the file is larger than 2 GiB"};
  if (!is_decodable(facts.format)) return Rejected{"not an image: " + std::string(describe(facts.format))};
  const std::uint64_t pixels = std::uint64_t{facts.width} * facts.height;
  if (pixels == 0) return Rejected{"its header does not say how large it is"};
  if (pixels > options.max_pixels) {
    return Rejected{text_of(facts) + " is more than --max-pixels " + std::to_string(options.max_pixels)};
  }
  if (options.orientation == OrientationPolicy::reject && facts.exif_orientation != 1) {
    return Rejected{"has EXIF orientation " + std::to_string(facts.exif_orientation)};
  }
  if (options.alpha == AlphaPolicy::reject && facts.alpha) return Rejected{"has transparent pixels"};
  return std::nullopt;
}

/// Turns and mirrors as EXIF's tag 0x0112 asks, in the steps OpenCV takes.
void apply_orientation(MatPicture& picture, int orientation) {
  cv::Mat& pixels = picture.pixels;
  if (orientation >= 5 && orientation <= 8) {
    cv::transpose(pixels, picture.spare);
    std::swap(pixels, picture.spare);
  }
  constexpr int k_around_x = 0;
  constexpr int k_around_y = 1;
  constexpr int k_both = -1;
  switch (orientation) {
    case 2:
    case 6:
      cv::flip(pixels, pixels, k_around_y);
      break;
    case 3:
    case 7:
      cv::flip(pixels, pixels, k_both);
      break;
    case 4:
    case 8:
      cv::flip(pixels, pixels, k_around_x);
      break;
    default:
      break;
  }
}

bool wants_gray(const ImageFacts& source, const DecodeOptions& options) {
  if (options.color == ColorPolicy::keep) return source.channels == 1 || source.channels == 2;
  return options.color == ColorPolicy::gray;
}

std::optional<Rejected> decode_jpeg(std::string_view file, const DecodeOptions& options, bool gray,
                                    MatPicture& picture, DecodeReport& report) {
  JpegDecoder& decoder = picture.jpeg;
  if (auto bad = decoder.open(file, gray ? SampleOrder::gray : SampleOrder::bgr, options.reduction))
    return bad;
  picture.pixels.create(decoder.height(), decoder.width(), gray ? CV_8UC1 : CV_8UC3);
  auto bad = decoder.decode(picture.pixels.data, picture.pixels.step);
  report.oddities = decoder.oddities();
  report.cmyk = report.source.channels == 4;
  return bad;
}

/// Lays a picture of four channels over the background: sample × alpha + background × (1 - alpha), rounded.
void blend(const cv::Mat& four, const DecodeOptions& options, bool gray, cv::Mat& target) {
  cv::Mat colors(four.rows, four.cols, CV_8UC3);
  const auto& rgb = options.background_rgb;
  const int background[3] = {rgb[2], rgb[1], rgb[0]};
  for (int y = 0; y < four.rows; ++y) {
    const auto* from = four.ptr<cv::Vec4b>(y);
    auto* to = colors.ptr<cv::Vec3b>(y);
    for (int x = 0; x < four.cols; ++x) {
      const int alpha = from[x][3];
      for (int c = 0; c < 3; ++c) {
        to[x][c] =
            static_cast<std::uint8_t>((from[x][c] * alpha + background[c] * (255 - alpha) + 127) / 255);
      }
    }
  }
  if (gray) {
    cv::cvtColor(colors, target, cv::COLOR_BGR2GRAY);
  } else {
    target = std::move(colors);
  }
}

/// All formats but JPEG.
std::optional<Rejected> decode_other(std::string_view file, const DecodeOptions& options, bool gray,
                                     MatPicture& picture, DecodeReport& report) {
  const bool turn = options.orientation == OrientationPolicy::apply;
  if (options.alpha == AlphaPolicy::blend && report.source.alpha) {
    cv::imdecode(viewed(file), cv::IMREAD_UNCHANGED, &picture.spare);
    if (picture.spare.depth() == CV_16U) picture.spare.convertTo(picture.spare, CV_8U, 1.0 / 256);
    if (picture.spare.channels() == 4 && picture.spare.depth() == CV_8U) {
      blend(picture.spare, options, gray, picture.pixels);
      report.blended = true;
      return std::nullopt;
    }
  }
  const int mode =
      (gray ? cv::IMREAD_GRAYSCALE : cv::IMREAD_COLOR) | (turn ? 0 : cv::IMREAD_IGNORE_ORIENTATION);
  cv::imdecode(viewed(file), mode, &picture.pixels);
  if (picture.pixels.empty()) return Rejected{"cannot be decoded"};
  return std::nullopt;
}

}  // namespace

std::optional<Rejected> decode_picture(std::string_view file, const DecodeOptions& options,
                                       MatPicture& picture, DecodeReport& report) {
  report = {};
  report.source = image_facts(file);
  if (auto refused = refused_before_decoding(file, report.source, options)) return refused;
  const bool gray = wants_gray(report.source, options);
  if (report.source.format != ImageFormat::jpeg) return decode_other(file, options, gray, picture, report);
  if (auto bad = decode_jpeg(file, options, gray, picture, report)) return bad;
  report.turned = options.orientation == OrientationPolicy::apply && report.source.exif_orientation != 1;
  if (report.turned) apply_orientation(picture, report.source.exif_orientation);
  return std::nullopt;
}

}  // namespace tfrec
