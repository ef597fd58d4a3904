// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command.hpp"
#include "cli/terminal/console.hpp"

namespace tfrec::cli {

/// A parsed command line: which command, with what. Parsing reads and writes no file; running is main's
/// affair.
struct Invocation {
  StandardOptions options;
  Run run;
};

/// Parses argv. `--help`, `--version` and no command at all give a Run that prints the text. Throws Error
/// (usage), with the nearest known name as hint, for anything that can't work as given.
Invocation parse_command_line(int argc, const char* const* argv);

/// Whether `--json` is among the arguments: needed to report an error of the parsing itself.
bool wants_json(int argc, const char* const* argv);

}  // namespace tfrec::cli
