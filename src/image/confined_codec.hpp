// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "image/codec.hpp"

namespace tfrec {

/// A codec whose decoder, the part that reads foreign bytes, runs confined where the process is in its
/// sandbox.
class ConfinedCodec final : public Codec {
 public:
  explicit ConfinedCodec(const Codec& codec) : m_codec(codec) {}

  std::unique_ptr<Pixels> new_pixels() const override { return m_codec.new_pixels(); }
  std::optional<Rejected> decode(std::string_view file, const DecodeOptions& options, Pixels& image,
                                 DecodeReport& report) const override;
  std::optional<Rejected> resize(const Pixels& from, const ResizeOptions& options,
                                 Pixels& to) const override {
    return m_codec.resize(from, options, to);
  }
  std::optional<Rejected> encode_jpeg(const Pixels& image, int quality, EncodedBytes& out) const override {
    return m_codec.encode_jpeg(image, quality, out);
  }
  std::optional<Rejected> encode_png(const Pixels& image, EncodedBytes& out) const override {
    return m_codec.encode_png(image, out);
  }
  std::optional<Rejected> encode_webp(const Pixels& image, int quality, EncodedBytes& out) const override {
    return m_codec.encode_webp(image, quality, out);
  }
  std::string opencv_version() const override { return m_codec.opencv_version(); }
  std::string jpeg_version() const override { return m_codec.jpeg_version(); }

 private:
  const Codec& m_codec;
};

}  // namespace tfrec
