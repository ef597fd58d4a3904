// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/concurrency/observer.hpp"
#include "sets/input/build_input.hpp"

namespace tfrec {

/// Leaves out the rows whose images the options' filter does not take, counts them in `input` and tells
/// them. Reads image headers, and nothing where no filter is set. Throws Error (bad_data) where none is left.
void filter_input(BuildInput& input, const BuildOptions& options, Observer& observer);

}  // namespace tfrec
