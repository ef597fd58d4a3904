// SPDX-License-Identifier: Apache-2.0
#include "pipeline/made_picture.hpp"

#include <bit>
#include <cstring>

#include "base/sha256.hpp"

namespace tfrec {

namespace {

static_assert(std::endian::native == std::endian::little, "raw floats are copied as they lie in memory");

std::string_view viewed(const EncodedBytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// One row in R, G, B order, or grey as it is.
void append_rgb(std::string& out, const std::uint8_t* row, int width, int channels) {
  if (channels == 1) {
    out.append(reinterpret_cast<const char*>(row), static_cast<std::size_t>(width));
    return;
  }
  for (int x = 0; x < width; ++x, row += 3) {
    const char rgb[3] = {static_cast<char>(row[2]), static_cast<char>(row[1]), static_cast<char>(row[0])};
    out.append(rgb, 3);
  }
}

void take_raw(const Picture& pixels, std::string& out) {
  out.clear();
  out.reserve(static_cast<std::size_t>(pixels.width()) * static_cast<std::size_t>(pixels.height()) *
              static_cast<std::size_t>(pixels.channels()));
  for (int y = 0; y < pixels.height(); ++y) append_rgb(out, pixels.row(y), pixels.width(), pixels.channels());
}

void take_floats(const std::string& samples, float scale, std::string& out) {
  out.resize(samples.size() * sizeof(float));
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const float value = static_cast<float>(static_cast<std::uint8_t>(samples[i])) * scale;
    std::memcpy(out.data() + i * sizeof value, &value, sizeof value);
  }
}

/// The forms of the picture, in the order in which `stored` prefers them: the layout's own.
std::optional<Rejected> encode(const Codec& codec, const BoundFeature& feature, const RecordLayout& layout,
                               const PictureOptions& options, MadePicture& made) {
  std::string_view bytes;
  std::string_view format = "RAW";
  switch (feature.spec.kind) {
    case FeatureKind::jpeg:
      if (auto bad = codec.encode_jpeg(*made.pixels, options.quality, made.jpeg)) return bad;
      bytes = viewed(made.jpeg);
      format = "JPEG";
      break;
    case FeatureKind::png:
      if (auto bad = codec.encode_png(*made.pixels, made.png)) return bad;
      bytes = viewed(made.png);
      format = "PNG";
      break;
    case FeatureKind::raw_uint8:
      take_raw(*made.pixels, made.raw_uint8);
      bytes = made.raw_uint8;
      break;
    case FeatureKind::raw_float32:
      if (!layout.has(FeatureKind::raw_uint8)) take_raw(*made.pixels, made.raw_uint8);
      take_floats(made.raw_uint8, layout.scale, made.raw_float32);
      bytes = made.raw_float32;
      break;
    default:
      return std::nullopt;
  }
  if (made.format.empty()) {
    made.stored = bytes;
    made.format = format;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Rejected> make_picture(const Codec& codec, std::string_view file, const RecordLayout& layout,
                                     const PictureOptions& options, MadePicture& made) {
  if (!made.pixels) made.pixels = codec.new_picture();
  if (auto bad = codec.decode(file, options.decode, *made.pixels)) return bad;
  if (auto bad = codec.resize(*made.pixels, options.resize)) return bad;
  made.size = {made.pixels->width(), made.pixels->height()};
  made.channels = made.pixels->channels();
  made.format = made.stored = {};
  for (const BoundFeature& feature : layout.features) {
    if (auto bad = encode(codec, feature, layout, options, made)) return bad;
  }
  if (layout.has(FeatureKind::sha256)) made.sha256 = sha256_hex(made.format.empty() ? file : made.stored);
  return std::nullopt;
}

}  // namespace tfrec
