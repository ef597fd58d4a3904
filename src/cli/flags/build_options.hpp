// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/options/option_list.hpp"
#include "sets/options/build_options.hpp"

namespace tfrec::cli {

/// Declares what build and plan share: input, records, images, shards, memory; and lists layouts and kinds
/// below.
void add_build_options(OptionList& list, BuildOptions& options);

}  // namespace tfrec::cli
