// SPDX-License-Identifier: Apache-2.0
#include "example/box_form.hpp"

#include <algorithm>
#include <array>

namespace tfrec {

namespace {

constexpr std::array<std::string_view, 12> k_names{"xmin", "ymin", "xmax", "ymax", "width", "height",
                                                   "cx",   "cy",   "xyxy", "yxyx", "xywh",  "cxcywh"};
constexpr std::string_view k_pixels = "-pixels";

}  // namespace

std::optional<BoxForm> box_form_named(std::string_view name) {
  BoxForm form;
  form.in_pixels = name.ends_with(k_pixels);
  if (form.in_pixels) name.remove_suffix(k_pixels.size());
  const auto* const found = std::ranges::find(k_names, name);
  if (found == k_names.end()) return std::nullopt;
  form.value = static_cast<BoxValue>(found - k_names.begin());
  return form;
}

std::vector<std::string> box_form_names() {
  return {k_names.begin(), k_names.end()};
}

}  // namespace tfrec
