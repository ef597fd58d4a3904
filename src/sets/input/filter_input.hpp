// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/concurrency/observer.hpp"
#include "sets/input/build_input.hpp"

namespace tfrec {

/// Leaves out the rows whose images the options' filter does not take, counts them in `input` and reports
/// them. Reads image headers, or nothing if no filter is set. Throws Error (bad_data) if no row is left.
void filter_input(BuildInput& input, const BuildOptions& options, Observer& observer);

}  // namespace tfrec
