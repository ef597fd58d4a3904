// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "sets/options/build_options.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace tfrec::cli {

/// Declares the options about images on `app`, bound to `options`.
void add_image_options(CLI::App& app, BuildOptions& options);

/// Declares --max-bad, described by `text`.
CLI::Option* add_max_bad_option(CLI::App& app, const std::function<void(const BadLimit&)>& take,
                                const std::string& text);

}  // namespace tfrec::cli
