// SPDX-License-Identifier: Apache-2.0
// The options that decide what records are, to and from a manifest.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "records/layout/record_layout.hpp"
#include "sets/input/build_input.hpp"
#include "sets/options/build_options.hpp"
#include "sets/options/set_choices.hpp"
#include "shards/manifest/set_description.hpp"

namespace tfrec {

using RecordedOptions = std::vector<std::pair<std::string, OptionValue>>;

/// The wishes for shards, as every command that writes a set records them.
void record_shard_request(const ShardRequest& request, RecordedOptions& recorded);

/// What a manifest records of the options: those that decide about bytes of shards.
RecordedOptions recorded_options(const BuildOptions& options, const BuildInput& input,
                                 const RecordLayout& layout);

/// Takes image and label options of an earlier set (--like) over into `options`. Throws Error (bad_data)
/// where the manifest holds a value that no option takes.
void take_options(const SetChoices& earlier, BuildOptions& options);

/// The earlier set's features for this table. A feature whose column is not there is left out, and that is
/// said: a test set has no labels. The image column may be called otherwise.
std::vector<FeatureSpec> features_like(const SetChoices& earlier, const BuildInput& input,
                                       Observer& observer);

}  // namespace tfrec
