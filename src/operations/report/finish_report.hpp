// SPDX-License-Identifier: Apache-2.0
// From what was gathered of each shard to the facts about the set.
#pragma once

#include <memory>
#include <vector>

#include "operations/report/findings/set_rows.hpp"
#include "operations/report/shard_facts.hpp"

namespace tfrec {

struct GatheredFacts {
  const ReportOptions& options;
  const FoundShards& found;
  const ReportFeatures& features;
  const std::vector<std::unique_ptr<ReportShardFacts>>& shards;
};

/// Takes the rows out of the shards.
ReportResult finish_report(const GatheredFacts& facts, Observer& observer);

/// Shards, splits, classes and summaries; makes the labels of all rows those of ReportResult::labels.
SetRows merge_shards(const GatheredFacts& facts, ReportResult& result);

/// Looks for findings, and reads the images that are shown.
void add_images(const GatheredFacts& facts, const SetRows& set, ReportResult& result);

}  // namespace tfrec
