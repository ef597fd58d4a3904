// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "example/schema.hpp"
#include "operations/report/image_look.hpp"
#include "operations/report/report.hpp"
#include "operations/report/report_features.hpp"
#include "operations/report/source_images.hpp"
#include "records/visit/record_visitor.hpp"
#include "sets/merge/label_texts.hpp"

namespace tfrec {

/// An image of bare values as pixels of 8 bits; empty where the shape does not fit. Floats are scaled from 0
/// to 1, or from 0 to 255 if any is larger.
struct RawPixels8 {
  std::string bytes;
  int width = 0;
  int height = 0;
  int channels = 0;
};

/// What the records of one shard give to a report.
class ReportShardFacts final : public ShardVisitor {
 public:
  /// Classes beyond these are counted as none, and labels beyond as many are not kept.
  static constexpr std::size_t k_most_labels = 10'000;

  /// Rows of the first `quota` records are kept. `source` may be null.
  ReportShardFacts(const ReportFeatures& features, std::size_t shard, std::uint64_t quota,
                   const SourceImages* source)
      : m_features(features), m_labels(features.label), m_shard(shard), m_quota(quota), m_source(source) {}

  void look_into(const Record& record, const ExampleView& example, TaskPool& pool) override;
  void look_at_payload(const Record& record) override;
  void look_at(const DecodedImage& image) override;
  void look_at_mask(std::uint64_t record, const MaskPixels& pixels) override;

  std::vector<ImageRow> rows;        // in the order of the records; of no use before the pass ends
  std::vector<std::string> classes;  // as they are stored
  std::vector<std::uint64_t> class_records;
  std::vector<std::vector<std::uint32_t>> labels;  // places in `classes`, by ImageRow::label
  std::uint64_t records = 0;
  std::uint64_t labelled = 0;        // records that have classes
  std::uint64_t unlabelled = 0;      // records that have none, where others have several
  std::uint64_t beyond_classes = 0;  // records with a class beyond k_most_labels
  std::uint64_t beyond_labels = 0;   // records whose classes are counted, but no row's label
  Schema schema;
  LabelTexts label_texts;
  BoxSummary boxes;
  BoxShapes box_shapes;
  MaskSummary masks;

 private:
  void keep(const ImageRow& row);
  /// The row of a record; null if it was not kept. The caller holds the lock.
  ImageRow* kept_row(std::uint64_t record);
  /// Fills what look_at() measures; on any thread.
  void measure(std::uint64_t record, const PixelView& pixels, unsigned reduction, std::uint32_t width,
               std::uint32_t height);
  RawPixels8 add_raw(ImageRow& row, std::string_view bytes, const ExampleView& example) const;
  RawPixels8 add_image(ImageRow& row, const ExampleView& example);
  void share_look(std::uint64_t record, RawPixels8 raw, TaskPool& pool);
  void add_label(ImageRow& row, const ExampleView& example);
  /// The places of classes in `classes`, each once, ascending; those beyond k_most_labels are left out.
  std::vector<std::uint32_t> class_places(const std::vector<std::string>& texts);
  void add_boxes(const ImageRow& row, const ExampleView& example);

  const ReportFeatures& m_features;
  LabelReader m_labels;
  std::size_t m_shard;
  std::uint64_t m_quota;
  const SourceImages* m_source;
  std::map<std::string, std::uint32_t, std::less<>> m_class_places;
  std::map<std::vector<std::uint32_t>, std::uint32_t> m_label_places;
  std::vector<std::string_view> m_values;
  std::mutex m_mutex;  // guards `rows` and `masks`
};

RawPixels8 raw_pixels8(const RawImages& raw, std::string_view bytes, const ExampleView& example,
                       std::size_t shard);

}  // namespace tfrec
