// SPDX-License-Identifier: Apache-2.0
// What is reported of images that repeat, and refused with --dedupe error.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "records/layout/record_layout.hpp"
#include "sets/input/build_input.hpp"
#include "sets/splits/choose_splits.hpp"
#include "sets/splits/find_repeats.hpp"

namespace tfrec {

/// "2 images look like another, for instance 'a.jpg', 'b.jpg'"
std::string repeats_text(const Repeats& repeats, const Samples& samples);

/// That no image repeats, if so: a note where --dedupe is given, else a detail.
void report_no_repeats(const Repeats& repeats, const SplitOptions& options, Observer& observer);

/// Throws Error (bad_data) if an image repeats.
void refuse_repeats(const Repeats& repeats, const BuildInput& input, const std::string& hint);

/// Images that equal one of another split.
struct Crossing {
  std::uint64_t images = 0;
  std::string example;
};

Crossing find_crossing(const PerSample<std::uint32_t>& groups, const BuildInput& input,
                       const ChosenSplits& chosen);

/// Throws Error (bad_data) if images repeat on both sides of a given split; within one they do no harm.
void refuse_crossing(const Repeats& repeats, const BuildInput& input, const ChosenSplits& chosen);

/// Warns of repeats (groups by sample) on both sides of given splits, which dealing cannot bring together.
void warn_of_split_repeats(const std::vector<std::uint32_t>& groups, const BuildInput& input,
                           const ChosenSplits& chosen, Observer& observer);

/// Copies of a file with different classes: one of them is wrong, if an image has one row and a cell is one
/// label.
void warn_of_conflicts(const PerSample<std::uint32_t>& groups, const BuildInput& input,
                       const RecordLayout& layout, Observer& observer);

/// The same image on both sides of a given split makes a test worthless; near ones are found on request. Also
/// warns of conflicts, in one split, too.
void warn_of_crossing(const SplitRequest& request, const BuildInput& input, const RecordLayout& layout,
                      const ChosenSplits& chosen, Observer& observer);

}  // namespace tfrec
