// SPDX-License-Identifier: Apache-2.0
// Which images of an earlier set get into other splits: a model must not be tested with what it was trained
// on.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "base/concurrency/observer.hpp"
#include "sets/options/build_options.hpp"
#include "sets/splits/choose_splits.hpp"

namespace tfrec {

/// How many images are dealt to another split than in a set, the folder of its manifest.json or that file;
/// those whose split a column gives do not count, nor those found by file name alone, which may be others.
/// Reads all its records. Nothing if that is not known, as where a shard is missing, or records do not name
/// their images. Throws Error (machine, interrupted, terminated).
std::optional<std::uint64_t> count_moved(const std::filesystem::path& set, const BuildInput& input,
                                         const ChosenSplits& chosen, unsigned threads, Observer& observer);

/// Warns if --split or --folds deals images of the set of --like, which were dealt there, to other splits. A
/// set of as many images is dealt alike, and is not read.
void warn_of_new_deal(const BuildOptions& options, const BuildInput& input, const ChosenSplits& chosen,
                      Observer& observer);

/// Warns if images of the set in OUT, which is replaced, get into other splits.
void warn_of_moved(const BuildOptions& options, const BuildInput& input, const ChosenSplits& chosen,
                   Observer& observer);

}  // namespace tfrec
