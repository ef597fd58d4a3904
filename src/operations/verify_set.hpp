// SPDX-License-Identifier: Apache-2.0
// What shards have to do with each other and with their manifest.
#pragma once

#include <string>
#include <vector>

#include "operations/verify_file.hpp"
#include "shards/shard_paths.hpp"

namespace tfrec {

/// One schema per folder, and the manifests; marks the files concerned as not ok. `verdicts` are in the order
/// of `found.shards`.
std::vector<SetProblem> check_schemas(const FoundShards& found, std::vector<FileVerdict>& verdicts);
std::vector<SetProblem> check_manifests(const FoundShards& found, std::vector<FileVerdict>& verdicts);

/// What is worth knowing and makes no data bad: repeats, sizes, counts without a witness, what was not looked
/// into.
std::vector<std::string> verify_notes(const std::vector<FileVerdict>& verdicts, bool framing_only);

}  // namespace tfrec
