// SPDX-License-Identifier: Apache-2.0
#include "cli/flags/layout_help.hpp"

#include "cli/terminal/text_wrap.hpp"
#include "example/presets.hpp"

namespace tfrec::cli {

std::string layouts_and_kinds(std::size_t columns) {
  constexpr std::size_t k_layout_indent = 14;
  constexpr std::size_t k_kind_indent = 22;
  std::string text = wrapped(
      "",
      "Layouts (@image, @label, @labels: the image column, the label column, all label columns; @each: "
      "once per label column; auto, number: the kind that fits the values):",
      0, columns);
  for (const Preset& preset : presets()) {
    std::string features;
    for (const std::string_view feature : preset.features) features += std::string(feature) + " ";
    text += wrapped("  " + std::string(preset.name), features, k_layout_indent, columns);
    text += wrapped("", "(" + std::string(preset.summary) + ")", k_layout_indent, columns);
  }
  text += "\nKinds of --feature NAME=KIND[:COLUMN,…]:\n";
  for (const FeatureKindInfo& kind : feature_kinds()) {
    const std::string takes = kind.max_columns == 0 ? "" : kind.max_columns == 1 ? ":a" : ":a,b";
    text += wrapped("  " + std::string(kind.name) + takes, kind.summary, k_kind_indent, columns);
  }
  return text;
}

}  // namespace tfrec::cli
