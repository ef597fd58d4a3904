// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "example/example_writer.hpp"
#include "image/codec.hpp"
#include "records/image/made_image.hpp"
#include "records/layout/record_layout.hpp"
#include "records/make/made_record.hpp"
#include "records/masks/mask_maker.hpp"

namespace tfrec {

/// Buffers of one worker, kept from record to record.
struct MakerBuffers {
  SourceImage source;
  MadeImage image;
  std::vector<std::string> packed;
  std::vector<NamedValues> values;
  std::vector<RowBox> boxes;         // of the sample, on the upright source
  std::vector<RowBox> stored_boxes;  // on the image of one variant
  MadeMask mask;
};

/// A sample: the cells of its rows and its image file.
struct SampleInput {
  std::span<const std::vector<std::string>> rows;
  std::string_view image_path;                // below IMAGES
  std::string_view image;                     // the file's bytes
  std::uint64_t id = 0;                       // from 1
  std::span<const std::string> companions{};  // the bytes of each, as Samples::companions
};

/// Makes the frames of one sample, one per variant of the set: decode once, then size, encode, serialise and
/// frame each. Pure but for the buffers, so any worker may make any record.
class RecordMaker {
 public:
  RecordMaker(const RecordLayout& layout, const ImageOptions& options);

  /// Fills in variants and report, or why the image is bad. Cells were checked when the layout was bound; one
  /// that does not fit all the same throws Error (bad_data).
  void make(const SampleInput& sample, MakerBuffers& buffers, MadeRecord& made) const;

  const RecordLayout& layout() const { return m_layout; }
  std::size_t variants() const { return m_variants.size(); }

 private:
  std::optional<Rejected> make_variant(const SampleInput& sample, std::size_t variant, MakerBuffers& buffers,
                                       RecordVariant& made) const;
  std::optional<Rejected> read_boxes(const SampleInput& sample, MakerBuffers& buffers) const;
  Placement place_of(std::size_t variant, const SourceFrame& frame) const;
  std::optional<Rejected> read_mask_of(const SampleInput& sample, MakerBuffers& buffers,
                                       MadeRecord& made) const;
  /// Sets `enlarged` and `stretched`.
  void compare_sizes(std::size_t variant, const ImageFacts& facts, RecordVariant& made) const;
  void place_boxes(std::size_t variant, MakerBuffers& buffers) const;
  void write_frame_of(const SampleInput& sample, MakerBuffers& buffers, std::string& frame) const;

  const RecordLayout& m_layout;
  ImageOptions m_options;
  std::vector<ResizeOptions> m_variants;
  std::optional<ImageMaker> m_images;  // none where no feature needs pixels
};

}  // namespace tfrec
