// SPDX-License-Identifier: Apache-2.0
// The words of options that choose one of several ways, as flags take and manifests record them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dataset/boxes/box.hpp"
#include "dataset/order/dealing.hpp"
#include "dataset/samples/samples.hpp"
#include "records/image/image_options.hpp"
#include "records/masks/mask_rules.hpp"
#include "sets/options/split_options.hpp"
#include "shards/names/set_names.hpp"

namespace tfrec {

template <class Value>
using Words = std::vector<std::pair<std::string, Value>>;

const Words<Fit>& fit_words();
const Words<Interpolation>& interpolation_words();
const Words<ColorPolicy>& color_words();
const Words<OrientationPolicy>& orientation_words();
const Words<ConversionPolicy>& conversion_words();
const Words<Encoding>& encoding_words();
const Words<Check>& check_words();
const Words<Dedupe>& dedupe_words();
const Words<RecordPer>& record_per_words();
const Words<BoxFormat>& box_format_words();
const Words<BoxUnits>& box_units_words();
const Words<BoxSize>& box_size_words();
const Words<BadBoxes>& bad_boxes_words();
const Words<MaskOrientation>& mask_orientation_words();
const Words<NameStyle>& name_style_words();
const Words<EqualShards>& equal_words();

template <class Value>
std::string word_of(const Words<Value>& words, Value value) {
  for (const auto& [word, meaning] : words) {
    if (meaning == value) return word;
  }
  return {};
}

template <class Value>
bool value_of(const Words<Value>& words, std::string_view word, Value& value) {
  for (const auto& [known, meaning] : words) {
    if (known != word) continue;
    value = meaning;
    return true;
  }
  return false;
}

}  // namespace tfrec
