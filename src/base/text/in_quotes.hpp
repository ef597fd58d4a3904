// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/text/joined.hpp"
#include "base/text/printable.hpp"

namespace tfrec {

/// Text from a file as it is in messages: in quotes, safe to print, at most 80 characters.
inline std::string in_quotes(std::string_view text) {
  return "'" + printable_excerpt(text, 80) + "'";
}

/// Names as a list in a message: 'a', 'b'.
template <class Names>
std::string quoted_list(const Names& names) {
  return joined(names, ", ", in_quotes);
}

}  // namespace tfrec
