// SPDX-License-Identifier: Apache-2.0
// `tfrec inspect`: what is in shards: schema, images, samples. Prints nothing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "example/schema.hpp"
#include "operations/inspect/sample_record.hpp"
#include "operations/inspect/save_image.hpp"
#include "records/copy/image_summary.hpp"
#include "sets/merge/class_names.hpp"
#include "sets/merge/label_texts.hpp"
#include "sets/summaries/box_summary.hpp"
#include "sets/summaries/label_mixing.hpp"
#include "sets/summaries/mask_summary.hpp"
#include "tfrecord/source/byte_source.hpp"

namespace tfrec {

struct InspectOptions {
  std::vector<std::string> paths;
  std::optional<std::uint64_t> records;  // look at the first so many alone
  std::uint64_t samples = 1;             // records shown, the first of all
  std::optional<std::uint64_t> record;   // show this one alone, of one shard
  std::filesystem::path save;            // with `record`: where its image goes; empty: nowhere
  std::string image_feature;             // with `save`, if the record has images in several
  unsigned threads = 1;
};

struct InspectedFile {
  std::string path;
  std::uint64_t records = 0;   // looked at
  std::uint64_t examples = 0;  // of them tf.train.Example
  std::uint64_t damaged = 0;   // places with damage; each may hide several records
  std::uint64_t bytes = 0;     // of the file, as it is stored
  bool complete = false;       // read to its end
  bool is_other_size =
      false;  // of several sizes of a set, not the first: in nothing but `files` and `damage`
  Compression compression = Compression::none;
  std::uint64_t sequences = 0;  // records that are tf.train.SequenceExample
};

/// What the records of one split have in common.
struct SplitSummary {
  std::string split;
  std::vector<FeatureSummary> features;

  /// Null if no record of the split has it.
  const FeatureSummary* feature(const FeatureSummary& like) const;
};

struct InspectResult {
  std::vector<InspectedFile> files;
  Schema schema;
  std::map<std::string, ImageSummary> images;  // by feature; "" for payloads that are images themselves
  BoxSummary boxes;
  MaskSummary masks;
  std::map<std::uint16_t, std::string> mask_names;  // of ids, where all manifests agree
  std::optional<std::uint16_t> ignored_id;          // of masks, the same
  std::set<std::string> labels;                     // int64 features that look like labels
  std::map<std::string, ClassNames> classes;        // by feature, where they are known
  bool are_classes_listed = false;                  // by a manifest, a label map or classes.txt
  LabelTexts label_texts;                           // else by the records
  std::set<std::string> named_by_label;             // features of texts that `classes` has
  std::set<std::string> feature_lists;              // of sequences, which are left out
  std::vector<LabelMixing> mixing;                  // where all records were looked at
  std::vector<SplitSummary> splits;                 // if there are several and all records were looked at
  std::vector<SampleRecord> samples;
  std::optional<SavedImage> saved;
  std::vector<std::string> damage;  // printable, "PATH: record 3 at byte …", also of sets; empty: good
  bool unreadable = false;          // the machine failed on some file, reported in `damage`
  std::vector<std::string> notes;   // printable

  ImageSummary all_images() const;
  /// Examples, where others have one.
  std::uint64_t images_without_mask() const;
};

/// Inspects. Throws Error: usage if `record` is asked of several shards or lies behind the last, bad_data
/// where that record is damaged, machine if its shard can't be read, and where a path can't be found; with
/// `save` also as save_image() does.
InspectResult inspect(const InspectOptions& options, Observer& observer);

}  // namespace tfrec
