// SPDX-License-Identifier: Apache-2.0
#include "operations/extract_features.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "base/number.hpp"
#include "base/printable.hpp"
#include "dataset/image_column.hpp"
#include "dataset/in_quotes.hpp"
#include "example/feature_spec.hpp"
#include "pipeline/image_summary.hpp"
#include "tfrecord/reader.hpp"

namespace tfrec {

namespace {

constexpr std::uint64_t k_sampled_records = 64;
constexpr std::uint64_t k_sampled_of_shard = 16;

/// What the sampled records say of one feature.
struct Sampled {
  std::uint64_t records = 0;                     // that have it
  std::uint64_t pictures = 0;                    // whose first value is an encoded picture
  std::uint64_t names = 0;                       // that hold one short text, or one whole number
  std::uint64_t bytes = 0;                       // that hold bytes values, or none of any kind
  std::uint64_t numbers = 0;                     // that hold one whole number
  std::uint64_t odd_names = 0;                   // a short text that is no UTF-8: of an old file system
  std::map<std::uint64_t, std::uint64_t> sizes;  // of single bytes values
};

class Sample {
 public:
  explicit Sample(const FoundShards& found) {
    for (const FoundShard& shard : found.shards) {
      if (m_records < k_sampled_records) look_into(shard);
    }
  }

  std::uint64_t records() const { return m_records; }
  const std::map<std::string, Sampled>& features() const { return m_features; }

 private:
  void look_into(const FoundShard& shard) {
    const InputFile file(shard.path);
    Reader reader(file);
    for (std::uint64_t i = 0; i < k_sampled_of_shard; ++i) {
      const ReadItem item = reader.next();
      if (std::holds_alternative<End>(item)) return;
      const auto* record = std::get_if<Record>(&item);
      if (record == nullptr || !m_view.parse(record->payload) || !m_view.has_features()) continue;
      ++m_records;
      for (const FeatureView& feature : m_view.features()) add(feature);
    }
  }

  void add(const FeatureView& feature) {
    Sampled& sampled = m_features[std::string(feature.name)];
    ++sampled.records;
    if (feature.length == 0 || feature.kind == ListKind::bytes) ++sampled.bytes;
    if (feature.length == 0) return;
    if (feature.kind == ListKind::int64_list && feature.length == 1) {
      ++sampled.names;
      ++sampled.numbers;
    }
    if (feature.kind != ListKind::bytes) return;
    m_view.read(feature, m_values);
    const std::string_view value = m_values.front();
    if (feature.length == 1) ++sampled.sizes[value.size()];
    if (picture_facts(value)) {
      ++sampled.pictures;
    } else if (feature.length == 1 && !value.empty() && value.size() <= 1000 && is_utf8(value)) {
      ++sampled.names;
    } else if (feature.length == 1 && !value.empty() && value.size() <= 255 && has_no_controls(value)) {
      ++sampled.odd_names;
    }
  }

  static bool has_no_controls(std::string_view value) {
    return std::none_of(value.begin(), value.end(), [](char c) { return c >= 0 && c < ' '; });
  }

  std::uint64_t m_records = 0;
  std::map<std::string, Sampled> m_features;
  ExampleView m_view;
  std::vector<std::string_view> m_values;
};

void require_feature(const Sample& sample, const std::string& name, const char* option) {
  if (sample.features().contains(name)) return;
  std::vector<std::string> names;
  for (const auto& [known, facts] : sample.features()) names.push_back(known);
  const auto near = nearest(name, names);
  throw Error(
      ErrorKind::usage, "", std::string(option) + ": the first records have no feature " + in_quotes(name),
      near ? "did you mean " + in_quotes(*near) + "?" : "`tfrec inspect` shows the features there are");
}

/// Refuses what can't hold pictures, or can't name them, before anything is written.
void require_use(const Sample& sample, const ExtractOptions& options) {
  const auto refuse = [](const char* option, const std::string& name, const char* what) {
    throw Error(ErrorKind::usage, "", std::string(option) + ": feature " + in_quotes(name) + what,
                "`tfrec inspect` shows the features there are");
  };
  if (!options.image_feature.empty()) {
    require_feature(sample, options.image_feature, "--image-feature");
    const Sampled& sampled = sample.features().at(options.image_feature);
    if (sampled.bytes == 0) refuse("--image-feature", options.image_feature, " holds numbers, no bytes");
  }
  if (!options.name_feature.empty()) {
    require_feature(sample, options.name_feature, "--name-feature");
    const Sampled& sampled = sample.features().at(options.name_feature);
    if (sampled.bytes + sampled.numbers == 0)
      refuse("--name-feature", options.name_feature, " holds neither text nor one whole number");
    if (sampled.pictures == sampled.records)
      refuse("--name-feature", options.name_feature, " holds pictures, no names");
  }
}

/// The feature whose values are encoded pictures in most records; of equals the one called most like it.
std::string guessed_image(const Sample& sample, Observer& observer) {
  using Rank = std::tuple<std::uint64_t, bool, std::size_t>;
  const std::string* best = nullptr;
  Rank best_rank;
  for (const auto& [name, sampled] : sample.features()) {
    if (sampled.pictures == 0) continue;
    const bool encoded = name.ends_with("encoded") || usual_image_name_rank(name).has_value();
    const Rank rank{sampled.pictures, encoded, SIZE_MAX - name.size()};
    if (best != nullptr && rank <= best_rank) continue;
    best = &name;
    best_rank = rank;
  }
  if (best == nullptr) return {};
  observer.note("feature " + in_quotes(*best) +
                " holds the pictures (guessed; --image-feature names another)");
  return *best;
}

std::optional<RawShape> shape_of_set(const AgreedChoices& agreed) {
  std::map<std::string, std::string> texts;
  for (const auto& [name, value] : agreed.options) {
    if (const auto* text = std::get_if<std::string>(&value)) texts[name] = *text;
  }
  const std::string& size = texts["size"];  // WIDTHxHEIGHT
  const std::size_t x = size.find('x');
  if (x == std::string::npos) return std::nullopt;
  const std::string channels = texts["color"] == "gray" ? "x1" : "x3";
  return parse_shape(size.substr(x + 1) + "x" + size.substr(0, x) + channels);
}

/// Raw pixels: the feature a manifest tells, or the one whose values have the shape's size.
ExtractFeatures raw_features(const ExtractOptions& options, const Sample& sample, const AgreedChoices& agreed,
                             Observer& observer) {
  ExtractFeatures chosen;
  chosen.shape = options.shape ? options.shape : shape_of_set(agreed);
  std::string raw_spec;
  std::string float_spec;
  for (const auto& [name, text] : agreed.specs) {
    const FeatureKind kind = parse_feature_spec(text).kind;
    if (kind == FeatureKind::raw_uint8) raw_spec = name;
    if (kind == FeatureKind::raw_float32) float_spec = name;
  }
  const std::string& wanted = options.image_feature.empty() ? raw_spec : options.image_feature;
  if (!options.shape && !float_spec.empty() && (wanted.empty() || wanted == float_spec)) {
    throw Error(
        ErrorKind::bad_data, options.paths.front(),
        "feature " + in_quotes(float_spec) + " holds pixels as floats, which files of pictures do not");
  }
  if (!chosen.shape) {
    throw Error(ErrorKind::bad_data, options.paths.front(),
                raw_spec.empty() ? "no feature of the first records holds encoded pictures"
                                 : "feature " + in_quotes(raw_spec) + " holds raw pixels of unknown shape",
                "raw pixels need their shape: --shape HEIGHTxWIDTHxCHANNELS");
  }
  if (!options.image_feature.empty()) {
    chosen.image = options.image_feature;
  } else if (!raw_spec.empty()) {
    chosen.image = raw_spec;
  } else {
    std::uint64_t most = 0;
    for (const auto& [name, sampled] : sample.features()) {
      const auto fitting = sampled.sizes.find(chosen.shape->bytes());
      if (fitting == sampled.sizes.end() || fitting->second <= most) continue;
      most = fitting->second;
      chosen.image = name;
    }
    if (chosen.image.empty()) {
      throw Error(ErrorKind::bad_data, options.paths.front(),
                  "no feature of the first records holds values of " + std::to_string(chosen.shape->bytes()) +
                      " bytes, as --shape says");
    }
  }
  observer.note("feature " + in_quotes(chosen.image) + " holds raw pixels, " +
                std::to_string(chosen.shape->height) + "x" + std::to_string(chosen.shape->width) + "x" +
                std::to_string(chosen.shape->channels));
  return chosen;
}

/// The feature a manifest tells, else one with a usual name in every record.
std::string guessed_name(const Sample& sample, const AgreedChoices& agreed, const std::string& image) {
  std::string image_column;
  for (const auto& [name, value] : agreed.options) {
    const auto* text = std::get_if<std::string>(&value);
    if (name == "image-column" && text != nullptr) image_column = *text;
  }
  for (const auto& [name, text] : agreed.specs) {
    const FeatureSpec spec = parse_feature_spec(text);
    const bool names = spec.kind == FeatureKind::path ||
                       (spec.kind == FeatureKind::bytes && spec.columns.front() == image_column);
    if (names && sample.features().contains(name)) return name;
  }
  std::string best;
  std::size_t best_rank = SIZE_MAX;
  for (const auto& [name, sampled] : sample.features()) {
    const auto rank = usual_image_name_rank(name);
    if (!rank || *rank >= best_rank || name == image) continue;
    if (sampled.names == 0 || sampled.names + sampled.odd_names < sample.records()) continue;
    best = name;
    best_rank = *rank;
  }
  return best;
}

}  // namespace

std::optional<RawShape> parse_shape(std::string_view text) {
  std::vector<std::uint32_t> sides;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('x'), text.size());
    const WholeNumber side = parse_whole(text.substr(0, end));
    if (side.problem != NumberProblem::none || side.value < 1 || side.value > 65'535) return std::nullopt;
    sides.push_back(static_cast<std::uint32_t>(side.value));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (sides.size() != 3 || (sides[2] != 1 && sides[2] != 3)) return std::nullopt;
  return RawShape{sides[0], sides[1], sides[2]};
}

ExtractFeatures choose_features(const ExtractOptions& options, const FoundShards& found,
                                const AgreedChoices& agreed, Observer& observer) {
  const Sample sample(found);
  if (sample.records() == 0) {
    throw Error(ErrorKind::bad_data, options.paths.front(),
                "no record of the first ones is a tf.train.Example", "`tfrec inspect` shows what is there");
  }
  require_use(sample, options);
  ExtractFeatures chosen;
  if (!options.shape) {
    chosen.image = options.image_feature.empty() ? guessed_image(sample, observer) : options.image_feature;
    if (!chosen.image.empty() && sample.features().at(chosen.image).pictures == 0) chosen.image.clear();
  }
  if (chosen.image.empty()) chosen = raw_features(options, sample, agreed, observer);
  chosen.name = options.name_feature;
  if (chosen.name.empty()) {
    chosen.name = guessed_name(sample, agreed, chosen.image);
    observer.note(chosen.name.empty() ? "no feature names the pictures, so they are numbered (--name-feature)"
                                      : "feature " + in_quotes(chosen.name) +
                                            " names them (guessed; --name-feature names another)");
  }
  return chosen;
}

}  // namespace tfrec
