// SPDX-License-Identifier: Apache-2.0
// What a subcommand is: one row of the table in commands.cpp, one file cli/NAME.cpp, one page
// docs/commands/NAME.md.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "base/error.hpp"

namespace CLI {
class App;
}

namespace tfrec::cli {

class Console;

/// The exit codes of every command; docs/commands/README.md explains them to users.
enum class ExitCode { good = 0, bad_data = 1, usage = 2, machine = 3, interrupted = 130, terminated = 143 };

ExitCode exit_code_of(ErrorKind kind);

/// The work of a command, its options bound. Runs after and outside the parser; reports trouble by throwing
/// Error.
using Run = std::function<ExitCode(Console&)>;

struct Command {
  std::string_view name;
  std::string_view topic;    // the heading it stands below in the list of commands
  std::string_view summary;  // one line there
  /// Declares options on `app`, bound to a struct the returned Run owns. Touches no file.
  Run (*setup)(CLI::App& app);
};

/// All commands, in the order of `tfrec --help`.
std::span<const Command> commands();

}  // namespace tfrec::cli
