// SPDX-License-Identifier: Apache-2.0
// All commands and their options as CLI11 knows them: what parsing, help, man pages and completions are made
// from.
#pragma once

#include <memory>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/command.hpp"
#include "cli/terminal/console.hpp"

namespace tfrec::cli {

struct CommandEntry {
  CLI::App* app;
  std::shared_ptr<StandardOptions> options;
  Run run;
};

struct CommandTree {
  CLI::App root;
  std::vector<CommandEntry> entries;

  CommandTree();
  /// The command that was parsed, nullptr where none was.
  const CommandEntry* chosen() const;
};

}  // namespace tfrec::cli
