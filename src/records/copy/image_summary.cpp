// SPDX-License-Identifier: Apache-2.0
#include "records/copy/image_summary.hpp"

namespace tfrec {

std::string_view format_name(ImageFormat format) {
  switch (format) {
    case ImageFormat::jpeg:
      return "jpeg";
    case ImageFormat::png:
      return "png";
    case ImageFormat::webp:
      return "webp";
    case ImageFormat::bmp:
      return "bmp";
    case ImageFormat::tiff:
      return "tiff";
    case ImageFormat::pnm:
      return "pnm";
    case ImageFormat::npy:
      return "npy";
    case ImageFormat::gif:
      return "gif";
    case ImageFormat::heic:
      return "heic";
    case ImageFormat::avif:
      return "avif";
    default:
      return "unknown";
  }
}

std::optional<ImageFacts> stored_facts(std::string_view bytes) {
  const ImageFacts facts = image_facts(bytes);
  switch (facts.format) {
    case ImageFormat::jpeg:
    case ImageFormat::png:
    case ImageFormat::webp:
    case ImageFormat::tiff:
    case ImageFormat::gif:
    case ImageFormat::heic:
    case ImageFormat::avif:
      return facts;
    case ImageFormat::bmp:
    case ImageFormat::pnm:
    case ImageFormat::npy:
      if (facts.width > 0 && facts.height > 0) return facts;
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

void ImageSummary::add(const ImageFacts& facts) {
  ++count;
  ++formats[facts.format];
  if (facts.width > 0 && facts.height > 0) {
    width.add(facts.width);
    height.add(facts.height);
  }
  if (facts.channels > 0) ++channels[facts.channels];
  if (facts.progressive) ++progressive;
  if (facts.exif_orientation > 1) ++exif_oriented;
}

void ImageSummary::add(const ImageSummary& other) {
  count += other.count;
  for (const auto& [format, images] : other.formats) formats[format] += images;
  width.add(other.width);
  height.add(other.height);
  for (const auto& [number, images] : other.channels) channels[number] += images;
  progressive += other.progressive;
  exif_oriented += other.exif_oriented;
}

}  // namespace tfrec
