// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "example/example_view.hpp"
#include "records/image/raw_images.hpp"
#include "shards/record_selection.hpp"
#include "shards/shard_paths.hpp"

namespace tfrec {

/// What the sampled records hold in one feature.
struct Sampled {
  std::uint64_t records = 0;                     // that have it
  std::uint64_t images = 0;                      // whose first value is an encoded image
  std::uint64_t masks = 0;                       // whose first value can be a mask
  std::uint64_t names = 0;                       // that hold one short text, or one whole number
  std::uint64_t bytes = 0;                       // that hold bytes values, or none of any kind
  std::uint64_t numbers = 0;                     // that hold one whole number
  std::uint64_t odd_names = 0;                   // a short text that is not UTF-8: of an old file system
  std::map<std::uint64_t, std::uint64_t> sizes;  // of single bytes values
  std::uint64_t known_sizes = 0;                 // whose size in bytes follows from other features
  SizeFeatures size_features;                    // those features
};

/// The first selected records of shards.
class ExtractSample {
 public:
  ExtractSample(const FoundShards& found, const std::vector<RecordSelection>& records);

  std::uint64_t records() const { return m_records; }
  /// Records that are images, not examples.
  std::uint64_t payloads() const { return m_payloads; }
  const std::map<std::string, Sampled>& features() const { return m_features; }
  /// The first damage among them.
  const std::optional<Error>& damage() const { return m_damage; }
  bool has_sequences() const { return m_sequences > 0; }
  /// Whether some are a tf.train.SequenceExample, and no record has an image outside feature lists.
  bool has_only_sequences() const {
    return has_sequences() &&
           std::ranges::all_of(m_features, [](const auto& one) { return one.second.images == 0; });
  }

 private:
  void look_into(const FoundShard& shard, const RecordSelection& records);
  void add(const FeatureView& feature);
  void count_known_size(Sampled& sampled, std::size_t bytes);

  std::uint64_t m_records = 0;
  std::uint64_t m_payloads = 0;
  std::uint64_t m_sequences = 0;
  std::optional<Error> m_damage;
  std::map<std::string, Sampled> m_features;
  ExampleView m_view;
  std::vector<std::string_view> m_values;
};

}  // namespace tfrec
