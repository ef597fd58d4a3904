// SPDX-License-Identifier: Apache-2.0
// Images that no row names, and copies among them.
#pragma once

#include <cstdint>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "dataset/folder/image_folder.hpp"
#include "dataset/join/join.hpp"
#include "dataset/samples/samples.hpp"

namespace tfrec {

/// By their places in the folder. Rows that options left out count as rows.
std::vector<std::uint32_t> unlisted_images(const ImageFolder& folder, const Join& join);

/// Notes which images without a row have the bytes of one with a row. Reads only files of equal size, and
/// nothing where more than 1,000 images have no row: they are another set then. Takes samples of `join`.
void report_unlisted_copies(const Samples& samples, const Join& join, Observer& observer);

}  // namespace tfrec
