// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "cli/options/option_list.hpp"
#include "sets/options/build_options.hpp"

namespace tfrec::cli {

/// Declares the options about images in `list`, bound to `options`.
void add_image_options(OptionList& list, BuildOptions& options);

/// Declares --max-bad, described by `text`.
void add_max_bad_option(OptionList& list, const std::function<void(const BadLimit&)>& store,
                        std::string text);

}  // namespace tfrec::cli
