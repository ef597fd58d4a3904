// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tfrec::cli {

inline constexpr std::size_t k_help_columns = 80;

/// `label`, then `text` from column `indent` on, broken at blanks before column `columns`; lines end without
/// blanks. A label that reaches into the text's columns gets a separate line.
std::string wrapped(const std::string& label, std::string_view text, std::size_t indent,
                    std::size_t columns = k_help_columns);

}  // namespace tfrec::cli
