// SPDX-License-Identifier: Apache-2.0
#include "pipeline/record_maker.hpp"

#include "pipeline/feature_values.hpp"
#include "tfrecord/framing.hpp"

namespace tfrec {

RecordMaker::RecordMaker(const RecordLayout& layout, const PictureOptions& options)
    : m_layout(layout), m_variants(options.variants().size()) {
  if (layout.uses_pixels()) m_pictures.emplace(codec(), layout, options);
}

void RecordMaker::append_frame_of(const RowInput& row, MakerBuffers& buffers, std::string& frame) const {
  buffers.values.clear();
  buffers.packed.clear();
  buffers.packed.reserve(m_layout.features.size());  // one at most per feature, so that none moves
  const RecordSource source{row.cells, row.image_path, buffers.picture, buffers.packed};
  for (const BoundFeature& feature : m_layout.features) {
    buffers.values.push_back({feature.spec.name, feature_values(feature, m_layout, source)});
  }
  buffers.example.clear();
  append_example(buffers.example, buffers.values);
  append_frame(frame, buffers.example);
}

void RecordMaker::make(const RowInput& row, MakerBuffers& buffers, MadeRecord& made) const {
  made.variants.resize(m_variants);
  made.rejected.reset();
  if (m_pictures) {
    made.rejected = m_pictures->open(row.image, buffers.source);
    made.report = buffers.source.report;
    if (made.rejected) return;
  }
  for (std::size_t i = 0; i < m_variants; ++i) {
    RecordVariant& variant = made.variants[i];
    variant.frame.clear();
    if (m_pictures) {
      PictureOutcome outcome;
      made.rejected = m_pictures->make(buffers.source, i, buffers.picture, outcome);
      if (made.rejected) return;
      variant.picture_size = buffers.picture.size;
      variant.copied = outcome.copied;
    }
    append_frame_of(row, buffers, variant.frame);
  }
}

}  // namespace tfrec
