// SPDX-License-Identifier: Apache-2.0
#include "sets/options/check_image_options.hpp"

#include <string>

#include "base/error.hpp"
#include "base/text/shell_word.hpp"
#include "sets/options/option_words.hpp"

namespace tfrec {

void check_image_options(const ImageOptions& options) {
  const ResizeOptions defaults;
  const Fit fit = options.resize.fit;
  const std::string word = shell_option("--fit", word_of(fit_words(), fit));
  const bool is_resized = options.resize.wanted() || !options.sizes.empty();
  if (fit != defaults.fit && !is_resized) {
    throw Error(ErrorKind::usage, "", word + " has no effect: there is no size",
                "give one with --size or --sizes");
  }
  if (options.resize.pad_rgb != defaults.pad_rgb && fit != Fit::pad) {
    throw Error(ErrorKind::usage, "", "--pad-color has no effect: nothing is padded",
                "add --fit pad, or leave it out");
  }
  if (fit != Fit::shorter && fit != Fit::longer) return;
  for (const ResizeOptions& size : options.variants()) {
    if (size.width == size.height) continue;
    const std::string sides = extent_text({size.width, size.height});
    throw Error(ErrorKind::usage, "", word + " takes one side, not " + sides,
                "for instance --size " + std::to_string(size.width));
  }
}

void check_without_image(const ImageOptions& options) {
  const ImageOptions defaults;
  const auto refuse_if = [](bool given, const std::string& option) {
    if (!given) return;
    throw Error(ErrorKind::usage, "", option + " has no effect: no feature stores an image",
                "leave it out, or add --feature image=jpeg");
  };
  const ResizeOptions& resize = options.resize;
  refuse_if(resize.wanted(), "--size");
  refuse_if(!options.sizes.empty(), "--sizes");
  refuse_if(resize.no_upscale, "--no-upscale");
  refuse_if(resize.interpolation != defaults.resize.interpolation, "--interpolation");
  refuse_if(options.reduced_decode, "--reduced-decode");
  refuse_if(options.encoding != defaults.encoding, "--encode");
  refuse_if(options.quality != defaults.quality, "--quality");
  refuse_if(options.quality_cap, "--quality-cap");
  refuse_if(options.strip, "--strip");
  refuse_if(options.statistics, "--stats");
}

void warn_of_unused_quality(const ImageOptions& options, const RecordLayout& layout, Observer& observer) {
  if (!layout.stores_image() || layout.like_earlier) return;
  std::string why;
  if (!layout.has(FeatureKind::jpeg)) {
    why = "no feature stores a JPEG";
  } else if (options.encoding == Encoding::png) {
    why = "--encode png loses nothing";
  } else if (options.encoding == Encoding::copy) {
    why = "--encode copy stores images unchanged";
  }
  if (!why.empty() && options.quality != ImageOptions().quality)
    observer.warning("--quality has no effect: " + why);
  if (why.empty() && options.encoding == Encoding::webp) why = "--encode webp stores no JPEG";
  if (why.starts_with("--encode webp")) observer.note("--encode webp: TensorFlow does not decode WebP");
  if (!why.empty() && options.quality_cap) observer.warning("--quality-cap has no effect: " + why);
}

}  // namespace tfrec
