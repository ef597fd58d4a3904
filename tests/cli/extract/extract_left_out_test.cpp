// SPDX-License-Identifier: Apache-2.0
// What a table cannot hold is left out, and reported by the name of its feature.
#include "support/data/shard_bytes.hpp"
#include "support/scenes/build_scene.hpp"

using namespace tfrec;
using namespace tfrec::test;

TEST_CASE("extract: features that would be a column with a name of another meaning are left out") {
  const ScratchFolder folder;
  const std::string image = jpeg_image(20, 16);
  const std::string nul("a\0b", 3);
  folder.write("a.tfrec", shard_of({payload_of({{"image", Texts{image}},
                                                {nul, Texts{"x"}},
                                                {"kept", Texts{"k"}},
                                                {"tfrec_escaped", Texts{"y"}}})}));
  const RunResult result = run_tfrec({"extract", "a.tfrec", "-o", "out"}, in(folder));
  CHECK(result.exit_code == 0);
  CHECK(folder.read("out/labels.csv") == "image,kept\n000000.jpg,k\n");
  CHECK_THAT(result.err, ContainsSubstring(": a CSV cannot hold the NUL byte in its name\n"));
  CHECK_THAT(result.err,
             ContainsSubstring("tfrec: no column for feature 'tfrec_escaped': build reads a column called "
                               "'tfrec_escaped' as the mark of escaped cells\n"));
}

TEST_CASE("extract: lists of more than 1,024 values are left out of the table") {
  const ScratchFolder folder;
  const std::string image = jpeg_image(20, 16);
  const auto record = [&](std::size_t values) {
    return payload_of(
        {{"few", Integers(values - 1, 1)}, {"image", Texts{image}}, {"many", Integers(values, 1)}});
  };
  folder.write("a.tfrec", shard_of({record(1025), record(3)}));
  const RunResult result = run_tfrec({"extract", "a.tfrec", "-o", "out"}, in(folder));
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err,
             ContainsSubstring("tfrec: no column for feature 'many': its lists have up to 1025 values\n"));
  CHECK_THAT(folder.read("out/labels.csv"),
             Catch::StartsWith("image,few\n000000.jpg,1|1|1") && Catch::EndsWith("1\n000001.jpg,1|1\n"));
}

TEST_CASE("extract: of a set of several sizes each image is written several times, with a warning") {
  const BuildScene scene;
  scene.images(2);
  REQUIRE(scene.build({"--layout", "unlabelled", "--sizes", "8,16", "-q"}).exit_code == 0);
  const RunResult result = scene.run({"extract", "out", "-o", "all"});
  CHECK(result.exit_code == 0);
  CHECK(scene.files("all/images").size() == 4);
  CHECK_THAT(result.err,
             ContainsSubstring("tfrec: warning: the shards contain the same images in 2 sizes, and each is "
                               "written; give the folder of one size for a set of its own\n"));
}
