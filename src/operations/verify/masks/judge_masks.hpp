// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "operations/verify/verify_file.hpp"

namespace tfrec {

/// Reports faults of masks in their files. Pixels of the masks of a shard are compared with its manifest.
void judge_masks(const FoundShards& found, std::vector<FileVerdict>& verdicts, VerifyResult& result);

}  // namespace tfrec
