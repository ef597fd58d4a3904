// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <iostream>

#include <opencv2/core.hpp>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/imgcodecs.hpp>

#include "base/error.hpp"
#include "image/module.hpp"
#include "image/opencv/decode.hpp"
#include "image/opencv/mat_pixels.hpp"
#include "image/opencv/require_memory.hpp"
#include "image/opencv/resize.hpp"
#include "image/opencv/tiff_errors.hpp"

namespace tfrec {

namespace {

MatPixels& mat(Pixels& image) {
  return static_cast<MatPixels&>(image);
}
const MatPixels& mat(const Pixels& image) {
  return static_cast<const MatPixels&>(image);
}

/// Runs a step that OpenCV does; its exceptions become reasons.
template <class Step>
std::optional<Rejected> guarded(const Step& step) {
  try {
    return step();
  } catch (const cv::Exception& error) {
    // No memory is not the image's fault. Encoders report only libjpeg's words.
    if (error.code == cv::Error::StsNoMem || error.err.find("Insufficient memory") != std::string::npos)
      throw Error(ErrorKind::machine, "", "out of memory", "use fewer threads with -j");
    return rejected_by(error);
  }
}

/// OpenCV's JPEG encoder calls jpeg_create_compress before it sets its error handler, and jumps into nowhere
/// when that gets no memory. It needs 3 KB; glibc, where it can't grow the heap, gets them in pieces of 1
/// MiB.
constexpr std::size_t k_encoder_bytes = std::size_t{2} << 20U;

/// Libraries below OpenCV (libpng, libtiff) print to `stderr` by themselves, with bytes of the file in it,
/// and OpenCV prints the exceptions of its decoders to std::cerr. Their handlers can't be
/// replaced, so both streams go nowhere from here on; this program's own messages go to a stream kept from
/// before (see cli/console).
void silence_libraries() {
  if (FILE* nowhere = std::fopen("/dev/null", "we")) stderr = nowhere;
  std::cerr.rdbuf(nullptr);
}

class OpenCvCodec final : public Codec {
 public:
  OpenCvCodec() {
    cv::setNumThreads(0);  // the pipeline has its own threads
    cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    silence_libraries();
    watch_tiff_errors();
  }

  std::unique_ptr<Pixels> new_pixels() const override { return std::make_unique<MatPixels>(); }

  std::optional<Rejected> decode(std::string_view file, const DecodeOptions& options, Pixels& image,
                                 DecodeReport& report) const override {
    return guarded([&] { return decode_file(file, options, mat(image), report); });
  }

  std::optional<Rejected> resize(const Pixels& from, const ResizeOptions& options,
                                 Pixels& to) const override {
    return guarded([&]() -> std::optional<Rejected> {
      resize_image(mat(from), options, mat(to));
      return std::nullopt;
    });
  }

  std::optional<Rejected> encode_jpeg(const Pixels& image, int quality, EncodedBytes& out) const override {
    return encode(image, "JPEG", ImageFormat::jpeg, {cv::IMWRITE_JPEG_QUALITY, quality}, out);
  }
  std::optional<Rejected> encode_png(const Pixels& image, EncodedBytes& out) const override {
    return encode(image, "PNG", ImageFormat::png, {}, out);
  }
  std::optional<Rejected> encode_webp(const Pixels& image, int quality, EncodedBytes& out) const override {
    return encode(image, "WebP", ImageFormat::webp, {cv::IMWRITE_WEBP_QUALITY, quality}, out);
  }

  std::string opencv_version() const override { return cv::getVersionString(); }
  std::string jpeg_version() const override { return JpegDecoder::library_version(); }

 private:
  static std::optional<Rejected> encode(const Pixels& image, const std::string& name, ImageFormat format,
                                        const std::vector<int>& parameters, EncodedBytes& out) {
    const int max_side = info(format).max_side;
    const cv::Mat& pixels = mat(image).pixels;
    if (max_side > 0 && (pixels.cols > max_side || pixels.rows > max_side)) {
      return Rejected{extent_text({pixels.cols, pixels.rows}) + " is too large for " + name +
                      ", whose sides are at most " + std::to_string(max_side)};
    }
    return guarded([&]() -> std::optional<Rejected> {
      require_memory(k_encoder_bytes);
      if (cv::imencode(std::string(info(format).extensions.front()), pixels, out, parameters))
        return std::nullopt;
      return Rejected{"cannot be encoded as " + name};
    });
  }
};

}  // namespace

}  // namespace tfrec

const tfrec::Codec* tfrec_image_codec() {
  static const tfrec::OpenCvCodec codec;
  return &codec;
}
