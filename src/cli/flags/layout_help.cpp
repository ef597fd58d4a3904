// SPDX-License-Identifier: Apache-2.0
#include "cli/flags/layout_help.hpp"

#include "cli/terminal/text_wrap.hpp"
#include "example/presets.hpp"

namespace tfrec::cli {

std::string layouts_and_kinds() {
  constexpr std::size_t k_layout_indent = 14;
  constexpr std::size_t k_kind_indent = 22;
  std::string text =
      "Layouts (@image, @label, @labels: the image column, the label column, all label\n"
      "columns; @each: once per label column; auto, number: the kind its values want):\n";
  for (const Preset& preset : presets()) {
    std::string features;
    for (const std::string_view feature : preset.features) features += std::string(feature) + " ";
    text += wrapped("  " + std::string(preset.name), features, k_layout_indent);
    text += wrapped("", "(" + std::string(preset.summary) + ")", k_layout_indent);
  }
  text += "\nKinds of --feature NAME=KIND[:COLUMN,…]:\n";
  for (const FeatureKindInfo& kind : feature_kinds()) {
    const std::string columns = kind.max_columns == 0 ? "" : kind.max_columns == 1 ? ":a" : ":a,b";
    text += wrapped("  " + std::string(kind.name) + columns, kind.summary, k_kind_indent);
  }
  return text;
}

}  // namespace tfrec::cli
