// SPDX-License-Identifier: Apache-2.0
// verify --pixels and --expect.
#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>

#include "support/build_paths.hpp"
#include "support/check_error.hpp"
#include "support/data/deflated.hpp"
#include "support/data/example_bytes.hpp"
#include "support/data/images.hpp"
#include "support/data/test_data.hpp"
#include "support/runs/verify_runs.hpp"
#include "tfrecord/framing.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

std::string record(const std::string& image, std::int64_t label = 1) {
  return payload_of({{"class", Integers{label}}, {"image", Texts{image}}, {"name", Texts{"rose"}}});
}

/// Sound images with `odd` as the last.
std::string shard_with(const std::string& odd, int sound = 2) {
  std::vector<std::string> payloads;
  for (int i = 0; i < sound; ++i) payloads.push_back(record(jpeg_image(20, 16, static_cast<unsigned>(i))));
  payloads.push_back(record(odd, 7));
  return shard_of(payloads);
}

std::string cut(const std::string& image) {
  return image.substr(0, image.size() * 2 / 3);
}

}  // namespace

TEST_CASE("verify --pixels: sound images") {
  const ScratchFolder folder;
  folder.write("a00-4.tfrec", shard_with(odd_image("plain.png"), 3));
  const RunResult result = verify(folder, {"--pixels", "."});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK(result.out.substr(0, 29) == "ok: 1 shard, 4 intact records");
}

TEST_CASE("verify --pixels: a JPEG cut short, named by record, place and feature") {
  const ScratchFolder folder;
  const std::string odd = cut(jpeg_image(40, 30));
  const std::string bytes = shard_with(odd);
  folder.write("a00-3.tfrec", bytes);
  const RunResult result = verify(folder, {"--pixels", "a00-3.tfrec"});
  CHECK(result.exit_code == 1);
  CHECK(result.err.empty());
  const std::string place = std::to_string(bytes.rfind(odd)) + " (" + std::to_string(odd.size()) + " bytes)";
  CHECK_THAT(result.out, Catch::StartsWith("a00-3.tfrec: record 2 at byte " + place + ": feature 'image': "));
  CHECK_THAT(result.out, Catch::ContainsSubstring("\nbad: 1 problem, 1 of 1 shard; 3 intact records, "));
  const Json problem = only_problem(bytes, {"--pixels"});
  CHECK(problem["kind"] == "pixels");
  CHECK(problem["record"] == 2);
  CHECK(problem["offset"] == bytes.rfind(odd));
  CHECK(problem["length"] == odd.size());
  CHECK(problem["feature"] == "image");
  CHECK(verify(folder, {"a00-3.tfrec"}).exit_code == 0);  // its bytes are as they were written
}

TEST_CASE("verify --pixels: damage of every format, as a build finds it") {
  for (const char* name : {"cut_in_data.png", "flip_in_data.png", "cut.webp", "cut.bmp", "cut.ppm", "cut.tif",
                           "no_end_marker.jpg", "marker_in_scan.jpg", "text_in_scan.jpg", "12_bit.jpg",
                           "bomb_65500x65500.jpg", "101_scans.jpg", "cut_progressive.jpg"}) {
    INFO(name);
    const Json problem = only_problem(shard_with(odd_image(name)), {"--pixels"});
    CHECK(problem["kind"] == "pixels");
    CHECK(problem["record"] == 2);
    CHECK(problem["feature"] == "image");
    CHECK_THAT(problem["message"].get<std::string>(), Catch::StartsWith("feature 'image': "));
  }
}

constexpr std::array k_not_decoded{"gif", "heic", "avif", "jpeg_xl", "jpeg_2000"};

TEST_CASE("verify --pixels reports of every sample image what a build reports") {
  const ScratchFolder folder;
  const std::vector<Verdict> all = verdicts();
  // A folder each: what lies in one is judged together.
  for (std::size_t i = 0; i < all.size(); ++i)
    folder.write(std::to_string(1000 + i) + "/a.tfrec", shard_with(odd_image(all[i].file)));
  const Json json = verify_json(folder, 1, {"--pixels", "."});
  REQUIRE(json["files"].size() == all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    INFO(all[i].file);
    const bool is_not_decoded =
        std::any_of(k_not_decoded.begin(), k_not_decoded.end(),
                    [&](const char* name) { return all[i].file.find(name) != std::string::npos; });
    CHECK(json["files"][i]["ok"] == (all[i].accepted || is_not_decoded));
  }
}

TEST_CASE("verify --pixels: a value that is no image where the others are") {
  struct Case {
    std::string value;
    const char* message;
  };
  for (const Case& odd :
       {Case{std::string(500, '\0'), "feature 'image': is not an image: bytes of no known format"},
        Case{"", "feature 'image': is empty"},
        Case{"<html><body>404", "feature 'image': is not an image: an HTML page"},
        Case{"not found", "feature 'image': is not an image: text"}}) {
    const Json problem = only_problem(shard_with(odd.value), {"--pixels"});
    CHECK(problem["kind"] == "pixels");
    CHECK(problem["record"] == 2);
    CHECK(problem["message"] == odd.message);
    CHECK(problem["length"] == odd.value.size());
  }
}

TEST_CASE("verify --pixels: a shard whose images are all gone, while its neighbours have them") {
  const ScratchFolder folder;
  const std::string gone(300, '\0');
  folder.write("a00-3.tfrec", shard_with(jpeg_image(9, 9)));
  folder.write("a01-2.tfrec", shard_of({record(gone, 1), record(gone, 2)}));
  const Json json = verify_json(folder, 1, {"--pixels", "."});
  CHECK(json["files"][0]["ok"] == true);
  REQUIRE(json["files"][1]["problems"].size() == 2);
  CHECK(json["files"][1]["problems"][1]["record"] == 1);
  CHECK(json["files"][1]["problems"][1]["kind"] == "pixels");
}

TEST_CASE("verify --pixels: text that begins like an image is no image") {
  const ScratchFolder folder;
  const auto text = [](const char* name) { return payload_of({{"note", Texts{name}}}); };
  folder.write("a00-3.tfrec",
               shard_of({text("P6 10 10 255 is a header"), text("BMW"), text("II or III, who can tell")}));
  const RunResult result = verify(folder, {"--pixels", "."});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, Catch::ContainsSubstring("feature 'note': 1 of 3 values begin like images"));
  CHECK_THAT(result.err, Catch::ContainsSubstring(
                             "tfrec: --pixels: no feature contains images, so nothing was decoded\n"));
}

TEST_CASE("verify --pixels: payloads that are images themselves") {
  const ScratchFolder folder;
  const std::string odd = cut(jpeg_image(40, 30));
  folder.write("a00-3.tfrec", shard_of({jpeg_image(9, 9), odd, jpeg_image(8, 8)}));
  const RunResult result = verify(folder, {"-q", "--pixels", "."});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.out, Catch::StartsWith("./a00-3.tfrec: record 1 at byte "));
  CHECK_THAT(result.out, Catch::ContainsSubstring(": payload: "));
  CHECK_FALSE(verify_json(folder, 1, {"--pixels", "."})["files"][0]["problems"][0].contains("feature"));
}

TEST_CASE("verify --pixels: several images in a feature, compressed shards") {
  const ScratchFolder folder;
  const std::string sound = jpeg_image(9, 9);
  const std::string odd = cut(jpeg_image(40, 30));
  folder.write("a00-1.tfrec", gzipped(shard_of({payload_of({{"frames", Texts{sound, odd, sound}}})})));
  const RunResult result = verify(folder, {"-q", "--pixels", "."});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.out, Catch::ContainsSubstring(": feature 'frames', value 1: "));
}

TEST_CASE("verify --pixels: images of formats that are not decoded are counted, no damage") {
  const ScratchFolder folder;
  folder.write("a00-3.tfrec", shard_with(odd_image("gif.gif")));
  const RunResult result = verify(folder, {"--pixels", "."});
  CHECK(result.exit_code == 0);
  CHECK(result.err ==
        "tfrec: ./a00-3.tfrec: feature 'image': 1 image is of a format that is not decoded (first: a GIF "
        "image), only counted\n");
}

TEST_CASE("verify --pixels: all files, all threads, the same result in the same order") {
  const ScratchFolder folder;
  const std::string odd = cut(jpeg_image(40, 30));
  for (int file = 0; file < 3; ++file) {
    std::vector<std::string> payloads;
    for (int i = 0; i < 300; ++i)
      payloads.push_back(record(i % 50 == 7 ? odd : jpeg_image(12, 10, static_cast<unsigned>(i % 5)), i));
    folder.write("a0" + std::to_string(file) + "-300.tfrec", shard_of(payloads));
  }
  const RunResult one = verify(folder, {"--pixels", ".", "-j", "1"});
  CHECK(one.exit_code == 1);
  CHECK_THAT(one.out, Catch::ContainsSubstring("\nbad: 18 problems, 3 of 3 shards; 900 intact records, "));
  for (const char* threads : {"2", "8"}) {
    const RunResult more = verify(folder, {"--pixels", ".", "-j", threads});
    CHECK(more.out == one.out);
    CHECK(more.err == one.err);
  }
}

TEST_CASE("verify --pixels: damage of the file and of images are in the order of the records") {
  const ScratchFolder folder;
  const std::string odd = cut(jpeg_image(40, 30));
  std::string bytes = shard_of({record(odd, 0), record(odd, 1), record(odd, 2)});
  const std::size_t frame = bytes.size() / 3;
  folder.write("a00-4.tfrec", with_flipped_bit(bytes, frame + 40));
  const Json json = verify_json(folder, 1, {"--pixels", "."});
  std::string kinds;
  for (const Json& problem : json["files"][0]["problems"])
    kinds += problem["kind"].get<std::string>() + std::to_string(problem["record"].get<int>()) + " ";
  CHECK(kinds == "pixels0 payload1 pixels2 name2 ");
}

TEST_CASE("verify --pixels --max-pixels: a larger image is bad before memory is taken for it") {
  const ScratchFolder folder;
  folder.write("a00-3.tfrec", shard_with(odd_image("bomb_30000x30000.png")));
  RunSettings settings = in(folder);
  if (!k_has_sanitizers) settings.address_space = std::uint64_t{1} << 30;
  const RunResult bomb = run_tfrec({"verify", "-q", "--pixels", "."}, settings);
  CHECK(bomb.exit_code == 1);
  CHECK_THAT(bomb.out, Catch::ContainsSubstring("30000x30000 is more than --max-pixels 178956970"));
  const RunResult small = verify(folder, {"-q", "--pixels", "--max-pixels", "100", "."});
  CHECK(small.exit_code == 1);
  CHECK_THAT(small.out, Catch::ContainsSubstring("20x16 is more than --max-pixels 100"));
  const RunResult alone = verify(folder, {"--max-pixels", "100", "."});
  CHECK(alone.exit_code == 2);
  CHECK(alone.out.empty());
  CHECK_THAT(alone.err, Catch::ContainsSubstring("--pixels"));
}

TEST_CASE("verify: what looks inside records excludes --framing-only") {
  const ScratchFolder folder;
  folder.write("a.tfrec", shard_with(jpeg_image(9, 9)));
  folder.write("spec.json", R"({"image":"bytes"})");
  for (const Words& option : {Words{"--pixels"}, {"--expect", "9x9"}, {"--spec", "spec.json"}}) {
    const RunResult result = verify(folder, Words{"--framing-only", "a.tfrec"} + option);
    check_error(result, 2,
                "tfrec: error: " + option[0] +
                    " checks the contents of records, --framing-only does not\n"
                    "tfrec: hint: leave out one of them\n");
  }
}

TEST_CASE("verify --expect: images by their headers") {
  const ScratchFolder folder;
  folder.write("a00-2.tfrec", shard_of({record(jpeg_image(20, 16)), record(jpeg_image(20, 16, 2))}));
  for (const char* shape : {"20x16", "20x16x3"}) {
    const RunResult result = verify(folder, {"--expect", shape, "."});
    CHECK(result.exit_code == 0);
    CHECK(result.err.empty());
  }
  const RunResult turned = verify(folder, {"-q", "--expect", "16x20x3", "."});
  CHECK(turned.exit_code == 1);
  CHECK(turned.err.empty());
  CHECK_THAT(turned.out, Catch::ContainsSubstring(
                             ": feature 'image': is 20x16x3, not 16x20x3: width and height are swapped\n"));
  CHECK_THAT(turned.out, Catch::ContainsSubstring("\nbad: 2 images do not fit --expect, 1 of 1 shard; "));
}

TEST_CASE("verify --expect: one image of another size, one of other channels, one that is none") {
  for (const auto& [image, message] : std::vector<std::pair<std::string, std::string>>{
           {jpeg_image(21, 16), "feature 'image': is 21x16x3, not 20x16x3"},
           {"nothing", "feature 'image': is not an image: text"}}) {
    const Json problem = only_problem(shard_with(image), {"--expect", "20x16x3"});
    CHECK(problem["kind"] == "expect");
    CHECK(problem["record"] == 2);
    CHECK(problem["feature"] == "image");
    CHECK(problem["message"] == message);
  }
  const std::string gray = odd_image("gray.jpg");
  const Json problem = only_problem(shard_of({record(gray)}), {"--expect", "48x32x3"});
  CHECK(problem["message"] == "feature 'image': is 48x32x1, not 48x32x3");
}

TEST_CASE("verify --expect: a wrong expectation is reported of a few images and counted") {
  const ScratchFolder folder;
  folder.write("a00-31.tfrec", shard_with(jpeg_image(20, 16), 30));
  const Json problems = verify_json(folder, 1, {"--expect", "224x224x3", "."})["files"][0]["problems"];
  REQUIRE(problems.size() == 6);
  CHECK(problems[5]["message"] == "feature 'image': the same or the like of 26 more values");
  CHECK_THAT(verify(folder, {"--expect", "224x224x3", "."}).out,
             Catch::ContainsSubstring("\nbad: 31 images do not fit --expect, 1 of 1 shard; "));
}

TEST_CASE("verify: the summary counts images that do not fit --expect apart from other problems") {
  const ScratchFolder folder;
  folder.write("a00-32.tfrec", shard_with(jpeg_image(20, 16), 30));
  CHECK_THAT(
      verify(folder, {"--expect", "224x224x3", "."}).out,
      Catch::ContainsSubstring("\nbad: 31 images do not fit --expect, 1 other problem, 1 of 1 shard; "));
}

TEST_CASE("verify: the summary reports what --pixels and --expect found good") {
  const ScratchFolder folder;
  folder.write("a00-31.tfrec", shard_with(jpeg_image(20, 16), 30));
  const auto summary_ends = [&folder](const std::vector<std::string>& options, const std::string& end) {
    const RunResult result = verify(folder, options);
    CHECK(result.exit_code == 0);
    CHECK(result.err.empty());
    CHECK_THAT(result.out, Catch::EndsWith(end));
  };
  summary_ends({"--pixels", "."}, "B; 31 images decoded\n");
  summary_ends({"--pixels", "--expect", "20x16", "."}, "B; 31 images decoded, all 20x16\n");
  summary_ends({"--expect", "20x16x3", "."}, "B; 31 images are 20x16x3\n");
  summary_ends({"."}, "B\n");
}

TEST_CASE("verify --pixels: the summary of a damaged shard counts the images that were decoded") {
  const ScratchFolder folder;
  const std::string shard = shard_with(jpeg_image(20, 16), 30);
  folder.write("a00-31.tfrec", with_flipped_bit(shard, shard.size() / 2));
  const RunResult result = verify(folder, {"--pixels", "."});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.out, Catch::EndsWith("; 30 images decoded\n"));
}

TEST_CASE("verify --expect: raw samples, of one byte or four") {
  const ScratchFolder folder;
  const std::string bytes(8 * 9 * 3, '\x7F');
  const std::string floats(4 * 8 * 9 * 3, '\x3F');
  const auto raw = [](const std::string& x, std::int64_t label) {
    return payload_of({{"label", Integers{label}}, {"x", Texts{x}}});
  };
  folder.write("u00-2.tfrec", shard_of({raw(bytes, 1), raw(bytes, 2)}));
  CHECK(verify(folder, {"--expect", "8x9x3", "."}).exit_code == 0);
  folder.write("u00-2.tfrec", shard_of({raw(floats, 1), raw(floats, 2)}));
  CHECK(verify(folder, {"--expect", "8x9x3", "."}).exit_code == 0);
  const Json problem =
      only_problem(shard_of({raw(bytes, 1), raw(bytes.substr(1), 2), raw(bytes, 3)}), {"--expect", "8x9x3"});
  CHECK(problem["kind"] == "expect");
  CHECK(problem["record"] == 1);
  CHECK(problem["feature"] == "x");
  CHECK(problem["message"] == "feature 'x': has 215 bytes, not those of 8x9x3");
}

TEST_CASE("verify --expect: lists of floats as long as the image") {
  const auto raw = [](std::size_t length) { return payload_of({{"x", Floats(length, 0.5F)}}); };
  const Json problem = only_problem(shard_of({raw(216), raw(72), raw(216)}), {"--expect", "8x9x3"});
  CHECK(problem["message"] == "feature 'x': has 72 values, not those of 8x9x3");
}

TEST_CASE("verify --expect: a set with nothing to expect it of") {
  const ScratchFolder folder;
  folder.write("a00-3.tfrec", flower_shard(3));
  const RunResult result = verify(folder, {"-q", "--expect", "224x224x3", "."});
  CHECK(result.exit_code == 1);
  CHECK(result.err.empty());
  CHECK(result.out ==
        ".: nothing to expect 224x224x3 of: no feature contains images, or raw samples of that number\n"
        "bad: 1 problem of the set; 1 shard, 3 intact records, 249 B\n");
  CHECK(verify_json(folder, 1, {"--expect", "224x224x3", "."})["problems"][0]["kind"] == "expect");
}

TEST_CASE("verify --expect: what is not a shape is a usage error, also a side alone") {
  const ScratchFolder folder;
  folder.write("a00-3.tfrec", flower_shard(3));
  for (const char* shape : {"224x", "x224"}) {
    const RunResult result = verify(folder, {"--expect", shape, "."});
    CHECK(result.exit_code == 2);
    CHECK(result.out.empty());
    CHECK_THAT(result.err, Catch::ContainsSubstring("write 224x224x3 (width, height, channels) or 640x480"));
  }
  const RunResult side = verify(folder, {"--expect", "256", "."});
  CHECK(side.exit_code == 2);
  CHECK(side.out.empty());
  CHECK_THAT(side.err,
             Catch::ContainsSubstring("write --expect 256x256 (width, height), with channels 256x256x3"));
}
