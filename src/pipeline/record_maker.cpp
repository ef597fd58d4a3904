// SPDX-License-Identifier: Apache-2.0
#include "pipeline/record_maker.hpp"

#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "base/number.hpp"
#include "base/printable.hpp"
#include "tfrecord/framing.hpp"

namespace tfrec {

namespace {

using Cells = std::vector<std::string>;

/// "column 'rating': 'x' is not a whole number".
Error wrong_cell(const BoundFeature& feature, std::size_t i, const std::string& why) {
  return Error(ErrorKind::bad_data, "", "column '" + printable(feature.spec.columns[i]) + "': " + why);
}

FeatureValues int64_values(const BoundFeature& feature, const Cells& cells) {
  std::vector<std::int64_t> values;
  for (std::size_t i = 0; i < feature.columns.size(); ++i) {
    const std::string& cell = cells[feature.columns[i]];
    const WholeNumber number = parse_whole(cell);
    if (number.problem != NumberProblem::none) throw wrong_cell(feature, i, describe(number.problem, cell));
    values.push_back(number.value);
  }
  return values;
}

FeatureValues float_values(const BoundFeature& feature, const Cells& cells) {
  std::vector<float> values;
  for (std::size_t i = 0; i < feature.columns.size(); ++i) {
    const std::string& cell = cells[feature.columns[i]];
    const RealNumber number = parse_real(cell);
    if (number.problem != NumberProblem::none) throw wrong_cell(feature, i, describe(number.problem, cell));
    if (std::abs(number.value) > std::numeric_limits<float>::max()) {
      throw wrong_cell(feature, i, "'" + printable_excerpt(cell, 60) + "' is too large for a float");
    }
    values.push_back(static_cast<float>(number.value));
  }
  return values;
}

std::int64_t class_id(const BoundFeature& feature, const Cells& cells) {
  const std::string& cell = cells[feature.columns[0]];
  if (const auto id = feature.classes->classes.id_of(cell)) return *id;
  throw wrong_cell(feature, 0, "unknown class '" + printable_excerpt(cell, 60) + "'");
}

FeatureValues onehot_values(const BoundFeature& feature, const Cells& cells) {
  std::vector<float> values(feature.classes->classes.size(), 0.0F);
  values[static_cast<std::size_t>(class_id(feature, cells))] = 1.0F;
  return values;
}

std::string_view viewed(const EncodedBytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

FeatureValues values_of(const BoundFeature& feature, const Cells& cells, const MakerBuffers& buffers) {
  switch (feature.spec.kind) {
    case FeatureKind::jpeg:
      return std::vector<std::string_view>{viewed(buffers.jpeg)};
    case FeatureKind::int64:
      return int64_values(feature, cells);
    case FeatureKind::float32:
      return float_values(feature, cells);
    case FeatureKind::bytes:
      return std::vector<std::string_view>{cells[feature.columns[0]]};
    case FeatureKind::index:
      return std::vector<std::int64_t>{class_id(feature, cells)};
    case FeatureKind::onehot:
      return onehot_values(feature, cells);
  }
  return {};
}

}  // namespace

RecordMaker::RecordMaker(const RecordLayout& layout, const PictureOptions& options)
    : m_layout(layout), m_options(options), m_codec(layout.uses_pixels() ? &codec() : nullptr) {}

std::optional<Rejected> RecordMaker::make_jpeg(std::string_view image, MakerBuffers& buffers) const {
  if (!buffers.picture) buffers.picture = m_codec->new_picture();
  if (auto bad = m_codec->decode(image, m_options.decode, *buffers.picture)) return bad;
  return m_codec->encode_jpeg(*buffers.picture, m_options.quality, buffers.jpeg);
}

std::optional<Rejected> RecordMaker::make(const Cells& cells, std::string_view image, MakerBuffers& buffers,
                                          std::string& frame) const {
  if (m_codec != nullptr) {
    if (auto bad = make_jpeg(image, buffers)) return bad;
  }
  buffers.values.clear();
  for (const BoundFeature& feature : m_layout.features) {
    buffers.values.push_back({feature.spec.name, values_of(feature, cells, buffers)});
  }
  buffers.example.clear();
  append_example(buffers.example, buffers.values);
  frame.clear();
  append_frame(frame, buffers.example);
  return std::nullopt;
}

}  // namespace tfrec
