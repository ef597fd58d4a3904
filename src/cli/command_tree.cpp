// SPDX-License-Identifier: Apache-2.0
#include "cli/command_tree.hpp"

#include <algorithm>
#include <string>

#include "cli/flags/standard_options.hpp"

namespace tfrec::cli {

CommandEntry::CommandEntry(const Command& row) : command(row), options(std::string(row.name)) {
  add_help_option(options);
  run = row.setup(options);
  add_standard_options(options, standard);
}

CommandTree::CommandTree() {
  add_help_option(program);
  program.flag("-V,--version", {}, "Print the version and exit");
  program.flag(
      "--licenses", [](bool) {}, "Print the licences and exit");
  for (const Command& command : commands()) entries.emplace_back(command);
}

const CommandEntry* CommandTree::find(std::string_view name) const {
  const auto found =
      std::ranges::find_if(entries, [&](const CommandEntry& entry) { return entry.command.name == name; });
  return found == entries.end() ? nullptr : &*found;
}

ParsedWords CommandTree::parse(const std::vector<std::string>& words) {
  std::vector<OptionList*> lists;
  for (CommandEntry& entry : entries) lists.push_back(&entry.options);
  return cli::parse(program, lists, words);
}

}  // namespace tfrec::cli
