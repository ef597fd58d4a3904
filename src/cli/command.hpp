// SPDX-License-Identifier: Apache-2.0
// What a command is: one file cli/commands/NAME.cpp with the function NAME_command(), one page
// docs/commands/NAME.md.
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace tfrec::cli {

class Console;
class OptionList;

/// The exit codes of every command; docs/commands/README.md explains them to users.
enum class ExitCode { good = 0, bad_data = 1, usage = 2, machine = 3, interrupted = 130, terminated = 143 };

ExitCode exit_code_of(ErrorKind kind);

/// The work of a command, its options bound. Runs after and outside the parser; reports trouble by throwing
/// Error.
using Run = std::function<ExitCode(Console&)>;

/// A command line and what it is for, as help and man pages end with. Tests parse each.
struct Example {
  std::string_view command;
  std::string_view purpose;
};

/// The headings of the list of commands, in this order.
enum class Topic { make, look, take };

struct Command {
  std::string_view name;
  Topic topic;
  std::string_view summary;       // one line in the list of commands
  std::vector<Example> examples;  // at least two
  /// Declares options in the list, bound to a struct the returned Run owns. Touches no file.
  Run (*setup)(OptionList& list);
};

/// All commands, in the order of `tfrec --help`.
std::span<const Command> commands();

}  // namespace tfrec::cli
