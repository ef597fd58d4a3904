// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "dataset/order/mixing.hpp"
#include "example/schema.hpp"

namespace tfrec {

/// One shard as far as mixing goes.
struct ShardLabels {
  std::filesystem::path folder;
  Schema schema;
};

/// How well a label is mixed over the shards of one folder, and within them.
struct LabelMixing {
  std::string feature;
  std::string folder;
  MixingScore score;
};

/// Of these features, folder by folder: splits are read apart. Those of train come before those of test.
std::vector<LabelMixing> label_mixing(std::span<const ShardLabels> shards,
                                      const std::set<std::string>& features);

/// Warnings about labels that are sorted, printable.
std::vector<std::string> mixing_notes(std::span<const LabelMixing> mixing);

}  // namespace tfrec
