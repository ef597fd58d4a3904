// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/options/option_list.hpp"
#include "sets/options/build_options.hpp"

namespace tfrec::cli {

/// Declares the options about splits in `list`, bound to `options`.
void add_split_options(OptionList& list, BuildOptions& options);

}  // namespace tfrec::cli
