// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/options/option_list.hpp"

namespace tfrec::cli {

/// What the words of a command line come to.
struct ParsedWords {
  OptionList* command = nullptr;  // nullptr: no command was given
  bool wants_short_help = false;  // -h
  bool wants_help = false;        // --help
  bool wants_version = false;
  std::vector<std::string> left_over;  // words that are not an option, a command or an argument
  std::optional<std::string> problem;  // why it can't be run, without left_over
  bool lacks_value = false;            // the problem: an option is in place of another's value
};

/// Parses the words behind the program's name: the program's options and one of the commands with its own.
/// Fills Option::given, and stores the values of the command up to the first problem.
ParsedWords parse(OptionList& program, const std::vector<OptionList*>& commands,
                  const std::vector<std::string>& words);

}  // namespace tfrec::cli
