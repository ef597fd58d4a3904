// SPDX-License-Identifier: Apache-2.0
// Odd images through the real binary: what is stored, what is left out, what is reported.
#include <set>

#include <nlohmann/json.hpp>

#include "support/scenes/odd_images.hpp"

using namespace tfrec::test;

TEST_CASE("--min-size, --max-size and --max-aspect leave images out before the plan, and count them") {
  const OddImages images({"exif_6.jpg"});  // shown as 32x48
  images.image("small.jpg", jpeg_image(20, 30));
  images.image("large.jpg", jpeg_image(300, 280));
  images.image("wide.jpg", jpeg_image(120, 31));
  images.image("text.jpg", "no image");
  const auto kept = [&](const Words& filter) {
    const Json report = images.report(filter + Words{"--max-bad", "1", "--overwrite"});
    CHECK(report["filtered"] == 4 - report["records"].get<int>());
    CHECK(report["bad"].size() == 1);
    std::set<std::string> names;
    for (const auto& [name, jpeg] : images.stored()) names.insert(name);
    return names;
  };
  CHECK(kept({}) == std::set<std::string>{"exif_6.jpg", "large.jpg", "small.jpg", "wide.jpg"});
  CHECK(kept({"--min-size", "31"}) == std::set<std::string>{"exif_6.jpg", "large.jpg", "wide.jpg"});
  CHECK(kept({"--min-size", "32x40"}) == std::set<std::string>{"exif_6.jpg", "large.jpg"});
  CHECK(kept({"--max-size", "120"}) == std::set<std::string>{"exif_6.jpg", "small.jpg", "wide.jpg"});
  CHECK(kept({"--max-size", "40x48"}) == std::set<std::string>{"exif_6.jpg", "small.jpg"});
  CHECK(kept({"--max-aspect", "1.5"}) == std::set<std::string>{"exif_6.jpg", "large.jpg", "small.jpg"});
  CHECK(kept({"--orientation", "ignore", "--max-size", "40x48"}) == std::set<std::string>{"small.jpg"});
}

TEST_CASE("Filters are reported, recorded, and refuse to leave nothing") {
  const BuildScene images;
  images.image("a.jpg", jpeg_image(20, 30));
  images.image("b.jpg", jpeg_image(60, 30));
  const RunResult result = images.build({"--min-size", "30"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring("1 image is left out by --min-size, --max-size or --max-aspect: "
                                           "a.jpg (20x30)"));
  CHECK_THAT(result.out, ContainsSubstring("filtered 1 image left out by size or aspect"));
  const Json manifest = images.manifest();
  CHECK(manifest["filtered"] == 1);
  CHECK(manifest["options"]["min-size"] == "30x30");
  const RunResult nothing = images.build({"--min-size", "100"}, "none");
  CHECK(nothing.exit_code == 1);
  CHECK_THAT(nothing.err, ContainsSubstring("all images are skipped by"));
  CHECK(images.build({"--max-aspect", "0.5"}, "none").exit_code == 2);
}

TEST_CASE("A header behind a lot of metadata is found by the filter, too") {
  const BuildScene images;
  const std::string plain = jpeg_image(20, 30);
  const std::string segment = std::string("\xFF\xE2\xFF\xFF", 4) + std::string(65533, 'm');
  images.image("long.jpg", plain.substr(0, 2) + segment + segment + plain.substr(2));
  images.image("b.jpg", jpeg_image(60, 60));
  CHECK(images.report({"--min-size", "30"})["filtered"] == 1);
}

TEST_CASE("The filter knows an orientation that follows 64 KiB of pixels") {
  const OddImages images({"exif_6.png", "exif_6.webp"});  // shown as 32x48
  images.image("b.jpg", jpeg_image(60, 60));
  const std::string png = odd_image("exif_6.png");
  const std::string padding = std::string("\0\1\x11\x70teST", 8) + std::string(70'000 + 4, 'p');
  images.image("far.png", png.substr(0, 33) + padding + png.substr(33));
  CHECK(images.report({"--min-size", "33x40"}, "wide")["records"] == 1);
  CHECK(images.report({"--min-size", "30x40"}, "high")["records"] == 4);
  CHECK(images.report({"--min-size", "40x30", "--orientation", "ignore"}, "stored")["records"] == 4);
}

TEST_CASE("A file of many gigabytes is bad with and without a filter, and the rest is built") {
  const OddImages images({"baseline.jpg", "cut_in_header.png"});
  fs::resize_file(images.scratch / "images/cut_in_header.png", std::uint64_t{1} << 42);
  for (const char* smallest : {"1", "8"}) {
    const Json report =
        images.report({"--max-bad", "1", "--min-size", smallest}, std::string("out") + smallest);
    CHECK(report["records"] == 1);
    CHECK(report["bad"][0]["reason"] == "the file is larger than 2 GiB");
  }
}

TEST_CASE("A PNG of compressed text bombs is read as if it had none") {
  const OddImages images({"plain.png"});
  const std::string png = odd_image("plain.png");
  std::string text;
  for (int i = 0; i < 20; ++i) text += std::string("\0\0\x27\x10zTXt", 8) + std::string(10'000 + 4, 'z');
  images.image("text.png", png.substr(0, 33) + text + png.substr(33));
  images.report();
  const auto stored = images.stored();
  CHECK(stored.at("text.png") == stored.at("plain.png"));
}

TEST_CASE("Bombs are refused at once") {
  const OddImages images(
      {"bomb_30000x30000.png", "bomb_65500x65500.jpg", "huge.tif", "huge.bmp", "huge.ppm", "1x1.png"});
  const Json report = images.report({"--max-bad", "5"});
  CHECK(report["records"] == 1);
  CHECK(report["bad"].size() == 5);
  for (const Json& bad : report["bad"])
    CHECK_THAT(bad["reason"].get<std::string>(), ContainsSubstring("is more than --max-pixels 178956970"));
}
