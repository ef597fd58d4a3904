// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include <climits>
#include <opencv2/core.hpp>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/imgcodecs.hpp>

#include "image/module.hpp"
#include "image/opencv/mat_picture.hpp"
#include "image/opencv/resize.hpp"
#include "jpeg/image_facts.hpp"

namespace tfrec {

namespace {

/// A Mat header over bytes that OpenCV only reads.
cv::Mat viewed(std::string_view file) {
  auto* data = const_cast<char*>(file.data());
  return cv::Mat(1, static_cast<int>(file.size()), CV_8UC1, data);
}

std::optional<Rejected> refused_before_decoding(std::string_view file, const ImageFacts& facts,
                                                const DecodeOptions& options) {
  if (file.empty()) return Rejected{"the file is empty"};
  if (file.size() > static_cast<std::size_t>(INT_MAX)) return Rejected{"the file is larger than 2 GiB"};
  if (!is_decodable(facts.format)) return Rejected{"not an image: " + std::string(describe(facts.format))};
  const std::uint64_t pixels = std::uint64_t{facts.width} * facts.height;
  if (pixels == 0) return Rejected{"its header does not say how large it is"};
  if (pixels > options.max_pixels) {
    return Rejected{std::to_string(facts.width) + "x" + std::to_string(facts.height) +
                    " is more than --max-pixels " + std::to_string(options.max_pixels)};
  }
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

std::optional<Rejected> decode_jpeg(std::string_view file, const DecodeOptions& options, int orientation,
                                    MatPicture& picture) {
  JpegDecoder& decoder = picture.jpeg;
  if (auto bad = decoder.open(file, options.gray ? SampleOrder::gray : SampleOrder::bgr)) return bad;
  picture.pixels.create(decoder.height(), decoder.width(), options.gray ? CV_8UC1 : CV_8UC3);
  if (auto bad = decoder.decode(picture.pixels.data, picture.pixels.step)) return bad;
  apply_orientation(picture, orientation);
  return std::nullopt;
}

class OpenCvCodec final : public Codec {
 public:
  OpenCvCodec() {
    cv::setNumThreads(0);  // the pipeline has its own threads
    cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
  }

  std::unique_ptr<Picture> new_picture() const override { return std::make_unique<MatPicture>(); }

  std::optional<Rejected> decode(std::string_view file, const DecodeOptions& options,
                                 Picture& picture) const override {
    const ImageFacts facts = image_facts(file);
    if (auto refused = refused_before_decoding(file, facts, options)) return refused;
    auto& target = static_cast<MatPicture&>(picture);
    auto& pixels = target.pixels;
    try {
      if (facts.format == ImageFormat::jpeg)
        return decode_jpeg(file, options, facts.exif_orientation, target);
      cv::imdecode(viewed(file), options.gray ? cv::IMREAD_GRAYSCALE : cv::IMREAD_COLOR, &pixels);
    } catch (const cv::Exception& error) {
      return rejected_by(error);
    }
    if (pixels.empty()) return Rejected{"cannot be decoded"};
    return std::nullopt;
  }

  std::optional<Rejected> encode_jpeg(const Picture& picture, int quality, EncodedBytes& out) const override {
    const auto& pixels = static_cast<const MatPicture&>(picture).pixels;
    constexpr int k_jpeg_max_side = 65'500;
    if (pixels.cols > k_jpeg_max_side || pixels.rows > k_jpeg_max_side) {
      return Rejected{"a JPEG can't be wider or higher than 65500 pixels"};
    }
    try {
      if (!cv::imencode(".jpg", pixels, out, {cv::IMWRITE_JPEG_QUALITY, quality})) {
        return Rejected{"cannot be encoded as JPEG"};
      }
    } catch (const cv::Exception& error) {
      return rejected_by(error);
    }
    return std::nullopt;
  }

  std::optional<Rejected> encode_png(const Picture& picture, EncodedBytes& out) const override {
    try {
      if (cv::imencode(".png", static_cast<const MatPicture&>(picture).pixels, out)) return std::nullopt;
    } catch (const cv::Exception& error) {
      return rejected_by(error);
    }
    return Rejected{"cannot be encoded as PNG"};
  }

  std::optional<Rejected> resize(Picture& picture, const ResizeOptions& options) const override {
    try {
      resize_picture(static_cast<MatPicture&>(picture), options);
    } catch (const cv::Exception& error) {
      return rejected_by(error);
    }
    return std::nullopt;
  }

  std::string opencv_version() const override { return cv::getVersionString(); }
};

}  // namespace

}  // namespace tfrec

extern "C" __attribute__((visibility("default"))) const tfrec::Codec* tfrec_image_codec() {
  static const tfrec::OpenCvCodec codec;
  return &codec;
}
