// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tfrec::cli {

bool runs_in_github_actions();

/// Text whose lines GitHub's runner does not take for a command: it obeys lines of a step's output that
/// begin with "::", blanks before it or not, and "##[" anywhere, and names in shards may hold both. What
/// they contain is written as an escape. Source: actions/runner, src/Runner.Common/ActionCommand.cs.
std::string without_commands(std::string_view text);
/// The same for JSON on one line, with the same value to a parser.
std::string json_without_commands(std::string_view json);

}  // namespace tfrec::cli
