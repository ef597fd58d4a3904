// SPDX-License-Identifier: Apache-2.0
// A set that is complete from the same input is left alone.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "sets/making/build_part.hpp"

namespace tfrec {

/// Nanoseconds since 1970, by the clock file systems stamp files with.
std::int64_t file_clock_now();
/// Sets the time of modification of a file in a staging folder; never through a link. Throws Error (machine).
void set_modified(const std::filesystem::path& file, std::int64_t nanoseconds);
/// The same of a file of a set, which may be a link to one (DVC, git-annex): make looks at the time of what
/// it leads to. False where the disk is read-only or the file is another user's.
bool set_modified_if_allowed(const std::filesystem::path& file, std::int64_t nanoseconds);

/// The comparison of the set in OUT with the one that is asked for.
struct Comparison {
  bool same = false;
  std::string difference;      // for people; empty if it is not known
  bool damaged = false;        // it is the same set, but a file is missing or changed
  bool may_deal_anew = false;  // images of the set may get into other splits
};

/// What is wrong with a file of the set in `out`, for people; empty if all are as they should be. Shards are
/// compared by size, and `by_checksum` if asked for, which reads them.
std::string damage_of_set(const std::filesystem::path& out, const Manifest& manifest, bool by_checksum,
                          unsigned threads);

/// That a set leaves out more bad images than the options of `parts` allow, for people; empty if it does not.
std::string excess_of_bad_images(const Manifest& manifest, const std::vector<BuildPart>& parts);

/// Compares the manifest in `out` with what `parts` would make: the fingerprint, then the shards it lists by
/// their sizes (with --overwrite, also by their checksums) and the files beside them, then, where an image
/// changed after the manifest's time, all images by content. Throws Error where an image can't be read.
Comparison compare_with_set(const std::filesystem::path& out, const std::vector<BuildPart>& parts,
                            const std::string& fingerprint);

/// How the plan in `file` (a manifest) differs from the `planned` set of these labelled samples, for people;
/// empty if it does not. A damaged file counts as another plan.
std::string plan_difference(const std::filesystem::path& file, const Manifest& planned,
                            const Samples& samples);

/// What `build --json` prints of the set in `out`: its manifest, and "bad" from bad.csv.
std::string report_of_set(const std::filesystem::path& out);

}  // namespace tfrec
