// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "operations/report/report.hpp"
#include "shards/shard_paths.hpp"

namespace tfrec {

/// Gives images that no feature names the names in the record lists beside the manifests.
void add_record_names(const FoundShards& found, ReportResult& result);

}  // namespace tfrec
