// SPDX-License-Identifier: Apache-2.0
#include "pipeline/record_maker.hpp"

#include "base/error.hpp"
#include "base/printable.hpp"
#include "dataset/numbers.hpp"
#include "tfrecord/framing.hpp"

namespace tfrec {

namespace {

using Cells = std::vector<std::string>;

template <class Value>
Value required(std::optional<Value> parsed, const std::string& cell, const BoundFeature& feature,
               std::size_t i) {
  if (parsed) return *parsed;
  throw Error(ErrorKind::bad_data, "",
              "column '" + printable(feature.spec.columns[i]) + "': '" + printable_excerpt(cell, 40) +
                  "' does not fit feature '" + printable(feature.spec.name) + "'");
}

FeatureValues int64_values(const BoundFeature& feature, const Cells& cells) {
  std::vector<std::int64_t> values;
  for (std::size_t i = 0; i < feature.columns.size(); ++i) {
    const std::string& cell = cells[feature.columns[i]];
    values.push_back(required(parse_int64(cell), cell, feature, i));
  }
  return values;
}

FeatureValues float_values(const BoundFeature& feature, const Cells& cells) {
  std::vector<float> values;
  for (std::size_t i = 0; i < feature.columns.size(); ++i) {
    const std::string& cell = cells[feature.columns[i]];
    values.push_back(required(parse_float(cell), cell, feature, i));
  }
  return values;
}

std::size_t class_id(const BoundFeature& feature, const Cells& cells) {
  const std::string& cell = cells[feature.columns[0]];
  return required(feature.classes->classes.id_of(cell), cell, feature, 0);
}

FeatureValues onehot_values(const BoundFeature& feature, const Cells& cells) {
  std::vector<float> values(feature.classes->classes.size(), 0.0F);
  values[class_id(feature, cells)] = 1.0F;
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
      return std::vector<std::int64_t>{static_cast<std::int64_t>(class_id(feature, cells))};
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
