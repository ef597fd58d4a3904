// SPDX-License-Identifier: Apache-2.0
#include "sets/options/known_features.hpp"

#include <algorithm>

#include "example/presets.hpp"

namespace tfrec {

namespace {

/// Lines without a word to fill in, and without '?' for what a table may lack.
void add_fixed(const Preset& preset, std::vector<FeatureSpec>& specs) {
  for (const std::string_view line : preset.features) {
    if (line.find('@') == std::string_view::npos && line.find("?=") == std::string_view::npos &&
        line.find("=number:") == std::string_view::npos)
      specs.push_back(parse_feature_spec(line));
  }
}

}  // namespace

bool adds_mask(const BuildOptions& options) {
  const bool is_auto =
      options.layout == presets().front().name || (options.layout.empty() && options.features.empty());
  const bool is_given = std::ranges::any_of(options.features, [](const std::string& text) {
    return parse_feature_spec(text).kind == FeatureKind::mask;
  });
  return is_auto && !is_given && options.like.empty() && options.masks.are_paired();
}

FeatureSpec added_mask() {
  return {"mask", FeatureKind::mask, {}};
}

bool needs_masks(const FeatureSpec& spec) {
  return spec.kind == FeatureKind::mask_format || (spec.kind == FeatureKind::mask && spec.columns.empty());
}

std::vector<FeatureSpec> known_features(const BuildOptions& options, const EarlierSet* earlier) {
  std::vector<FeatureSpec> specs;
  if (earlier != nullptr) {
    specs = earlier->features;
    if (!options.masks.are_paired()) std::erase_if(specs, needs_masks);
  } else if (!options.layout.empty()) {
    add_fixed(preset_named(options.layout), specs);
  }
  if (adds_mask(options)) specs.push_back(added_mask());
  for (const std::string& text : options.features) {
    FeatureSpec given = parse_feature_spec(text);
    std::erase_if(specs, [&](const FeatureSpec& known) { return known.name == given.name; });
    specs.push_back(std::move(given));
  }
  return specs;
}

}  // namespace tfrec
