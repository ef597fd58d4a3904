// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "example/example_view.hpp"
#include "example/schema.hpp"
#include "image/facts/image_facts.hpp"
#include "records/copy/record_boxes.hpp"
#include "records/image/raw_images.hpp"
#include "sets/merge/label_texts.hpp"
#include "shards/shard_paths.hpp"

namespace tfrec {

/// What the values of a bytes feature are.
struct ValueTally {
  std::uint64_t values = 0;
  std::uint64_t texts = 0;  // UTF-8 without control characters but line breaks and tabs
  std::uint64_t images = 0;
  std::uint64_t masks = 0;  // of the form of a mask
  std::map<ImageFormat, std::uint64_t> formats;
  std::set<int> channels;
  bool has_palette = false;
  bool has_cmyk = false;
  Range<int> bits;
  Range<std::uint32_t> heights;
  Range<std::uint32_t> widths;
  std::map<SizeFeatures, std::uint64_t> sized;         // bytes that these features give the shape of
  std::map<SizeFeatures, std::uint64_t> sized_floats;  // the same of floats
  std::set<std::uint64_t> sized_channels;

  void add(std::string_view value, const ExampleView& record);
  void add(const ValueTally& other);
};

/// What records of one or many shards are.
class RecordSurvey {
 public:
  /// Reads at most so many bytes of records. Throws Error: bad_data if the shard is damaged there; machine.
  void read(const FoundShard& shard, std::uint64_t most_bytes);
  void add(const RecordSurvey& other);

  const Schema& schema() const { return m_schema; }
  const LabelTexts& label_texts() const { return m_label_texts; }
  const ValueTally& values(const std::string& feature) const;
  /// Whether each record's list of this float feature has a multiple of four values.
  bool is_by_fours(const std::string& feature) const { return !m_not_by_fours.contains(feature); }

  /// The texts of the ids of boxes, where each id has one text.
  std::map<std::int64_t, std::string> box_classes() const;

  std::uint64_t records() const { return m_records; }
  std::uint64_t bytes() const { return m_bytes; }
  std::uint64_t sequences() const { return m_sequences; }  // tf.train.SequenceExamples
  std::uint64_t others() const { return m_others; }        // neither they nor examples
  bool is_complete() const { return m_is_complete; }       // all records were read

 private:
  void add(std::string_view payload);
  void add_boxes();

  static constexpr std::size_t k_most_classes = 1000;

  Schema m_schema;
  LabelTexts m_label_texts;
  std::map<std::string, ValueTally, std::less<>> m_values;
  std::set<std::string, std::less<>> m_not_by_fours;
  std::map<std::int64_t, std::set<std::string>> m_box_texts;
  std::uint64_t m_records = 0;
  std::uint64_t m_bytes = 0;
  std::uint64_t m_sequences = 0;
  std::uint64_t m_others = 0;
  bool m_is_complete = true;
  ExampleView m_view;
  RecordBoxes m_boxes;
  std::vector<std::string_view> m_bytes_values;
};

}  // namespace tfrec
