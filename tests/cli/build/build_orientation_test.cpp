// SPDX-License-Identifier: Apache-2.0
// Every option that depends on the orientation of an image decides as the stored pixels do.
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "image/facts/image_facts.hpp"
#include "support/catch.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"
#include "support/test_data.hpp"

using namespace tfrec;
using test::odd_image;
using test::RunResult;
using test::ScratchFolder;
using Json = nlohmann::ordered_json;

namespace {

/// A folder of one image of 48x32 pixels, whose EXIF data states 65,535 entries and orientation 6.
class Turned {
 public:
  Turned() { m_scratch.write("images/a.jpg", odd_image("exif_65535_entries.jpg")); }

  void add(const std::string& name, const std::string& content) {
    m_scratch.write("images/" + name, content);
  }

  RunResult build(const std::vector<std::string>& more) const {
    std::vector<std::string> arguments{"build", "images", "-o", "out", "--name", "p", "--overwrite"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return test::run_tfrec(arguments, test::in(m_scratch));
  }
  Json report(std::vector<std::string> more) const {
    more.insert(more.end(), {"--json", "-q"});
    const RunResult result = build(more);
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
    return Json::parse(result.out);
  }
  /// Height and width of the raw pixels that are stored.
  std::vector<int> shape(std::vector<std::string> more) const {
    more.insert(more.end(), {"--feature", "x=raw-uint8"});
    const Json shape = report(more)["shards"][0]["shape"];
    return {shape[0].get<int>(), shape[1].get<int>()};
  }
  const ScratchFolder& scratch() const { return m_scratch; }

 private:
  ScratchFolder m_scratch;
};

}  // namespace

TEST_CASE("An image with damaged EXIF data is turned, counted as turned, and reported as an oddity") {
  const Turned turned;
  const Json counted = turned.report({})["pictures"];
  CHECK(counted == Json({{"jpeg", 1}, {"turned", 1}, {"reencoded", 1}, {"oddity: damaged EXIF data", 1}}));
  CHECK(turned.shape({}) == std::vector<int>{48, 32});
  CHECK(turned.shape({"--orientation", "ignore"}) == std::vector<int>{32, 48});
  CHECK(turned.shape({"--size", "16", "--fit", "long", "--reduced-decode"}) == std::vector<int>{16, 11});
}

TEST_CASE("--orientation error and --encode copy refuse an image with damaged EXIF data that is turned") {
  const Turned turned;
  const RunResult refused = turned.build({"--orientation", "error"});
  CHECK(refused.exit_code == 1);
  CHECK(refused.out.empty());
  CHECK_THAT(refused.err, Catch::ContainsSubstring("has EXIF orientation 6"));
  const RunResult copied = turned.build({"--encode", "copy"});
  CHECK(copied.exit_code == 1);
  CHECK_THAT(copied.err, Catch::ContainsSubstring("has EXIF orientation 6 (--encode copy)"));
  for (const char* check : {"full", "structure"}) {
    CHECK(turned.report({"--encode", "auto", "--check", check})["pictures"]["reencoded"] == 1);
    const Json kept =
        turned.report({"--encode", "copy", "--orientation", "ignore", "--check", check})["pictures"];
    CHECK(kept == Json({{"jpeg", 1}, {"copied", 1}, {"oddity: damaged EXIF data", 1}}));
  }
  const RunResult verified = test::run_tfrec({"verify", "out", "--pixels"}, test::in(turned.scratch()));
  CHECK(verified.exit_code == 0);
}

TEST_CASE("Filters by size take an image with damaged EXIF data as it is stored") {
  Turned turned;
  turned.add("b.ppm", "P6 60 60 255\n" + std::string(std::size_t{3} * 60 * 60, '\0'));
  CHECK(turned.report({"--min-size", "32x48"})["records"] == 2);
  CHECK(turned.report({"--min-size", "48x32"})["records"] == 1);
  CHECK(turned.report({"--min-size", "48x32", "--orientation", "ignore"})["records"] == 2);
}

TEST_CASE("The filter knows an orientation that is behind the frame header and 64 KiB of a JPEG") {
  // Segments of 60,000 bytes between the frame header and the EXIF data.
  const std::string file = odd_image("exif_behind_frame.jpg");
  const std::size_t exif = file.find("\xFF\xE1");
  const std::string comment = "\xFF\xFE\xEA\x62" + std::string(60'000, ' ');
  Turned turned;
  turned.add("a.jpg", file.substr(0, exif) + comment + comment + file.substr(exif));
  turned.add("b.ppm", "P6 60 60 255\n" + std::string(std::size_t{3} * 60 * 60, '\0'));
  CHECK(turned.report({"--min-size", "48x32"})["records"] == 1);
  CHECK(turned.report({"--min-size", "32x48"})["records"] == 2);
}

TEST_CASE("Only stored bytes of a source count as copied") {
  const ScratchFolder scratch;
  scratch.write("images/a.jpg", odd_image("baseline.jpg"));
  const auto images = [&](const std::vector<std::string>& features) {
    std::vector<std::string> arguments{"build",       "images", "-o", "out",      "--name", "p",
                                       "--overwrite", "--json", "-q", "--encode", "auto"};
    for (const std::string& feature : features) arguments.insert(arguments.end(), {"--feature", feature});
    const RunResult result = test::run_tfrec(arguments, test::in(scratch));
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
    return Json::parse(result.out)["pictures"];
  };
  CHECK(images({"image=jpeg"}) == Json({{"jpeg", 1}, {"copied", 1}}));
  CHECK(images({"image=jpeg", "p=png"}) == Json({{"jpeg", 1}, {"copied", 1}, {"reencoded", 1}}));
  CHECK(images({"p=png"}) == Json({{"jpeg", 1}, {"reencoded", 1}}));
  CHECK(images({"x=raw-uint8"}) == Json({{"jpeg", 1}}));
}
