// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tfrec {

/// The items of "a,b,\"c, d\"": one that holds a comma or a quote is quoted as in CSV.
struct CommaList {
  std::vector<std::string> items;
  std::string problem;  // empty: it is sound
};

/// Takes a name off the front of `text`, up to the first `end`; or one that is quoted as in CSV,
/// up to its closing quote. Nothing if that quote is missing.
std::optional<std::string> take_name(std::string_view& text, char end);

/// A name as take_name reads it back; an empty one is quoted.
std::string quoted_name(const std::string& name, char end);

/// An empty text is one empty item. In a list of several an empty one is a mistake, unless it is quoted.
CommaList parse_comma_list(std::string_view text);

}  // namespace tfrec
