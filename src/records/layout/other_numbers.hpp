// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/concurrency/observer.hpp"
#include "records/layout/layout_input.hpp"
#include "records/layout/record_layout.hpp"

namespace tfrec {

/// Warns where the numbers of one column stand for the classes of another, and records would number these
/// classes otherwise: two features with different ids for one class.
void warn_of_other_numbers(const std::vector<BoundFeature>& features, const LayoutInput& input,
                           Observer& observer);

}  // namespace tfrec
