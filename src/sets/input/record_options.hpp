// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/concurrency/observer.hpp"
#include "records/layout/record_layout.hpp"
#include "sets/input/build_input.hpp"
#include "sets/options/build_options.hpp"
#include "sets/options/earlier_set.hpp"
#include "sets/options/option_table.hpp"

namespace tfrec {

/// The options that decide about the set, with what was chosen for those that were not given.
RecordedOptions recorded_options(const BuildOptions& options, const BuildInput& input,
                                 const RecordLayout& layout);

/// The earlier set's features for this table. A feature whose column is missing is left out with a warning: a
/// test set has no labels. The image column may have another name.
std::vector<FeatureSpec> features_like(const EarlierSet& earlier, const BuildInput& input,
                                       Observer& observer);

}  // namespace tfrec
