// SPDX-License-Identifier: Apache-2.0
#include "operations/picture_words.hpp"

namespace tfrec {

const Words<Fit>& fit_words() {
  static const Words<Fit> words{{"stretch", Fit::stretch},
                                {"crop", Fit::crop},
                                {"pad", Fit::pad},
                                {"short", Fit::shorter},
                                {"long", Fit::longer}};
  return words;
}

const Words<Interpolation>& interpolation_words() {
  static const Words<Interpolation> words{
      {"auto", Interpolation::automatic}, {"nearest", Interpolation::nearest},
      {"linear", Interpolation::linear},  {"cubic", Interpolation::cubic},
      {"area", Interpolation::area},      {"lanczos", Interpolation::lanczos}};
  return words;
}

const Words<bool>& color_words() {
  static const Words<bool> words{{"rgb", false}, {"gray", true}};
  return words;
}

}  // namespace tfrec
