// SPDX-License-Identifier: Apache-2.0
#include "operations/reader/choose_features.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "base/error.hpp"
#include "base/text/in_quotes.hpp"
#include "example/box_form.hpp"
#include "records/masks/record_masks.hpp"
#include "sets/merge/recorded_masks.hpp"

namespace tfrec {

namespace {

/// Of these, one value per box or per object: lists, even if each record has one.
bool is_per_object(const std::string& name) {
  return name.starts_with("image/object/") || name.starts_with("objects/");
}

std::uint64_t product(const ValueShape& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::uint64_t{1}, std::multiplies<>());
}

class FeatureChoice {
 public:
  FeatureChoice(const FoundShards& found, const RecordSurvey& survey, const AgreedChoices& agreed,
                const ReaderOptions& options)
      : m_found(found), m_survey(survey), m_agreed(agreed), m_options(options), m_masks(found) {}

  std::vector<ReaderFeature> choose() {
    std::vector<ReaderFeature> features;
    for (const FeatureSummary& summary : m_survey.schema().features()) {
      if (!summary.kind) continue;
      if (!features.empty() && features.back().name == summary.name) {
        throw Error(ErrorKind::bad_data, "",
                    "feature " + in_quotes(summary.name) + " is of different kinds in different records",
                    "name shards of one set; `tfrec inspect` shows the kinds of each");
      }
      features.push_back(feature_of(summary));
    }
    require_image(features);
    return features;
  }

 private:
  const FeatureSpec* spec_of(const std::string& name) const {
    const auto found = m_agreed.specs.find(name);
    return found == m_agreed.specs.end() ? nullptr : &found->second;
  }

  ReaderFeature feature_of(const FeatureSummary& summary) const {
    ReaderFeature feature;
    feature.name = summary.name;
    feature.kind = *summary.kind;
    feature.is_absent_in_some = summary.in_records < m_survey.schema().records();
    feature.length = summary.lengths.max;
    const FeatureSpec* spec = spec_of(summary.name);
    const bool is_list_by_kind =
        spec != nullptr && (spec->kind == FeatureKind::indices || spec->kind == FeatureKind::boxes);
    feature.is_list = is_list_by_kind || is_per_object(summary.name) ||
                      summary.lengths.min != summary.lengths.max || summary.lengths.max == 0 ||
                      (feature.is_absent_in_some && !can_be_absent(summary));
    if (*summary.kind == ListKind::bytes) {
      choose_role(feature, summary, spec);
    } else {
      feature.role = ReaderRole::number;
    }
    choose_boxes(feature, spec);
    if (feature.is_absent_in_some) choose_without_default(feature);
    return feature;
  }

  /// A single value that a default can take the place of: -1, NaN or an empty text.
  static bool can_be_absent(const FeatureSummary& summary) {
    if (summary.lengths.max != 1) return false;
    return summary.kind != ListKind::int64_list || summary.integers.min >= 0;
  }

  /// Nothing can take the place of an image: a list of none or one.
  static void choose_without_default(ReaderFeature& feature) {
    if (feature.role == ReaderRole::image || feature.role == ReaderRole::mask) feature.is_list = true;
    if (feature.role == ReaderRole::packed) feature.role = ReaderRole::bytes;
  }

  void choose_boxes(ReaderFeature& feature, const FeatureSpec* spec) const {
    if (feature.kind != ListKind::float_list || !feature.is_list) return;
    const bool is_stated = spec != nullptr && spec->kind == FeatureKind::boxes;
    const auto form = is_stated ? box_form_named(spec->columns.front()) : std::nullopt;
    const bool is_called_so = feature.name.ends_with("bbox") || feature.name.ends_with("boxes");
    const bool is_by_fours = m_survey.is_by_fours(feature.name);
    if ((form && form->floats() == 4) || (spec == nullptr && is_called_so && is_by_fours))
      feature.per_box = 4;
  }

  void choose_role(ReaderFeature& feature, const FeatureSummary& summary, const FeatureSpec* spec) const {
    const ValueTally& tally = m_survey.values(feature.name);
    if (choose_packed(feature, summary, spec)) return;
    if (2 * tally.images > tally.values) {
      const bool is_mask = is_mask_feature(feature.name) && tally.masks == tally.images;
      feature.role = is_mask ? ReaderRole::mask : ReaderRole::image;
      feature.images = images_of(tally);
      return;
    }
    feature.role = tally.texts == tally.values ? ReaderRole::text : ReaderRole::bytes;
  }

  bool is_mask_feature(const std::string& name) const {
    return std::ranges::any_of(
        m_found.shards, [&](const FoundShard& shard) { return m_masks.shard(shard).features.has(name); });
  }

  static ReaderImages images_of(const ValueTally& tally) {
    ReaderImages images;
    const auto has = [&](ImageFormat format) { return tally.formats.contains(format); };
    images.are_jpeg = tally.formats.size() == 1 && has(ImageFormat::jpeg);
    images.are_png = tally.formats.size() == 1 && has(ImageFormat::png);
    images.has_webp_or_tiff = std::ranges::any_of(tally.formats, [](const auto& one) {
      return one.first != ImageFormat::jpeg && one.first != ImageFormat::png &&
             one.first != ImageFormat::bmp && one.first != ImageFormat::gif;
    });
    images.has_palette = tally.has_palette;
    const bool is_gray = tally.channels == std::set{1} && !tally.has_palette;
    const bool has_alpha = tally.channels == std::set{4} && images.are_png && !tally.has_palette;
    images.channels = is_gray ? 1 : has_alpha ? 4 : 3;
    images.bits = tally.bits.max;
    images.least_bits = tally.bits.min;
    if (tally.heights.min == tally.heights.max) images.height = tally.heights.min;
    if (tally.widths.min == tally.widths.max) images.width = tally.widths.min;
    if (images.height == 0 || images.width == 0) images.height = images.width = 0;
    images.longest_side = std::max(tally.heights.max, tally.widths.max);
    return images;
  }

  /// Numbers in bytes: by the manifest, by --shape, or by features of the image's sides.
  bool choose_packed(ReaderFeature& feature, const FeatureSummary& summary, const FeatureSpec* spec) const {
    if (summary.lengths.max != 1 || !summary.sizes.seen()) return false;
    const ValueTally& tally = m_survey.values(feature.name);
    const std::uint64_t size = summary.sizes.min == summary.sizes.max ? summary.sizes.max : 0;
    feature.role = ReaderRole::packed;
    if (spec != nullptr) {
      if (spec->kind == FeatureKind::packed_float32 || spec->kind == FeatureKind::packed_int64) {
        feature.packed = spec->kind == FeatureKind::packed_int64 ? PackedType::int64 : PackedType::float32;
        feature.shape = {spec->columns.size()};
        return true;
      }
      if (spec->kind != FeatureKind::raw_uint8 && spec->kind != FeatureKind::raw_float32) return false;
      feature.packed = spec->kind == FeatureKind::raw_uint8 ? PackedType::uint8 : PackedType::float32;
      const std::uint64_t value = feature.packed == PackedType::uint8 ? 1 : sizeof(float);
      if (m_options.shape && product(*m_options.shape) * value == size) {
        feature.shape = *m_options.shape;
      } else {
        feature.shape = listed_shape();
        if (feature.shape.empty() || product(feature.shape) * value != size) {
          feature.shape.clear();
          if (!choose_sized(feature, tally) && size > 0) feature.shape = {size / value};
        }
      }
      return true;
    }
    if (tally.images > 0) return false;
    if (m_options.shape && size > 0) {
      for (const auto& [type, bytes] :
           {std::pair(PackedType::uint8, 1U), std::pair(PackedType::float32, 4U)}) {
        if (product(*m_options.shape) * bytes != size) continue;
        feature.packed = type;
        feature.shape = *m_options.shape;
        return true;
      }
    }
    return choose_sized(feature, tally);
  }

  /// What all manifests state; empty if they differ.
  ValueShape listed_shape() const {
    ValueShape shape;
    for (const FoundShard& shard : m_found.shards) {
      const ManifestShard* listed = m_found.listed(shard);
      if (listed == nullptr || listed->shape.empty() || (!shape.empty() && shape != listed->shape)) return {};
      shape = listed->shape;
    }
    return shape;
  }

  bool choose_sized(ReaderFeature& feature, const ValueTally& tally) const {
    for (const bool are_floats : {false, true}) {
      for (const auto& [names, count] : are_floats ? tally.sized_floats : tally.sized) {
        if (count != tally.values) continue;
        feature.packed = are_floats ? PackedType::float32 : PackedType::uint8;
        feature.size_features = names;
        if (tally.sized_channels.size() == 1) feature.channels = *tally.sized_channels.begin();
        settle_shape(feature);
        return true;
      }
    }
    return false;
  }

  /// Sides that are the same in all records are numbers of the code.
  void settle_shape(ReaderFeature& feature) const {
    ValueShape shape;
    for (const FeatureSummary& summary : m_survey.schema().features()) {
      const bool is_side =
          summary.name == feature.size_features[0] || summary.name == feature.size_features[1];
      if (is_side && summary.integers.min != summary.integers.max) return;
    }
    for (const std::string& name : {feature.size_features[0], feature.size_features[1]}) {
      for (const FeatureSummary& summary : m_survey.schema().features()) {
        if (summary.name == name) shape.push_back(static_cast<std::uint64_t>(summary.integers.min));
      }
    }
    if (feature.channels == 0 || shape.size() != 2) return;
    shape.push_back(feature.channels);
    feature.shape = shape;
  }

  void require_image(const std::vector<ReaderFeature>& features) const {
    const auto is_image = [](const ReaderFeature& feature) {
      return feature.role == ReaderRole::image ||
             (feature.role == ReaderRole::packed && feature.shape.size() != 1) ||
             (feature.role == ReaderRole::packed && feature.packed != PackedType::int64);
    };
    const auto image = std::ranges::find_if(features, is_image);
    if (image == features.end()) {
      throw Error(ErrorKind::bad_data, "", "no feature of the records is an image",
                  m_options.shape ? "no feature has values of --shape"
                                  : "raw pixels need --shape HxWxC; `tfrec inspect` shows the features");
    }
    const bool is_everywhere = std::ranges::any_of(features, [&](const ReaderFeature& feature) {
      return is_image(feature) && !feature.is_absent_in_some;
    });
    if (is_everywhere) return;
    throw Error(ErrorKind::bad_data, "",
                "some records have no " + in_quotes(image->name) + ", which is the image of others",
                "name shards of one layout");
  }

  const FoundShards& m_found;
  const RecordSurvey& m_survey;
  const AgreedChoices& m_agreed;
  const ReaderOptions& m_options;
  RecordedMasksOf m_masks;
};

}  // namespace

std::vector<ReaderFeature> choose_reader_features(const FoundShards& found, const RecordSurvey& survey,
                                                  const AgreedChoices& agreed, const ReaderOptions& options) {
  return FeatureChoice(found, survey, agreed, options).choose();
}

}  // namespace tfrec
