// SPDX-License-Identifier: Apache-2.0
// `tfrec report`: facts about a set of shards that one page shows. Prints nothing.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "example/schema.hpp"
#include "image/decode_options.hpp"
#include "operations/report/image_row.hpp"
#include "records/image/raw_images.hpp"
#include "records/visit/record_visitor.hpp"
#include "sets/summaries/box_summary.hpp"
#include "sets/summaries/label_mixing.hpp"
#include "sets/summaries/mask_summary.hpp"

namespace tfrec {

struct ReportOptions {
  std::vector<std::string> paths;
  std::optional<std::uint64_t> samples;  // images per class; nothing: 4, fewer if there are many classes
  std::uint64_t seed = 42;               // chooses them
  std::filesystem::path source;          // the images that the set was made from; empty: not known
  std::optional<ValueShape> shape;       // of raw pixels
  std::uint64_t max_pixels = DecodeOptions{}.max_pixels;
  std::uint64_t page_bytes = 4'600'000;  // of all thumbnails, as text
  unsigned threads = 1;
};

/// A rectangle on an image, in shares of its sides.
struct ShownBox {
  double xmin = 0;
  double ymin = 0;
  double xmax = 0;
  double ymax = 0;
  std::string text;  // of its class, as it is stored
};

/// An image on the page. Texts are as they are stored, and not safe to print.
struct ShownImage {
  std::uint32_t row = 0;
  std::size_t shard = 0;  // of ReportResult::shards
  std::uint64_t record = 0;
  std::string name;              // of its file; empty if nothing gives it
  std::size_t label = SIZE_MAX;  // of ReportResult::labels; SIZE_MAX: none
  ImageRow facts;
  std::string jpeg;  // a thumbnail; empty if the image could not be read again
  int width = 0;     // of the thumbnail
  int height = 0;
  std::vector<ShownBox> boxes;
  std::uint64_t more_boxes = 0;  // beyond those that are drawn
  bool has_mask = false;         // it is drawn on the thumbnail
};

struct ReportShard {
  std::string path;
  std::string split;  // "" if there are none
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;
};

struct ReportClass {
  std::string name;  // as it is stored
  std::uint64_t records = 0;
  std::vector<std::uint64_t> by_split;  // as ReportResult::splits
  bool is_none = false;                 // of records without a class, where others have several
};

/// What a record has: a class, several, or none of those that others have.
struct ReportLabel {
  std::string text;                    // "cat, dog"
  std::vector<std::uint32_t> classes;  // of ReportResult::classes; never empty
};

/// Images of one class; places in ReportResult::shown.
struct SampleGroup {
  std::size_t of_class = SIZE_MAX;  // of ReportResult::classes; SIZE_MAX: none
  std::vector<std::size_t> images;
};

/// Images that are one image.
struct RepeatGroup {
  bool is_equal = false;  // byte for byte, else they look alike
  bool is_across_splits = false;
  bool has_several_labels = false;
  std::uint64_t count = 0;  // of its images; those shown may be fewer
  std::vector<std::size_t> images;
};

struct RepeatFacts {
  std::uint64_t equal = 0;    // images whose bytes an earlier one has
  std::uint64_t alike = 0;    // beyond these, images that look like an earlier one
  std::uint64_t across = 0;   // groups with images of several splits
  std::uint64_t unclear = 0;  // groups with images of several classes
  std::uint64_t groups = 0;
  std::uint64_t not_compared = 0;  // images whose hashes are near, beyond the number that is compared
  std::vector<RepeatGroup> shown;
};

enum class Oddity : std::uint8_t { one_color, dark, bright, blurred, aspect, size };
inline constexpr std::array k_oddities{Oddity::one_color, Oddity::dark,   Oddity::bright,
                                       Oddity::blurred,   Oddity::aspect, Oddity::size};

/// Images that differ from the others of the set in one way.
struct OddGroup {
  Oddity oddity{};
  std::uint64_t count = 0;
  bool is_usual = false;  // more than k_most_odd_share of the set: a trait of the set, not of single images
  std::vector<std::size_t> images;  // the most extreme first
};
inline constexpr double k_most_odd_share = 0.05;

/// Options of build that leave images of an odd aspect or size out, and keep usual ones; 0: none is odd that
/// way.
struct OddLimits {
  double max_aspect = 0;
  std::uint32_t min_side = 0;
  std::uint32_t max_side = 0;
};

/// A rule that predicts a class from a property of the file.
struct Giveaway {
  Property property{};
  std::size_t label = 0;  // of ReportResult::labels
  double from = 0;        // images with values in [from, to]
  double to = 0;
  bool has_lower = false;  // whether `from` is a threshold, or just the least value
  bool has_upper = false;
  double accuracy = 0;  // balanced: 0.5 is chance; on images the rule was not made from
  std::uint64_t in_class = 0;
  std::uint64_t in_others = 0;
  double class_hits = 0;  // share of the class in the range
  double other_hits = 0;  // of the others
};

/// A shard or a split that differs from all others.
struct Drift {
  std::string group;  // the split, or the shard's path
  bool is_split = false;
  std::optional<Property> property;  // nothing: the shares of the classes
  double here = 0;                   // mean of the group, or the share of the class
  double elsewhere = 0;
  double effect = 0;  // in standard deviations; of classes: share of records that would have to change
  std::size_t label = SIZE_MAX;  // that differs most; of ReportResult::labels
};

struct Histogram {
  Property property{};
  std::vector<double> edges;  // one more than counts
  std::vector<std::uint64_t> counts;
  double low = 0;  // quantiles 0.01, 0.5 and 0.99
  double middle = 0;
  double high = 0;
};

/// Where boxes lie, and how large they are.
struct BoxShapes {
  static constexpr std::size_t k_cells = 15;  // thirds have whole cells
  static constexpr std::size_t k_sizes = 20;

  std::array<std::uint64_t, k_cells * k_cells> centers{};  // rows from the top
  std::array<std::uint64_t, k_sizes> sizes{};  // by the square root of the share of the image's area
  std::uint64_t whole = 0;                     // boxes of at least 99 % of the image's area
  std::uint64_t tiny = 0;                      // of a side below k_tiny_side of the image's
  static constexpr double k_tiny_side = 0.01;

  void add(const BoxShapes& other);
};

struct SourceFacts {
  std::uint64_t found = 0;    // images whose source was found
  std::uint64_t missing = 0;  // whose name leads to no file
  std::uint64_t smaller = 0;  // stored with fewer pixels than the source
  std::uint64_t larger = 0;
  std::uint64_t finer = 0;  // stored at a higher JPEG quality than the source has
  std::map<ImageFormat, std::uint64_t> formats;
};

struct ReportResult {
  std::vector<ReportShard> shards;
  std::vector<std::string> splits;  // empty if there are none
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;
  std::uint64_t images = 0;     // whose headers were read
  std::uint64_t looked_at = 0;  // of them decoded
  std::string image_feature;
  std::string label_feature;         // empty: no labels; several have " + " between them
  bool labels_are_of_boxes = false;  // the class of a record's first box
  std::uint64_t labelled = 0;        // records that have classes
  std::vector<ReportClass> classes;
  std::vector<ReportLabel> labels;  // by ImageRow::label; one for each class where no record has several
  std::vector<FeatureSummary> features;
  std::vector<LabelMixing> mixing;
  std::vector<Histogram> histograms;
  std::map<ImageFormat, std::uint64_t> formats;
  std::uint64_t raw = 0;  // images of bare values
  std::map<int, std::uint64_t> channels;
  std::uint64_t progressive = 0;
  std::uint64_t turned = 0;  // EXIF asks for a turn or a flip, which most readers do not do
  std::vector<SampleGroup> samples;
  RepeatFacts repeats;
  std::vector<OddGroup> odd;
  OddLimits odd_limits;
  std::vector<Giveaway> giveaways;
  std::vector<Drift> drift;
  BoxSummary boxes;
  BoxShapes box_shapes;
  MaskSummary masks;
  std::map<std::uint16_t, std::string> mask_names;
  std::optional<SourceFacts> source;
  bool has_other_sizes = false;  // the same images again in other sizes, which findings do not list
  std::vector<ShownImage> shown;
  std::vector<std::pair<std::string, std::size_t>> findings;  // for --findings: the finding, and its image
  std::vector<std::string> notes;                             // printable
};

/// Gathers facts while another operation reads and decodes the shards.
class ReportPass {
 public:
  explicit ReportPass(ReportOptions options);
  ~ReportPass();

  RecordVisitor& visitor();
  /// After the pass: looks for findings, and reads the images again that are shown. Throws Error as reading
  /// does.
  ReportResult finish(Observer& observer);

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace tfrec
