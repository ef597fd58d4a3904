// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "sets/making/build_part.hpp"
#include "shards/manifest/manifest.hpp"
#include "shards/publish/existing_set.hpp"

namespace tfrec {

/// Throws Error (usage) if something that no set owns is in `out` in place of a file or folder of the
/// planned set.
void require_free_places(const std::filesystem::path& out, const ExistingSet& existing,
                         const Manifest& planned);

/// Gives the finished shards of all parts their final names, with the files beside them and the manifest
/// last, whose time becomes `begun`.
void publish_set(Manifest& set, const std::vector<BuildPart>& parts, const std::filesystem::path& staging,
                 const ExistingSet& existing, std::int64_t begun);

/// Removes the staging folder beside a published set: one that was killed right after it had published leaves
/// it. An unfinished build of another set stays.
void remove_leftovers(const std::filesystem::path& out);

}  // namespace tfrec
