// SPDX-License-Identifier: Apache-2.0
// `tfrec reader`: what code that reads shards has to know of them. Prints nothing, and knows no framework.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "example/feature_spec.hpp"
#include "records/image/raw_images.hpp"
#include "tfrecord/source/byte_source.hpp"

namespace tfrec {

struct ReaderOptions {
  std::vector<std::string> paths;
  std::optional<ValueShape> shape;  // height, width, channels of raw pixels
  std::uint64_t batch_size = 0;     // 0: chosen
  unsigned threads = 1;
};

/// The shards of one split.
struct ReaderSplit {
  std::string name;                   // empty in a set without splits
  std::vector<std::string> patterns;  // globs, of the shards of this split alone
  std::uint64_t shards = 0;
  std::uint64_t records = 0;
};

/// What a value of a feature is.
enum class ReaderRole {
  image,   // an encoded image
  mask,    // a PNG of class ids
  packed,  // little-endian numbers in bytes: raw pixels, arrays
  number,
  text,   // UTF-8
  bytes,  // any
};

enum class PackedType { uint8, float32, int64 };

/// What images of a feature have in common.
struct ReaderImages {
  bool are_jpeg = false;  // all of them; else are_png, or a mixture
  bool are_png = false;
  bool has_webp_or_tiff = false;
  bool has_palette = false;
  int channels = 3;                // to decode to: 1, 3 or 4
  int bits = 8;                    // of a sample, the most of any
  int least_bits = 8;              // the fewest
  std::uint32_t height = 0;        // 0: they differ in size
  std::uint32_t width = 0;         // 0: the same
  std::uint32_t longest_side = 0;  // of any
};

struct ReaderFeature {
  std::string name;
  ReaderRole role = ReaderRole::bytes;
  ListKind kind = ListKind::bytes;
  std::uint64_t length = 1;  // values in each record, where that is one number
  bool is_list = false;      // the number of values differs
  bool is_absent_in_some = false;
  std::uint64_t per_box = 0;  // 4: a list of boxes of four values
  ReaderImages images;        // of images and masks
  PackedType packed = PackedType::uint8;
  ValueShape shape;            // of packed values; empty: by size_features
  SizeFeatures size_features;  // of records: height, width and, unless it is empty, channels
  std::uint64_t channels = 0;  // with size_features, if no feature has them

  bool is_single() const { return !is_list && length == 1; }
};

/// What the values of a feature are called.
struct ReaderClasses {
  std::string feature;
  std::vector<std::string> names;
  std::vector<std::int64_t> ids;  // empty: 0, 1, …
};

struct ReaderFacts {
  std::vector<ReaderSplit> splits;  // at least one
  Compression compression = Compression::none;
  std::vector<ReaderFeature> features;  // sorted by name
  bool has_box_edges = false;           // four lists, by the names of the Object Detection API
  bool are_edges_fractions = true;      // of the image's sides; else pixels
  std::vector<ReaderClasses> classes;   // the label's first
  std::uint64_t record_bytes = 0;       // of a record, on average
  std::uint64_t batch_size = 0;         // as it was asked for; 0: chosen
  std::vector<std::string> notes;       // printable

  bool has_splits() const { return !splits.front().name.empty(); }
  /// fold0, fold1, … if there are two or more. Each has a training split of all others: "not_fold0".
  std::vector<ReaderSplit> folds() const;
  /// The split that is read by default: train, else one that is neither for validation nor for
  /// tests, else the first; or "not_fold0" of folds.
  ReaderSplit training_split() const;
  /// Whether images have to be resized to be batched.
  bool resizes() const;
};

/// Reads the shards, or some records of each where they have more than 4 GB. Throws Error: bad_data if there
/// are no records, if they are no examples, are damaged, differ in kinds or have no image; usage if shards
/// are compressed in several ways.
ReaderFacts reader_facts(const ReaderOptions& options, Observer& observer);

}  // namespace tfrec
