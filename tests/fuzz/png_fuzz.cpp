// SPDX-License-Identifier: Apache-2.0
// Any bytes as a mask. What is read comes back from what is written, and what is copied from a plain PNG has
// the ids that were read; libpng agrees with the reader of plain PNGs.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "image/facts/image_facts.hpp"
#include "image/png/gray_png_writer.hpp"
#include "image/png/plain_png.hpp"
#include "image/png/png_samples.hpp"

using namespace tfrec;

namespace {

constexpr std::uint64_t k_most_pixels = 1'000'000;

void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

bool are_equal(const StoredSamples& a, const StoredSamples& b) {
  return a.width == b.width && a.height == b.height && a.bits == b.bits && a.bytes == b.bytes;
}

void check_copy(std::string_view file, const StoredSamples& plain) {
  std::string gray;
  copy_gray_png(file, gray);
  StoredSamples copied;
  expect(read_plain_png(gray, copied) && are_equal(plain, copied), "a copy has the ids");
  // A byte behind the compressed samples, which libpng skips.
  constexpr std::string_view k_byte("\0\0\0\1IDAT\0\x28\x38\x7D\xE8", 13);
  gray.insert(gray.size() - 12, k_byte);
  expect(!read_plain_png(gray, copied), "more than the samples are not a plain PNG");
  expect(!read_png_samples(gray, copied) && are_equal(plain, copied), "libpng reads the same ids");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view file(reinterpret_cast<const char*>(data), size);
  const ImageFacts facts = image_facts(file);
  if (facts.format != ImageFormat::png) return 0;
  if (std::uint64_t{facts.width} * facts.height > k_most_pixels) return 0;
  StoredSamples plain;
  if (read_plain_png(file, plain)) check_copy(file, plain);
  static StoredSamples samples;  // from input to input, as a worker's
  if (const auto bad = read_png_samples(file, samples)) {
    expect(!bad->reason.empty(), "a reason");
    return 0;
  }
  expect(
      samples.bytes.size() == samples.count() * static_cast<std::size_t>(samples.channels * samples.bits / 8),
      "every sample is there");
  if (samples.channels != 1) return 0;
  static GrayPngWriter writer;
  std::string written;
  writer.write(samples, written);
  StoredSamples again;
  expect(!read_png_samples(written, again) && are_equal(samples, again), "ids come back");
  return 0;
}
