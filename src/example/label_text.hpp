// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "example/example_view.hpp"

namespace tfrec {

/// The feature with the text of a label in the same record, as many tools write it: image/class/text of
/// image/class/label, label_name of label. Null if there is none.
inline const FeatureView* label_text(const ExampleView& example, std::string_view label) {
  constexpr std::string_view k_label = "label";
  constexpr std::array<std::string_view, 5> k_text_names{"text", "label_name", "label_text", "class_name",
                                                         "class_text"};
  if (!label.ends_with(k_label)) return nullptr;
  const std::string stem(label.substr(0, label.size() - k_label.size()));
  if (!stem.empty() && stem.back() != '/') return nullptr;
  for (const std::string_view name : k_text_names) {
    const FeatureView* text = example.find(stem + std::string(name));
    if (text != nullptr && text->kind == ListKind::bytes) return text;
  }
  return nullptr;
}

}  // namespace tfrec
