// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/concurrency/observer.hpp"
#include "records/layout/record_layout.hpp"
#include "sets/input/build_input.hpp"
#include "sets/options/build_options.hpp"
#include "sets/options/earlier_set.hpp"

namespace tfrec {

/// The layout the options ask for: a preset's features (or those of an `earlier` set), then
/// --feature ones, which define or replace one each; --feature alone gives just those. Bound to the input;
/// what was chosen is reported.
RecordLayout choose_layout(const BuildOptions& options, const BuildInput& input, const EarlierSet* earlier,
                           Observer& observer);

/// The features of that layout, before they are bound. Needs the profiles of the input.
std::vector<FeatureSpec> choose_features(const BuildOptions& options, const BuildInput& input,
                                         const EarlierSet* earlier, Observer& observer);

/// Whether the layout the options ask for stores raw values, so that .npy files count as images. Throws Error
/// (usage) where a --feature is malformed.
Inputs inputs_of(const BuildOptions& options, const EarlierSet* earlier);

/// The same for a layout that is bound.
Inputs inputs_of(const RecordLayout& layout);

}  // namespace tfrec
