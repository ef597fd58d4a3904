// SPDX-License-Identifier: Apache-2.0
#include "dataset/repeats/difference_hash.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "support/catch.hpp"

using namespace tfrec;

namespace {

std::vector<std::uint8_t> pattern(std::uint32_t width, std::uint32_t height) {
  std::vector<std::uint8_t> pixels;
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x)
      pixels.push_back(static_cast<std::uint8_t>((x * x * 7 + y * y * 13 + x * y * 3) % 251));
  }
  return pixels;
}

std::uint64_t hash_of(const std::vector<std::uint8_t>& pixels, std::uint32_t width, std::uint32_t height) {
  return difference_hash({pixels, width, height, width});
}

}  // namespace

// From an independent implementation in Python, in fractions.
TEST_CASE("The difference hash has golden values") {
  CHECK(hash_of(pattern(9, 8), 9, 8) == 0x4040912440a4524ULL);
  CHECK(hash_of(pattern(31, 17), 31, 17) == 0x38d56fba33edaa27ULL);
  CHECK(hash_of(pattern(100, 80), 100, 80) == 0x9b4c6145a42e365aULL);
  CHECK(hash_of(pattern(5, 3), 5, 3) == 0);
  CHECK(hash_of({200}, 1, 1) == 0);
}

TEST_CASE("The difference hash survives scaling and a little noise") {
  const auto smooth = [](std::uint32_t width, std::uint32_t height, bool is_noisy) {
    std::vector<std::uint8_t> pixels;
    for (std::uint32_t y = 0; y < height; ++y) {
      for (std::uint32_t x = 0; x < width; ++x) {
        const double u = (x + 0.5) / width;
        const double v = (y + 0.5) / height;
        const int value = static_cast<int>(127 + 100 * (u * (1 - u) * 4 - 0.5) + 60 * (v - 0.5) * (0.6 - u));
        pixels.push_back(
            static_cast<std::uint8_t>(value + (is_noisy ? static_cast<int>((x * 7 + y * 3) % 5) : 0)));
      }
    }
    return pixels;
  };
  const std::uint64_t hash = hash_of(smooth(640, 480, false), 640, 480);
  CHECK(std::popcount(hash) > 20);
  CHECK(std::popcount(hash ^ hash_of(smooth(320, 240, false), 320, 240)) <= 1);
  CHECK(std::popcount(hash ^ hash_of(smooth(501, 377, true), 501, 377)) <= 1);
}

TEST_CASE("The noise of an encoder on an even background sets no bit") {
  std::vector<std::uint8_t> pixels;
  for (std::uint32_t i = 0; i < 90 * 80; ++i)
    pixels.push_back(static_cast<std::uint8_t>(255 - (i * 2654435761U >> 16U) % 3));
  CHECK(hash_of(pixels, 90, 80) == 0);
  for (std::uint32_t y = 30; y < 40; ++y) {
    for (std::uint32_t x = 40; x < 50; ++x) pixels[y * 90 + x] = 100;  // one dark cell
  }
  CHECK(hash_of(pixels, 90, 80) == std::uint64_t{1} << (63 - (3 * 8 + 3)));
}

TEST_CASE("Rows of pixels may lie apart, but not beyond their bytes") {
  std::vector<std::uint8_t> apart;
  for (std::uint32_t y = 0; y < 17; ++y) {
    const auto packed = pattern(31, 17);
    apart.insert(apart.end(), packed.begin() + y * 31, packed.begin() + (y + 1) * 31);
    if (y < 16) apart.insert(apart.end(), {255, 0, 255});
  }
  CHECK(difference_hash({apart, 31, 17, 34}) == 0x38d56fba33edaa27ULL);
  CHECK_THROWS_AS(difference_hash({apart, 31, 18, 34}), std::invalid_argument);
  CHECK_THROWS_AS(difference_hash({apart, 31, 17, 30}), std::invalid_argument);
  CHECK_THROWS_AS(difference_hash({apart, 0, 17, 34}), std::invalid_argument);
  CHECK_THROWS_AS(difference_hash({apart, 31, 0, 34}), std::invalid_argument);
  CHECK_THROWS_AS(difference_hash({{}, 1, 1, 1}), std::invalid_argument);
  CHECK_THROWS_AS(difference_hash({apart, 31, 0xffffffff, ~std::size_t{0}}), std::invalid_argument);
}

namespace {

/// Averages of squares of pixels, as a decoder reduces an image; those at the right and lower end cover
/// fewer.
std::vector<std::uint8_t> reduced(const std::vector<std::uint8_t>& pixels, std::uint32_t width,
                                  std::uint32_t height, std::uint32_t by) {
  std::vector<std::uint8_t> result;
  for (std::uint32_t top = 0; top < height; top += by) {
    for (std::uint32_t left = 0; left < width; left += by) {
      std::uint32_t sum = 0;
      std::uint32_t count = 0;
      for (std::uint32_t y = top; y < std::min(top + by, height); ++y) {
        for (std::uint32_t x = left; x < std::min(left + by, width); ++x, ++count)
          sum += pixels[y * width + x];
      }
      result.push_back(static_cast<std::uint8_t>((sum + count / 2) / count));
    }
  }
  return result;
}

}  // namespace

TEST_CASE("A reduced image has the hash of its source, also if its sides are no multiples, or flipped") {
  const std::uint32_t width = 421;
  const std::uint32_t height = 333;
  std::vector<std::uint8_t> pixels;
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      pixels.push_back(
          static_cast<std::uint8_t>(128 + 90 * std::sin(x * 0.021 + y * 0.013) * std::cos(y * 0.03)));
    }
  }
  const std::uint64_t whole = hash_of(pixels, width, height);
  std::vector<std::uint8_t> flipped(pixels.rbegin(), pixels.rend());
  const std::uint64_t turned = hash_of(flipped, width, height);
  for (const std::uint32_t by : {2U, 4U, 8U}) {
    std::vector<std::uint8_t> small = reduced(pixels, width, height, by);
    const std::uint32_t columns = (width + by - 1) / by;
    const std::uint32_t rows = (height + by - 1) / by;
    CHECK(std::popcount(whole ^ difference_hash({small, columns, rows, columns, by, width, height})) <= 1);
    std::reverse(small.begin(), small.end());
    CHECK(std::popcount(
              turned ^ difference_hash({small, columns, rows, columns, by, width, height, true, true})) <= 1);
    CHECK_THROWS_AS(difference_hash({small, columns, rows, columns, by, width + 8, height}),
                    std::invalid_argument);
  }
}
