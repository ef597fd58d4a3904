// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/concurrency/task_pool.hpp"
#include "example/example_view.hpp"
#include "image/facts/image_facts.hpp"
#include "image/resize_options.hpp"
#include "operations/verify/feature_tally.hpp"
#include "records/visit/record_visitor.hpp"
#include "sets/merge/recorded_masks.hpp"
#include "tfrecord/reading/reader.hpp"

namespace tfrec {

enum class MaskFault : std::uint8_t {
  form,  // not a PNG of one channel
  size,  // not that of the image
  unreadable,
  ids,     // not among the classes
  format,  // the feature of its format states another one
};

/// Of one fault the first few values, whatever the order in which they were found, and how many there are.
struct MaskFindings {
  static constexpr std::size_t k_most_kept = 5;

  std::vector<ValueFinding> first;
  std::uint64_t count = 0;

  void add(const ValuePlace& place, std::string reason);
};

/// The masks of one feature in a file.
struct MaskTally {
  bool is_stated = false;      // by the manifest, which also has their ids
  std::uint64_t masks = 0;     // PNGs of one channel
  std::uint64_t others = 0;    // other images
  std::uint64_t counted = 0;   // masks that are in `pixels`
  std::uint64_t palettes = 0;  // masks whose ids readers turn into colours
  ValuePlace first_palette{};
  MaskPixels pixels{};
  std::array<MaskFindings, 5> faults{};

  MaskFindings& of(MaskFault fault) { return faults[static_cast<std::size_t>(fault)]; }
  /// Whether the feature is one of masks, so that other images in it are faults.
  bool holds_masks() const { return is_stated || masks > others; }
};

/// Width and height: a header may state more than fits into an Extent.
using ImageSides = std::array<std::uint64_t, 2>;

/// By feature.
using MaskTallies = std::map<std::string, MaskTally, std::less<>>;

/// Checks the masks of one file. They are decoded in tasks of the pool; tallies are whole when that has done
/// them.
class MaskCheck {
 public:
  /// `recorded` and `visitor`, which may be null, must outlive the check.
  MaskCheck(const RecordedMasks& recorded, std::uint64_t max_pixels, TaskPool& pool, ShardVisitor* visitor)
      : m_recorded(recorded), m_max_pixels(max_pixels), m_pool(pool), m_visitor(visitor) {}

  /// Copies what is looked at later.
  void look_into(const Record& record, const ExampleView& example);

  const MaskTallies& tallies() const { return m_tallies; }

 private:
  void look_at(std::string_view value, const ValuePlace& place, MaskTally& tally);
  bool has_size_of_an_image(const ImageFacts& facts);
  void read_image_sizes();
  void read_formats(std::string_view mask_feature);
  void share(std::string_view png, const ImageFacts& facts, const ValuePlace& place, MaskTally& tally);
  void count(std::string_view png, const ValuePlace& place, MaskTally& tally);

  const RecordedMasks& m_recorded;
  std::uint64_t m_max_pixels;
  TaskPool& m_pool;
  ShardVisitor* m_visitor;
  MaskTallies m_tallies;  // its nodes stay where they are
  const ExampleView* m_example = nullptr;
  std::optional<std::vector<ImageSides>> m_sizes;  // of the record's images, once they are asked for
  std::vector<std::string_view> m_values;
  std::vector<std::string_view> m_formats;  // that the record states of them, in lists of equal order
  std::vector<std::string_view> m_images;
  std::mutex m_mutex;  // guards what tasks write: pixels, counts and faults of all tallies
};

}  // namespace tfrec
