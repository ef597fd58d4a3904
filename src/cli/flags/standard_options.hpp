// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/terminal/console.hpp"

namespace CLI {
class App;
}

namespace tfrec::cli {

/// Declares --json, -q/--quiet, -v/--verbose and -j/--threads.
void add_standard_options(CLI::App& app, StandardOptions& options);

}  // namespace tfrec::cli
