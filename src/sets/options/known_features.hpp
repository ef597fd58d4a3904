// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "example/feature_spec.hpp"
#include "sets/options/build_options.hpp"
#include "sets/options/earlier_set.hpp"

namespace tfrec {

/// The features that the options ask for whatever the table contains: those of --feature, of an `earlier`
/// set, and those of the layout that need no column to be chosen. Throws Error (usage) where one is
/// malformed.
std::vector<FeatureSpec> known_features(const BuildOptions& options, const EarlierSet* earlier);

/// Whether a feature is made from masks that names pair with images. Without --masks and --mask-suffix, a set
/// made with --like leaves it out.
bool needs_masks(const FeatureSpec& spec);

/// Layout auto beside --masks, if no --feature is a mask.
bool adds_mask(const BuildOptions& options);
FeatureSpec added_mask();

}  // namespace tfrec
