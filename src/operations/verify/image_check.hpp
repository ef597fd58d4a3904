// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/concurrency/task_pool.hpp"
#include "example/example_view.hpp"
#include "image/codec.hpp"
#include "operations/verify/expected_shape.hpp"
#include "operations/verify/feature_tally.hpp"
#include "records/masks/record_masks.hpp"
#include "records/visit/record_visitor.hpp"
#include "tfrecord/reading/reader.hpp"

namespace tfrec {

/// Decodes images for their verdict, and for a visitor that looks at them, with buffers kept per worker.
/// OpenCV is loaded for the first.
class ImageLint {
 public:
  /// `visitor` may be null.
  ImageLint(unsigned workers, std::uint64_t max_pixels, const RecordVisitor* visitor);

  /// A decoded image; valid during the call.
  using Look = std::function<void(const ImageFacts& facts, const Pixels& pixels, unsigned reduction)>;
  /// Why the image is bad, as a build would find; look() is called if it is not. Safe from several workers.
  std::optional<Rejected> check(std::string_view image, unsigned worker, const Look& look);
  /// Memory that takes.
  std::uint64_t bytes_needed(const ImageFacts& facts) const;

 private:
  unsigned reduction(const ImageFacts& facts) const;

  const RecordVisitor* m_visitor;
  DecodeOptions m_options;
  std::vector<std::unique_ptr<Pixels>> m_images;  // by worker
};

/// What is asked of images.
struct ImageQuestions {
  ImageLint* lint = nullptr;              // --pixels: decode them
  std::optional<ExpectedShape> expected;  // --expect
  const MaskFeatures* masks = nullptr;    // of the file: MaskCheck decodes those
  ShardVisitor* visitor = nullptr;        // of the file: looks at decoded images

  bool any() const { return lint != nullptr || expected; }
};

using FeatureTallies = std::map<std::string, FeatureTally, std::less<>>;

/// Looks for images in the values of one file's records and tallies them by feature. Which features hold
/// images is known at the end only, so everything that may matter is kept until then. Images are decoded
/// in tasks of the pool; tallies are whole when that has done them.
class ImageCheck {
 public:
  ImageCheck(const ImageQuestions& questions, TaskPool& pool) : m_questions(questions), m_pool(pool) {}

  /// Both copy what is looked at later.
  void look_into(const Record& record, const ExampleView& example);
  void look_at_payload(const Record& record);  // of a record that is not an example
  /// After the last record.
  void finish() { share_batch(); }

  /// By feature.
  const FeatureTallies& tallies() const { return m_tallies; }
  /// Of payloads that are not examples.
  const FeatureTally& payloads() const { return m_payloads; }

 private:
  struct Item {
    FeatureTally* tally;
    std::string_view feature;  // the name in m_tallies
    ValuePlace place;
    std::size_t begin;  // in the batch's bytes
  };
  /// Values that are decoded in one task.
  struct Batch {
    std::string bytes;
    std::vector<Item> items;
    std::uint64_t needed = 0;  // by the largest
  };

  FeatureTallies::value_type* tally_of(std::string_view name);
  void look_at(std::string_view value, const ValuePlace& place, std::string_view feature, FeatureTally& tally,
               bool may_be_mask = false);
  void look_at_other(std::string_view value, ImageFormat format, const ValuePlace& place,
                     FeatureTally& tally) const;
  void look_at_list(const FeatureView& feature, const ValuePlace& place, FeatureTally& tally) const;
  void enqueue(const ImageFacts& facts, std::string_view value, const Item& item);
  void share_batch();
  void decode(const Batch& batch, unsigned worker);

  ImageQuestions m_questions;
  TaskPool& m_pool;
  FeatureTallies m_tallies;  // its nodes stay where they are
  FeatureTally m_payloads;
  Batch m_batch;
  std::vector<std::string_view> m_values;
  std::mutex m_mutex;  // guards `sound` and `rejected` of all tallies
};

}  // namespace tfrec
