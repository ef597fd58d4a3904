// SPDX-License-Identifier: Apache-2.0
// Every option that depends on the orientation of an image decides as the stored pixels do.
#include <nlohmann/json.hpp>

#include "support/data/test_data.hpp"
#include "support/scenes/build_scene.hpp"

using namespace tfrec::test;

namespace {

/// A folder of one image of 48x32 pixels, whose EXIF data states 65,535 entries and orientation 6.
class Turned : public BuildScene {
 public:
  Turned() : BuildScene({"--name", "p", "--overwrite"}) {
    image("a.jpg", odd_image("exif_65535_entries.jpg"));
  }

  /// Height and width of the raw pixels that are stored.
  std::vector<int> shape(const Words& more) const {
    const Json shape = report(more + Words{"--feature", "x=raw-uint8"})["shards"][0]["shape"];
    return {shape[0].get<int>(), shape[1].get<int>()};
  }
};

}  // namespace

TEST_CASE("An image with damaged EXIF data is turned, counted as turned, and reported as an oddity") {
  const Turned turned;
  const Json counted = turned.report({})["pictures"];
  CHECK(counted == Json({{"jpeg", 1},
                         {"turned", 1},
                         {"reencoded", 1},
                         {"oddity: damaged EXIF data read as orientation 6", 1}}));
  CHECK(turned.shape({}) == std::vector<int>{48, 32});
  CHECK(turned.shape({"--orientation", "ignore"}) == std::vector<int>{32, 48});
  CHECK(turned.shape({"--size", "16", "--fit", "long", "--reduced-decode"}) == std::vector<int>{16, 11});
}

TEST_CASE("No output named the images that a build counts as odd") {
  const Turned turned;
  const RunResult result = turned.build({});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring("tfrec: a.jpg: damaged EXIF data read as orientation 6\n"));
  CHECK_THAT(result.out,
             ContainsSubstring(
                 "images jpeg 1, turned 1, reencoded 1, damaged EXIF data read as orientation 6: 1\n"));
}

TEST_CASE("--orientation error and --encode copy refuse an image with damaged EXIF data that is turned") {
  const Turned turned;
  const RunResult refused = turned.build({"--orientation", "error"});
  CHECK(refused.exit_code == 1);
  CHECK(refused.out.empty());
  CHECK_THAT(refused.err, ContainsSubstring("has EXIF orientation 6"));
  const RunResult copied = turned.build({"--encode", "copy"});
  CHECK(copied.exit_code == 1);
  CHECK_THAT(copied.err, ContainsSubstring("has EXIF orientation 6 (--encode copy)"));
  for (const char* check : {"full", "structure"}) {
    CHECK(turned.report({"--encode", "auto", "--check", check})["pictures"]["reencoded"] == 1);
    const Json kept =
        turned.report({"--encode", "copy", "--orientation", "ignore", "--check", check})["pictures"];
    CHECK(kept == Json({{"jpeg", 1}, {"copied", 1}, {"oddity: damaged EXIF data read as orientation 6", 1}}));
  }
  const RunResult verified = turned.run({"verify", "out", "--pixels"});
  CHECK(verified.exit_code == 0);
}

TEST_CASE("Filters by size take an image with damaged EXIF data as it is stored") {
  const Turned turned;
  turned.image("b.ppm", "P6 60 60 255\n" + std::string(std::size_t{3} * 60 * 60, '\0'));
  CHECK(turned.report({"--min-size", "32x48"})["records"] == 2);
  CHECK(turned.report({"--min-size", "48x32"})["records"] == 1);
  CHECK(turned.report({"--min-size", "48x32", "--orientation", "ignore"})["records"] == 2);
}

TEST_CASE("The filter knows an orientation that is behind the frame header and 64 KiB of a JPEG") {
  // Segments of 60,000 bytes between the frame header and the EXIF data.
  const std::string file = odd_image("exif_behind_frame.jpg");
  const std::size_t exif = file.find("\xFF\xE1");
  const std::string comment = "\xFF\xFE\xEA\x62" + std::string(60'000, ' ');
  const Turned turned;
  turned.image("a.jpg", file.substr(0, exif) + comment + comment + file.substr(exif));
  turned.image("b.ppm", "P6 60 60 255\n" + std::string(std::size_t{3} * 60 * 60, '\0'));
  CHECK(turned.report({"--min-size", "48x32"})["records"] == 1);
  CHECK(turned.report({"--min-size", "32x48"})["records"] == 2);
}

TEST_CASE("Only stored bytes of a source count as copied") {
  const BuildScene scene({"--overwrite", "--encode", "auto"});
  scene.image("a.jpg", odd_image("baseline.jpg"));
  const auto images = [&](const Words& features) {
    Words options;
    for (const std::string& feature : features) options = options + Words{"--feature", feature};
    return scene.report(options)["pictures"];
  };
  CHECK(images({"image=jpeg"}) == Json({{"jpeg", 1}, {"copied", 1}}));
  CHECK(images({"image=jpeg", "p=png"}) == Json({{"jpeg", 1}, {"copied", 1}, {"reencoded", 1}}));
  CHECK(images({"p=png"}) == Json({{"jpeg", 1}, {"reencoded", 1}}));
  CHECK(images({"x=raw-uint8"}) == Json({{"jpeg", 1}}));
}
