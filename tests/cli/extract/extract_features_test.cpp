// SPDX-License-Identifier: Apache-2.0
// extract: which feature holds the images and which names them, where the user or the bytes mislead.
#include <filesystem>

#include "support/catch.hpp"
#include "support/data/images.hpp"
#include "support/data/shard_bytes.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

/// An image, its name, one number of each kind.
void write_shard(const ScratchFolder& folder) {
  folder.write("a00-1.tfrec", shard_of({payload_of({{"image", Texts{jpeg_image(20, 16)}},
                                                    {"image_name", Texts{"a.jpg"}},
                                                    {"label", Integers{3}},
                                                    {"score", Floats{0.5F}}})}));
}

RunResult extract(const ScratchFolder& folder, const Words& options) {
  return run_tfrec(Words{"extract", "-q", "a00-1.tfrec", "-o", "out"} + options, in(folder));
}

}  // namespace

TEST_CASE("extract: a feature of numbers can't be the images, floats and images can't be names") {
  const ScratchFolder folder;
  write_shard(folder);
  const auto error_of = [&](const char* option, const char* feature) {
    const RunResult run = extract(folder, {option, feature});
    CHECK(run.exit_code == 2);
    CHECK(run.out.empty());
    CHECK_FALSE(std::filesystem::exists(folder / "out"));
    return run.err;
  };
  const std::string hint = "\ntfrec: hint: `tfrec inspect` shows the features there are\n";
  CHECK(error_of("--image-feature", "label") ==
        "tfrec: error: --image-feature: feature 'label' contains numbers, no bytes" + hint);
  CHECK(error_of("--name-feature", "score") ==
        "tfrec: error: --name-feature: feature 'score' contains neither text nor one whole number" + hint);
  CHECK(error_of("--name-feature", "image") ==
        "tfrec: error: --name-feature: feature 'image' contains images, no names" + hint);
  CHECK(extract(folder, {"--name-feature", "label"}).exit_code == 0);
  CHECK(std::filesystem::exists(folder / "out/images/3.jpg"));
}

TEST_CASE("extract --shape: of two features the one whose values fit more often holds the pixels") {
  const ScratchFolder folder;
  const auto record = [](const std::string& name) {
    return payload_of({{"raw", Texts{std::string(12, '\x80')}}, {"title", Texts{name}}});
  };
  folder.write("a00-2.tfrec", shard_of({record("twelve bytes"), record("other")}));
  const RunResult run = run_tfrec({"extract", "a00-2.tfrec", "-o", "out", "--shape", "2x2x3"}, in(folder));
  CHECK(run.exit_code == 0);
  CHECK_THAT(run.err, Catch::ContainsSubstring("feature 'raw' contains raw pixels, 2x2x3"));
}

TEST_CASE("extract: an output folder below a file is a mistake of the command line") {
  const ScratchFolder folder;
  write_shard(folder);
  const RunResult run = run_tfrec({"extract", "-q", "a00-1.tfrec", "-o", "a00-1.tfrec/x/y"}, in(folder));
  CHECK(run.exit_code == 2);
  CHECK(run.err == "tfrec: error: a00-1.tfrec: is not a folder\n");
  CHECK(run_tfrec({"repair", "-q", "a00-1.tfrec", "-o", "a00-1.tfrec/x"}, in(folder)).exit_code == 2);
  CHECK(run_tfrec({"index", "-q", "a00-1.tfrec", "-o", "a00-1.tfrec/x"}, in(folder)).exit_code == 2);
}

TEST_CASE("extract of a set of JPEGs and one of PNGs kept the names of several labels") {
  const BuildScene scene;
  scene.images(2, {"a"});
  scene.table("image,tags\na0.jpg,dark|wet\na1.jpg,wet\n");
  const Words tags{"--labels", "labels.csv", "--feature", "tags=indices:tags", "-q"};
  REQUIRE(scene.build(tags + Words{"--feature", "image=jpeg"}, "jpegs").exit_code == 0);
  REQUIRE(scene.build(tags + Words{"--feature", "image=png"}, "pngs").exit_code == 0);
  CHECK(scene.run({"extract", "jpegs", "pngs", "-o", "x"}).exit_code == 0);
  CHECK_THAT(scene.scratch.read("x/labels.csv"),
             ContainsSubstring(",dark|wet\n") && ContainsSubstring(",wet\n"));
}

TEST_CASE("extract did not mention that a changed table may renumber the classes of several columns") {
  const BuildScene scene;
  scene.images(2, {"a"});
  scene.table("image,kind,tags\na0.jpg,x,dark|wet\na1.jpg,y,wet\n");
  REQUIRE(scene
              .build({"--labels", "labels.csv", "--feature", "image=jpeg", "--feature", "kind=index:kind",
                      "--feature", "tags=multihot:tags"})
              .exit_code == 0);
  CHECK_THAT(
      scene.run({"extract", "out", "-o", "x"}).err,
      ContainsSubstring("the rebuild command may give classes other ids; for those of one column: "
                        "--label-column COLUMN, --classes with its list, and --feature NAME=KIND:COLUMN "
                        "for each other column\n"));
}
