// SPDX-License-Identifier: Apache-2.0
// Words of a printed command: whoever types or pastes them passes exactly the given value.
#pragma once

#include <string>
#include <string_view>

namespace tfrec {

/// `word` as one word of a POSIX shell: bash, dash, zsh and ksh read it back, and fish where it has no $'…'.
/// Plain words stay as they are, others are in single quotes. Those with characters that printable() would
/// escape are in $'…' (not in dash), so the result is always safe to print and printable() keeps it as it is.
std::string shell_word(std::string_view word);

/// A path as an operand, or as the value of an option: a leading '-' gets "./" in front.
std::string shell_path(std::string_view path);

/// An option and its value: "--name VALUE", and "--name=VALUE" where the value begins with '-'.
std::string shell_option(std::string_view name, std::string_view value);

}  // namespace tfrec
