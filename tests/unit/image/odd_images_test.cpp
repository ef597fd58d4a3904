// SPDX-License-Identifier: Apache-2.0
// Walks tests/data/images with its table of verdicts.
#include <algorithm>
#include <filesystem>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <opencv2/core.hpp>

#include "support/catch.hpp"
#include "support/data/test_data.hpp"
#include "support/image_checks.hpp"

using namespace tfrec;
using test::Decoded;
using test::odd_image;
using test::Verdict;

namespace {

std::string text_of(const ImageFacts& facts) {
  std::string text =
      std::to_string(facts.width) + "x" + std::to_string(facts.height) + "x" + std::to_string(facts.channels);
  if (facts.bits != 8) text += " bits=" + std::to_string(facts.bits);
  if (facts.alpha) text += " alpha";
  if (facts.progressive) text += " progressive";
  if (facts.exif_orientation != 1) text += " orientation=" + std::to_string(facts.exif_orientation);
  return text;
}

void check_oddities(const Verdict& expected, const std::vector<std::string>& oddities) {
  if (expected.says.empty()) {
    CHECK(oddities.empty());
  } else {
    CHECK(std::find(oddities.begin(), oddities.end(), expected.says) != oddities.end());
  }
}

}  // namespace

TEST_CASE("Every odd image has a verdict, and every verdict an image") {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(test::data_folder("images")))
    files.insert(entry.path().filename().string());
  files.erase("verdicts.csv");
  std::set<std::string> judged;
  for (const Verdict& verdict : test::verdicts()) judged.insert(verdict.file);
  CHECK(files == judged);
  CHECK(files.size() > 180);
}

TEST_CASE("Odd images are accepted or bad as the table lists, and report why") {
  for (const Verdict& expected : test::verdicts()) {
    const std::string file = odd_image(expected.file);
    const Decoded decoded(file);
    INFO(expected.file << ": " << decoded.reason);
    CHECK(decoded.reason.empty() == expected.accepted);
    CHECK(text_of(image_facts(file)) == expected.facts);
    if (expected.accepted) {
      check_oddities(expected, decoded.report.oddities);
      CHECK(test::difference(*decoded.image, test::read_by_opencv(file)).empty() == expected.equals_imread);
    } else {
      REQUIRE_FALSE(expected.says.empty());
      CHECK_THAT(decoded.reason, Catch::ContainsSubstring(expected.says));
    }
  }
}

TEST_CASE("A verdict and its pixels don't depend on what was decoded before") {
  std::vector<Verdict> all = test::verdicts();
  std::mt19937 random(7);  // NOLINT: the same order each run
  const auto reused = codec().new_pixels();
  for (int round = 0; round < 3; ++round) {
    std::shuffle(all.begin(), all.end(), random);
    for (const Verdict& expected : all) {
      const std::string file = odd_image(expected.file);
      DecodeReport report;
      const auto rejected = codec().decode(file, {}, *reused, report);
      INFO(expected.file);
      CHECK(!rejected == expected.accepted);
      if (rejected || !expected.equals_imread) continue;
      CHECK(test::difference(*reused, test::read_by_opencv(file)).empty());
    }
  }
}

TEST_CASE("Turned images are right where cv::imread overlooks the orientation") {
  for (const char* name : {"exif_behind_xmp.jpg", "exif_6.webp"}) {
    INFO(name);
    const Decoded decoded(odd_image(name));
    const cv::Mat lying =
        test::read_by_opencv(odd_image(name), cv::IMREAD_COLOR | cv::IMREAD_IGNORE_ORIENTATION);
    cv::Mat upright;
    cv::rotate(lying, upright, cv::ROTATE_90_CLOCKWISE);
    CHECK(test::difference(*decoded.image, upright).empty());
    CHECK(decoded.report.turned);
  }
}

TEST_CASE("Every truncation of an odd JPEG is bad") {
  for (const Verdict& verdict : test::verdicts()) {
    const std::string file = odd_image(verdict.file);
    if (!verdict.accepted || !verdict.says.empty() || image_facts(file).format != ImageFormat::jpeg) continue;
    const std::size_t step = file.size() > 4000 ? 97 : 1;
    for (std::size_t size = 0; size < file.size(); size += step) {
      const Decoded cut(file.substr(0, size));
      if (!cut.reason.empty()) continue;
      FAIL_CHECK(verdict.file << ": the first " << size << " of " << file.size() << " bytes are accepted");
      break;
    }
  }
}

TEST_CASE("Every truncation of other formats that loses a pixel is bad") {
  for (const char* name : {"plain.png", "palette_trns.png", "interlaced.png", "rgba_16_bit.png", "lossy.webp",
                           "lossless_alpha.webp", "plain.bmp", "rgba.bmp", "lzw.tif", "deflate.tif",
                           "rgb_16_bit.tif", "plain.ppm", "deep.ppm", "bits.pbm"}) {
    const std::string file = odd_image(name);
    const cv::Mat whole = test::read_by_opencv(file);
    for (std::size_t size = 0; size < file.size(); size += 3) {
      const Decoded cut(file.substr(0, size));
      if (!cut.reason.empty() || test::difference(*cut.image, whole).empty()) continue;
      FAIL_CHECK(name << ": the first " << size << " of " << file.size() << " bytes are accepted");
      break;
    }
  }
}

TEST_CASE("Bit flips in a PNG are bad or change no pixel") {
  for (const char* name : {"palette.png", "gray_1_bit.png", "1x1.png"}) {
    std::string file = odd_image(name);
    const cv::Mat whole = test::read_by_opencv(file);
    for (std::size_t bit = 0; bit < file.size() * 8; ++bit) {
      const auto flip = [&] { file[bit / 8] = static_cast<char>(file[bit / 8] ^ (1 << (bit % 8))); };
      flip();
      const Decoded flipped(file);
      flip();
      if (!flipped.reason.empty() || test::difference(*flipped.image, whole).empty()) continue;
      FAIL_CHECK(name << ": bit " << bit % 8 << " of byte " << bit / 8 << " changes pixels unseen");
    }
  }
}
