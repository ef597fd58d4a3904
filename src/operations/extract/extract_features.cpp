// SPDX-License-Identifier: Apache-2.0
#include "operations/extract/extract_features.hpp"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/nearest.hpp"
#include "base/text/number.hpp"
#include "dataset/join/image_column.hpp"
#include "example/feature_spec.hpp"
#include "image/resize_options.hpp"
#include "operations/extract/extract_sample.hpp"
#include "records/masks/record_masks.hpp"

namespace tfrec {

namespace {

void require_feature(const ExtractSample& sample, const std::string& name, const char* option) {
  if (sample.features().contains(name)) return;
  std::vector<std::string> names;
  for (const auto& [known, facts] : sample.features()) names.push_back(known);
  const auto near = nearest(name, names);
  throw Error(
      ErrorKind::usage, "", std::string(option) + ": the first records have no feature " + in_quotes(name),
      near ? "did you mean " + in_quotes(*near) + "?" : "`tfrec inspect` shows the features there are");
}

/// Records that are images have no features.
void require_no_feature_options(const ExtractOptions& options) {
  const char* option = options.shape                    ? "--shape"
                       : !options.filters.empty()       ? "--filter"
                       : !options.image_feature.empty() ? "--image-feature"
                       : !options.name_feature.empty()  ? "--name-feature"
                                                        : nullptr;
  if (option == nullptr) return;
  throw Error(ErrorKind::usage, "", std::string(option) + ": the records are images without features",
              "leave the option out");
}

/// Refuses what can't hold images, or can't name them, before anything is written.
void require_use(const ExtractSample& sample, const ExtractOptions& options) {
  const auto refuse = [](const char* option, const std::string& name, const char* what) {
    throw Error(ErrorKind::usage, "", std::string(option) + ": feature " + in_quotes(name) + what,
                "`tfrec inspect` shows the features there are");
  };
  if (!options.image_feature.empty()) {
    require_feature(sample, options.image_feature, "--image-feature");
    const Sampled& sampled = sample.features().at(options.image_feature);
    if (sampled.bytes == 0) refuse("--image-feature", options.image_feature, " contains numbers, no bytes");
  }
  if (!options.name_feature.empty()) {
    require_feature(sample, options.name_feature, "--name-feature");
    const Sampled& sampled = sample.features().at(options.name_feature);
    if (sampled.bytes + sampled.numbers == 0)
      refuse("--name-feature", options.name_feature, " contains neither text nor one whole number");
    if (sampled.images == sampled.records)
      refuse("--name-feature", options.name_feature, " contains images, no names");
  }
}

/// The features whose values become files beside the images: those of manifests, and masks by their name.
std::vector<CompanionFeature> companions_in(const ExtractSample& sample, const AgreedChoices& agreed) {
  std::vector<CompanionFeature> features = recorded_companions(agreed);
  std::erase_if(features, [&](const CompanionFeature& one) { return !sample.features().contains(one.name); });
  const auto is_mask = [](const CompanionFeature& one) { return one.is_mask; };
  for (const auto& [name, sampled] : sample.features()) {
    const bool is_other_mask = !agreed.specs.contains(name) && MaskFeatures().has(name) &&
                               sampled.masks > 0 && sampled.masks == sampled.records;
    if (is_other_mask && std::ranges::none_of(features, is_mask)) features.push_back({name, true, false});
  }
  return features;
}

/// The feature of the raw pixels by a manifest.
std::optional<std::string> raw_by_spec(const AgreedChoices& agreed) {
  for (const FeatureKind kind : {FeatureKind::raw_uint8, FeatureKind::raw_float32}) {
    for (const auto& [name, spec] : agreed.specs) {
      if (spec.kind == kind) return name;
    }
  }
  return std::nullopt;
}

bool has_raw_pixels(const ExtractSample& sample, const AgreedChoices& agreed) {
  return raw_by_spec(agreed) ||
         std::ranges::any_of(sample.features(), [](const auto& one) { return one.second.known_sizes > 0; });
}

/// The feature whose values are encoded images in most records; of equals the one called most like it.
/// Companions are images only where there are no others, and no raw pixels.
std::optional<std::string> guessed_image(const ExtractSample& sample, const AgreedChoices& agreed,
                                         const std::vector<CompanionFeature>& companions,
                                         Observer& observer) {
  using Rank = std::tuple<bool, std::uint64_t, bool, std::size_t>;
  const std::string* best = nullptr;
  Rank best_rank;
  for (const auto& [name, sampled] : sample.features()) {
    if (sampled.images == 0) continue;
    const bool encoded = name.ends_with("encoded") || usual_image_name_rank(name).has_value();
    const bool is_companion =
        std::ranges::find(companions, name, &CompanionFeature::name) != companions.end();
    const Rank rank{!is_companion, sampled.images, encoded, SIZE_MAX - name.size()};
    if (best != nullptr && rank <= best_rank) continue;
    best = &name;
    best_rank = rank;
  }
  if (best == nullptr || (!std::get<0>(best_rank) && has_raw_pixels(sample, agreed))) return std::nullopt;
  observer.note("feature " + in_quotes(*best) +
                " contains the images (guessed; --image-feature names another)");
  return *best;
}

/// The features that hold the size of a record's image: by a manifest, else by the sample.
SizeFeatures size_features(const Sampled& sampled, const AgreedChoices& agreed) {
  if (agreed.are_of_others()) return sampled.size_features;
  SizeFeatures names;
  constexpr std::array k_kinds{FeatureKind::height, FeatureKind::width, FeatureKind::channels};
  for (const auto& [name, spec] : agreed.specs) {
    const auto* const kind = std::find(k_kinds.begin(), k_kinds.end(), spec.kind);
    if (kind != k_kinds.end()) names[static_cast<std::size_t>(kind - k_kinds.begin())] = name;
  }
  return names;
}

/// By a manifest from before shapes were recorded: the size that was asked for.
std::optional<ValueShape> shape_of_options(const AgreedChoices& agreed) {
  const std::string size = agreed.text_of("size");  // WIDTHxHEIGHT
  const std::size_t x = size.find('x');
  if (x == std::string::npos) return std::nullopt;
  const std::string channels = agreed.text_of("color") == "gray" ? "x1" : "x3";
  return parse_shape(size.substr(x + 1) + "x" + size.substr(0, x) + channels);
}

RawImages raw_images(const ExtractOptions& options, const FoundShards& found, const AgreedChoices& agreed) {
  RawImages raw;
  // Read back with another number of channels, they would not be the same.
  const std::string color = agreed.text_of("color");
  raw.ppm = color != "gray";
  raw.pgm = color != "rgb";
  raw.shape = options.shape;
  for (const FoundShard& shard : found.shards) {
    const ManifestShard* listed = found.listed(shard);
    const bool is_recorded = listed != nullptr && !listed->shape.empty();
    raw.by_shard.push_back(is_recorded ? std::optional(listed->shape) : shape_of_options(agreed));
  }
  return raw;
}

bool has_shape(const RawImages& raw) {
  const bool by_record = !raw.size_features[0].empty() && !raw.size_features[1].empty();
  return raw.shape || by_record ||
         std::any_of(raw.by_shard.begin(), raw.by_shard.end(),
                     [](const auto& shape) { return shape.has_value(); });
}

/// The feature that most often has values of the size that --shape or the records' own features give.
std::optional<std::string> raw_by_size(const ExtractSample& sample, const RawImages& raw) {
  std::optional<std::string> best;
  std::uint64_t most = 0;
  for (const auto& [name, sampled] : sample.features()) {
    std::uint64_t fitting = sampled.known_sizes;
    if (raw.shape) {
      const auto size = sampled.sizes.find(raw.bytes_of(*raw.shape));
      fitting = size == sampled.sizes.end() ? 0 : size->second;
    }
    if (fitting <= most) continue;
    most = fitting;
    best = name;
  }
  return best;
}

Error no_images(const ExtractOptions& options, const RawImages& raw,
                const std::optional<std::string>& image) {
  if (raw.shape) {
    return Error(ErrorKind::bad_data, options.paths.front(),
                 "no feature of the first records contains values of " +
                     std::to_string(raw.bytes_of(*raw.shape)) + " bytes by --shape");
  }
  return Error(ErrorKind::bad_data, options.paths.front(),
               !image ? "no feature of the first records contains encoded images"
                      : "feature " + in_quotes(*image) + " contains raw pixels of unknown shape",
               "raw pixels need their shape: --shape HEIGHTxWIDTHxCHANNELS");
}

void report_raw(const ExtractFeatures& chosen, const AgreedChoices& agreed, Observer& observer) {
  const RawImages& raw = *chosen.raw;
  std::string text =
      "feature " + in_quotes(chosen.image) + " contains raw " + (raw.are_floats ? "floats" : "pixels");
  if (raw.shape) text += ", " + sides_text(*raw.shape);
  observer.note(text);
  for (const auto& [name, value] : agreed.options) {
    const auto* scale = std::get_if<double>(&value);
    if (!raw.are_floats || name != "scale" || scale == nullptr || *scale == 1) continue;
    observer.note("the floats are already multiplied by --scale: build the arrays without that option");
  }
}

/// Raw pixels: the feature that the manifest names, or the one whose values have the expected size.
ExtractFeatures raw_features(const ExtractOptions& options, const ExtractSample& sample,
                             const FoundShards& found, const AgreedChoices& agreed, Observer& observer) {
  RawImages raw = raw_images(options, found, agreed);
  const std::optional<std::string> recorded =
      options.image_feature.empty() ? raw_by_spec(agreed) : std::optional(options.image_feature);
  const std::optional<std::string> image = recorded ? recorded : raw_by_size(sample, raw);
  if (image && sample.features().contains(*image))
    raw.size_features = size_features(sample.features().at(*image), agreed);
  if (!image || !has_shape(raw)) throw no_images(options, raw, recorded);
  ExtractFeatures chosen{.image = *image, .raw = std::move(raw)};
  const auto spec = agreed.specs.find(chosen.image);
  chosen.raw->are_floats = spec != agreed.specs.end() && spec->second.kind == FeatureKind::raw_float32;
  report_raw(chosen, agreed, observer);
  return chosen;
}

/// The feature by a manifest: made of the column that names the images, best as it is; else the paths.
std::optional<std::string> name_by_spec(const ExtractSample& sample, const AgreedChoices& agreed) {
  const std::string column = agreed.image_column();
  for (const FeatureKind kind : {FeatureKind::bytes, FeatureKind::int64, FeatureKind::path}) {
    for (const auto& [name, spec] : agreed.specs) {
      const bool names = spec.kind == kind && (spec.columns.empty() || spec.columns == std::vector{column});
      if (names && sample.features().contains(name)) return name;
    }
  }
  return std::nullopt;
}

/// The feature by a manifest, else one with a usual name in every record.
std::optional<std::string> guessed_name(const ExtractSample& sample, const AgreedChoices& agreed,
                                        const std::string& image) {
  if (auto name = name_by_spec(sample, agreed)) return name;
  std::optional<std::string> best;
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

std::string image_name_in(const ExampleView& example, const std::string& feature) {
  const FeatureView* found = example.find(feature);
  if (found == nullptr || found->length != 1) return {};
  if (found->kind == ListKind::int64_list) {
    std::vector<std::int64_t> values;
    example.read(*found, values);
    return std::to_string(values.front());
  }
  if (found->kind != ListKind::bytes) return {};
  std::vector<std::string_view> values;
  example.read(*found, values);
  return std::string(values.front());
}

ExtractFeatures choose_features(const ExtractOptions& options, const FoundShards& found,
                                const std::vector<RecordSelection>& records, const AgreedChoices& agreed,
                                Observer& observer) {
  const ExtractSample sample(found, records);
  if (sample.records() == 0 && sample.payloads() > 0) {
    require_no_feature_options(options);
    observer.note("the records are images, not tf.train.Examples; they are numbered");
    return {.are_payloads = true};
  }
  if (sample.has_only_sequences() && !options.shape) {
    throw Error(ErrorKind::bad_data, options.paths.front(),
                "the records are tf.train.SequenceExamples, whose feature lists extract does not read");
  }
  if (sample.has_sequences())
    observer.warning("feature lists of tf.train.SequenceExamples are not extracted");
  if (sample.records() == 0) {
    if (sample.damage()) throw *sample.damage();
    throw Error(ErrorKind::bad_data, options.paths.front(), "none of the first records is a tf.train.Example",
                "`tfrec inspect` shows what is there");
  }
  require_use(sample, options);
  std::vector<CompanionFeature> companions = companions_in(sample, agreed);
  std::optional<std::string> image;
  if (!options.shape) {
    image = options.image_feature.empty() ? guessed_image(sample, agreed, companions, observer)
                                          : std::optional(options.image_feature);
  }
  const bool is_encoded = image && sample.features().at(*image).images > 0;
  ExtractFeatures chosen =
      is_encoded ? ExtractFeatures{.image = *image} : raw_features(options, sample, found, agreed, observer);
  chosen.companions = std::move(companions);
  std::erase_if(chosen.companions, [&](const CompanionFeature& one) {
    return one.name == chosen.image || one.name == options.name_feature;
  });
  if (!options.name_feature.empty()) {
    chosen.name = options.name_feature;
    return chosen;
  }
  chosen.name = guessed_name(sample, agreed, chosen.image);
  observer.note(!chosen.name ? "no feature names the images, so they are numbered (--name-feature)"
                             : "feature " + in_quotes(*chosen.name) +
                                   " names them (guessed; --name-feature names another)");
  return chosen;
}

}  // namespace tfrec
