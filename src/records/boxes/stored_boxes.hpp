// SPDX-License-Identifier: Apache-2.0
// Boxes follow their image into its stored form.
#pragma once

#include <span>
#include <vector>

#include "dataset/boxes/sample_boxes.hpp"
#include "image/decode_options.hpp"
#include "image/facts/image_facts.hpp"
#include "image/resize_options.hpp"

namespace tfrec {

/// What boxes are compared with: not known if the header states no size.
SourceFrame source_frame(const ImageFacts& facts, OrientationPolicy orientation);

/// Boxes as fractions of the stored image, from those of the upright source. A crop cuts them: those of which
/// nothing is left, or less than `min_visible` of the area, are left out, and those that then equal another
/// of their class.
std::vector<RowBox> stored_boxes(std::span<const RowBox> boxes, const Placement& placement,
                                 double min_visible);

}  // namespace tfrec
