// SPDX-License-Identifier: Apache-2.0
#include "sets/summaries/label_mixing.hpp"

#include <cstdio>
#include <map>
#include <tuple>

#include "base/text/printable.hpp"
#include "dataset/splits/splits.hpp"

namespace tfrec {

namespace {

/// Folders of splits in reading order: train before test.
struct ReadingOrder {
  bool operator()(const std::filesystem::path& a, const std::filesystem::path& b) const {
    const auto place = [](const std::filesystem::path& folder) {
      return std::tuple(folder.parent_path(), split_rank(folder.filename().string()), folder);
    };
    return place(a) < place(b);
  }
};

using Tallies = std::map<std::filesystem::path, LabelTally, ReadingOrder>;  // by folder

LabelTally::Shard counted_labels(const FeatureSummary& feature) {
  LabelTally::Shard shard;
  for (const auto& [label, records] : feature.histogram) {
    shard.records_of_label[static_cast<std::uint64_t>(label)] = records;
    shard.records += records;
  }
  shard.equal_neighbours = feature.equal_neighbours;
  return shard;
}

std::string decimal(double score) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.2f", score);
  return buffer;
}

}  // namespace

std::vector<LabelMixing> label_mixing(std::span<const ShardLabels> shards,
                                      const std::set<std::string>& features) {
  std::map<std::string, Tallies> labels;
  for (const std::string& feature : features) labels[feature];
  for (const ShardLabels& shard : shards) {
    for (const FeatureSummary& feature : shard.schema.features()) {
      const auto label = labels.find(feature.name);
      if (label == labels.end() || feature.histogram.empty()) continue;
      label->second[shard.folder].add_shard(counted_labels(feature));
    }
  }
  std::vector<LabelMixing> mixing;
  for (const auto& [feature, tallies] : labels) {
    for (const auto& [folder, tally] : tallies)
      mixing.push_back({feature, folder.string(), mixing_score(tally)});
  }
  return mixing;
}

std::vector<std::string> mixing_notes(std::span<const LabelMixing> mixing) {
  std::vector<std::string> notes;
  for (const LabelMixing& label : mixing) {
    const MixingScore& score = label.score;
    if (!score.sorted_over_shards && !score.sorted_within_shards) continue;
    const std::string where = label.folder.empty() ? "" : printable(label.folder) + ": ";
    const std::string what =
        score.sorted_over_shards
            ? "over the shards (mixing score " + decimal(score.over_shards) + " of 1)"
            : "within the shards (mixing score " + decimal(score.within_shards) + " of 1)";
    notes.push_back(where + "label '" + printable_excerpt(label.feature, 60) + "' is sorted " + what +
                    ": a reader sees one value for long; `tfrec reshard --shuffle` mixes them");
  }
  return notes;
}

}  // namespace tfrec
