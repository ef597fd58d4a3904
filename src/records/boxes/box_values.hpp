// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "dataset/boxes/box.hpp"
#include "example/box_form.hpp"
#include "image/resize_options.hpp"

namespace tfrec {

/// Adds the floats that records store of a box in this form. `box` is in fractions of the stored image,
/// `size` the image's in pixels.
void add_box_values(const Box& box, const BoxForm& form, const Extent& size, std::vector<float>& values);

}  // namespace tfrec
