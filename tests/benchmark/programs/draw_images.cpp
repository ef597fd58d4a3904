// SPDX-License-Identifier: Apache-2.0
// The benchmark's own images: seeded noise in octaves, which takes a JPEG as many bits a pixel as a photo
// does, and labels.csv.
//   draw_images OUT COUNT WIDTHxHEIGHT [DISTINCT]
// Of COUNT files DISTINCT are drawn, the others are further links to them.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

namespace fs = std::filesystem;

namespace {

constexpr int k_quality = 90;
constexpr int k_classes = 10;

/// Each octave has twice the detail and 0.8 times the strength of the one before.
cv::Mat draw(cv::Size size, cv::RNG& random) {
  cv::Mat sum(size, CV_32FC3, cv::Scalar::all(128));
  cv::Mat octave;
  double strength = 40;
  for (int cells = 2; cells <= std::max(size.width, size.height); cells *= 2, strength *= 0.8) {
    cv::Mat noise(std::max(1, cells * size.height / size.width), cells, CV_32FC3);
    random.fill(noise, cv::RNG::UNIFORM, -strength, strength);
    cv::resize(noise, octave, size, 0, 0, cv::INTER_CUBIC);
    sum += octave;
  }
  cv::Mat image;
  sum.convertTo(image, CV_8UC3);
  return image;
}

std::string name_of(int number) {
  std::string digits = std::to_string(number);
  return "image_" + std::string(7 - std::min<std::size_t>(7, digits.size()), '0') + digits + ".jpg";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  const fs::path out = argv[1];
  const int count = std::atoi(argv[2]);
  cv::Size size;
  if (std::sscanf(argv[3], "%dx%d", &size.width, &size.height) != 2) return 2;
  const int distinct = std::min(count, argc > 4 ? std::atoi(argv[4]) : count);
  if (distinct < 1 || size.width < 1 || size.height < 1) return 2;
  fs::create_directories(out / "images");
  std::ofstream labels(out / "labels.csv");
  labels << "image,class,weight\n";
  cv::RNG random(42);
  for (int i = 0; i < count; ++i) {
    const fs::path file = out / "images" / name_of(i);
    if (i < distinct) {
      cv::imwrite(file.string(), draw(size, random), {cv::IMWRITE_JPEG_QUALITY, k_quality});
    } else {
      fs::create_hard_link(out / "images" / name_of(i % distinct), file);
    }
    labels << name_of(i) << ',' << "class" << i % k_classes << ',' << i % 97 << ".5\n";
  }
  return labels.flush() ? 0 : 3;
}
