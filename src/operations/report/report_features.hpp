// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "example/example_view.hpp"
#include "operations/report/report.hpp"
#include "records/image/raw_images.hpp"
#include "records/masks/record_masks.hpp"
#include "shards/shard_paths.hpp"

namespace tfrec {

/// Where a record's class is.
struct LabelChoice {
  enum class Kind {
    none,
    value,  // one whole number, or one text
    marks,  // a list of zeros and ones
    list,   // several numbers or texts
    flags,  // a 1 in one of several features
    boxes,  // of the first box
  };
  Kind kind = Kind::none;
  std::vector<std::string> features;

  /// As people call the feature; empty if there is none.
  std::string name() const;
  /// Whether a record may have several classes, or none.
  bool may_be_several() const { return kind == Kind::marks || kind == Kind::list || kind == Kind::flags; }
};

/// Which features a report is about.
struct ReportFeatures {
  std::string image;  // empty: none, or the records are images themselves
  std::optional<RawImages> raw;
  LabelChoice label;
  std::string name;  // of the image's file; empty if none has it
};

/// Chooses by the manifests and by some records of all shards. Damage is passed over.
ReportFeatures choose_report_features(const FoundShards& found, const ReportOptions& options);

/// Reads the classes of one record after another; keeps its memory.
class LabelReader {
 public:
  explicit LabelReader(const LabelChoice& choice) : m_choice(choice) {}

  /// Each class as it is stored: "3", "rose". Empty if the record has none.
  const std::vector<std::string>& read(const ExampleView& example);

 private:
  void add(std::string_view text);
  void read_list(const ExampleView& example, const FeatureView& feature);
  void read_marks(const ExampleView& example, const FeatureView& feature);
  void read_flags(const ExampleView& example);
  void read_boxes(const ExampleView& example);

  const LabelChoice& m_choice;
  std::vector<std::int64_t> m_integers;
  std::vector<std::string_view> m_texts;
  std::vector<float> m_floats;
  std::vector<std::string> m_classes;
};

/// The one text or number of a feature; empty if the record has none.
std::string single_text(const ExampleView& example, const std::string& feature);

}  // namespace tfrec
