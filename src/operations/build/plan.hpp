// SPDX-License-Identifier: Apache-2.0
// `tfrec plan`: what a build would write, without encoding more than the size sample.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "sets/making/build_part.hpp"
#include "sets/options/build_options.hpp"
#include "shards/manifest/manifest.hpp"

namespace tfrec {

/// Looks at what was planned.
using PlanLook = std::function<void(const std::vector<BuildPart>& parts, const Manifest& set)>;

/// The set as build() would describe it, shards and sizes predicted. Takes build's options; `out` is not
/// looked at. Throws Error as build() does.
Manifest plan(const BuildOptions& options, Observer& observer, const PlanLook& look = {});

/// The same, and writes `file` for parts of a build and finish. Throws Error as save_plan() does, too.
Manifest plan_into_file(const BuildOptions& options, const std::filesystem::path& file, Observer& observer,
                        const PlanLook& look = {});

}  // namespace tfrec
