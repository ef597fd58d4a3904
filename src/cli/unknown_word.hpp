// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/command_tree.hpp"

namespace tfrec::cli {

/// "see 'tfrec build --help'", or the help of tfrec where there is no command.
std::string see_help(const OptionList* command);

/// The Error (usage) for an option, a command or an argument that does not exist, with what the user may have
/// meant. No `command`: the word is where a command belongs.
Error unknown_word(const CommandTree& tree, const OptionList* command, const std::string& word);

}  // namespace tfrec::cli
