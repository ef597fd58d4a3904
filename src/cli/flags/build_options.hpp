// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sets/options/build_options.hpp"

namespace CLI {
class App;
}

namespace tfrec::cli {

/// Declares what build and plan share: input, records, images, shards, memory; and lists layouts and kinds
/// below.
void add_build_options(CLI::App& app, BuildOptions& options);

}  // namespace tfrec::cli
