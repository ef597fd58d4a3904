// SPDX-License-Identifier: Apache-2.0
// All commands with their options: parsing, help, man pages and completions read them here.
#pragma once

#include <deque>
#include <string_view>
#include <vector>

#include "cli/command.hpp"
#include "cli/options/parse.hpp"
#include "cli/terminal/console.hpp"

namespace tfrec::cli {

struct CommandEntry {
  explicit CommandEntry(const Command& row);

  const Command& command;
  OptionList options;
  StandardOptions standard;
  Run run;
};

struct CommandTree {
  OptionList program{"tfrec"};
  std::deque<CommandEntry> entries;

  CommandTree();
  /// The command of that name, nullptr if there is none.
  const CommandEntry* find(std::string_view name) const;
  /// Parses the words behind the program's name.
  ParsedWords parse(const std::vector<std::string>& words);
};

}  // namespace tfrec::cli
