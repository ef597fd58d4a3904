// SPDX-License-Identifier: Apache-2.0
#include "records/image/pixel_sums.hpp"

#include <vector>

#include "support/catch.hpp"

using namespace tfrec;

namespace {

/// Rows lie two bytes apart, and what is between counts for nothing.
class TestPixels : public Pixels {
 public:
  TestPixels(int width, int height, int channels, const std::vector<std::uint8_t>& samples)
      : m_width(width), m_height(height), m_channels(channels) {
    const auto row = static_cast<std::size_t>(width * channels);
    for (std::size_t at = 0; at < samples.size(); at += row) {
      m_bytes.insert(m_bytes.end(), samples.begin() + static_cast<std::ptrdiff_t>(at),
                     samples.begin() + static_cast<std::ptrdiff_t>(at + row));
      m_bytes.insert(m_bytes.end(), {77, 99});
    }
  }
  int width() const override { return m_width; }
  int height() const override { return m_height; }
  int channels() const override { return m_channels; }
  const std::uint8_t* row(int y) const override {
    return m_bytes.data() + static_cast<std::ptrdiff_t>(y) * (m_width * m_channels + 2);
  }

 private:
  int m_width;
  int m_height;
  int m_channels;
  std::vector<std::uint8_t> m_bytes;
};

}  // namespace

TEST_CASE("Channel statistics are of R, G, B, over all pixels, with the deviation of the population") {
  PixelSums sums;
  sums.add(TestPixels(2, 2, 3, {0, 10, 255, 0, 20, 255, 0, 30, 255, 0, 40, 255}));  // B, G, R
  const auto statistics = sums.statistics();
  REQUIRE(statistics);
  CHECK(statistics->pixels == 4);
  CHECK(statistics->mean[0] == 1);
  CHECK(statistics->mean[1] == Approx(25.0 / 255));
  CHECK(statistics->mean[2] == 0);
  CHECK(statistics->deviation[0] == 0);
  CHECK(statistics->deviation[1] == Approx(11.180339887 / 255));
}

TEST_CASE("A gray image counts in all three channels, each image by its pixels") {
  PixelSums sums;
  sums.add(TestPixels(3, 1, 1, {100, 100, 100}));
  PixelSums other;
  other.add(TestPixels(1, 1, 3, {0, 100, 200}));
  sums.add(other);
  const auto statistics = sums.statistics();
  REQUIRE(statistics);
  CHECK(statistics->pixels == 4);
  CHECK(statistics->mean[0] == Approx(125.0 / 255));
  CHECK(statistics->mean[1] == Approx(100.0 / 255));
  CHECK(statistics->mean[2] == Approx(75.0 / 255));
  CHECK(statistics->deviation[1] == 0);
}

TEST_CASE("A thousand images that are nearly even keep their small deviation") {
  const TestPixels image(64, 64, 1, [] {
    std::vector<std::uint8_t> samples(64 * 64, 254);
    samples[0] = 255;
    return samples;
  }());
  PixelSums one;
  one.add(image);
  PixelSums sums;
  for (int i = 0; i < 1000; ++i) sums.add(one);
  CHECK(sums.statistics()->deviation[0] == Approx(one.statistics()->deviation[0]).epsilon(1e-9));
  CHECK(sums.statistics()->deviation[0] == Approx(0.0156231 / 255).epsilon(1e-4));
  CHECK_FALSE(PixelSums().statistics());
}
