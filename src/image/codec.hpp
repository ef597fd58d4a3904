// SPDX-License-Identifier: Apache-2.0
// Pixels in and out, without naming the library that does it: the implementation is a module loaded on first
// use, or linked into the static program.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/rejected.hpp"
#include "image/decode_options.hpp"
#include "image/pixels.hpp"
#include "image/resize_options.hpp"

namespace tfrec {

/// Decoder, resizer and encoder. All calls are safe from several threads, each with images of its own.
class Codec {
 public:
  virtual ~Codec() = default;
  virtual std::unique_ptr<Pixels> new_pixels() const = 0;

  /// Decodes a whole image file into `image`; with default options, what cv::imread makes of the same
  /// bytes. Damage that OpenCV passes over in silence is a reason to reject it. `report` is filled as far as
  /// it came.
  virtual std::optional<Rejected> decode(std::string_view file, const DecodeOptions& options, Pixels& image,
                                         DecodeReport& report) const = 0;
  /// `from` brought to the wanted size, into `to`, which is another image.
  virtual std::optional<Rejected> resize(const Pixels& from, const ResizeOptions& options,
                                         Pixels& to) const = 0;

  /// Baseline JPEG at `quality` (1-100): what cv::imencode makes of the same pixels.
  virtual std::optional<Rejected> encode_jpeg(const Pixels& image, int quality, EncodedBytes& out) const = 0;
  /// PNG as cv::imencode makes it by default.
  virtual std::optional<Rejected> encode_png(const Pixels& image, EncodedBytes& out) const = 0;
  /// WebP at `quality` (1-100), where OpenCV was built with it.
  virtual std::optional<Rejected> encode_webp(const Pixels& image, int quality, EncodedBytes& out) const = 0;

  /// "4.6.0", for the manifest: other versions may give other bytes.
  virtual std::string opencv_version() const = 0;
  /// "libjpeg-turbo 2.1.5", for the manifest, too.
  virtual std::string jpeg_version() const = 0;
};

/// The codec, loaded at the first call. Throws Error (machine) when the module beside the program can't be
/// loaded.
const Codec& codec();

}  // namespace tfrec
