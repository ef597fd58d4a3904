// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace tfrec {

/// The texts of all items, with `between` between two of them.
template <class Items, class ToText = std::identity>
std::string joined(const Items& items, std::string_view between, const ToText& to_text = {}) {
  std::string text;
  bool is_first = true;
  for (const auto& item : items) {
    if (!is_first) text += between;
    is_first = false;
    text += to_text(item);
  }
  return text;
}

}  // namespace tfrec
