// SPDX-License-Identifier: Apache-2.0
// Odd pictures through the real binary: what is stored, what is left out, what is said.
#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/files/file.hpp"
#include "example/example_view.hpp"
#include "image/facts/image_facts.hpp"
#include "image/jpeg/jpeg_segments.hpp"
#include "support/catch.hpp"
#include "support/pictures.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"
#include "support/test_data.hpp"
#include "tfrecord/reading/reader.hpp"

namespace fs = std::filesystem;
using namespace tfrec;
using test::jpeg_picture;
using test::odd_picture;
using test::RunResult;
using test::ScratchFolder;
using Json = nlohmann::ordered_json;

namespace {

/// Pictures in images/; runs `tfrec build images -o out --name p` on them.
class Pictures {
 public:
  Pictures() = default;
  explicit Pictures(const std::vector<std::string>& odd) {
    for (const std::string& name : odd) add(name, odd_picture(name));
  }
  void add(const std::string& name, const std::string& content) { scratch.write("images/" + name, content); }

  RunResult build(std::vector<std::string> more = {}, const std::string& out = "out") const {
    std::vector<std::string> arguments{"build", "images", "-o", out, "--name", "p"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return test::run_tfrec(arguments, test::in(scratch));
  }
  Json report(std::vector<std::string> more = {}, const std::string& out = "out") const {
    more.insert(more.end(), {"--json", "-q"});
    const RunResult result = build(more, out);
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
    return Json::parse(result.out);
  }
  /// Stored pictures by image name, of all shards below `out`.
  std::map<std::string, std::string> stored(const std::string& out = "out") const {
    std::map<std::string, std::string> pictures;
    for (const fs::path& shard : shards(out)) {
      const InputFile file(shard);
      Reader reader(file);
      for (ReadItem item = reader.next(); !std::holds_alternative<End>(item); item = reader.next()) {
        REQUIRE(std::holds_alternative<Record>(item));
        ExampleView view;
        REQUIRE(view.parse(std::get<Record>(item).payload));
        pictures[text(view, "image_name")] = text(view, "image");
      }
    }
    return pictures;
  }
  std::vector<fs::path> shards(const std::string& out) const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator(scratch / out)) {
      if (entry.path().extension() == ".tfrec") found.push_back(entry.path());
    }
    std::sort(found.begin(), found.end());
    return found;
  }
  /// Name and content of every shard below `out`.
  std::map<std::string, std::string> shard_bytes(const std::string& out) const {
    std::map<std::string, std::string> files;
    for (const fs::path& shard : shards(out))
      files[fs::relative(shard, scratch / out).generic_string()] = test::read_file(shard);
    return files;
  }

  ScratchFolder scratch;

 private:
  static std::string text(const ExampleView& view, std::string_view feature) {
    std::vector<std::string_view> values;
    view.read(*view.find(feature), values);
    return std::string(values.at(0));
  }
};

std::vector<std::string> all_odd() {
  std::vector<std::string> names;
  for (const test::Verdict& verdict : test::verdicts()) names.push_back(verdict.file);
  return names;
}

/// Every line on stderr is the tool's own.
void check_own_lines(const std::string& err) {
  std::istringstream lines(err);
  for (std::string line; std::getline(lines, line);) CHECK(line.substr(0, 7) == "tfrec: ");
}

}  // namespace

TEST_CASE("All odd pictures: the good ones are stored, the bad ones listed, nothing else is printed") {
  const Pictures pictures(all_odd());
  const RunResult result = pictures.build({"--max-bad", "100%"});
  CHECK(result.exit_code == 0);
  check_own_lines(result.err);
  const auto stored = pictures.stored();
  const std::string bad = pictures.scratch.read("out/bad.csv");
  for (const test::Verdict& verdict : test::verdicts()) {
    INFO(verdict.file);
    const bool is_image_file = verdict.file != "gif.gif" && verdict.file != "rgba.pam";
    const bool is_stored = verdict.accepted && verdict.file != "wider_than_jpeg_can.png";
    CHECK(stored.count(verdict.file) == (is_stored ? 1 : 0));
    CHECK((bad.find("," + verdict.file + ",") != std::string::npos) == (!is_stored && is_image_file));
  }
  for (const auto& [name, jpeg] : stored) {
    const ImageFacts facts = image_facts(jpeg);
    INFO(name);
    CHECK((facts.format == ImageFormat::jpeg && facts.jpeg_process == 0 && facts.channels == 3));
    CHECK_FALSE(check_jpeg_structure(jpeg));
  }
}

TEST_CASE("All odd pictures: the same bytes for any number of threads") {
  const Pictures pictures(all_odd());
  REQUIRE(pictures.build({"--max-bad", "100%", "-q", "-j", "1", "--shards", "3"}, "one").exit_code == 0);
  REQUIRE(pictures.build({"--max-bad", "100%", "-q", "-j", "7", "--shards", "3"}, "seven").exit_code == 0);
  CHECK(pictures.shard_bytes("one") == pictures.shard_bytes("seven"));
  CHECK(pictures.scratch.read("one/bad.csv") == pictures.scratch.read("seven/bad.csv"));
  CHECK(pictures.scratch.read("one/manifest.json") == pictures.scratch.read("seven/manifest.json"));
}

TEST_CASE("Too many bad images: the first ten are warnings, --json has all, nothing is published") {
  Pictures pictures({"baseline.jpg", "cut_in_scan_half.jpg"});
  for (int i = 10; i < 23; ++i) pictures.add("text" + std::to_string(i) + ".jpg", "no picture");
  const RunResult result = pictures.build({"--json", "--max-bad", "13"});
  CHECK(result.exit_code == 1);
  CHECK_FALSE(fs::exists(pictures.scratch / "out/manifest.json"));
  const Json error = Json::parse(result.out)["error"];
  CHECK(error["kind"] == "data");
  CHECK(error["bad"].size() == 14);
  CHECK(error["bad"][0]["image"] == "cut_in_scan_half.jpg");
  CHECK(error["bad"][0]["reason"] == "Premature end of JPEG file");
  CHECK_THAT(result.err,
             Catch::ContainsSubstring("tfrec: warning: cut_in_scan_half.jpg (row 2): Premature end"));
  CHECK_THAT(result.err, Catch::ContainsSubstring("text18.jpg"));
  CHECK(result.err.find("text19.jpg") == std::string::npos);
  CHECK_THAT(result.err, Catch::ContainsSubstring("and 4 more; --json lists them all"));
  CHECK_THAT(result.err, Catch::ContainsSubstring("--max-bad 14"));
  CHECK(pictures.build({"--max-bad", "14", "-q"}).exit_code == 0);
}

TEST_CASE("--max-bad as a share counts against all images") {
  Pictures pictures({"baseline.jpg", "gray.jpg", "text.jpg", "plain.png"});
  CHECK(pictures.build({"--max-bad", "24%", "-q"}).exit_code == 1);
  CHECK(pictures.build({"--max-bad", "25%", "-q"}).exit_code == 0);
}

TEST_CASE("What the pictures were is counted in manifest and summary") {
  Pictures pictures({"baseline.jpg", "progressive.jpg", "gray.jpg", "cmyk.jpg", "exif_6.jpg", "rgba.png",
                     "rgb_16_bit.png", "png_named.jpg", "two_pictures.jpg", "lossy.webp"});
  const RunResult result = pictures.build();
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out,
             Catch::ContainsSubstring("progressive 1, gray 1, cmyk 1, transparent 1, deep 1, turned 1, "
                                      "misnamed 1, reencoded 10, oddity: bytes after the end marker 1"));
  const Json counts = Json::parse(pictures.scratch.read("out/manifest.json"))["pictures"];
  CHECK(counts["jpeg"] == 6);
  CHECK(counts["png"] == 3);
  CHECK(counts["webp"] == 1);
}

TEST_CASE("--orientation, --alpha, --color: errors name the picture, words reach the pixels") {
  const Pictures turned({"exif_6.jpg"});
  const RunResult refused = turned.build({"--orientation", "error"});
  CHECK(refused.exit_code == 1);
  CHECK_THAT(refused.err, Catch::ContainsSubstring("exif_6.jpg: has EXIF orientation 6"));
  turned.report({"--orientation", "ignore"});
  CHECK(image_facts(turned.stored().at("exif_6.jpg")).width == 48);
  turned.report({}, "applied");
  CHECK(image_facts(turned.stored("applied").at("exif_6.jpg")).width == 32);

  const Pictures transparent({"rgba.png"});
  const RunResult opaque_only = transparent.build({"--alpha", "error", "-q"});
  CHECK(opaque_only.exit_code == 1);
  CHECK_THAT(opaque_only.err, Catch::ContainsSubstring("rgba.png: has transparency"));
  CHECK(transparent.report({"--alpha", "#102030"})["pictures"]["blended"] == 1);
  transparent.report({"--color", "gray"}, "gray");
  CHECK(image_facts(transparent.stored("gray").at("rgba.png")).channels == 1);
  CHECK(transparent.build({"--alpha", "mauve"}, "other").exit_code == 2);
}

TEST_CASE("--deep and --cmyk: bad pictures with the reason, recorded and taken over by --like") {
  const Pictures pictures({"rgb_16_bit.png", "cmyk.jpg", "baseline.jpg"});
  const RunResult deep = pictures.build({"--deep", "error", "-q"}, "deep");
  CHECK(deep.exit_code == 1);
  CHECK(deep.out.empty());
  CHECK_THAT(deep.err, Catch::ContainsSubstring("rgb_16_bit.png: has 16-bit samples (--deep error)"));
  CHECK_THAT(pictures.build({"--cmyk", "error", "-q"}, "cmyk").err,
             Catch::ContainsSubstring("cmyk.jpg: is CMYK (--cmyk error)"));
  const Json strict = pictures.report({"--deep", "error", "--cmyk", "error", "--max-bad", "2"});
  CHECK(strict["records"] == 1);
  const Json alike = pictures.report({"--like", "out", "--max-bad", "2"}, "alike");
  CHECK(alike["options"]["deep"] == "error");
  CHECK(alike["options"]["cmyk"] == "error");
  CHECK(alike["records"] == 1);
  CHECK_FALSE(pictures.report({"--deep", "convert"}, "plain")["options"].contains("deep"));
  CHECK(pictures.build({"--like", "out", "--cmyk", "convert"}, "other").exit_code == 2);
}

TEST_CASE("--encode copy stores the sources' bytes, bad where they need a change") {
  Pictures pictures({"baseline.jpg", "444.jpg"});
  pictures.report({"--encode", "copy"});
  CHECK(pictures.stored().at("baseline.jpg") == odd_picture("baseline.jpg"));
  pictures.add("plain.png", odd_picture("plain.png"));
  const RunResult refused = pictures.build({"--encode", "copy", "-q"}, "second");
  CHECK(refused.exit_code == 1);
  CHECK_THAT(refused.err,
             Catch::ContainsSubstring("plain.png: is a PNG picture, not a JPEG (--encode copy)"));
  const Json counts = pictures.report({"--encode", "auto"}, "third")["pictures"];
  CHECK(counts["copied"] == 2);
  CHECK(counts["reencoded"] == 1);
  CHECK(pictures.stored("third").at("444.jpg") == odd_picture("444.jpg"));
}

TEST_CASE("--encode copy keeps GPS, --strip takes it out") {
  Pictures pictures;
  const std::string plain = odd_picture("baseline.jpg");
  const std::string gps = std::string("\xFF\xE1\0\x14", 4) + std::string("Exif\0\0", 6) + "GPS 52.5N 13";
  pictures.add("home.jpg", plain.substr(0, 2) + gps + plain.substr(2));
  pictures.report({"--encode", "copy"}, "kept");
  CHECK(pictures.stored("kept").at("home.jpg").find("GPS 52.5N") != std::string::npos);
  pictures.report({"--encode", "copy", "--strip"}, "stripped");
  CHECK(pictures.stored("stripped").at("home.jpg") == plain);
  pictures.report({}, "reencoded");
  CHECK(pictures.stored("reencoded").at("home.jpg").find("GPS") == std::string::npos);
}

TEST_CASE("--encode png and webp store those formats") {
  const Pictures pictures({"baseline.jpg", "gray.png"});
  pictures.report({"--encode", "png"}, "png");
  CHECK(image_facts(pictures.stored("png").at("baseline.jpg")).format == ImageFormat::png);
  pictures.report({"--encode", "webp", "--quality", "70"}, "webp");
  CHECK(image_facts(pictures.stored("webp").at("gray.png")).format == ImageFormat::webp);
}

TEST_CASE("--quality-cap stores at the source's quality where that is lower") {
  Pictures pictures;
  pictures.add("low.jpg", jpeg_picture(40, 40, 1, 60));
  pictures.add("high.jpg", jpeg_picture(40, 40, 1, 99));
  pictures.report({"--quality-cap", "--quality", "90"});
  CHECK(jpeg_quality(pictures.stored().at("low.jpg")) == 60);
  CHECK(jpeg_quality(pictures.stored().at("high.jpg")) == 90);
}

TEST_CASE("--sizes writes in each size what a build of that size alone writes") {
  Pictures pictures({"plain.png", "exif_6.jpg", "cmyk.jpg", "gray.jpg", "text.jpg"});
  for (unsigned i = 0; i < 20; ++i) {
    const int width = 30 + static_cast<int>(i) * 7;
    pictures.add("n" + std::to_string(i) + ".jpg", jpeg_picture(width, 90, i));
  }
  const std::vector<std::string> shared{"--max-bad", "1", "--shards", "3", "--fit", "crop"};
  auto several = shared;
  several.insert(several.end(), {"--sizes", "16,40,64x48"});
  const Json report = pictures.report(several, "several");
  CHECK(report["splits"].size() == 3);
  for (const auto& [size, folder] : {std::pair{"16", "16x16"}, {"40", "40x40"}, {"64x48", "64x48"}}) {
    auto alone = shared;
    alone.insert(alone.end(), {"--size", size});
    pictures.report(alone, folder);
    INFO(folder);
    CHECK(pictures.shard_bytes("several/" + std::string(folder)) == pictures.shard_bytes(folder));
    CHECK(pictures.shard_bytes(folder).size() == 3);
  }
}

TEST_CASE("--reduced-decode stores the same sizes") {
  Pictures pictures;
  for (unsigned i = 0; i < 6; ++i)
    pictures.add(std::to_string(i) + ".jpg", jpeg_picture(301 + 13 * static_cast<int>(i), 200, i));
  for (const char* fit : {"stretch", "crop", "pad", "short", "long"}) {
    const std::string whole = std::string("whole-") + fit;
    const std::string reduced = std::string("reduced-") + fit;
    pictures.report({"--size", "33", "--fit", fit}, whole);
    pictures.report({"--size", "33", "--fit", fit, "--reduced-decode"}, reduced);
    const auto expected = pictures.stored(whole);
    for (const auto& [name, jpeg] : pictures.stored(reduced)) {
      const ImageFacts facts = image_facts(jpeg);
      const ImageFacts other = image_facts(expected.at(name));
      CHECK((facts.width == other.width && facts.height == other.height));
    }
  }
}

TEST_CASE("--min-size, --max-size and --max-aspect leave pictures out before the plan, and count them") {
  Pictures pictures({"exif_6.jpg"});  // shown as 32x48
  pictures.add("small.jpg", jpeg_picture(20, 30));
  pictures.add("large.jpg", jpeg_picture(300, 280));
  pictures.add("wide.jpg", jpeg_picture(120, 31));
  pictures.add("text.jpg", "no picture");
  const auto kept = [&](std::vector<std::string> filter) {
    filter.insert(filter.end(), {"--max-bad", "1", "--overwrite"});
    const Json report = pictures.report(filter);
    CHECK(report["filtered"] == 4 - report["records"].get<int>());
    CHECK(report["bad"].size() == 1);
    std::set<std::string> names;
    for (const auto& [name, jpeg] : pictures.stored()) names.insert(name);
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

TEST_CASE("Filters are told, recorded, and refuse to leave nothing") {
  Pictures pictures;
  pictures.add("a.jpg", jpeg_picture(20, 30));
  pictures.add("b.jpg", jpeg_picture(60, 30));
  const RunResult result = pictures.build({"--min-size", "30"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err,
             Catch::ContainsSubstring("1 image is left out by --min-size, --max-size or --max-aspect, "
                                      "for instance a.jpg (20x30)"));
  CHECK_THAT(result.out, Catch::ContainsSubstring("filtered 1 image left out by size or aspect"));
  const Json manifest = Json::parse(pictures.scratch.read("out/manifest.json"));
  CHECK(manifest["filtered"] == 1);
  CHECK(manifest["options"]["min-size"] == "30x30");
  const RunResult nothing = pictures.build({"--min-size", "100"}, "none");
  CHECK(nothing.exit_code == 1);
  CHECK_THAT(nothing.err, Catch::ContainsSubstring("all images are left out by"));
  for (const char* wrong : {"0", "ten", "-3", "10x"})
    CHECK(pictures.build({"--min-size", wrong}, "none").exit_code == 2);
  for (const char* wrong : {"0.5", "inf", "wide", ""})
    CHECK(pictures.build({"--max-aspect", wrong}, "none").exit_code == 2);
}

TEST_CASE("A header behind a lot of metadata is found by the filter, too") {
  Pictures pictures;
  const std::string plain = jpeg_picture(20, 30);
  const std::string segment = std::string("\xFF\xE2\xFF\xFF", 4) + std::string(65533, 'm');
  pictures.add("long.jpg", plain.substr(0, 2) + segment + segment + plain.substr(2));
  pictures.add("b.jpg", jpeg_picture(60, 60));
  CHECK(pictures.report({"--min-size", "30"})["filtered"] == 1);
}

TEST_CASE("The filter knows an orientation that stands behind 64 KiB of pixels") {
  Pictures pictures({"exif_6.png", "exif_6.webp"});  // shown as 32x48
  pictures.add("b.jpg", jpeg_picture(60, 60));
  const std::string png = odd_picture("exif_6.png");
  const std::string padding = std::string("\0\1\x11\x70teST", 8) + std::string(70'000 + 4, 'p');
  pictures.add("far.png", png.substr(0, 33) + padding + png.substr(33));
  CHECK(pictures.report({"--min-size", "33x40"}, "wide")["records"] == 1);
  CHECK(pictures.report({"--min-size", "30x40"}, "high")["records"] == 4);
  CHECK(pictures.report({"--min-size", "40x30", "--orientation", "ignore"}, "stored")["records"] == 4);
}

TEST_CASE("A file of many gigabytes is bad with and without a filter, and the rest is built") {
  Pictures pictures({"baseline.jpg", "cut_in_header.png"});
  fs::resize_file(pictures.scratch / "images/cut_in_header.png", std::uint64_t{1} << 42);
  for (const char* smallest : {"1", "8"}) {
    const Json report =
        pictures.report({"--max-bad", "1", "--min-size", smallest}, std::string("out") + smallest);
    CHECK(report["records"] == 1);
    CHECK(report["bad"][0]["reason"] == "the file is larger than 2 GiB");
  }
}

TEST_CASE("Options of pictures that contradict each other or decide nothing are refused") {
  const Pictures pictures({"baseline.jpg"});
  const auto refused = [&](const std::vector<std::string>& options) {
    const RunResult result = pictures.build(options);
    CHECK(result.exit_code == 2);
    CHECK_FALSE(fs::exists(pictures.scratch / "out"));
    return result.err;
  };
  CHECK_THAT(refused({"--fit", "pad"}),
             Catch::ContainsSubstring("--fit pad has nothing to decide: there is no size"));
  CHECK_THAT(refused({"--size", "32", "--pad-color", "white"}),
             Catch::ContainsSubstring("--pad-color has nothing to decide: nothing is padded"));
  CHECK_THAT(refused({"--size", "64x32", "--fit", "short"}),
             Catch::ContainsSubstring("--fit short takes one side, not 64x32"));
  CHECK_THAT(refused({"--sizes", "48,64x32", "--fit", "long"}),
             Catch::ContainsSubstring("--fit long takes one side, not 64x32"));
  for (const char* sizes : {"8,,9", ",8", "8,", ","})
    CHECK_THAT(refused({"--sizes", sizes}), Catch::ContainsSubstring("an item of the list is empty"));
  for (const char* limit : {"-1", "0x10", " 1", "1_000", "nan", "inf", "1e30", "101%", "-1%", "%", ""})
    CHECK_THAT(refused({"--max-bad", limit}), Catch::ContainsSubstring("write a count (3) or a share (1%)"));
}

TEST_CASE("A PNG of compressed text bombs is read as if it had none") {
  Pictures pictures({"plain.png"});
  const std::string png = odd_picture("plain.png");
  std::string text;
  for (int i = 0; i < 20; ++i) text += std::string("\0\0\x27\x10zTXt", 8) + std::string(10'000 + 4, 'z');
  pictures.add("text.png", png.substr(0, 33) + text + png.substr(33));
  pictures.report();
  const auto stored = pictures.stored();
  CHECK(stored.at("text.png") == stored.at("plain.png"));
}

TEST_CASE("Bombs are refused at once") {
  const Pictures pictures(
      {"bomb_30000x30000.png", "bomb_65500x65500.jpg", "huge.tif", "huge.bmp", "huge.ppm", "1x1.png"});
  const Json report = pictures.report({"--max-bad", "5"});
  CHECK(report["records"] == 1);
  CHECK(report["bad"].size() == 5);
  for (const Json& bad : report["bad"])
    CHECK_THAT(bad["reason"].get<std::string>(),
               Catch::ContainsSubstring("is more than --max-pixels 178956970"));
}
