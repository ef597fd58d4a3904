// SPDX-License-Identifier: Apache-2.0
// How build stores the extracted images again.
#include <algorithm>

#include "base/text/quantity.hpp"
#include "image/decode_options.hpp"
#include "operations/extract/extract_rebuild.hpp"
#include "records/image/made_image.hpp"

namespace tfrec {

namespace {

using Words = std::vector<std::string>;

bool are_all(const ExtractedImages& images, ImageFormat format) {
  return images.formats.size() == 1 && images.formats.contains(format);
}

/// What kind jpeg must do: nothing with files that it copies, else the encoding that the images have.
std::string encoding_of(const ExtractedImages& images) {
  if (are_all(images, ImageFormat::png)) return "png";
  if (are_all(images, ImageFormat::webp)) return "webp";
  return are_all(images, ImageFormat::jpeg) && images.odd_jpegs == 0 ? "copy" : "auto";
}

std::string color_of(const ExtractedImages& images) {
  if (images.gray == 0) return {};
  return images.colored == 0 ? "gray" : "keep";
}

/// "2 images are PNG".
std::string counted_images(std::uint64_t images, std::string_view what) {
  return counted(images, "image is ", "images are ") + std::string(what);
}

/// "PNG" of "a PNG image".
std::string_view short_name(ImageFormat format) {
  return format == ImageFormat::webp ? "WebP" : info(format).record_name;
}

}  // namespace

void ExtractedImages::add(const ImageFacts& facts) {
  ++formats[facts.format];
  if (facts.channels > 0) ++(facts.channels < 3 ? gray : colored);
  if (facts.channels == 2 || facts.channels == 4) ++others;
  const bool is_usual = unusual_process(facts).empty() && (facts.channels == 1 || facts.channels == 3);
  if (facts.format == ImageFormat::jpeg && !is_usual) ++odd_jpegs;
  if (facts.exif_orientation != 1) ++turned;
  most_pixels = std::max(most_pixels, std::uint64_t{facts.width} * facts.height);
}

void ExtractedImages::add(const ExtractedImages& other) {
  for (const auto& [format, images] : other.formats) formats[format] += images;
  gray += other.gray;
  colored += other.colored;
  others += other.others;
  odd_jpegs += other.odd_jpegs;
  turned += other.turned;
  most_pixels = std::max(most_pixels, other.most_pixels);
}

Words image_options(const ExtractedImages& images, FeatureKind kind, const AgreedChoices& agreed) {
  Words words;
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) words.insert(words.end(), {option, value});
  };
  if (images.most_pixels > DecodeOptions().max_pixels)
    add("--max-pixels", std::to_string(images.most_pixels));
  add("--check", agreed.text_of("check"));
  if (images.turned > 0) add("--orientation", "ignore");
  add("--color", color_of(images));
  if (kind != FeatureKind::jpeg) return words;
  const std::string encoding = encoding_of(images);
  const auto* quality = std::get_if<std::int64_t>(agreed.option("quality"));
  const bool has_quality = encoding == "webp" && quality != nullptr && *quality != ImageOptions().quality;
  if (has_quality) add("--quality", std::to_string(*quality));
  add("--encode", encoding);
  return words;
}

std::vector<ExtractLoss> image_losses(const ExtractedImages& images, const FeatureSpec& image,
                                      const std::vector<FeatureSpec>& facts, const AgreedChoices& agreed) {
  const bool is_encoded = image.kind == FeatureKind::jpeg || image.kind == FeatureKind::png;
  if (!is_encoded) return {};
  std::vector<ExtractLoss> losses;
  const bool are_png = image.kind == FeatureKind::png || encoding_of(images) == "png";
  const ImageFormat stored = are_png ? ImageFormat::png : ImageFormat::jpeg;
  bool has_other_formats = false;
  for (const auto& [format, count] : images.formats) {
    const std::string what = counted_images(count, short_name(format));
    if (!info(format).is_decodable) {
      losses.push_back({image.name, what + ", which build does not read"});
    } else if ((format == ImageFormat::webp && are_all(images, format)) ||
               (format == stored && format == ImageFormat::png && !agreed.specs.contains(image.name))) {
      losses.push_back({image.name, what + ", which build decodes and encodes again"});
    } else if (format != stored) {
      has_other_formats = true;
      losses.push_back({image.name, what + ", which build stores as " + std::string(short_name(stored))});
    }
  }
  if (images.odd_jpegs > 0 && !are_png) {
    losses.push_back({image.name, counted(images.odd_jpegs, "JPEG is", "JPEGs are") +
                                      " CMYK or not baseline, and build decodes and encodes " +
                                      (images.odd_jpegs == 1 ? "it" : "them") + " again"});
  }
  if (losses.empty()) return losses;
  for (const FeatureSpec& fact : facts) {
    const bool is_of_channels = fact.kind == FeatureKind::channels || fact.kind == FeatureKind::colorspace;
    const bool differs = fact.kind == FeatureKind::sha256 ||
                         (fact.kind == FeatureKind::format && has_other_formats) ||
                         (is_of_channels && images.others > 0);
    if (differs) losses.push_back({fact.name, "it follows from the images"});
  }
  return losses;
}

}  // namespace tfrec
