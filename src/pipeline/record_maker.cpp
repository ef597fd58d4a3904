// SPDX-License-Identifier: Apache-2.0
#include "pipeline/record_maker.hpp"

#include "pipeline/feature_values.hpp"
#include "tfrecord/framing.hpp"

namespace tfrec {

RecordMaker::RecordMaker(const RecordLayout& layout, const PictureOptions& options)
    : m_layout(layout), m_options(options), m_codec(layout.uses_pixels() ? &codec() : nullptr) {}

std::optional<Rejected> RecordMaker::make(const RowInput& row, MakerBuffers& buffers,
                                          std::string& frame) const {
  if (m_codec != nullptr) {
    if (auto bad = make_picture(*m_codec, row.image, m_layout, m_options, buffers.picture)) return bad;
  }
  buffers.values.clear();
  buffers.packed.clear();
  buffers.packed.reserve(m_layout.features.size());  // one at most per feature, so that none moves
  const RecordSource source{row.cells, row.image_path, buffers.picture, buffers.packed};
  for (const BoundFeature& feature : m_layout.features) {
    buffers.values.push_back({feature.spec.name, feature_values(feature, m_layout, source)});
  }
  buffers.example.clear();
  append_example(buffers.example, buffers.values);
  frame.clear();
  append_frame(frame, buffers.example);
  return std::nullopt;
}

}  // namespace tfrec
