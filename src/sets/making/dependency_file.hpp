// SPDX-License-Identifier: Apache-2.0
// `build --depfile`: what a set is made from, for make.
#pragma once

#include <filesystem>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "sets/making/output_check.hpp"
#include "sets/plan/prepare_build.hpp"

namespace tfrec {

/// The files that options name: table, classes, an earlier manifest, configuration.
std::vector<std::filesystem::path> input_files(const BuildOptions& options);

/// What a build or a plan with these options must not write over.
OutputCheck output_check(const BuildOptions& options);

/// Looks whether --depfile can be written, before hours of work. Throws Error as OutputCheck::require() does,
/// and usage if make can't write OUT's name. Nothing if it is not asked for.
void require_dependency_file(const BuildOptions& options);

/// Writes it, whole or not at all: OUT/manifest.json depends on every image of the folders, on these folders
/// (whose times move when an image is added) and on the files that options name. The folders that OUT and
/// the file itself are in are left out, or make would never settle. Warns of names that make can't express.
/// Throws Error (machine).
void write_dependency_file(const std::vector<BuildPart>& parts, Observer& observer);

}  // namespace tfrec
