// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "example/presets.hpp"
#include "records/layout/layout_input.hpp"

namespace tfrec {

/// The features of a preset for this table: its words replaced by columns, its `auto` kinds by what the
/// columns hold. Text becomes a class index; with more than 1,000 distinct values or none that repeats it
/// becomes bytes, and so do numbers with leading zeros, for an int64 would lose them. Throws Error (usage)
/// where a preset needs one label column and there are several candidates, or none. Reports to `observer`
/// columns that a few values keep from being numbers.
std::vector<FeatureSpec> expand_preset(const Preset& preset, const LayoutInput& input, Observer& observer);

/// Notes the columns that the preset would store, but --label-column leaves out, and that are in none of all
/// features. A warning where --stratify names one.
void note_unstored_columns(const Preset& preset, const LayoutInput& input,
                           const std::vector<FeatureSpec>& features, Observer& observer);

}  // namespace tfrec
