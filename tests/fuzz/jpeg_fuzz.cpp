// SPDX-License-Identifier: Apache-2.0
// Any bytes as an image: the lint's promises hold. Facts agree with the decoder, so that what is checked
// against --max-pixels is what is allocated; verdicts and samples don't depend on the file before; stripping
// keeps the samples; and every sample is there.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "image/facts/image_facts.hpp"
#include "image/facts/png_text.hpp"
#include "image/facts/transparent_gray.hpp"
#include "image/jpeg/jpeg_decoder.hpp"
#include "image/jpeg/jpeg_segments.hpp"

using namespace tfrec;

namespace {

constexpr std::uint64_t k_most_pixels = 1'000'000;
constexpr char k_untouched = '\x5a';

void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

struct Decoded {
  bool accepted = false;
  std::string pixels;
  bool operator==(const Decoded&) const = default;
};

Decoded decode(JpegDecoder& decoder, std::string_view file, SampleOrder order, unsigned reduction) {
  Decoded result;
  const ImageFacts facts = image_facts(file);
  if (auto bad = decoder.open(file, order, reduction)) {
    expect(!bad->reason.empty(), "a reason");
    return result;
  }
  const auto reduced = [&](std::uint32_t side) {
    return static_cast<int>((side + reduction - 1) / reduction);
  };
  expect(decoder.width() == reduced(facts.width), "the width of the facts");
  expect(decoder.height() == reduced(facts.height), "the height of the facts");
  const std::size_t stride = static_cast<std::size_t>(decoder.width()) * (order == SampleOrder::bgr ? 3 : 1);
  result.pixels.assign(stride * static_cast<std::size_t>(decoder.height()), k_untouched);
  const auto bad = decoder.decode(reinterpret_cast<std::uint8_t*>(result.pixels.data()), stride);
  result.accepted = !bad;
  if (bad) result.pixels.clear();
  for (const std::string& oddity : decoder.oddities()) expect(!oddity.empty(), "an oddity has a name");
  return result;
}

/// Whether every sample was written: the same again over other memory.
void expect_all_written(std::string_view file, const Decoded& first, SampleOrder order, unsigned reduction) {
  JpegDecoder fresh;
  if (fresh.open(file, order, reduction)) return;
  std::string pixels(first.pixels.size(), static_cast<char>(~k_untouched));
  const std::size_t stride = static_cast<std::size_t>(fresh.width()) * (order == SampleOrder::bgr ? 3 : 1);
  if (fresh.decode(reinterpret_cast<std::uint8_t*>(pixels.data()), stride)) return;
  expect(pixels == first.pixels, "every sample is written, and by this file alone");
}

void look_at_segments(std::string_view file) {
  JpegSegments segments(file);
  std::size_t bytes = 0;
  while (const auto segment = segments.next()) {
    expect(segment->whole.data() >= file.data() && segment->whole.size() <= file.size(),
           "a segment in the file");
    bytes += segment->whole.size();
  }
  expect(bytes + segments.trailing_bytes() <= file.size(), "segments don't overlap");
  if (const auto quality = jpeg_quality(file)) expect(*quality >= 1 && *quality <= 100, "a quality");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view file(reinterpret_cast<const char*>(data), size);
  const ImageFacts facts = image_facts(file);
  expect(facts.exif_orientation >= 1 && facts.exif_orientation <= 8, "an orientation");
  expect(facts.channels >= 0 && facts.bits >= 0, "channels and bits");
  transparent_gray(file);
  if (const auto kept = png_without_text(file)) expect(kept->size() < file.size(), "text is left out");
  look_at_segments(file);
  if (facts.format != ImageFormat::jpeg) return 0;
  if (std::uint64_t{facts.width} * facts.height > k_most_pixels) return 0;

  static JpegDecoder used;  // from input to input, as a worker's
  const unsigned reduction = 1U << (size % 4);
  const SampleOrder order = size % 8 < 4 ? SampleOrder::bgr : SampleOrder::gray;
  const Decoded decoded = decode(used, file, order, reduction);
  if (!decoded.accepted) return 0;
  expect_all_written(file, decoded, order, reduction);
  if (check_jpeg_structure(file)) return 0;  // stray bytes, which the decoder passes over
  const auto stripped = without_metadata(file);
  expect(stripped.has_value(), "a sound structure can be stripped");
  expect(image_facts(*stripped).exif_orientation == 1, "no orientation after stripping");
  if (order == SampleOrder::bgr)
    expect(decode(used, *stripped, order, reduction) == decoded, "the same samples");
  return 0;
}
