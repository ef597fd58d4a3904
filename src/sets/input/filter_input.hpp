// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/concurrency/observer.hpp"
#include "sets/input/build_input.hpp"

namespace tfrec {

/// Leaves out samples whose images the filter does not take, counts them in `input` and reports them. Reads
/// image headers, or nothing if no filter is set. Throws Error (bad_data) if no sample is left.
void filter_input(BuildInput& input, const ImageFilter& filter, OrientationPolicy orientation,
                  unsigned threads, Observer& observer);

}  // namespace tfrec
