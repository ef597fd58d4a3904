// SPDX-License-Identifier: Apache-2.0
// Pixels in and out, without naming the library that does it: the implementation is a module loaded on first
// use.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/rejected.hpp"
#include "image/resize_options.hpp"

namespace tfrec {

/// Decoded pixels: 8 bits a sample, rows from the top, samples interleaved, three channels in B, G, R order
/// or one. Meant to be kept and decoded into again: its memory is reused.
class Picture {
 public:
  virtual ~Picture() = default;
  virtual int width() const = 0;
  virtual int height() const = 0;
  virtual int channels() const = 0;
  /// The first sample of row `y`.
  virtual const std::uint8_t* row(int y) const = 0;
};

struct DecodeOptions {
  std::uint64_t max_pixels = 178'956'970;  // where Pillow refuses, too: larger pictures are bombs
  bool gray = false;                       // one channel
};

using EncodedBytes = std::vector<std::uint8_t>;

/// Decoder, resizer and encoder. All calls are safe from several threads, each with pictures of its own.
class Codec {
 public:
  virtual ~Codec() = default;
  virtual std::unique_ptr<Picture> new_picture() const = 0;

  /// Decodes a whole image file into `picture`, EXIF orientation applied: what cv::imread makes of the same
  /// bytes. Damage that OpenCV passes over in silence is a reason to reject it.
  virtual std::optional<Rejected> decode(std::string_view file, const DecodeOptions& options,
                                         Picture& picture) const = 0;
  /// Brings `picture` to the wanted size. Options that ask for no size leave it as it is.
  virtual std::optional<Rejected> resize(Picture& picture, const ResizeOptions& options) const = 0;

  /// Baseline JPEG at `quality` (1-100): what cv::imencode makes of the same pixels.
  virtual std::optional<Rejected> encode_jpeg(const Picture& picture, int quality,
                                              EncodedBytes& out) const = 0;
  /// PNG as cv::imencode makes it by default.
  virtual std::optional<Rejected> encode_png(const Picture& picture, EncodedBytes& out) const = 0;

  /// "4.6.0", for the manifest: other versions may give other bytes.
  virtual std::string opencv_version() const = 0;
};

/// The codec, loaded at the first call. Throws Error (machine) when the module beside the program can't be
/// loaded.
const Codec& codec();

}  // namespace tfrec
