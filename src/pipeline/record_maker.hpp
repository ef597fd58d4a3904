// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/rejected.hpp"
#include "example/example_writer.hpp"
#include "image/codec.hpp"
#include "pipeline/record_layout.hpp"

namespace tfrec {

/// What is done to pictures on their way into a record.
struct PictureOptions {
  int quality = 95;
  DecodeOptions decode;
};

/// Buffers of one worker, kept from record to record.
struct MakerBuffers {
  std::unique_ptr<Picture> picture;
  EncodedBytes jpeg;
  std::string example;
  std::vector<NamedValues> values;
};

/// Makes the frame of one record out of a row's cells and its image file: decode, encode, serialise, frame.
/// Pure but for the buffers, so any worker may do any record.
class RecordMaker {
 public:
  RecordMaker(const RecordLayout& layout, const PictureOptions& options);

  /// Replaces `frame` by the record's frame, or says why the image is bad. Cells have been checked against
  /// the layout before (check_cells); one that does not fit throws Error (bad_data).
  std::optional<Rejected> make(const std::vector<std::string>& cells, std::string_view image,
                               MakerBuffers& buffers, std::string& frame) const;

 private:
  std::optional<Rejected> make_jpeg(std::string_view image, MakerBuffers& buffers) const;

  const RecordLayout& m_layout;
  PictureOptions m_options;
  const Codec* m_codec;  // none where no feature needs pixels: then OpenCV is not loaded
};

}  // namespace tfrec
