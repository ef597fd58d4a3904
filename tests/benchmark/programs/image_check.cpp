// SPDX-License-Identifier: Apache-2.0
// What the check of JPEGs catches and costs, on a folder of JPEGs: docs/images.md quotes it.
//   image_check FOLDER [N]
// Damages N random images in each of several ways and counts the bad ones; then times Codec::decode against
// cv::imdecode into a Mat that is kept, too, file by file and in turns. Seeded: the same cases each run.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>

#include "image/codec.hpp"
#include "image/jpeg/jpeg_segments.hpp"

namespace fs = std::filesystem;
using namespace tfrec;

namespace {

using Random = std::mt19937_64;

constexpr int k_rounds = 9;

std::vector<std::string> read_jpegs(const fs::path& folder) {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(file), {}};
    if (image_facts(bytes).format == ImageFormat::jpeg) files.push_back(std::move(bytes));
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// A random place inside entropy-coded data.
std::size_t place_in_scans(const std::string& file, Random& random) {
  std::vector<std::size_t> places;
  JpegSegments segments(file);
  while (const auto segment = segments.next()) {
    if (segment->marker != 0xDA) continue;
    const auto begin =
        static_cast<std::size_t>(segment->parameters.data() + segment->parameters.size() - file.data());
    const auto end = static_cast<std::size_t>(segment->whole.data() + segment->whole.size() - file.data());
    for (std::size_t at = begin; at < end; ++at) places.push_back(at);
  }
  return places.at(random() % places.size());
}

void flip_bit(std::string& file, Random& random) {
  file[place_in_scans(file, random)] ^= static_cast<char>(1U << (random() % 8));
}

void replace_byte(std::string& file, Random& random) {
  char& byte = file[place_in_scans(file, random)];
  byte = static_cast<char>(static_cast<unsigned char>(byte) + 1 + random() % 255);
}

void zero_block(std::string& file, Random& random) {
  const std::size_t at = place_in_scans(file, random);
  std::fill_n(file.begin() + static_cast<std::ptrdiff_t>(at), std::min<std::size_t>(512, file.size() - at),
              '\0');
}

void cut(std::string& file, Random& random) {
  file.resize(random() % file.size());
}

void count_bad(const char* damage, const std::vector<std::string>& files, int wanted,
               const std::function<void(std::string&, Random&)>& make) {
  Random random(42);  // NOLINT: the same cases each run
  const auto image = codec().new_pixels();
  int bad = 0;
  int by_structure = 0;
  for (int i = 0; i < wanted; ++i) {
    std::string file = files[random() % files.size()];
    make(file, random);
    DecodeReport report;
    if (codec().decode(file, {}, *image, report)) ++bad;
    if (check_jpeg_structure(file)) ++by_structure;
  }
  std::printf("%-22s %5d of %d bad (%.1f %%), by structure alone %.1f %%\n", damage, bad, wanted,
              100.0 * bad / wanted, 100.0 * by_structure / wanted);
}

double median_ms(const std::function<void()>& work) {
  std::vector<double> times;
  for (int i = 0; i < k_rounds; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    times.push_back(
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
  }
  std::nth_element(times.begin(), times.begin() + k_rounds / 2, times.end());
  return times[k_rounds / 2];
}

void time_check(std::vector<std::string>& files) {
  const auto image = codec().new_pixels();
  cv::Mat pixels;
  DecodeReport report;
  double checked = 0;
  double plain = 0;
  double structure = 0;
  std::vector<double> ratios;
  for (std::string& file : files) {
    const cv::Mat bytes(1, static_cast<int>(file.size()), CV_8UC1, file.data());
    const double ours = median_ms([&] { codec().decode(file, {}, *image, report); });
    const double opencv = median_ms([&] { cv::imdecode(bytes, cv::IMREAD_COLOR, &pixels); });
    structure += median_ms([&] { check_jpeg_structure(file); });
    checked += ours;
    plain += opencv;
    ratios.push_back(ours / opencv);
  }
  std::sort(ratios.begin(), ratios.end());
  const auto count = static_cast<double>(files.size());
  std::printf("checked decode %.3f ms, cv::imdecode %.3f ms an image; ratio: median %.3f, of sums %.3f\n",
              checked / count, plain / count, ratios[ratios.size() / 2], checked / plain);
  std::printf("structure alone %.4f ms an image, %.2f %% of cv::imdecode\n", structure / count,
              100 * structure / plain);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  std::vector<std::string> files = read_jpegs(argv[1]);
  const int wanted = argc > 2 ? std::atoi(argv[2]) : 3000;
  if (files.empty() || wanted < 1) return 2;
  std::printf("%zu JPEGs, %s, OpenCV %s\n", files.size(), codec().jpeg_version().c_str(),
              codec().opencv_version().c_str());
  count_bad("cut anywhere", files, wanted, cut);
  count_bad("512 bytes zeroed", files, wanted, zero_block);
  count_bad("one byte replaced", files, wanted, replace_byte);
  count_bad("one bit flipped", files, wanted, flip_bit);
  time_check(files);
  return 0;
}
