// SPDX-License-Identifier: Apache-2.0
#include "image/jpeg/jpeg_segments.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "image/facts/image_facts.hpp"
#include "image/jpeg/jpeg_decoder.hpp"
#include "support/catch.hpp"
#include "support/data/test_data.hpp"

using namespace tfrec;
using namespace std::string_literals;
using test::odd_image;

namespace {

std::vector<int> markers(const std::string& file) {
  std::vector<int> found;
  JpegSegments segments(file);
  while (const auto segment = segments.next()) found.push_back(segment->marker);
  return found;
}

std::string problem(const std::string& file) {
  const auto bad = check_jpeg_structure(file);
  return bad ? bad->reason : "sound";
}

std::string samples(const std::string& file) {
  JpegDecoder decoder;
  if (decoder.open(file, SampleOrder::bgr)) return "bad";
  std::string pixels(static_cast<std::size_t>(3 * decoder.width() * decoder.height()), '\0');
  const auto stride = static_cast<std::size_t>(3 * decoder.width());
  return decoder.decode(reinterpret_cast<std::uint8_t*>(pixels.data()), stride) ? "bad" : pixels;
}

std::string segment(char marker, const std::string& content) {
  const std::size_t length = content.size() + 2;
  return "\xFF"s + marker + static_cast<char>(length >> 8) + static_cast<char>(length & 255) + content;
}

/// A JPEG with everything that cameras and editors add.
std::string with_metadata() {
  const std::string plain = odd_image("exif_6.jpg");
  const std::string gps = segment('\xE1', "Exif\0\0II*\0 GPS 52.5N 13.4E"s);
  const std::string thumbnail = segment('\xE0', "JFXX\0\x10 thumbnail"s);
  const std::string profile = segment('\xE2', "ICC_PROFILE\0\x01\x01 colours"s);
  const std::string others = segment('\xE2', "MPF\0 more"s) + segment('\xED', "Photoshop 3.0\0 caption"s) +
                             segment('\xFE', "by the author");
  return plain.substr(0, 2) + thumbnail + gps + profile + others + plain.substr(2) + "trailer: 52.5N";
}

}  // namespace

TEST_CASE("Segments tile the file up to its end marker") {
  for (const test::Verdict& verdict : test::verdicts()) {
    const std::string file = odd_image(verdict.file);
    if (!verdict.accepted || image_facts(file).format != ImageFormat::jpeg) continue;
    if (verdict.file == "stray_bytes_in_header.jpg" || verdict.file == "fill_bytes.jpg") continue;
    std::string all;
    JpegSegments segments(file);
    while (const auto segment = segments.next()) all += segment->whole;
    INFO(verdict.file);
    CHECK_FALSE(segments.problem());
    CHECK(all.size() + segments.trailing_bytes() == file.size());
    CHECK(file.starts_with(all));
  }
}

TEST_CASE("Segments: order of markers, fill bytes left out") {
  const std::vector<int> expected{0xD8, 0xE0, 0xDB, 0xDB, 0xC0, 0xC4, 0xC4, 0xC4, 0xC4, 0xDA, 0xD9};
  CHECK(markers(odd_image("baseline.jpg")) == expected);
  CHECK(markers(odd_image("fill_bytes.jpg")) == expected);
}

TEST_CASE("Segments: a megabyte of fill bytes is passed over without recursion") {
  const std::string file = odd_image("baseline.jpg");
  const std::string filled = file.substr(0, 2) + std::string(std::size_t{8} << 20, '\xFF') + file.substr(2);
  CHECK(problem(filled) == "sound");
}

TEST_CASE("Structure: accepted images are sound, but for stray bytes") {
  for (const test::Verdict& verdict : test::verdicts()) {
    const std::string file = odd_image(verdict.file);
    if (!verdict.accepted || image_facts(file).format != ImageFormat::jpeg) continue;
    INFO(verdict.file);
    CHECK((problem(file) == "sound") == (verdict.file != "stray_bytes_in_header.jpg"));
  }
}

TEST_CASE("Structure: what is broken is named") {
  CHECK(problem("") == "cut short: no end marker");
  CHECK(problem(odd_image("cut_in_frame.jpg")) == "cut short inside a header");
  CHECK(problem(odd_image("cut_in_scan_half.jpg")) == "cut short: no end marker");
  CHECK(problem(odd_image("no_end_marker.jpg")) == "cut short: no end marker");
  CHECK(problem(odd_image("cut_in_end_marker.jpg")) == "cut short: no end marker");
  CHECK(problem(odd_image("no_frame.jpg")) == "has no frame header");
  CHECK(problem("\xFF\xD8\xFF\xD9") == "has no frame header");
  CHECK_THAT(problem(odd_image("stray_bytes_in_header.jpg")), Catch::ContainsSubstring("no marker at byte"));
  const std::string file = odd_image("baseline.jpg");
  CHECK(problem(file.substr(0, file.find("\xFF\xDA")) + "\xFF\xD9") == "has no image data");
}

TEST_CASE("Structure: every truncation of every kind of JPEG is found by the markers alone") {
  for (const char* name : {"baseline.jpg", "progressive.jpg", "arithmetic.jpg", "restart.jpg", "cmyk.jpg"}) {
    const std::string file = odd_image(name);
    for (std::size_t size = 0; size < file.size(); ++size) {
      if (problem(file.substr(0, size)) == "sound") FAIL_CHECK(name << " cut after " << size);
    }
  }
}

TEST_CASE("Stripped: metadata, thumbnails and trailers go, pixels and colours stay") {
  const std::string file = with_metadata();
  const auto stripped = without_metadata(file);
  REQUIRE(stripped);
  for (const char* gone : {"GPS", "Exif", "thumbnail", "MPF", "Photoshop", "author", "52.5N"})
    CHECK(stripped->find(gone) == std::string::npos);
  CHECK(stripped->find("ICC_PROFILE") != std::string::npos);
  CHECK(image_facts(*stripped).exif_orientation == 1);
  CHECK(samples(*stripped) == samples(file));
  CHECK(samples(file) != "bad");
}

TEST_CASE("Stripped: every accepted JPEG decodes to the same samples") {
  for (const test::Verdict& verdict : test::verdicts()) {
    const std::string file = odd_image(verdict.file);
    if (!verdict.accepted || image_facts(file).format != ImageFormat::jpeg) continue;
    const auto stripped = without_metadata(file);
    INFO(verdict.file);
    REQUIRE(stripped.has_value() == (verdict.file != "stray_bytes_in_header.jpg"));
    if (stripped) CHECK(samples(*stripped) == samples(file));
  }
}

TEST_CASE("Stripped: nothing where the structure is broken") {
  CHECK_FALSE(without_metadata(""));
  CHECK_FALSE(without_metadata(odd_image("cut_in_scan_half.jpg")));
}

TEST_CASE("Segments: stray bytes are passed over where that is asked for") {
  const std::string file = odd_image("stray_bytes_in_header.jpg");
  std::vector<int> found;
  JpegSegments segments(file, StrayBytes::passed_over);
  while (const auto next = segments.next()) found.push_back(next->marker);
  CHECK(found == markers(odd_image("baseline.jpg")));
  CHECK_FALSE(segments.problem());
  JpegSegments cut(std::string_view(file).substr(0, file.size() - 2), StrayBytes::passed_over);
  while (cut.next()) continue;
  CHECK(cut.problem());
}

TEST_CASE("Stripped: a thumbnail inside JFIF goes, its version and density stay") {
  const std::string plain = odd_image("baseline.jpg");
  REQUIRE(plain.substr(2, 4) == "\xFF\xE0\0\x10"s);
  const std::string jfif = plain.substr(6, 12);
  const std::string file = plain.substr(0, 2) + segment('\xE0', jfif + "\2\1"s + "a face") + plain.substr(20);
  REQUIRE(samples(file) == samples(plain));
  CHECK(without_metadata(file) == plain);
}

TEST_CASE("Stripped: cameras' APP0 and APP14 that are neither JFIF nor Adobe go") {
  const std::string plain = odd_image("baseline.jpg");
  const std::string file = plain.substr(0, 2) + segment('\xE0', "HEAPCCDR a serial number") +
                           segment('\xEE', "notes") + plain.substr(2);
  CHECK(without_metadata(file) == plain);
  const std::string adobe = odd_image("cmyk.jpg");
  REQUIRE(without_metadata(adobe));
  CHECK_THAT(*without_metadata(adobe), Catch::ContainsSubstring("Adobe"));
}
