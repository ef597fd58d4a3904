// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/rejected.hpp"
#include "example/example_writer.hpp"
#include "image/codec.hpp"
#include "pipeline/made_picture.hpp"
#include "pipeline/record_layout.hpp"

namespace tfrec {

/// Buffers of one worker, kept from record to record.
struct MakerBuffers {
  MadePicture picture;
  std::vector<std::string> packed;
  std::string example;
  std::vector<NamedValues> values;
};

/// A row and its image file.
struct RowInput {
  const std::vector<std::string>& cells;
  std::string_view image_path;  // below IMAGES
  std::string_view image;       // the file's bytes
};

/// Makes the frame of one record: decode, encode, serialise, frame. Pure but for the buffers, so any worker
/// may do any record.
class RecordMaker {
 public:
  RecordMaker(const RecordLayout& layout, const PictureOptions& options);

  /// Replaces `frame` by the record's frame, or says why the image is bad. Cells were checked when the layout
  /// was bound; one that does not fit all the same throws Error (bad_data).
  std::optional<Rejected> make(const RowInput& row, MakerBuffers& buffers, std::string& frame) const;

  const RecordLayout& layout() const { return m_layout; }

 private:
  const RecordLayout& m_layout;
  PictureOptions m_options;
  const Codec* m_codec;  // none where no feature needs pixels: then OpenCV is not loaded
};

}  // namespace tfrec
