// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "dataset/boxes/sample_boxes.hpp"
#include "dataset/folder/image_folder.hpp"
#include "dataset/folder/image_opener.hpp"
#include "dataset/samples/row_lists.hpp"
#include "dataset/samples/samples.hpp"
#include "dataset/table/column_profile.hpp"
#include "dataset/table/table.hpp"
#include "records/boxes/audit_boxes.hpp"
#include "sets/options/build_options.hpp"
#include "sets/options/earlier_set.hpp"
#include "shards/manifest/manifest.hpp"

namespace tfrec {

/// Folder and table, read, joined and audited. Not copied or moved: its parts point at each other.
struct BuildInput {
  ImageFolder folder;
  std::unique_ptr<Table> table;
  std::vector<RowIndex> selected;  // rows of the CSV that `table` holds, where those are not all
  std::optional<char> delimiter;   // of the CSV, if it is not the one that is detected
  std::size_t image_column = 0;
  std::optional<std::size_t> split_column;  // holds each row's split
  std::vector<ColumnProfile> profiles;
  std::unique_ptr<ImageOpener> opener;
  std::unique_ptr<Samples> samples;
  std::optional<RowLists> row_lists;    // with --record-per image
  std::shared_ptr<BoxRules> box_rules;  // where records store boxes
  std::optional<BoxAudit> boxes;
  std::shared_ptr<const MaskRules> mask_rules;  // where records store masks
  std::vector<std::string> companion_columns;   // of Samples::companions; "" for masks that names pair
  std::uint64_t filtered = 0;                   // samples that the filter left out
  std::vector<LeftOutRow> left_out;             // rows of the CSV, ascending
};

/// The table of a folder without CSV, one row per image; with --no-split-folders or without such folders
/// their first level are classes. Returns a note for the user.
std::string take_folder_table(BuildInput& input, bool split_folders);

/// What a walk for images passes over: OUT and the masks.
PassedOver passed_over(const BuildOptions& options);

/// With --record-per image, finds the columns that are stored once per record, and puts their names into
/// `options`. Throws Error (bad_data) if a column of --per-image differs within an image.
void find_row_lists(BuildInput& input, BuildOptions& options);

/// Profiles the columns of the table, as far as records store them.
void profile(BuildInput& input, Observer& observer);

/// Reads the input and reports to `observer` what was guessed and found; `earlier` is the set of --like.
/// Throws Error (bad_data) if the audit fails.
std::unique_ptr<BuildInput> read_input(const BuildOptions& options, const EarlierSet* earlier,
                                       Observer& observer);

}  // namespace tfrec
