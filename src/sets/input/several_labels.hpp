// SPDX-License-Identifier: Apache-2.0
// Columns with several labels in a cell, and the options that store them as labels.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "example/feature_spec.hpp"
#include "sets/input/build_input.hpp"

namespace tfrec {

/// Points out columns of which the layout `preset` takes each cell for one label or text, although cells look
/// like several. `features` are those of the preset; `given` replace some of them.
void point_out_several_labels(const BuildInput& input, const std::string& preset,
                              const std::vector<FeatureSpec>& features, const std::vector<FeatureSpec>& given,
                              Observer& observer);

/// "--layout auto --feature tags=multihot:tags" for a column whose cells contain the separator, in place of
/// its features; empty if there is none.
std::string several_labels_hint(const BuildInput& input, const std::string& preset,
                                const std::vector<FeatureSpec>& features, const std::string& separator);

}  // namespace tfrec
