// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/text/printable.hpp"

namespace tfrec {

/// Text from a file as it stands in messages: in quotes, safe to print, at most 80 characters.
inline std::string in_quotes(std::string_view text) {
  return "'" + printable_excerpt(text, 80) + "'";
}

}  // namespace tfrec
