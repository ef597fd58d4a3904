// SPDX-License-Identifier: Apache-2.0
// Layouts known by name: each is a list of features and nothing else.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "example/feature_spec.hpp"

namespace tfrec {

/// Features are written as --feature takes them, with these words for what only the table knows:
///   @image    the image column
///   @label    the one label column
///   @labels   all label columns, in order
///   @each     a label column: one feature for each of them
///   auto      as kind: int64 for whole numbers, float for numbers, index for text that repeats, else bytes
///   number    as kind: int64 for whole numbers, else index
/// and with a '?' before '=' for a feature that records have only if the table has its column.
struct Preset {
  std::string_view name;
  std::string_view summary;  // who reads it so
  std::vector<std::string_view> features;
  int label_base = 0;  // the first class id

  bool has_boxes() const;
};

/// The image column in a preset's features.
inline constexpr std::string_view k_image_column_word = "@image";
/// Whether a feature of --feature may have it, too: one that is made from cells.
bool takes_image_column_word(const FeatureSpec& spec);

/// All presets; the first is the default. To add one, add one entry here.
std::span<const Preset> presets();

/// Throws Error (usage) with the nearest name.
const Preset& preset_named(std::string_view name);

}  // namespace tfrec
