// SPDX-License-Identifier: Apache-2.0
// `--without LIST`: records that a list names are left out.
#pragma once

#include <filesystem>
#include <vector>

#include "records/copy/record_index.hpp"
#include "shards/shard_paths.hpp"

namespace tfrec {

/// The records of each shard in a list with the columns `shard` (a path as it was found, or its end),
/// `record` (from 0) and, if it has one, `image`: one of the record's values, or its image by records.csv. So
/// are the lists of `tfrec report --findings`. Throws Error: usage if the list does not exist, lacks a column
/// or names a shard that is not there; bad_data if it is not a table, or a number is not one.
std::vector<ListedRecords> listed_records(const FoundShards& found, const std::filesystem::path& list);

}  // namespace tfrec
