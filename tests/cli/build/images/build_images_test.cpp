// SPDX-License-Identifier: Apache-2.0
// Odd images through the real binary: what is stored, what is left out, what is reported.
#include <sstream>

#include <nlohmann/json.hpp>

#include "image/facts/image_facts.hpp"
#include "image/jpeg/jpeg_segments.hpp"
#include "support/scenes/odd_images.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

/// Every line on stderr is the tool's own.
void check_own_lines(const std::string& err) {
  std::istringstream lines(err);
  for (std::string line; std::getline(lines, line);) CHECK(line.substr(0, 7) == "tfrec: ");
}

}  // namespace

TEST_CASE("All odd images: the good ones are stored, the bad ones listed, nothing else is printed") {
  const OddImages images(all_odd());
  const RunResult result = images.build({"--max-bad", "100%"});
  CHECK(result.exit_code == 0);
  check_own_lines(result.err);
  const auto stored = images.stored();
  const std::string bad = images.scratch.read("out/bad.csv");
  for (const Verdict& verdict : verdicts()) {
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

TEST_CASE("All odd images: the same bytes for any number of threads") {
  const OddImages images(all_odd());
  REQUIRE(images.build({"--max-bad", "100%", "-q", "-j", "1", "--shards", "3"}, "one").exit_code == 0);
  REQUIRE(images.build({"--max-bad", "100%", "-q", "-j", "7", "--shards", "3"}, "seven").exit_code == 0);
  CHECK(images.shards("one") == images.shards("seven"));
  CHECK(images.scratch.read("one/bad.csv") == images.scratch.read("seven/bad.csv"));
  CHECK(images.scratch.read("one/manifest.json") == images.scratch.read("seven/manifest.json"));
}

TEST_CASE("Too many bad images: the first ten are warnings, --json has all, nothing is published") {
  const OddImages images({"baseline.jpg", "cut_in_scan_half.jpg"});
  for (int i = 10; i < 23; ++i) images.image("text" + std::to_string(i) + ".jpg", "no image");
  const RunResult result = images.build({"--json", "--max-bad", "13"});
  CHECK(result.exit_code == 1);
  CHECK_FALSE(fs::exists(images.scratch / "out/manifest.json"));
  const Json error = Json::parse(result.out)["error"];
  CHECK(error["kind"] == "data");
  CHECK(error["bad"].size() == 14);
  CHECK(error["bad"][0]["image"] == "cut_in_scan_half.jpg");
  CHECK(error["bad"][0]["reason"] == "Premature end of JPEG file");
  CHECK_THAT(result.err, ContainsSubstring("tfrec: warning: cut_in_scan_half.jpg: Premature end"));
  CHECK_THAT(result.err, ContainsSubstring("text18.jpg"));
  CHECK(result.err.find("text19.jpg") == std::string::npos);
  CHECK_THAT(result.err, ContainsSubstring("and 4 more; --json lists them all"));
  CHECK_THAT(result.err, ContainsSubstring("--max-bad 14"));
  CHECK(images.build({"--max-bad", "14", "-q"}).exit_code == 0);
}

TEST_CASE("--max-bad as a share counts against all images") {
  const OddImages images({"baseline.jpg", "gray.jpg", "text.jpg", "plain.png"});
  CHECK(images.build({"--max-bad", "24%", "-q"}).exit_code == 1);
  CHECK(images.build({"--max-bad", "25%", "-q"}).exit_code == 0);
}

TEST_CASE("What the images were is counted in manifest and summary") {
  const OddImages images({"baseline.jpg", "progressive.jpg", "gray.jpg", "cmyk.jpg", "exif_6.jpg", "rgba.png",
                          "rgb_16_bit.png", "png_named.jpg", "two_images.jpg", "lossy.webp"});
  const RunResult result = images.build();
  CHECK(result.exit_code == 0);
  CHECK_THAT(
      result.out,
      ContainsSubstring("progressive 1, gray 1 (stored as RGB), cmyk 1, transparent 1, deep 1, turned 1, "
                        "misnamed 1, reencoded 10, bytes after the end marker: 1"));
  const Json counts = images.manifest()["pictures"];
  CHECK(counts["jpeg"] == 6);
  CHECK(counts["png"] == 3);
  CHECK(counts["webp"] == 1);
}

TEST_CASE("Nothing reported that --size stretched images") {
  const OddImages images({"baseline.jpg", "plain.png"});  // both 48x32
  const auto stretched = [&images](const std::vector<std::string>& options) {
    std::vector<std::string> again = options;
    again.emplace_back("--overwrite");
    images.report(again);
    return images.manifest()["pictures"].value("stretched", 0);
  };
  CHECK(stretched({}) == 0);
  CHECK(stretched({"--size", "24x16"}) == 0);
  CHECK(stretched({"--size", "103x66"}) == 0);  // by 4 %
  CHECK(stretched({"--size", "106x66"}) == 2);
  CHECK(stretched({"--size", "24"}) == 2);
  CHECK(stretched({"--sizes", "24x16,24"}) == 2);
  for (const char* fit : {"crop", "pad", "short", "long"})
    CHECK(stretched({"--size", "24", "--fit", fit}) == 0);
}

TEST_CASE("An image with a side that is scaled up is counted as enlarged") {
  const OddImages images({"baseline.jpg", "plain.png"});  // both 48x32
  const auto enlarged = [&images](const std::vector<std::string>& options) {
    std::vector<std::string> again = options;
    again.emplace_back("--overwrite");
    images.report(again);
    return images.manifest()["pictures"].value("enlarged", 0);
  };
  CHECK(enlarged({}) == 0);
  CHECK(enlarged({"--size", "32"}) == 0);
  CHECK(enlarged({"--size", "48x33"}) == 2);
  CHECK(enlarged({"--size", "64", "--no-upscale"}) == 0);
  CHECK(enlarged({"--size", "64x32", "--fit", "pad"}) == 0);
  CHECK(enlarged({"--sizes", "32,64"}) == 2);
}

TEST_CASE("--orientation, --alpha, --color: errors name the image, words reach the pixels") {
  const OddImages turned({"exif_6.jpg"});
  const RunResult refused = turned.build({"--orientation", "error"});
  CHECK(refused.exit_code == 1);
  CHECK_THAT(refused.err, ContainsSubstring("exif_6.jpg: has EXIF orientation 6"));
  turned.report({"--orientation", "ignore"});
  CHECK(image_facts(turned.stored().at("exif_6.jpg")).width == 48);
  turned.report({}, "applied");
  CHECK(image_facts(turned.stored("applied").at("exif_6.jpg")).width == 32);

  const OddImages transparent({"rgba.png"});
  const RunResult opaque_only = transparent.build({"--alpha", "error", "-q"});
  CHECK(opaque_only.exit_code == 1);
  CHECK_THAT(opaque_only.err, ContainsSubstring("rgba.png: has transparency"));
  CHECK(transparent.report({"--alpha", "#102030"})["pictures"]["blended"] == 1);
  transparent.report({"--color", "gray"}, "gray");
  CHECK(image_facts(transparent.stored("gray").at("rgba.png")).channels == 1);
  CHECK(transparent.build({"--alpha", "mauve"}, "other").exit_code == 2);
}

TEST_CASE("--deep and --cmyk: bad images with the reason, recorded and taken over by --like") {
  const OddImages images({"rgb_16_bit.png", "cmyk.jpg", "baseline.jpg"});
  const RunResult deep = images.build({"--deep", "error", "-q"}, "deep");
  CHECK(deep.exit_code == 1);
  CHECK(deep.out.empty());
  CHECK_THAT(deep.err, ContainsSubstring("rgb_16_bit.png: has 16-bit samples (--deep error)"));
  CHECK_THAT(images.build({"--cmyk", "error", "-q"}, "cmyk").err,
             ContainsSubstring("cmyk.jpg: is CMYK (--cmyk error)"));
  const Json strict = images.report({"--deep", "error", "--cmyk", "error", "--max-bad", "2"});
  CHECK(strict["records"] == 1);
  const Json alike = images.report({"--like", "out", "--max-bad", "2"}, "alike");
  CHECK(alike["options"]["deep"] == "error");
  CHECK(alike["options"]["cmyk"] == "error");
  CHECK(alike["records"] == 1);
  CHECK_FALSE(images.report({"--deep", "convert"}, "plain")["options"].contains("deep"));
  CHECK(images.build({"--like", "out", "--cmyk", "convert"}, "other").exit_code == 2);
}

TEST_CASE("--encode copy led grey JPEGs to --encode auto, which changes their bytes") {
  const OddImages images({"baseline.jpg", "gray.jpg"});
  const RunResult refused = images.build({"--encode", "copy", "-q"});
  CHECK(refused.exit_code == 1);
  CHECK_THAT(refused.err,
             ContainsSubstring("has 1 channel, not 3 (--encode copy)") &&
                 ContainsSubstring("hint: to copy images with one channel, too: --color keep --overwrite; to "
                                   "encode the images that can't be copied, and copy the others: "
                                   "--encode auto --overwrite\n"));
  CHECK(images.build({"--encode", "copy", "--color", "keep", "--overwrite", "-q"}).exit_code == 0);
  CHECK(images.stored().at("gray.jpg") == odd_image("gray.jpg"));
}

TEST_CASE("--encode copy stores the sources' bytes, bad where they need a change") {
  const OddImages images({"baseline.jpg", "444.jpg"});
  images.report({"--encode", "copy"});
  CHECK(images.stored().at("baseline.jpg") == odd_image("baseline.jpg"));
  images.image("plain.png", odd_image("plain.png"));
  const RunResult refused = images.build({"--encode", "copy", "-q"}, "second");
  CHECK(refused.exit_code == 1);
  CHECK_THAT(refused.err, ContainsSubstring("plain.png: is a PNG image, not a JPEG (--encode copy)"));
  const std::string way_out =
      "hint: to encode the images that can't be copied, and copy the others: --encode auto";
  CHECK_THAT(refused.err, ContainsSubstring(way_out));
  CHECK_THAT(
      images.build({"--encode", "copy", "--size", "16", "-q"}, "none").err,
      ContainsSubstring("hint: --encode copy stores images unchanged: for another size leave it out, or "
                        "use --encode auto\n"));
  const Json counts = images.report({"--encode", "auto"}, "third")["pictures"];
  CHECK(counts["copied"] == 2);
  CHECK(counts["reencoded"] == 1);
  CHECK(images.stored("third").at("444.jpg") == odd_image("444.jpg"));
}

TEST_CASE("The hint of --encode auto runs where shards of --encode copy are kept") {
  const OddImages images({"baseline.jpg", "444.jpg"});
  images.image("plain.png", odd_image("plain.png"));
  const RunResult refused = images.build({"--encode", "copy", "-q", "--shards", "3"});
  CHECK(refused.exit_code == 1);
  CHECK_THAT(refused.err,
             ContainsSubstring("2 finished shards are kept in out/.tfrec-build for the next run"));
  CHECK_THAT(refused.err, ContainsSubstring("copy the others: --encode auto --overwrite\n"));
  CHECK(images.build({"-q", "--shards", "3", "--encode", "auto", "--overwrite"}).exit_code == 0);
}

TEST_CASE("--quality was ignored without a warning where no image is encoded with it") {
  const OddImages images({"baseline.jpg"});
  const auto warnings_of = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"-q", "--overwrite"});
    const RunResult result = images.build(arguments);
    CHECK(result.exit_code == 0);
    return result.err;
  };
  CHECK(warnings_of({"--encode", "png", "--quality", "80"}) ==
        "tfrec: warning: --quality has no effect: --encode png loses nothing\n");
  CHECK(warnings_of({"--encode", "copy", "--quality", "80", "--quality-cap"}) ==
        "tfrec: warning: --quality has no effect: --encode copy stores images unchanged\n"
        "tfrec: warning: --quality-cap has no effect: --encode copy stores images unchanged\n");
  CHECK(warnings_of({"--encode", "webp", "--quality", "80", "--quality-cap"}) ==
        "tfrec: warning: --quality-cap has no effect: --encode webp stores no JPEG\n");
  CHECK(warnings_of({"--feature", "image=raw-uint8", "--size", "8x8", "--quality", "80"}) ==
        "tfrec: warning: --quality has no effect: no feature stores a JPEG\n");
  CHECK(warnings_of({"--encode", "auto", "--quality", "80", "--quality-cap"}).empty());
}

TEST_CASE("--encode copy keeps GPS, --strip takes it out") {
  const BuildScene images;
  const std::string plain = odd_image("baseline.jpg");
  const std::string gps = std::string("\xFF\xE1\0\x14", 4) + std::string("Exif\0\0", 6) + "GPS 52.5N 13";
  images.image("home.jpg", plain.substr(0, 2) + gps + plain.substr(2));
  images.report({"--encode", "copy"}, "kept");
  CHECK(images.stored("kept").at("home.jpg").find("GPS 52.5N") != std::string::npos);
  images.report({"--encode", "copy", "--strip"}, "stripped");
  CHECK(images.stored("stripped").at("home.jpg") == plain);
  images.report({}, "reencoded");
  CHECK(images.stored("reencoded").at("home.jpg").find("GPS") == std::string::npos);
}

TEST_CASE("--encode png and webp store those formats") {
  const OddImages images({"baseline.jpg", "gray.png"});
  images.report({"--encode", "png"}, "png");
  CHECK(image_facts(images.stored("png").at("baseline.jpg")).format == ImageFormat::png);
  images.report({"--encode", "webp", "--quality", "70"}, "webp");
  CHECK(image_facts(images.stored("webp").at("gray.png")).format == ImageFormat::webp);
}

TEST_CASE("--quality-cap stores at the source's quality where that is lower") {
  const BuildScene images;
  images.image("low.jpg", jpeg_image(40, 40, 1, 60));
  images.image("high.jpg", jpeg_image(40, 40, 1, 99));
  images.report({"--quality-cap", "--quality", "90"});
  CHECK(jpeg_quality(images.stored().at("low.jpg")) == 60);
  CHECK(jpeg_quality(images.stored().at("high.jpg")) == 90);
}

TEST_CASE("--sizes writes in each size what a build of that size alone writes") {
  const OddImages images({"plain.png", "exif_6.jpg", "cmyk.jpg", "gray.jpg", "text.jpg"});
  for (unsigned i = 0; i < 20; ++i) {
    const int width = 30 + static_cast<int>(i) * 7;
    images.image("n" + std::to_string(i) + ".jpg", jpeg_image(width, 90, i));
  }
  const Words shared{"--max-bad", "1", "--shards", "3", "--fit", "crop"};
  const Json report = images.report(shared + Words{"--sizes", "16,40,64x48"}, "several");
  CHECK(report["splits"].size() == 3);
  for (const auto& [size, folder] : {std::pair{"16", "16x16"}, {"40", "40x40"}, {"64x48", "64x48"}}) {
    images.report(shared + Words{"--size", size}, folder);
    INFO(folder);
    CHECK(images.shards("several/" + std::string(folder)) == images.shards(folder));
    CHECK(images.shards(folder).size() == 3);
  }
}

TEST_CASE("--reduced-decode stores the same sizes") {
  const BuildScene images;
  for (unsigned i = 0; i < 6; ++i)
    images.image(std::to_string(i) + ".jpg", jpeg_image(301 + 13 * static_cast<int>(i), 200, i));
  for (const char* fit : {"stretch", "crop", "pad", "short", "long"}) {
    const std::string whole = std::string("whole-") + fit;
    const std::string reduced = std::string("reduced-") + fit;
    images.report({"--size", "33", "--fit", fit}, whole);
    images.report({"--size", "33", "--fit", fit, "--reduced-decode"}, reduced);
    const auto expected = images.stored(whole);
    for (const auto& [name, jpeg] : images.stored(reduced)) {
      const ImageFacts facts = image_facts(jpeg);
      const ImageFacts other = image_facts(expected.at(name));
      CHECK((facts.width == other.width && facts.height == other.height));
    }
  }
}

TEST_CASE("Options of images that contradict each other or have no effect are refused") {
  const OddImages images({"baseline.jpg"});
  const auto refused = [&](const Words& options) {
    const RunResult result = images.build(options);
    CHECK(result.exit_code == 2);
    CHECK_FALSE(fs::exists(images.scratch / "out"));
    return result.err;
  };
  CHECK_THAT(refused({"--fit", "pad"}), ContainsSubstring("--fit pad has no effect: there is no size"));
  CHECK_THAT(refused({"--size", "32", "--pad-color", "white"}),
             ContainsSubstring("--pad-color has no effect: nothing is padded"));
  CHECK_THAT(refused({"--size", "64x32", "--fit", "short"}),
             ContainsSubstring("--fit short takes one side, not 64x32"));
  CHECK_THAT(refused({"--sizes", "48,64x32", "--fit", "long"}),
             ContainsSubstring("--fit long takes one side, not 64x32"));
  CHECK_THAT(refused({"--sizes", "8,,9"}), ContainsSubstring("an item of the list is empty"));
  CHECK_THAT(refused({"--max-bad", "101%"}), ContainsSubstring("write a count (3) or a share (1%)"));
}

TEST_CASE("JPEG 2000 in a file called .jpg is bad under its own name") {
  const std::string box("\0\0\0\x0CjP  \r\n\x87\n", 12);
  for (const std::string& start : {box, std::string("\xFF\x4F\xFF\x51")}) {
    const BuildScene scene;
    scene.image("a.jpg", jpeg_image(8, 8));
    scene.image("image.jpg", start + std::string(200, '\1'));
    const RunResult result = scene.build();
    CHECK(result.exit_code == 1);
    CHECK_THAT(result.err, ContainsSubstring("images/image.jpg: is a JPEG 2000 image, which is not read"));
  }
}

TEST_CASE("The summary counted gray and enlarged images, and nothing named them") {
  BuildScene scene({"--name", "f", "--size", "20"});
  scene.image("gray.pgm", "P5 40 40 255\n" + std::string(1600, 'g'));
  scene.image("plain.jpg", jpeg_image(40, 40, 2));
  scene.image("small.jpg", jpeg_image(10, 10, 3));
  const RunResult named = scene.build({"-v", "--split", "a=0.5,b=0.5"});
  CHECK_THAT(named.err, ContainsSubstring("tfrec: gray.pgm: gray\n") &&
                            ContainsSubstring("tfrec: small.jpg: enlarged\n") &&
                            ContainsSubstring("no images that are equal or look alike were found") &&
                            !ContainsSubstring("plain.jpg"));
  const RunResult counted = scene.build({"--split", "a=0.5,b=0.5"}, "counted");
  CHECK_THAT(counted.err, !ContainsSubstring("gray.pgm") && !ContainsSubstring("small.jpg"));
}

TEST_CASE("--dedupe error did not report that no images repeat") {
  BuildScene scene({"--name", "f", "--dedupe", "error"});
  for (unsigned i = 0; i < 3; ++i) scene.image(std::to_string(i) + ".jpg", jpeg_image(40, 40, i));
  const std::string none =
      "tfrec: no images that are equal or look alike were found among 3 records (--dedupe)\n";
  CHECK_THAT(scene.build({}).err, ContainsSubstring(none));
  CHECK_THAT(scene.build({"--split", "a=0.5,b=0.5"}, "split").err, ContainsSubstring(none));
  scene.scratch.write("images/3.jpg", jpeg_image(40, 40, 0));
  CHECK_THAT(scene.build({}, "copy").err, !ContainsSubstring("no images"));
}
