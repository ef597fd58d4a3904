// SPDX-License-Identifier: Apache-2.0
// Seeded damage inside EXIF data. OpenCV of the same process is the judge of each image.
#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>

#include "image/facts/png_checksum.hpp"
#include "support/catch.hpp"
#include "support/data/test_data.hpp"
#include "support/image_checks.hpp"

using namespace tfrec;
using namespace std::string_literals;
using test::Decoded;
using test::odd_image;

namespace {

std::string packed(std::uint32_t value, int bytes, bool is_little) {
  std::string text;
  for (int i = 0; i < bytes; ++i)
    text += static_cast<char>(value >> (8 * (is_little ? i : bytes - 1 - i)) & 0xFFU);
  return text;
}

/// Makes EXIF blocks with every fault that files have, and others.
class Damage {
 public:
  explicit Damage(unsigned seed) : m_random(seed) {}

  std::size_t below(std::size_t count) { return m_random() % count; }
  bool one_in(std::size_t count) { return below(count) == 0; }
  template <class Value>
  Value one_of(const std::vector<Value>& values) {
    return values[below(values.size())];
  }

  /// From the byte order mark on.
  std::string block() {
    std::string text = directory();
    if (one_in(4)) text.resize(below(text.size() + 1));
    const std::size_t hits = one_in(3) ? 1 + below(3) : 0;
    for (std::size_t i = 0; i < hits && !text.empty(); ++i) {
      const std::size_t at = below(one_in(2) ? std::min<std::size_t>(text.size(), 24) : text.size());
      text[at] = one_of<char>({0, 1, 6, 'I', 'M', '\xFF', static_cast<char>(below(256))});
    }
    return text;
  }

 private:
  std::string number(std::uint32_t value, int bytes) const { return packed(value, bytes, m_is_little); }

  std::string orientation_entry() {
    const auto type = one_of<std::uint32_t>({3, 3, 3, 3, 1, 4, 2, 7, 9, 0, 0xFFFF});
    const auto count = one_of<std::uint32_t>({1, 1, 1, 1, 0, 2, 1000, 0xFFFFFFFF});
    const auto value = one_of<std::uint32_t>({0, 1, 2, 3, 4, 5, 6, 6, 7, 8, 9, 255, 0x0600, 0xFFFF});
    const std::string held =
        type == 4 ? number(value, 4) : number(value, 2) + number(one_of<std::uint32_t>({0, 0, 6}), 2);
    return number(0x0112, 2) + number(type, 2) + number(count, 4) + held;
  }

  /// Texts and rationals are 48 bytes from `values` on, unless their offset is wrong.
  std::string other_entry(std::size_t values) {
    const auto tag =
        one_of<std::uint32_t>({0x010E, 0x010F, 0x0131, 0x0132, 0x8298, 0x011A, 0x011B, 0x013E, 0x013F, 0x0211,
                               0x0214, 0x0128, 0x0213, 0x8769, 0x8825, 0x9999, 0});
    const auto count = one_of<std::uint32_t>({1, 4, 5, 20, 48, 49, 0xFFFFFFFF});
    const auto offset = one_in(6) ? one_of<std::uint32_t>({0, 5000, 0xFFFFFFFF, 0xFFFFFFFC, 0x80000000})
                                  : static_cast<std::uint32_t>(values);
    return number(tag, 2) + number(one_of<std::uint32_t>({2, 5, 3, 13}), 2) + number(count, 4) +
           number(offset, 4);
  }

  std::string directory() {
    m_is_little = one_in(2);
    const std::size_t entries = 1 + below(8);
    const std::size_t gap = one_in(6) ? below(40) : 0;
    const auto offset = one_in(12) ? one_of<std::uint32_t>({0, 4, 7, 9, 0x7FFFFFFF, 0xFFFFFFFE})
                                   : static_cast<std::uint32_t>(8 + gap);
    const std::uint32_t states = one_in(3) ? one_of<std::uint32_t>({0, 1, 2, 9, 255, 1000, 0xFFFF})
                                           : static_cast<std::uint32_t>(entries);
    std::string text = (m_is_little ? "II"s : "MM"s) + number(42, 2) + number(offset, 4) +
                       std::string(gap, '\0') + number(states, 2);
    const std::size_t values = text.size() + 12 * entries + 4;
    const std::size_t place = below(entries);
    for (std::size_t i = 0; i < entries; ++i)
      text += i == place || one_in(12) ? orientation_entry() : other_entry(values);
    return text + number(0, 4) + std::string(48, '\1');
  }

  std::mt19937 m_random;
  bool m_is_little = true;
};

cv::Mat decoded_by_opencv(std::string file, int mode = cv::IMREAD_COLOR) {
  return cv::imdecode(cv::Mat(1, static_cast<int>(file.size()), CV_8UC1, file.data()), mode);
}

std::string app1(const std::string& prefix, const std::string& block) {
  const std::string content = prefix + block;
  return "\xFF\xE1" + packed(static_cast<std::uint32_t>(content.size() + 2), 2, false) + content;
}

std::string inserted(std::string file, std::size_t at, const std::string& text) {
  return file.insert(at, text);
}

/// Whether the decoded image is OpenCV's of one of the files.
bool equals_one(const Decoded& decoded, const std::vector<std::string>& files) {
  return std::any_of(files.begin(), files.end(), [&](const std::string& file) {
    return decoded.reason.empty() && test::difference(*decoded.image, decoded_by_opencv(file)).empty();
  });
}

/// What is reported fits the pixels: the size before and after, whether it was turned.
void check_facts(const Decoded& decoded, const std::string& file) {
  const ImageFacts facts = image_facts(file);
  CHECK(decoded.report.source.exif_orientation == facts.exif_orientation);
  CHECK(decoded.report.turned == (facts.exif_orientation != 1));
  const bool is_upright = facts.exif_orientation < 5;
  CHECK(decoded.image->width() == static_cast<int>(is_upright ? facts.width : facts.height));
}

}  // namespace

TEST_CASE("A JPEG with damaged EXIF data is turned as OpenCV turns it") {
  constexpr int k_files = 10'000;
  const std::string plain = odd_image("444.jpg");
  const std::vector<std::size_t> places{2, 2 + 2 + 16, plain.find("\xFF\xC4"), plain.find("\xFF\xDA")};
  Damage damage(1);
  int turned = 0;
  for (int i = 0; i < k_files; ++i) {
    const std::string intact = "Exif\0\0"s;
    const auto prefix_of = [&] {
      const std::vector<std::string> damaged{"exif\0\0"s, "Exif\0\1"s, "XXXXXX", "Exif\0"s, ""};
      return damage.one_in(10) ? damage.one_of(damaged) : intact;
    };
    const std::string prefix = prefix_of();
    const std::string block = damage.block();
    const std::string later_prefix = prefix_of();
    const std::string second = damage.one_in(5) ? app1(later_prefix, damage.block()) : "";
    const std::size_t place = damage.one_of(places);
    const std::string file = inserted(plain, place, app1(prefix, block) + second);
    // OpenCV 4.6 reads the first segment whatever its prefix is, later versions all with an intact prefix.
    std::vector<std::string> allowed{file};
    const cv::Mat as_stored = decoded_by_opencv(file, cv::IMREAD_COLOR | cv::IMREAD_IGNORE_ORIENTATION);
    const cv::Mat shown = decoded_by_opencv(file);
    const bool is_turned = shown.size() != as_stored.size() || cv::norm(shown, as_stored, cv::NORM_INF) > 0;
    if (!is_turned && !second.empty() && later_prefix == intact)
      allowed.push_back(inserted(plain, place, second));
    if (prefix.size() == intact.size()) allowed.push_back(inserted(plain, place, app1(intact, block)));
    const Decoded decoded(file);
    INFO("file " << i);
    CHECK(equals_one(decoded, allowed));
    check_facts(decoded, file);
    turned += decoded.report.turned ? 1 : 0;
  }
  CHECK(turned > k_files / 10);
}

TEST_CASE("A PNG with damaged EXIF data is turned as OpenCV turns it") {
  const std::string plain = odd_image("plain.png");
  const std::vector<std::size_t> places{33, plain.find("IDAT") - 4, plain.find("IEND") - 4};
  Damage damage(2);
  int turned = 0;
  for (int i = 0; i < 3000; ++i) {
    const std::string checked = "eXIf" + damage.block();
    const std::uint32_t crc = png_checksum(checked);
    const std::string chunk = packed(static_cast<std::uint32_t>(checked.size() - 4), 4, false) + checked +
                              packed(damage.one_in(15) ? crc ^ 1U : crc, 4, false);
    const std::string file = inserted(plain, damage.one_of(places), chunk);
    const Decoded decoded(file);
    INFO("file " << i);
    CHECK(equals_one(decoded, {file}));
    check_facts(decoded, file);
    turned += decoded.report.turned ? 1 : 0;
  }
  CHECK(turned > 300);
}

TEST_CASE("A TIFF is turned as OpenCV turns it, whatever type its orientation has") {
  const std::string tiff = odd_image("orientation_6.tif");
  const bool is_little = tiff[0] == 'I';
  const std::size_t entry = tiff.find(packed(0x0112, 2, is_little) + packed(3, 2, is_little));
  REQUIRE(entry != std::string::npos);
  for (std::uint32_t type = 0; type < 20; ++type) {
    for (std::uint32_t count = 0; count < 3; ++count) {
      for (std::uint32_t value = 0; value < 10; ++value) {
        std::string file = tiff;
        const int width = type == 1 || type == 6 || type == 7 ? 1 : type == 4 || type == 9 ? 4 : 2;
        const std::string held =
            packed(value, width, is_little) + std::string(static_cast<std::size_t>(4 - width), '\0');
        file.replace(entry + 2, 10, packed(type, 2, is_little) + packed(count, 4, is_little) + held);
        const cv::Mat expected = decoded_by_opencv(file);
        const Decoded decoded(file);
        INFO("type " << type << ", count " << count << ", value " << value << ": " << decoded.reason);
        if (!decoded.reason.empty() && expected.empty()) continue;
        CHECK(decoded.reason.empty());
        CHECK(equals_one(decoded, {file}));
        check_facts(decoded, file);
      }
    }
  }
}

TEST_CASE("Damaged EXIF data is an oddity that names the orientation it is read as") {
  const auto oddities = [](const std::string& tiff) {
    return Decoded(inserted(odd_image("444.jpg"), 2, app1("Exif\0\0"s, tiff))).report.oddities;
  };
  const auto entry = [](std::uint32_t type, std::uint32_t count, std::uint32_t value) {
    return packed(0x0112, 2, true) + packed(type, 2, true) + packed(count, 4, true) + packed(value, 4, true);
  };
  const auto tiff = [](std::uint32_t entries, const std::string& text) {
    return "II*\0\x08\0\0\0"s + packed(entries, 2, true) + text + packed(0, 4, true);
  };
  using Oddities = std::vector<std::string>;
  CHECK(oddities(tiff(1, entry(3, 1, 6))).empty());
  CHECK(oddities(tiff(0, "")).empty());
  CHECK(oddities(tiff(65535, entry(3, 1, 6))) == Oddities{"damaged EXIF data read as orientation 6"});
  CHECK(oddities("nothing of EXIF") == Oddities{"damaged EXIF data read as orientation 1 (upright)"});
  CHECK(oddities(tiff(1, entry(3, 1, 9))) == Oddities{"invalid EXIF orientation read as 1 (upright)"});
  CHECK(oddities(tiff(1, entry(1, 1, 6))) == Oddities{"invalid EXIF orientation read as 6"});
  CHECK(oddities(tiff(1, entry(3, 2, 6))) == Oddities{"invalid EXIF orientation read as 6"});
  CHECK(oddities(tiff(2, entry(3, 1, 6) + entry(3, 1, 8))) == Oddities{"invalid EXIF orientation read as 6"});
}
