// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "image/codec.hpp"
#include "image/resize_options.hpp"
#include "pipeline/record_layout.hpp"

namespace tfrec {

/// What is done to pictures on their way into a record.
struct PictureOptions {
  int quality = 95;
  DecodeOptions decode;
  ResizeOptions resize;
};

/// One picture in every form its record wants, and the buffers it was made in: kept by a worker from record
/// to record.
struct MadePicture {
  std::unique_ptr<Picture> pixels;
  EncodedBytes jpeg;
  EncodedBytes png;
  std::string raw_uint8;
  std::string raw_float32;
  std::string sha256;       // in hex, of `stored`
  std::string_view stored;  // the first form the layout asks for
  std::string_view format;  // "JPEG", "PNG" or "RAW"
  Extent size;              // as stored
  int channels = 0;
};

/// Decodes `file`, brings it to size and encodes it in the forms `layout` wants.
std::optional<Rejected> make_picture(const Codec& codec, std::string_view file, const RecordLayout& layout,
                                     const PictureOptions& options, MadePicture& made);

}  // namespace tfrec
