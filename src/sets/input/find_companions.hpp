// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/concurrency/observer.hpp"
#include "sets/input/build_input.hpp"
#include "sets/options/build_options.hpp"
#include "sets/options/companion_sources.hpp"

namespace tfrec {

/// Throws Error (usage) if an option of masks or files has no effect, or contradicts another.
void check_companion_options(const BuildOptions& options, const CompanionSources& sources);

/// Finds the masks and files of the samples, audits them both ways and sets the rules of masks. With
/// --allow-missing-masks, images without one are left out. Reads the headers of masks. Throws Error
/// (bad_data) if a file is missing.
void find_companions(BuildInput& input, BuildOptions& options, CompanionSources sources, Observer& observer);

/// The opener of a list of companions, and its root.
Companions companions_below(const BuildOptions& options, const CompanionSources& sources, std::size_t list);

}  // namespace tfrec
