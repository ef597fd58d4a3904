// SPDX-License-Identifier: Apache-2.0
// The file of `tfrec plan -o FILE`: all that parts of a build and `tfrec finish` need to know, so that they
// neither walk the folder nor read the table, sample or deal again. docs/format.md describes it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/files/file.hpp"
#include "operations/build/plan_boxes.hpp"
#include "sets/options/build_options.hpp"
#include "shards/manifest/manifest.hpp"

namespace tfrec {

struct SavedSplit {
  std::uint64_t shards = 0;
  std::vector<std::uint64_t> predicted_bytes;  // of each size
  std::string shard_rule;
  std::vector<std::string> given_up;
};

/// The labelled images, or those of --test.
struct SavedPart {
  std::vector<std::string> paths;            // of images, relative to their folder
  std::vector<RowIndex> selected;            // rows of the CSV that the table holds, where those are not all
  std::vector<RowIndex> rows;                // as Samples::rows
  std::vector<std::uint32_t> row_begins;     // as Samples::row_begins
  PerSample<std::uint32_t> images;           // numbers of `paths`
  PerSample<std::uint64_t> image_bytes;      // file sizes
  std::vector<std::string> split_names;      // as ChosenSplits::names
  PerSample<std::uint16_t> split_of_sample;  // empty if there are no splits
  std::vector<SavedSplit> splits;            // as BuildPlan::splits
  std::string deviation;
  std::uint64_t filtered = 0;
  std::vector<LeftOutRow> left_out;
  std::optional<SavedBoxes> boxes;
  std::vector<Companions> companions;  // as Samples::companions; just paths and sizes
};

struct SavedPlan {
  std::string manifest;     // of the set as planned; holds the options, too
  std::string plan;         // plan_hash()
  std::string fingerprint;  // SetIdentity::fingerprint
  std::string labels;       // file name of the CSV; empty: there is none
  BadLimit max_bad;
  std::vector<SavedPart> parts;  // one or two
  std::optional<InputFile> csv{};
};

/// Writes `plan` with the content of its CSV, whole or not at all. `check` gets the path under which all of
/// it lies before it takes its name, and may throw. Throws Error (machine).
void write_plan_file(const std::filesystem::path& file, const SavedPlan& plan,
                     const std::function<void(const std::filesystem::path& draft)>& check = {});

/// Throws Error: usage if there is no such file, bad_data if it is not a plan, was cut short or changed,
/// or holds numbers that do not fit each other.
SavedPlan read_plan_file(const std::filesystem::path& file);
SavedPlan read_plan_file(const InputFile& file);

/// Whether a file begins as a plan does.
bool is_plan_file(const InputFile& file);

/// Refuses a plan file where the folder of a set is expected. Throws Error (usage), with the command that
/// builds the plan as hint.
void require_no_plan_file(const std::filesystem::path& out, const std::filesystem::path& images);

}  // namespace tfrec
