// SPDX-License-Identifier: Apache-2.0
// Copies among the images that no row names.
#pragma once

#include "base/concurrency/observer.hpp"
#include "dataset/join/join.hpp"
#include "dataset/samples/samples.hpp"

namespace tfrec {

/// Notes which images without a row have the bytes of one with a row. Reads only files of equal size, and
/// nothing where more than 1,000 images have no row: they are another set then. Takes samples of `join`.
void report_unlisted_copies(const Samples& samples, const Join& join, Observer& observer);

}  // namespace tfrec
