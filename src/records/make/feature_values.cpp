// SPDX-License-Identifier: Apache-2.0
#include "records/make/feature_values.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/text/number.hpp"
#include "base/text/printable.hpp"
#include "dataset/table/missing_cell.hpp"
#include "records/boxes/box_values.hpp"

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

/// What the cells of a feature's columns hold, row after row.
class Filling {
 public:
  Filling(const BoundFeature& feature, const RecordLayout& layout, const RecordSource& source)
      : m_feature(feature), m_layout(layout), m_source(source) {}

  std::vector<std::int64_t> whole_numbers() const {
    std::vector<std::int64_t> values;
    for_each_cell([&](std::string_view text, std::size_t i) { values.push_back(whole_number(text, i)); });
    return values;
  }

  std::vector<float> numbers() const {
    std::vector<float> values;
    for_each_cell([&](std::string_view text, std::size_t i) { values.push_back(number(text, i)); });
    return values;
  }

  /// Numbers as they lie in memory, in one string.
  template <class Number>
  Bytes packed(const std::vector<Number>& values) const {
    m_source.packed.emplace_back(reinterpret_cast<const char*>(values.data()),
                                 values.size() * sizeof(Number));
    return {m_source.packed.back()};
  }

  Bytes texts() const {
    Bytes values;
    for_each_cell([&](std::string_view text, std::size_t i) { values.push_back(stored(text, i)); });
    return values;
  }

  /// One place for each cell.
  std::vector<std::size_t> place() const {
    std::vector<std::size_t> places;
    for_each_cell([&](std::string_view text, std::size_t i) { places.push_back(place_of(stored(text, i))); });
    return places;
  }

  /// Of the labels in all cells, ascending, each once.
  std::vector<std::size_t> places() const {
    std::vector<std::size_t> places;
    for_each_cell([&](std::string_view text, std::size_t i) {
      const std::string& separator = m_feature.classes->separator;
      std::vector<std::string_view> labels = split_labels(stored(text, i), separator);
      if (labels.empty() && missing(i) != nullptr) labels = split_labels(*missing(i), separator);
      for (const std::string_view label : labels) places.push_back(place_of(label));
    });
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
  }

  std::vector<float> hot(const std::vector<std::size_t>& places) const {
    std::vector<float> values(m_feature.classes->classes.size(), 0.0F);
    for (const std::size_t place : places) values[place] = 1.0F;
    return values;
  }

  /// The numbers of each box.
  std::vector<float> boxes() const {
    std::vector<float> values;
    for (const RowBox& stored : m_source.boxes)
      add_box_values(stored.box, m_feature.box_form, m_source.image.size, values);
    return values;
  }

  Bytes id_text() const {
    m_source.packed.push_back(std::to_string(m_source.id));
    return {m_source.packed.back()};
  }

  std::vector<std::int64_t> ids(const std::vector<std::size_t>& places) const {
    std::vector<std::int64_t> ids;
    for (const std::size_t place : places) ids.push_back(m_feature.classes->classes.ids().at(place));
    return ids;
  }

 private:
  /// Calls visit(cell, i) for each column i of each row that counts.
  template <class Visit>
  void for_each_cell(const Visit& visit) const {
    if (m_feature.is_list && m_layout.boxes) {
      for (const RowBox& box : m_source.boxes) {
        for (std::size_t i = 0; i < m_feature.columns.size(); ++i)
          visit(m_source.rows[box.row][m_feature.columns[i]], i);
      }
      return;
    }
    for (const std::vector<std::string>& cells : m_source.rows) {
      if (m_feature.is_list && !m_layout.row_lists->adds_values(cells)) continue;
      for (std::size_t i = 0; i < m_feature.columns.size(); ++i) visit(cells[m_feature.columns[i]], i);
      if (!m_feature.is_list) return;
    }
    // An image that the table does not list has no cells but its name.
    const bool is_name = m_source.rows.empty() && m_layout.row_lists &&
                         m_feature.columns.front() == m_layout.row_lists->image_column;
    if (is_name) visit(named(m_source.image_path, m_layout.row_lists->unlisted_naming), 0);
  }

  const std::string* missing(std::size_t i) const { return m_layout.missing.of(m_feature.columns[i]); }

  /// The cell, or what --missing stores for an empty one.
  std::string_view stored(std::string_view text, std::size_t i) const {
    const std::string* other = is_missing(text) ? missing(i) : nullptr;
    return other == nullptr ? text : *other;
  }

  std::int64_t whole_number(std::string_view text, std::size_t i) const {
    WholeNumber parsed = parse_whole(text);
    if (parsed.problem != NumberProblem::none && missing(i) != nullptr) parsed = parse_whole(*missing(i));
    if (parsed.problem != NumberProblem::none) throw wrong_cell(m_feature, i, describe(parsed.problem, text));
    return parsed.value;
  }

  float number(std::string_view text, std::size_t i) const {
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
      return filling.texts();
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
    case FeatureKind::boxes:
      return filling.boxes();
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
    case FeatureKind::sample_id:
      return std::vector<std::int64_t>{static_cast<std::int64_t>(source.id)};
    case FeatureKind::sample_id_text:
      return filling.id_text();
    case FeatureKind::mask:
      return Bytes{source.mask};
    case FeatureKind::mask_format:
      return Bytes{info(ImageFormat::png).record_name};
    case FeatureKind::file:
      return Bytes{source.companions[feature.companion]};
    case FeatureKind::sha256:
      return Bytes{image.sha256};
  }
  return {};
}

}  // namespace tfrec
