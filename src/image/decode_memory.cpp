// SPDX-License-Identifier: Apache-2.0
#include "image/decode_memory.hpp"

namespace tfrec {

/// Three samples a pixel; two bytes a coefficient where libjpeg keeps all of them; the samples and four bytes
/// a pixel where libtiff unpacks a strip that may be the whole image.
std::uint64_t bytes_to_decode(const ImageFacts& facts, unsigned reduction) {
  const std::uint64_t pixels = std::uint64_t{facts.width} * facts.height;
  const auto channels = static_cast<std::uint64_t>(facts.channels);
  const bool is_jpeg = facts.format == ImageFormat::jpeg;
  std::uint64_t bytes = 3 * pixels / (is_jpeg ? std::uint64_t{reduction} * reduction : 1);
  if (facts.several_scans) bytes += 2 * channels * pixels;
  if (facts.format == ImageFormat::tiff) bytes += pixels * (4 + channels * (facts.bits > 8 ? 2 : 1));
  return bytes;
}

}  // namespace tfrec
