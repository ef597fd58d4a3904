// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text/ascii.hpp"

namespace tfrec {

/// Whether a cell has no value: it is empty, or contains only blanks.
inline bool is_missing(std::string_view cell) {
  return cell.find_first_not_of(" \t") == std::string_view::npos;
}

/// Whether people write this text in a cell without a value: "NA", "?".
inline bool looks_missing(std::string_view cell) {
  constexpr std::array<std::string_view, 6> k_texts{"na", "n/a", "nan", "null", "?", "-"};
  return std::ranges::find(k_texts, lowered(cell)) != k_texts.end();
}

}  // namespace tfrec
