// SPDX-License-Identifier: Apache-2.0
// extract --filter: records by the values of their features.
#include <filesystem>

#include "support/catch.hpp"
#include "support/check_error.hpp"
#include "support/data/images.hpp"
#include "support/data/shard_bytes.hpp"
#include "support/run_tfrec.hpp"
#include "support/scenes/build_scene.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using namespace tfrec::test;
using Catch::ContainsSubstring;

namespace {

/// Four images with tags, in a set of two splits.
class TaggedSet {
 public:
  TaggedSet() {
    for (unsigned i = 0; i < 4; ++i)
      folder.write("images/" + std::to_string(i) + ".jpg", jpeg_image(16, 16, i + 1));
    folder.write("labels.csv",
                 "image,tags,split\n0.jpg,sea sun,train\n1.jpg,sun,val\n2.jpg,,train\n3.jpg,sea,train\n");
    const Words words{"build",
                      "images",
                      "--labels",
                      "labels.csv",
                      "--layout",
                      "auto",
                      "--feature",
                      "tags=multihot:tags",
                      "--label-separator",
                      " ",
                      "--split-column",
                      "split",
                      "-o",
                      "set",
                      "-q",
                      "--no-shuffle"};
    REQUIRE(run_tfrec(words, in(folder)).exit_code == 0);
  }

  RunResult extract(const Words& filters) const {
    return run_tfrec(Words{"extract", "set", "-o", "out", "-q", "--filter"} + filters, in(folder));
  }

  ScratchFolder folder;
};

}  // namespace

TEST_CASE("extract --filter: the images of a class, of all splits, with their rows") {
  const TaggedSet set;
  const RunResult result = set.extract({"tags=sea"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK(set.folder.read("out/labels.csv") == "image,tags,split\n0.jpg,sea sun,train\n3.jpg,sea,train\n");
  CHECK(names(set.folder.files("out/images")) == Words{"0.jpg", "3.jpg"});
}

TEST_CASE("extract --filter: several must all be true, and the report counts the records left out") {
  const TaggedSet set;
  const RunResult result =
      run_tfrec({"extract", "set", "-o", "out", "--filter", "tags=sun", "--filter", "image_name!=0.jpg"},
                in(set.folder));
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, Catch::StartsWith("images 1 file, "));
  CHECK_THAT(result.out, ContainsSubstring(" in out/images; 3 records left out by --filter\n"));
  CHECK(set.folder.read("out/labels.csv") == "image,tags,split\n1.jpg,sun,val\n");
}

TEST_CASE("extract --filter: what no record has is an error, and nothing is written") {
  const TaggedSet set;
  check_error(set.extract({"tags=see"}), 2,
              "tfrec: error: --filter 'tags=see': 'see' is not a class of feature 'tags'\n"
              "tfrec: hint: did you mean 'sea'?\n");
  check_error(set.extract({"label=sea"}), 2,
              "tfrec: error: --filter: no record has a feature 'label'\n"
              "tfrec: hint: the records have 'image', 'image_name', 'tags'\n");
  check_error(set.extract({"image_name=4.jpg"}), 1,
              "tfrec: error: no record of 4 passes --filter\n"
              "tfrec: hint: `tfrec inspect` shows which values there are\n");
  CHECK_FALSE(std::filesystem::exists(set.folder / "out"));
}

TEST_CASE("--filter: the hint did not mention that commas separate values") {
  const TaggedSet set;
  check_error(set.extract({"image_name=A photo, no. 0"}), 1,
              "tfrec: error: no record of 4 passes --filter\n"
              "tfrec: hint: `tfrec inspect` shows which values there are; commas separate values: quote one "
              "that contains a comma as in CSV: --filter 'image_name=\"A, B\"'\n");
}

TEST_CASE("--filter by a column that is stored under another name did not lead to the feature") {
  BuildScene scene({"--feature", "image=jpeg", "--feature", "labels=multihot:tags"});
  scene.image("a.jpg", jpeg_image(8, 8));
  scene.scratch.write("labels.csv", "image,tags\na.jpg,sea sun\n");
  REQUIRE(scene.build({"--labels", "labels.csv", "--label-separator", " "}).exit_code == 0);
  for (const char* command : {"extract", "reshard"}) {
    check_error(run_tfrec({command, "out", "-o", "new", "-q", "--filter", "tags=sea"}, in(scene.scratch)), 2,
                "tfrec: error: --filter: no record has a feature 'tags'\n"
                "tfrec: hint: column 'tags' is stored as 'labels'\n");
  }
}

TEST_CASE("extract --filter: records that are images themselves have no values") {
  const ScratchFolder folder;
  folder.write("a.tfrec", shard_of({jpeg_image(8, 8)}));
  const RunResult result = run_tfrec({"extract", "a.tfrec", "-o", "out", "--filter", "a=1"}, in(folder));
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.err, ContainsSubstring("--filter: the records are images without features"));
}

TEST_CASE("extract --filter: of records that are no examples the problem is that, not the filter") {
  const ScratchFolder folder;
  folder.write("a.tfrec",
               shard_of({payload_of({{"image", Texts{jpeg_image(8, 8)}}, {"a", Integers{1}}}), "text"}));
  const RunResult result = run_tfrec(
      {"extract", "a.tfrec", "-o", "out", "--records", "1", "--filter", "a=1", "--image-feature", "image"},
      in(folder));
  CHECK(result.exit_code != 0);
  CHECK_THAT(result.err,
             !ContainsSubstring("passes --filter") && !ContainsSubstring("no record has a feature"));
}
