// SPDX-License-Identifier: Apache-2.0
// Splits, folds, groups and repeated images through the real binary.
#include <nlohmann/json.hpp>

#include "support/scenes/patients.hpp"

using namespace tfrec::test;

TEST_CASE("--test adds unlabelled images as the split test, without the features of labels") {
  const Patients set;
  for (int i = 0; i < 7; ++i)
    set.scratch.write("unseen/deep/u" + std::to_string(i) + ".jpg", jpeg_image(9 + i, 9, 300));
  const Json built = set.report({"--layout", "flowers", "--feature", "image_name=bytes:image", "--test",
                                 "unseen", "--sizes", "8,16", "--record-list"});
  REQUIRE(built["splits"].size() == 4);
  CHECK(built["splits"][0]["split"] == "train");
  CHECK(built["splits"][0]["records"] == 60);
  CHECK_FALSE(built["splits"][0].contains("features"));
  CHECK(built["splits"][2]["split"] == "test");
  CHECK(built["splits"][2]["records"] == 7);
  CHECK(built["splits"][2]["features"] == Json::array({"image", "image_name"}));
  CHECK(built["classes"][0]["records_by_split"]["test"] == Json::array({0, 0}));
  CHECK(built["records"] == 134);
  CHECK(set.images_in("out/8x8/test").count("deep/u3") == 1);
  CHECK(set.images_in("out/16x16/train").size() == 60);
  CHECK_THAT(set.scratch.read("out/records.csv"), ContainsSubstring("\r\ntest,8x8/test/f00-7.tfrec,6,"));
  const RunResult verified = set.run({"verify", "out"});
  CHECK(verified.exit_code == 0);
  CHECK(verified.out == "ok: 4 shards, 134 intact records, " + verified.out.substr(34));
}

TEST_CASE("image_name has one form in all splits, that of the table") {
  const Patients set;  // whose table has names without extensions
  set.scratch.write("unseen/u.x.jpg", jpeg_image(9, 9, 300));
  set.report({"--test", "unseen"});
  CHECK(set.images_in("out/test") == std::set<std::string>{"u.x"});
  CHECK(set.images_in("out/train").count("100") == 1);
  REQUIRE(set.run({"plan", "images", "--labels", "labels.csv", "--name", "f", "--test", "unseen", "-o", "p"})
              .exit_code == 0);
  REQUIRE(set.run({"build", "images", "--plan", "p", "--part", "1/1", "--test", "unseen", "-o", "parts"})
              .exit_code == 0);
  REQUIRE(set.run({"finish", "p", "-o", "parts"}).exit_code == 0);
  CHECK(set.images_in("parts/test") == std::set<std::string>{"u.x"});

  set.table("image,class\n100.jpg,ill\n101.jpg,well\n102,well\n");
  const RunResult mixed = set.build({"--test", "unseen", "--overwrite"});
  CHECK(mixed.exit_code == 0);
  CHECK_THAT(mixed.err,
             ContainsSubstring("warning: column 'image' names most images by path, as --test does now, "
                               "but 1 image in another form\n"));
  CHECK(set.images_in("out/test") == std::set<std::string>{"u.x.jpg"});
}

TEST_CASE("--test refuses images that would have one name") {
  const Patients set;
  set.scratch.write("unseen/u.jpg", jpeg_image(9, 9, 300));
  set.scratch.write("unseen/u.png", jpeg_image(9, 9, 301));
  set.fails(
      {"--test", "unseen"}, 1,
      "tfrec: error: unseen: 'u.jpg' and 'u.png' have the same path without extension, and that is how the "
      "table names images (--test)");
  set.report({"--test", "unseen", "--feature", "image=jpeg"});
}

TEST_CASE("--test: bad images count against the one limit and are named with their folder") {
  const Patients set;
  set.scratch.write("unseen/a.jpg", jpeg_image(9, 9));
  set.scratch.write("unseen/b.jpg", "no image");
  set.fails({"--test", "unseen"}, 1, "unseen/b.jpg: ");
  const Json built = set.report({"--test", "unseen", "--max-bad", "1"});
  CHECK(built["bad"].size() == 1);
  set.fails({"--test", "nowhere"}, 2, "nowhere");
  set.fails({"--test", "unseen", "--split", "train=0.5,test=0.5", "--dedupe", "ignore"}, 2,
            "--test makes a split called test");
  set.fails({"--test", "unseen", "--feature", "y=index:class", "--no-image"}, 2,
            "--test has no feature to store");
  set.fails({"--test", "unseen", "--layout", "flowers", "--name-style", "tfds"}, 2, "--test has no labels");
}

TEST_CASE("--test leaves out images that rows label, wherever its folder lies") {
  const Patients set;
  set.image("deep/new.jpg", jpeg_image(9, 9, 300));
  for (const char* folder : {"images", "./images/../images", "."}) {
    const Json planned = set.report({"--test", folder, "--overwrite"});
    REQUIRE(planned["splits"].size() == 2);
    CHECK(planned["splits"][1]["split"] == "test");
    CHECK(planned["splits"][1]["records"] == 1);
  }
  CHECK(set.images_in("out/test").size() == 1);
  fs::remove_all(set.scratch / "images/deep");
  set.fails({"--test", "images"}, 1, "images: every image in it is also a labelled image (--test)");
}

TEST_CASE("--batch tells of --test, too, with several sizes") {
  const Patients set;
  set.scratch.write("unseen/v.jpg", jpeg_image(20, 30, 400));
  const RunResult result = set.build({"--test", "unseen", "--sizes", "8,16", "--batch", "7"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, ContainsSubstring("batches  train: 8 steps of 7, and 4 records left over\n"
                                           "batches  test: 0 steps of 7, and 1 record left over\n"));
}

TEST_CASE("--test leaves out images of rows that --drop-missing skips: they are labelled") {
  BuildScene set({"--labels", "labels.csv", "--name", "f", "--drop-missing", "n"});
  set.images(4);
  set.table("image,n\n0,1\n1,\n2,3\n");
  const Json built = set.report({"--test", "images"});
  CHECK(built["left_out"][0]["image"] == "1.jpg");
  CHECK(built["splits"][1]["split"] == "test");
  CHECK(built["splits"][1]["records"] == 1);
  CHECK(set.files().count("test/f00-1.tfrec") == 1);
}
