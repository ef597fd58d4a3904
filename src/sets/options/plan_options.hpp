// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sets/options/build_options.hpp"
#include "sets/options/set_choices.hpp"

namespace tfrec {

/// Takes over what else than records a manifest says of a build: which rows take part, their splits, order
/// and shards, and what shards are called. With take_options() that is all that decides about bytes. Throws
/// Error (bad_data) where the manifest holds a value that no option takes.
void take_plan_options(const SetChoices& earlier, BuildOptions& options);

}  // namespace tfrec
