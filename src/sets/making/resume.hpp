// SPDX-License-Identifier: Apache-2.0
// What of a set is there already: shards an interrupted build finished, and those of a complete set that is
// replaced. They are taken as they are, not made again, where their images are as they were.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "sets/making/build_part.hpp"
#include "shards/manifest/manifest.hpp"
#include "shards/publish/staging.hpp"

namespace tfrec {

/// Readies the staging folder for a build of `planned` (with its fingerprint and plan) that began at `begun`.
/// An unfinished build of the same plan is kept, and the time is returned when it began; one of another plan
/// is refused with Error (usage), or cleared where `overwrite`.
std::int64_t open_staging(const Staging& staging, const Manifest& planned, const BuildPart& first,
                          bool overwrite, std::int64_t begun);

/// Takes those of the `wanted` shards that are finished in the stores (one per part) into the parts; those
/// whose images changed, where any image changed after `since`, are forgotten. Returns how many there are.
std::size_t take_finished(std::vector<BuildPart>& parts, const std::vector<ShardStore>& stores,
                          const ShardNumbers& wanted, std::int64_t since);

/// Says how many shards are there already, if there are any.
void report_kept(std::size_t shards, Observer& observer);

/// The same with shards of the complete set in `out`, of the same plan; shards that left out bad images are
/// made again, and with --equal, which hides which they are, all shards of a set with bad images.
std::size_t take_published(std::vector<BuildPart>& parts, const std::vector<ShardStore>& stores,
                           const std::filesystem::path& out, const Manifest& manifest, bool reread);

}  // namespace tfrec
