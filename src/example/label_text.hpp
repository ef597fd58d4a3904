// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "example/example_view.hpp"

namespace tfrec {

/// Names that the text of a label may have in the same record, as many tools write it: image/class/text of
/// image/class/label, label_name of label. None if the feature is not called so.
inline std::vector<std::string> label_text_names(std::string_view label) {
  constexpr std::string_view k_label = "label";
  constexpr std::array<std::string_view, 5> k_names{"text", "label_name", "label_text", "class_name",
                                                    "class_text"};
  if (!label.ends_with(k_label)) return {};
  const std::string stem(label.substr(0, label.size() - k_label.size()));
  if (!stem.empty() && stem.back() != '/') return {};
  std::vector<std::string> names;
  for (const std::string_view name : k_names) names.push_back(stem + std::string(name));
  return names;
}

/// The feature with the text of a label. Null if there is none.
inline const FeatureView* label_text(const ExampleView& example, std::string_view label) {
  for (const std::string& name : label_text_names(label)) {
    const FeatureView* text = example.find(name);
    if (text != nullptr && text->kind == ListKind::bytes) return text;
  }
  return nullptr;
}

}  // namespace tfrec
