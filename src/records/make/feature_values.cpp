// SPDX-License-Identifier: Apache-2.0
#include "records/make/feature_values.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/text/number.hpp"
#include "base/text/printable.hpp"
#include "dataset/table/missing_cell.hpp"

namespace tfrec {

namespace {

using Bytes = std::vector<std::string_view>;

std::string_view viewed(const EncodedBytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// "column 'rating': 'x' is not a whole number".
Error wrong_cell(const BoundFeature& feature, std::size_t i, const std::string& why) {
  return Error(ErrorKind::bad_data, "", "column '" + printable(feature.spec.columns[i]) + "': " + why);
}

class Filling {
 public:
  Filling(const BoundFeature& feature, const RecordLayout& layout, const RecordSource& source)
      : m_feature(feature), m_layout(layout), m_source(source) {}

  std::vector<std::int64_t> whole_numbers() const {
    std::vector<std::int64_t> values;
    for (std::size_t i = 0; i < m_feature.columns.size(); ++i) values.push_back(whole_number(i));
    return values;
  }

  std::vector<float> numbers() const {
    std::vector<float> values;
    for (std::size_t i = 0; i < m_feature.columns.size(); ++i) values.push_back(number(i));
    return values;
  }

  /// Numbers as they lie in memory, in one string.
  template <class Number>
  Bytes packed(const std::vector<Number>& values) const {
    m_source.packed.emplace_back(reinterpret_cast<const char*>(values.data()),
                                 values.size() * sizeof(Number));
    return {m_source.packed.back()};
  }

  std::vector<std::size_t> place() const { return {place_of(cell(0))}; }

  /// Of the labels in the cell, ascending, each once.
  std::vector<std::size_t> places() const {
    std::vector<std::size_t> places;
    for (const std::string_view label : split_labels(cell(0), m_feature.classes->separator))
      places.push_back(place_of(label));
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
  }

  std::vector<float> hot(const std::vector<std::size_t>& places) const {
    std::vector<float> values(m_feature.classes->classes.size(), 0.0F);
    for (const std::size_t place : places) values[place] = 1.0F;
    return values;
  }

  std::vector<std::int64_t> ids(const std::vector<std::size_t>& places) const {
    std::vector<std::int64_t> ids;
    for (const std::size_t place : places) ids.push_back(m_feature.classes->classes.ids().at(place));
    return ids;
  }

  /// The cell, or what --missing stores for an empty one.
  std::string_view cell(std::size_t i) const {
    const std::string& text = m_source.cells[m_feature.columns[i]];
    const std::string* stored = is_missing(text) ? missing(i) : nullptr;
    return stored == nullptr ? text : *stored;
  }

 private:
  const std::string* missing(std::size_t i) const { return m_layout.missing.of(m_feature.columns[i]); }

  std::int64_t whole_number(std::size_t i) const {
    const std::string_view text = m_source.cells[m_feature.columns[i]];
    WholeNumber parsed = parse_whole(text);
    if (parsed.problem != NumberProblem::none && missing(i) != nullptr) parsed = parse_whole(*missing(i));
    if (parsed.problem != NumberProblem::none) throw wrong_cell(m_feature, i, describe(parsed.problem, text));
    return parsed.value;
  }

  float number(std::size_t i) const {
    const std::string_view text = m_source.cells[m_feature.columns[i]];
    FloatNumber parsed = parse_float(text);
    if (parsed.problem != NumberProblem::none && missing(i) != nullptr)
      parsed = parse_missing_float(*missing(i));
    if (parsed.problem == NumberProblem::none) return parsed.value;
    throw wrong_cell(
        m_feature, i,
        describe(parsed.problem, text) + (parsed.problem == NumberProblem::too_large ? " for a float" : ""));
  }

  std::size_t place_of(std::string_view label) const {
    if (const auto place = m_feature.classes->classes.place_of(label)) return *place;
    throw wrong_cell(m_feature, 0, "unknown class '" + printable_excerpt(label, 60) + "'");
  }

  const BoundFeature& m_feature;
  const RecordLayout& m_layout;
  const RecordSource& m_source;
};

}  // namespace

FeatureValues feature_values(const BoundFeature& feature, const RecordLayout& layout,
                             const RecordSource& source) {
  const Filling filling(feature, layout, source);
  const MadeImage& image = source.image;
  switch (feature.spec.kind) {  // without a default, so that a kind without its value does not compile
    case FeatureKind::jpeg:
      return Bytes{image.jpeg};
    case FeatureKind::png:
      return Bytes{viewed(image.png)};
    case FeatureKind::raw_uint8:
      return Bytes{image.raw_uint8};
    case FeatureKind::raw_float32:
      return Bytes{image.raw_float32};
    case FeatureKind::int64:
      return filling.whole_numbers();
    case FeatureKind::float32:
      return filling.numbers();
    case FeatureKind::bytes:
      return Bytes{filling.cell(0)};
    case FeatureKind::packed_float32:
      return filling.packed(filling.numbers());
    case FeatureKind::packed_int64:
      return filling.packed(filling.whole_numbers());
    case FeatureKind::index:
      return filling.ids(filling.place());
    case FeatureKind::onehot:
      return filling.hot(filling.place());
    case FeatureKind::multihot:
      return filling.hot(filling.places());
    case FeatureKind::indices:
      return filling.ids(filling.places());
    case FeatureKind::path:
      return Bytes{source.image_path};
    case FeatureKind::format:
      return Bytes{image.format};
    case FeatureKind::height:
      return std::vector<std::int64_t>{image.size.height};
    case FeatureKind::width:
      return std::vector<std::int64_t>{image.size.width};
    case FeatureKind::channels:
      return std::vector<std::int64_t>{image.channels};
    case FeatureKind::colorspace:
      return Bytes{image.channels == 1 ? "Grayscale" : "RGB"};
    case FeatureKind::sha256:
      return Bytes{image.sha256};
  }
  return {};
}

}  // namespace tfrec
