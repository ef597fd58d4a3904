// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sets/options/build_options.hpp"

namespace CLI {
class App;
}

namespace tfrec::cli {

/// Declares the options about splits on `app`, bound to `options`.
void add_split_options(CLI::App& app, BuildOptions& options);

}  // namespace tfrec::cli
