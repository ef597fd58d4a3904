// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/options/option_list.hpp"
#include "cli/terminal/console.hpp"

namespace tfrec::cli {

/// Declares -h/--help.
void add_help_option(OptionList& list);

/// Declares what every command takes: --json, --quiet, --verbose, --threads, --config, --print-config.
void add_standard_options(OptionList& list, StandardOptions& options);

}  // namespace tfrec::cli
