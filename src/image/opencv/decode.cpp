// SPDX-License-Identifier: Apache-2.0
#include "image/opencv/decode.hpp"

#include <utility>

#include <opencv2/core.hpp>

#include "image/facts/exif.hpp"
#include "image/opencv/decode_other.hpp"
#include "image/refusal.hpp"

namespace tfrec {

namespace {

bool wants_gray(const ImageFacts& source, const DecodeOptions& options) {
  if (options.color == ColorPolicy::keep) return source.channels == 1 || source.channels == 2;
  return options.color == ColorPolicy::gray;
}

std::uint32_t reduced(std::uint32_t side, unsigned reduction) {
  return (side + reduction - 1) / reduction;
}

std::optional<Rejected> decode_jpeg(std::string_view file, const DecodeOptions& options, bool gray,
                                    MatPixels& image, DecodeReport& report) {
  JpegDecoder& decoder = image.jpeg;
  if (auto bad = decoder.open(file, gray ? SampleOrder::gray : SampleOrder::bgr, options.reduction))
    return bad;
  // What was checked against --max-pixels must be what is allocated.
  if (static_cast<std::uint32_t>(decoder.width()) != reduced(report.source.width, options.reduction) ||
      static_cast<std::uint32_t>(decoder.height()) != reduced(report.source.height, options.reduction)) {
    return Rejected{"its header has two sizes"};
  }
  image.pixels.create(decoder.height(), decoder.width(), gray ? CV_8UC1 : CV_8UC3);
  auto bad = decoder.decode(image.pixels.data, image.pixels.step);
  report.oddities = decoder.oddities();
  return bad;
}

}  // namespace

std::optional<Rejected> decode_file(std::string_view file, const DecodeOptions& options, MatPixels& image,
                                    DecodeReport& report) {
  report = {};
  report.source = image_facts(file);
  const ImageFacts& source = report.source;
  if (auto refused = refused_by_header(file, source, options)) return refused;
  const bool gray = wants_gray(source, options);
  const bool is_jpeg = source.format == ImageFormat::jpeg;
  if (auto bad = is_jpeg ? decode_jpeg(file, options, gray, image, report)
                         : decode_other(file, options, gray, image, report)) {
    return bad;
  }
  if (!source.exif_oddity.empty()) report.oddities.push_back(describe_exif_oddity(source));
  report.cmyk = source.cmyk;
  report.turned = options.orientation == OrientationPolicy::apply && source.exif_orientation != 1;
  if (!report.turned) return std::nullopt;
  if (source.exif_orientation >= 5) transpose(image);
  mirror(image, source.exif_orientation);
  return std::nullopt;
}

}  // namespace tfrec
