// SPDX-License-Identifier: Apache-2.0
// What shards have to do with each other and with their manifest.
#pragma once

#include <string>
#include <vector>

#include "operations/verify/verify_file.hpp"
#include "shards/shard_paths.hpp"

namespace tfrec {

/// One schema per folder, and the manifests. `verdicts` are in the order of `found.shards`.
std::vector<SetProblem> check_schemas(const FoundShards& found, const std::vector<FileVerdict>& verdicts);
std::vector<SetProblem> check_manifests(const FoundShards& found, const std::vector<FileVerdict>& verdicts);

/// missing_shards(); and two files that are the same shard by their names (a00-5.tfrec, a00-6.tfrec), one of
/// them left over from another build.
std::vector<SetProblem> check_numbers(const FoundShards& found);

/// Indexes beside intact shards that list other frames than the shard has, as those of a replaced shard do.
std::vector<SetProblem> check_indexes(const FoundShards& found, const std::vector<FileVerdict>& verdicts);

/// What has a shard's name and is not a file: readers that glob for shards fail on it, or wait for
/// ever. And sets that are not complete.
std::vector<SetProblem> check_files(const FoundShards& found);

/// Reports what images and raw samples are found to be, once all were looked at: problems in their files,
/// what concerns all in the result.
void judge_images(std::vector<FileVerdict>& verdicts, const VerifyOptions& options, VerifyResult& result);

/// Reports faults of boxes. Class ids and texts are compared with the manifest or the label map beside the
/// shards; without both with those of the set, or of the folder.
void judge_boxes(const FoundShards& found, std::vector<FileVerdict>& verdicts, VerifyResult& result);

/// Records that occur more than once: a warning where they are in several splits of a set, else a note.
void find_repeated_records(const FoundShards& found, const std::vector<FileVerdict>& verdicts,
                           VerifyResult& result);

/// What is worth knowing and makes no data bad: sizes, counts without a witness, what was not looked
/// into.
std::vector<std::string> verify_notes(const std::vector<FileVerdict>& verdicts, bool framing_only);

/// Unfinished builds beside complete sets that were asked for as a whole: an upload would take them along.
std::vector<std::string> leftover_notes(const FoundShards& found);

}  // namespace tfrec
