// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/command_tree.hpp"

namespace tfrec::cli {

/// The hint "see 'tfrec build --help'". Without a command it names `tfrec --help`.
std::string see_help(const OptionList* command);

/// The Error (usage) for an option, a command or an argument that does not exist, with what the user may have
/// meant. No `command`: the word is where a command belongs.
Error unknown_word(const CommandTree& tree, const OptionList* command, const std::string& word);

}  // namespace tfrec::cli
