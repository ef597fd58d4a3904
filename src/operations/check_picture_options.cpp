// SPDX-License-Identifier: Apache-2.0
#include "operations/check_picture_options.hpp"

#include <string>

#include "base/error.hpp"
#include "base/shell_word.hpp"
#include "operations/option_words.hpp"

namespace tfrec {

void check_picture_options(const PictureOptions& options) {
  const ResizeOptions defaults;
  const Fit fit = options.resize.fit;
  const std::string word = shell_option("--fit", word_of(fit_words(), fit));
  const bool is_resized = options.resize.wanted() || !options.sizes.empty();
  if (fit != defaults.fit && !is_resized) {
    throw Error(ErrorKind::usage, "", word + " has nothing to decide: there is no size",
                "give one with --size or --sizes");
  }
  if (options.resize.pad_rgb != defaults.pad_rgb && fit != Fit::pad) {
    throw Error(ErrorKind::usage, "", "--pad-color has nothing to decide: nothing is padded",
                "add --fit pad, or leave it out");
  }
  if (fit != Fit::shorter && fit != Fit::longer) return;
  for (const ResizeOptions& size : options.variants()) {
    if (size.width == size.height) continue;
    const std::string sides = std::to_string(size.width) + "x" + std::to_string(size.height);
    throw Error(ErrorKind::usage, "", word + " takes one side, not " + sides,
                "for instance --size " + std::to_string(size.width));
  }
}

}  // namespace tfrec
