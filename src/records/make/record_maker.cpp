// SPDX-License-Identifier: Apache-2.0
#include "records/make/record_maker.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "image/npy/npy.hpp"
#include "records/boxes/stored_boxes.hpp"
#include "records/image/made_array.hpp"
#include "records/make/feature_values.hpp"
#include "tfrecord/framing.hpp"

namespace tfrec {

namespace {

/// The memory of a huge image is not kept: that of every worker would add up, beyond what is admitted at
/// once.
void give_back_huge(MakerBuffers& buffers) {
  constexpr std::uint64_t k_kept_pixels = std::uint64_t{1} << 25;
  const ImageFacts& source = buffers.source.report.source;
  const Extent& made = buffers.image.size;
  const bool is_huge =
      std::uint64_t{source.width} * source.height > k_kept_pixels ||
      static_cast<std::uint64_t>(made.width) * static_cast<std::uint64_t>(made.height) > k_kept_pixels;
  if (is_huge) buffers = MakerBuffers{};
}

}  // namespace

RecordMaker::RecordMaker(const RecordLayout& layout, const ImageOptions& options)
    : m_layout(layout), m_options(options), m_variants(options.variants()) {
  if (layout.uses_pixels()) m_images.emplace(layout, options);
  if (layout.masks) codec();  // workers that stay confined can't load it
}

void RecordMaker::write_frame_of(const SampleInput& sample, MakerBuffers& buffers, std::string& frame) const {
  buffers.values.clear();
  buffers.packed.clear();
  buffers.packed.reserve(m_layout.features.size());  // one at most per feature, so that none moves
  const RecordSource source{sample.rows,   sample.image_path, sample.id,         buffers.stored_boxes,
                            buffers.image, buffers.mask.png,  sample.companions, buffers.packed};
  for (const BoundFeature& feature : m_layout.features) {
    buffers.values.push_back({feature.spec.name, feature_values(feature, m_layout, source)});
  }
  // Over the last record's frame: bytes that are there need not be cleared first.
  write_example(frame, k_frame_header_bytes, buffers.values, k_frame_footer_bytes);
  close_frame(frame, 0);
}

std::optional<Rejected> RecordMaker::read_boxes(const SampleInput& sample, MakerBuffers& buffers) const {
  if (is_npy(sample.image)) return Rejected{"is an array, and boxes need an image"};
  const SourceFrame frame = source_frame(buffers.source.report.source, m_options.decode.orientation);
  buffers.boxes = sample_boxes(sample.rows, *m_layout.row_lists, *m_layout.boxes, frame).boxes;
  return std::nullopt;
}

Placement RecordMaker::place_of(std::size_t variant, const SourceFrame& frame) const {
  const Extent upright{static_cast<int>(frame.upright_width()), static_cast<int>(frame.upright_height())};
  return placement(upright, m_variants[variant]);
}

void RecordMaker::compare_sizes(std::size_t variant, const ImageFacts& facts, RecordVariant& made) const {
  const SourceFrame frame = source_frame(facts, m_options.decode.orientation);
  const Extent scaled = place_of(variant, frame).scaled;
  made.enlarged = scaled.width > frame.upright_width() || scaled.height > frame.upright_height();
  const auto [least, most] =
      std::minmax({1.0 * scaled.width * frame.upright_height(), 1.0 * scaled.height * frame.upright_width()});
  made.stretched = m_variants[variant].fit == Fit::stretch && most - least > least / 20;
}

void RecordMaker::place_boxes(std::size_t variant, MakerBuffers& buffers) const {
  const SourceFrame frame = source_frame(buffers.source.report.source, m_options.decode.orientation);
  buffers.stored_boxes = stored_boxes(buffers.boxes, place_of(variant, frame), m_layout.boxes->min_visible);
}

std::optional<Rejected> RecordMaker::read_mask_of(const SampleInput& sample, MakerBuffers& buffers,
                                                  MadeRecord& made) const {
  if (is_npy(sample.image)) return Rejected{"is an array, and masks need an image"};
  const SourceFrame frame = source_frame(buffers.source.report.source, m_options.decode.orientation);
  return read_mask(sample.companions[m_layout.masks->companion], *m_layout.masks, frame, buffers.mask,
                   made.mask);
}

std::optional<Rejected> RecordMaker::make_variant(const SampleInput& sample, std::size_t variant,
                                                  MakerBuffers& buffers, RecordVariant& made) const {
  made.shape.clear();
  made.copied = made.reencoded = made.enlarged = made.stretched = false;
  made.sums = {};
  if (m_images) {
    ImageOutcome outcome;
    auto bad = is_npy(sample.image) ? make_from_array(sample.image, m_layout, m_options, buffers.image)
                                    : m_images->make(buffers.source, variant, buffers.image, outcome);
    if (bad) return bad;
    made.shape = buffers.image.shape;
    const bool stores_pixels = !is_npy(sample.image) && !buffers.image.format.empty();
    if (m_options.statistics && stores_pixels) made.sums.add(*buffers.image.pixels);
    made.copied = outcome.copied;
    made.reencoded = m_layout.has(FeatureKind::png) || (m_layout.has(FeatureKind::jpeg) && !outcome.copied);
  }
  if (m_images && !is_npy(sample.image)) compare_sizes(variant, buffers.source.report.source, made);
  if (m_layout.boxes) place_boxes(variant, buffers);
  made.mask_pixels.clear();
  if (m_layout.masks) {
    const SourceFrame frame = source_frame(buffers.source.report.source, m_options.decode.orientation);
    make_mask(*m_layout.masks, frame, place_of(variant, frame), buffers.mask);
    made.mask_pixels = std::move(buffers.mask.pixels);
  }
  write_frame_of(sample, buffers, made.frame);
  return std::nullopt;
}

void RecordMaker::make(const SampleInput& sample, MakerBuffers& buffers, MadeRecord& made) const {
  made.variants.resize(m_variants.size());
  made.rejected.reset();
  made.report = {};
  made.mask = {};
  if (m_images && !is_npy(sample.image)) {
    made.rejected = m_images->open(sample.image, buffers.source);
    made.report = buffers.source.report;
  }
  if (m_layout.boxes && !made.rejected) made.rejected = read_boxes(sample, buffers);
  if (m_layout.masks && !made.rejected) made.rejected = read_mask_of(sample, buffers, made);
  for (std::size_t i = 0; i < m_variants.size() && !made.rejected; ++i) {
    made.rejected = make_variant(sample, i, buffers, made.variants[i]);
  }
  give_back_huge(buffers);
}

}  // namespace tfrec
