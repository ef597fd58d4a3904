// SPDX-License-Identifier: Apache-2.0
// What build and plan share: everything up to the main pass.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "records/layout/record_layout.hpp"
#include "records/make/record_maker.hpp"
#include "records/make/shard_store.hpp"
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

/// The plan with the sample it was made from.
struct PlannedBuild {
  SizeSample sample;
  BuildPlan plan;
  Manifest set;  // as far as it is known before the main pass
};

/// The predicted bytes of all shards of a planned set.
std::uint64_t predicted_bytes(const Manifest& planned);

/// A part of the set on its way: the labelled one, or that of --test.
struct BuildPart {
  std::unique_ptr<PreparedBuild> prepared;
  PlannedBuild planned{};
  std::vector<std::optional<StagedShard>> shards{};  // as planned.plan.shards; empty until it is made

  const Samples& samples() const { return *prepared->input->samples; }
  /// The samples of a shard, in order.
  std::span<const SampleIndex> samples_of(std::size_t shard) const;
  /// Of the files of these shards in all sets.
  std::uint64_t predicted_bytes(const std::vector<std::size_t>& wanted) const;
};

/// Reads the parts that the options ask for. Throws Error as build() does. Reads no image but the headers
/// that filters ask for.
/// With --keep-splits, the splits are chosen, for their checksum is recorded. A set that keeps its own is
/// first compared as if none had changed: then the checksum is the recorded one, until
/// record_kept_splits().
std::vector<BuildPart> prepare_parts(const BuildOptions& options, Observer& observer);
void record_kept_splits(std::vector<BuildPart>& parts, Observer& observer);

/// Chooses the splits, which with --dedupe decodes every image, makes the size sample and fixes every shard.
/// Throws Error (bad_data) also where --dedupe error finds an image of --test among the labelled ones.
void plan_parts(std::vector<BuildPart>& parts, Observer& observer);

}  // namespace tfrec
