// SPDX-License-Identifier: Apache-2.0
// What build and plan share: everything up to the main pass.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "records/layout/record_layout.hpp"
#include "records/make/record_maker.hpp"
#include "records/make/size_sample.hpp"
#include "sets/input/build_input.hpp"
#include "sets/options/build_options.hpp"
#include "sets/plan/build_plan.hpp"
#include "sets/splits/choose_splits.hpp"

namespace tfrec {

/// Input read and audited, the layout bound. Its parts point at each other: not copied or moved.
struct PreparedBuild {
  BuildOptions options;  // as given, with what --like brought
  std::unique_ptr<BuildInput> input;
  RecordLayout layout;
  ChosenSplits splits;
  std::unique_ptr<RecordMaker> maker;

  /// --memory, at most half of what control groups allow.
  MakeLimits limits() const;
  /// How --dedupe compares images.
  RepeatSearch repeat_search() const;
};

/// Numbers samples from `first` if records store their numbers.
void number_if_stored(Samples& samples, const RecordLayout& layout, std::uint64_t first);

/// Chooses the layout of what was read, and makes the maker of its records.
void bind_layout(PreparedBuild& prepared, const EarlierSet* earlier, Observer& observer);

/// The first half: everything but splits. Throws Error as build() does. Reads no image but the headers that
/// filters ask for.
std::unique_ptr<PreparedBuild> prepare_input(const BuildOptions& options, Observer& observer);
/// The second half: chooses the splits, which with --dedupe decodes every image.
void prepare_splits(PreparedBuild& prepared, Observer& observer);
/// The same for all of prepare_parts(). Throws Error (bad_data) also where --dedupe error finds an image of
/// --test among the labelled ones.
void prepare_splits(const std::vector<std::unique_ptr<PreparedBuild>>& parts, Observer& observer);

/// What the options ask for, part by part: the labelled set, and the unlabelled one of --test. The first half
/// of each; prepare_splits() is left to do.
std::vector<std::unique_ptr<PreparedBuild>> prepare_parts(const BuildOptions& options, Observer& observer);

/// The plan with the sample it was made from.
struct PlannedBuild {
  SizeSample sample;
  BuildPlan plan;
  Manifest set;  // as far as it is known before the main pass
};

/// Makes the size sample and fixes every shard.
PlannedBuild plan_build(const PreparedBuild& prepared, Observer& observer);

}  // namespace tfrec
