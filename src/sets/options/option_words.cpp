// SPDX-License-Identifier: Apache-2.0
#include "sets/options/option_words.hpp"

namespace tfrec {

const Words<RecordPer>& record_per_words() {
  static const Words<RecordPer> words{{"row", RecordPer::row}, {"image", RecordPer::image}};
  return words;
}

const Words<BoxFormat>& box_format_words() {
  static const Words<BoxFormat> words{{"xyxy", BoxFormat::xyxy},
                                      {"xxyy", BoxFormat::xxyy},
                                      {"xywh", BoxFormat::xywh},
                                      {"cxcywh", BoxFormat::cxcywh}};
  return words;
}

const Words<BoxUnits>& box_units_words() {
  static const Words<BoxUnits> words{{"pixels", BoxUnits::pixels}, {"fraction", BoxUnits::fraction}};
  return words;
}

const Words<BoxSize>& box_size_words() {
  static const Words<BoxSize> words{{"check", BoxSize::check}, {"scale", BoxSize::scale}};
  return words;
}

const Words<MaskOrientation>& mask_orientation_words() {
  static const Words<MaskOrientation> words{{"auto", MaskOrientation::automatic},
                                            {"stored", MaskOrientation::stored},
                                            {"upright", MaskOrientation::upright}};
  return words;
}

const Words<BadBoxes>& bad_boxes_words() {
  static const Words<BadBoxes> words{
      {"error", BadBoxes::error}, {"clip", BadBoxes::clip}, {"drop", BadBoxes::drop}};
  return words;
}

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

const Words<ColorPolicy>& color_words() {
  static const Words<ColorPolicy> words{
      {"rgb", ColorPolicy::rgb}, {"gray", ColorPolicy::gray}, {"keep", ColorPolicy::keep}};
  return words;
}

const Words<OrientationPolicy>& orientation_words() {
  static const Words<OrientationPolicy> words{{"apply", OrientationPolicy::apply},
                                              {"ignore", OrientationPolicy::ignore},
                                              {"error", OrientationPolicy::reject}};
  return words;
}

const Words<ConversionPolicy>& conversion_words() {
  static const Words<ConversionPolicy> words{{"convert", ConversionPolicy::convert},
                                             {"error", ConversionPolicy::reject}};
  return words;
}

const Words<Encoding>& encoding_words() {
  static const Words<Encoding> words{{"reencode", Encoding::reencode},
                                     {"copy", Encoding::copy},
                                     {"auto", Encoding::automatic},
                                     {"png", Encoding::png},
                                     {"webp", Encoding::webp}};
  return words;
}

const Words<Dedupe>& dedupe_words() {
  static const Words<Dedupe> words{
      {"error", Dedupe::refuse}, {"group", Dedupe::group}, {"ignore", Dedupe::ignore}};
  return words;
}

const Words<NameStyle>& name_style_words() {
  static const Words<NameStyle> words{{"count", NameStyle::count}, {"tfds", NameStyle::tfds}};
  return words;
}

const Words<EqualShards>& equal_words() {
  static const Words<EqualShards> words{{"drop", EqualShards::drop}, {"repeat", EqualShards::repeat}};
  return words;
}

const Words<Check>& check_words() {
  static const Words<Check> words{{"full", Check::full}, {"structure", Check::structure}};
  return words;
}

}  // namespace tfrec
