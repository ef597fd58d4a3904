// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "image/codec.hpp"
#include "records/image/picture_options.hpp"
#include "records/layout/record_layout.hpp"

namespace tfrec {

/// One picture in every form its record wants. Kept by a worker from record to record, for its memory.
struct MadePicture {
  const Picture* pixels = nullptr;  // `sized`, or the source's own; with statistics what readers decode
  std::unique_ptr<Picture> sized;
  EncodedBytes encoded;  // of kind jpeg, unless it is copied
  EncodedBytes png;
  std::string raw_uint8;
  std::string raw_float32;
  std::string stripped;  // a copied source without its metadata
  std::string sha256;    // in hex, of `stored`

  std::string_view jpeg;             // what the kind jpeg stores: `encoded`, `stripped` or the source
  std::string_view stored;           // the first form the layout asks for
  std::string_view format;           // of it: "JPEG", "PNG", "WEBP" or "RAW"; empty where there is none
  std::vector<std::uint64_t> shape;  // of raw values: height, width, channels, or an array's own
  Extent size;                       // as stored
  int channels = 0;
};

/// A source picture, decoded or just looked at.
struct SourcePicture {
  std::string_view file;
  std::unique_ptr<Picture> decoded;
  bool has_pixels = false;  // decoded; else only `report` is known
  DecodeReport report;
};

/// What became of a picture in one set.
struct PictureOutcome {
  bool copied = false;  // stored byte for byte, but for --strip
};

/// Whether pictures may have to be decoded: not where JPEGs are kept, anything else is bad, and no more than
/// their structure is looked at. Then no library decides about bytes, and none is loaded.
bool may_decode(const RecordLayout& layout, const PictureOptions& options);

/// Makes pictures of one build.
class PictureMaker {
 public:
  PictureMaker(const RecordLayout& layout, const PictureOptions& options);

  /// Checks and decodes a file, once for all sets.
  std::optional<Rejected> open(std::string_view file, SourcePicture& source) const;
  /// Brings it to the size of set `variant` and into the forms the layout wants.
  std::optional<Rejected> make(const SourcePicture& source, std::size_t variant, MadePicture& made,
                               PictureOutcome& outcome) const;

  std::size_t variants() const { return m_variants.size(); }

 private:
  Extent upright_extent(const ImageFacts& facts) const;
  unsigned reduction_for(const ImageFacts& facts) const;
  ResizeOptions resize_of(const SourcePicture& source, std::size_t variant) const;
  std::string reason_to_change(const SourcePicture& source, std::size_t variant) const;
  std::string keep(const SourcePicture& source, std::size_t variant, MadePicture& made) const;
  std::optional<Rejected> encode(const BoundFeature& feature, const SourcePicture& source, bool copied,
                                 MadePicture& made) const;
  std::optional<Rejected> read_stored(MadePicture& made) const;
  std::optional<Rejected> encode_main(const SourcePicture& source, bool copied, MadePicture& made) const;

  const Codec* m_codec;  // null where nothing is decoded
  const RecordLayout& m_layout;
  PictureOptions m_options;
  std::vector<ResizeOptions> m_variants;
};

}  // namespace tfrec
