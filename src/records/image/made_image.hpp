// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "image/codec.hpp"
#include "records/image/image_options.hpp"
#include "records/layout/record_layout.hpp"

namespace tfrec {

/// One image in every form its record wants. Kept by a worker from record to record, for its memory.
struct MadeImage {
  const Pixels* pixels = nullptr;  // `sized`, or the source's own; with statistics what readers decode
  std::unique_ptr<Pixels> sized;
  EncodedBytes encoded;  // of kind jpeg, unless it is copied
  EncodedBytes png;
  std::string raw_uint8;
  std::string raw_float32;
  std::string stripped;  // a copied source without its metadata
  std::string sha256;    // in hex, of `stored`

  std::string_view jpeg;             // what the kind jpeg stores: `encoded`, `stripped` or the source
  std::string_view stored;           // the first form the layout asks for
  std::string_view format;           // of it: "JPEG", "PNG", "WEBP" or "RAW"; empty if there is none
  std::vector<std::uint64_t> shape;  // of raw values: height, width, channels, or an array's own
  Extent size;                       // as stored
  int channels = 0;
};

/// A source image, decoded or just looked at.
struct SourceImage {
  std::string_view file;
  std::unique_ptr<Pixels> decoded;
  bool has_pixels = false;  // decoded; else only `report` is known
  DecodeReport report;
};

/// What became of an image in one set.
struct ImageOutcome {
  bool copied = false;  // stored byte for byte, but for --strip
};

/// Why a JPEG is none that every decoder for training reads, so that its bytes are never stored unchanged;
/// empty for a baseline one.
std::string_view unusual_process(const ImageFacts& facts);

/// Whether images may have to be decoded: not where JPEGs are kept, anything else is bad, and no more than
/// their structure is looked at. Then no library decides about bytes, and none is loaded.
bool may_decode(const RecordLayout& layout, const ImageOptions& options);

/// Makes images of one build.
class ImageMaker {
 public:
  ImageMaker(const RecordLayout& layout, const ImageOptions& options);

  /// Checks and decodes a file, once for all sets.
  std::optional<Rejected> open(std::string_view file, SourceImage& source) const;
  /// Brings it to the size of set `variant` and into the forms the layout wants.
  std::optional<Rejected> make(const SourceImage& source, std::size_t variant, MadeImage& made,
                               ImageOutcome& outcome) const;

 private:
  Extent upright_extent(const ImageFacts& facts) const;
  unsigned reduction_for(const ImageFacts& facts) const;
  ResizeOptions resize_of(const SourceImage& source, std::size_t variant) const;
  std::string reason_to_change(const SourceImage& source, std::size_t variant) const;
  std::string keep(const SourceImage& source, std::size_t variant, MadeImage& made) const;
  std::optional<Rejected> encode(const BoundFeature& feature, const SourceImage& source, bool copied,
                                 MadeImage& made) const;
  std::optional<Rejected> read_stored(MadeImage& made) const;
  std::optional<Rejected> encode_main(const SourceImage& source, bool copied, MadeImage& made) const;

  const Codec* m_codec;  // null if nothing is decoded
  const RecordLayout& m_layout;
  ImageOptions m_options;
  std::vector<ResizeOptions> m_variants;
};

}  // namespace tfrec
