// SPDX-License-Identifier: Apache-2.0
// Classes that a split has no record of, or that have another id than in the set whose splits are kept.
#pragma once

#include "base/concurrency/observer.hpp"
#include "sets/options/build_options.hpp"
#include "shards/manifest/manifest.hpp"

namespace tfrec {

/// The first class column that --stratify can spread over the splits; null if there is none.
const ClassColumn* column_to_stratify(const Manifest& set);

/// Warns of classes that are tested but not trained: they have records in another split, and none in the one
/// for training, or all in one fold. Where rows were dealt, also notes the classes that another split has no
/// record of, and warns of those that --stratify should spread. Counts are those of `set`.
void report_absent_classes(const Manifest& set, const BuildOptions& options, Observer& observer);

/// Without a list of classes: notes a class of few records in each column whose name is nearly that of a
/// frequent one.
void report_likely_typos(const Manifest& set, const BuildOptions& options, Observer& observer);

/// With --keep-splits: warns of each class column in which a class has another id than in that set, if there
/// is one. Throws Error (usage) if that set is OUT, since the ids would be lost with it.
void report_renumbered_classes(const Manifest& set, const BuildOptions& options, Observer& observer);

}  // namespace tfrec
