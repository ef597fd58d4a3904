// SPDX-License-Identifier: Apache-2.0
#include <random>
#include <string>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "image/resize_options.hpp"
#include "support/catch.hpp"
#include "support/data/images.hpp"
#include "support/data/test_data.hpp"
#include "support/image_checks.hpp"

using namespace tfrec;
using test::Decoded;
using test::ppm_image;

namespace {

ResizeOptions to(int width, int height, Fit fit) {
  ResizeOptions options;
  options.width = width;
  options.height = height;
  options.fit = fit;
  return options;
}

/// A decoded image brought to a size; pixels as Decoded gives them.
struct Resized {
  std::unique_ptr<Pixels> image = codec().new_pixels();

  Resized(const Decoded& from, const ResizeOptions& options) {
    REQUIRE_FALSE(codec().resize(*from.image, options, *image));
  }
  Extent extent() const { return {image->width(), image->height()}; }
  std::array<int, 3> rgb(int x, int y) const {
    const std::uint8_t* sample = image->row(y) + 3 * static_cast<std::ptrdiff_t>(x);
    return {sample[2], sample[1], sample[0]};
  }
};

/// Left half red, right half blue.
std::string two_halves(int width, int height) {
  std::string file = "P6\n" + std::to_string(width) + " " + std::to_string(height) + "\n255\n";
  for (int i = 0; i < width * height; ++i) {
    const bool is_left = i % width < width / 2;
    file += is_left ? '\xff' : '\0';
    file += '\0';
    file += is_left ? '\0' : '\xff';
  }
  return file;
}

constexpr std::array<int, 3> k_red{255, 0, 0};
constexpr std::array<int, 3> k_blue{0, 0, 255};

}  // namespace

TEST_CASE("Each fit gives exactly the size it promises") {
  const Decoded wide(ppm_image(200, 100));
  const Decoded high(ppm_image(100, 200));
  CHECK(Resized(wide, to(50, 70, Fit::stretch)).extent() == Extent{50, 70});
  CHECK(Resized(wide, to(50, 70, Fit::crop)).extent() == Extent{50, 70});
  CHECK(Resized(wide, to(50, 70, Fit::pad)).extent() == Extent{50, 70});
  CHECK(Resized(wide, to(50, 50, Fit::shorter)).extent() == Extent{100, 50});
  CHECK(Resized(wide, to(50, 50, Fit::longer)).extent() == Extent{50, 25});
  CHECK(Resized(high, to(50, 50, Fit::shorter)).extent() == Extent{50, 100});
  CHECK(Resized(high, to(50, 50, Fit::longer)).extent() == Extent{25, 50});
  CHECK(Resized(wide, to(400, 300, Fit::crop)).extent() == Extent{400, 300});
}

TEST_CASE("crop and pad give W×H for any source") {
  std::mt19937 random(11);  // NOLINT: the same cases each run
  const auto side = [&random] { return 1 + static_cast<int>(random() % 90); };
  for (int i = 0; i < 150; ++i) {
    const Decoded source(ppm_image(side(), side()));
    const Extent wanted{side(), side()};
    INFO(source.image->width() << "x" << source.image->height() << " to " << wanted.width << "x"
                               << wanted.height);
    for (const Fit fit : {Fit::crop, Fit::pad, Fit::stretch})
      CHECK(Resized(source, to(wanted.width, wanted.height, fit)).extent() == wanted);
  }
}

TEST_CASE("stretch is cv::resize, area down and cubic up") {
  const Decoded source(test::odd_image("plain.png"));
  const cv::Mat original = test::read_by_opencv(test::odd_image("plain.png"));
  cv::Mat expected;
  cv::resize(original, expected, cv::Size(20, 31), 0, 0, cv::INTER_AREA);
  CHECK(test::difference(*Resized(source, to(20, 31, Fit::stretch)).image, expected).empty());
  cv::resize(original, expected, cv::Size(90, 31), 0, 0, cv::INTER_CUBIC);
  CHECK(test::difference(*Resized(source, to(90, 31, Fit::stretch)).image, expected).empty());
}

TEST_CASE("Any image made smaller in any way is cv::resize's, bit for bit") {
  std::mt19937 random(12);  // NOLINT: the same cases each run
  const auto upto = [&random](int most) {
    return 1 + static_cast<int>(random() % static_cast<unsigned>(most));
  };
  for (unsigned i = 0; i < 300; ++i) {
    const int width = upto(300);
    const int height = upto(200);
    const std::string file = ppm_image(width, height, i);
    const cv::Size size(upto(width), upto(height));
    INFO(width << "x" << height << " to " << size.width << "x" << size.height);
    cv::Mat expected;
    cv::resize(test::read_by_opencv(file), expected, size, 0, 0, cv::INTER_AREA);
    const Resized made(Decoded(file), to(size.width, size.height, Fit::stretch));
    CHECK(test::difference(*made.image, expected).empty());
  }
}

TEST_CASE("Every interpolation is OpenCV's of that name") {
  const Decoded source(test::odd_image("plain.png"));
  const cv::Mat original = test::read_by_opencv(test::odd_image("plain.png"));
  const std::vector<std::pair<Interpolation, int>> names{{Interpolation::nearest, cv::INTER_NEAREST},
                                                         {Interpolation::linear, cv::INTER_LINEAR},
                                                         {Interpolation::cubic, cv::INTER_CUBIC},
                                                         {Interpolation::area, cv::INTER_AREA},
                                                         {Interpolation::lanczos, cv::INTER_LANCZOS4}};
  for (const auto& [interpolation, flag] : names) {
    for (const Extent size : {Extent{20, 20}, Extent{77, 99}}) {
      ResizeOptions options = to(size.width, size.height, Fit::stretch);
      options.interpolation = interpolation;
      cv::Mat expected;
      cv::resize(original, expected, cv::Size(size.width, size.height), 0, 0, flag);
      CHECK(test::difference(*Resized(source, options).image, expected).empty());
    }
  }
}

TEST_CASE("crop keeps the middle, and its scale") {
  const Resized cropped(Decoded(two_halves(120, 40)), to(40, 40, Fit::crop));
  CHECK(cropped.rgb(0, 20) == k_red);
  CHECK(cropped.rgb(39, 20) == k_blue);
  CHECK(cropped.rgb(19, 20) == k_red);
  CHECK(cropped.rgb(20, 20) == k_blue);
}

TEST_CASE("pad centres the image and fills with the colour") {
  ResizeOptions options = to(40, 40, Fit::pad);
  options.pad_rgb = {10, 200, 30};
  const Resized padded(Decoded(two_halves(80, 40)), options);
  for (const int y : {0, 9, 30, 39}) CHECK(padded.rgb(5, y) == std::array<int, 3>{10, 200, 30});
  for (const int y : {10, 29}) {
    CHECK(padded.rgb(5, y) == k_red);
    CHECK(padded.rgb(35, y) == k_blue);
  }
}

TEST_CASE("pad fills a grey image with the colour's luma") {
  DecodeOptions gray;
  gray.color = ColorPolicy::gray;
  ResizeOptions options = to(40, 40, Fit::pad);
  options.pad_rgb = {0, 255, 0};
  const Resized padded(Decoded(two_halves(80, 40), gray), options);
  CHECK(padded.image->channels() == 1);
  CHECK(padded.image->row(0)[0] == 150);
}

TEST_CASE("no-upscale never makes an image larger; only pad still gives W×H") {
  const Decoded small(two_halves(30, 20));
  const auto resized = [&](Fit fit, int width, int height) {
    ResizeOptions options = to(width, height, fit);
    options.no_upscale = true;
    return Resized(small, options);
  };
  CHECK(resized(Fit::stretch, 60, 10).extent() == Extent{30, 10});
  CHECK(resized(Fit::shorter, 50, 50).extent() == Extent{30, 20});
  CHECK(resized(Fit::longer, 50, 50).extent() == Extent{30, 20});
  CHECK(resized(Fit::crop, 50, 10).extent() == Extent{30, 10});
  const Resized padded = resized(Fit::pad, 50, 50);
  CHECK(padded.extent() == Extent{50, 50});
  CHECK(padded.rgb(10, 15) == k_red);  // at its own size, in the middle
  CHECK(padded.rgb(9, 15) == std::array<int, 3>{0, 0, 0});
  CHECK(resized(Fit::longer, 15, 15).extent() == Extent{15, 10});
}

TEST_CASE("A side never rounds to nothing") {
  CHECK(Resized(Decoded(ppm_image(300, 1)), to(10, 10, Fit::longer)).extent() == Extent{10, 1});
  CHECK(Resized(Decoded(ppm_image(1, 300)), to(10, 10, Fit::pad)).extent() == Extent{10, 10});
}

TEST_CASE("A long side that no JPEG could have is not cut to one that it could") {
  CHECK(scaled_extent({2000, 5}, to(224, 224, Fit::shorter)) == Extent{89600, 224});
  CHECK(scaled_extent({1, 65500}, to(65500, 65500, Fit::shorter)).height > 65500);
}

TEST_CASE("Sizes are read as N or WxH") {
  CHECK(parse_extent("224") == Extent{224, 224});
  CHECK(parse_extent("640x480") == Extent{640, 480});
  CHECK(extent_text({640, 480}) == "640x480");
  CHECK(sides_text(std::vector<std::uint64_t>{28, 30, 1}) == "28x30x1");
  for (const char* wrong :
       {"", "0", "x", "224x", "x224", "224x0", "65501", "-1", "1e3", "224x224x3", " 224", "224 "})
    CHECK_FALSE(parse_extent(wrong));
}
