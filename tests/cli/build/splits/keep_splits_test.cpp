// SPDX-License-Identifier: Apache-2.0
// --keep-splits: images keep the splits that they have in a set that is there.
#include <nlohmann/json.hpp>

#include "support/data/shard_bytes.hpp"
#include "support/scenes/keep_scene.hpp"

using namespace tfrec::test;

TEST_CASE("New images moved others to other splits, and keeping those took a script") {
  const KeepScene set;
  REQUIRE(set.build(k_deal).exit_code == 0);
  const auto before = set.splits();
  set.rows(30);
  CHECK_THAT(set.build(k_deal).err,
             ContainsSubstring("; to keep each image in its split, add --keep-splits out\n"));
  const RunResult built = set.build(k_keep + Words{"--overwrite"});
  CHECK(built.exit_code == 0);
  CHECK_THAT(built.err,
             ContainsSubstring("tfrec: --keep-splits: 20 rows keep their split, 10 are dealt (--split)\n"));
  set.keeps(before);
  CHECK(set.splits().size() == 30);
  CHECK(set.run({"verify", "out"}).exit_code == 0);
  CHECK(set.build(k_keep).out == "up to date: out\n");
  SECTION("the same of a plan that is built in parts") {
    const Words plan{"plan", "images",   "--labels", "labels.csv", "--name",
                     "f",    "--layout", "auto",     "-o",         "p"};
    REQUIRE(set.run(plan + k_keep).exit_code == 0);
    REQUIRE(set.run({"build", "images", "--plan", "p", "--part", "1/1", "-o", "parts"}).exit_code == 0);
    REQUIRE(set.run({"finish", "p", "-o", "parts"}).exit_code == 0);
    CHECK(set.shards("parts") == set.shards());
    CHECK(set.manifest("parts")["fingerprint"] == set.manifest()["fingerprint"]);
  }
  SECTION("the same of a column with these splits") {
    std::string csv = "image,class,split\n";
    for (int i = 0; i < 30; ++i) {
      const std::string name = std::to_string(i) + ".jpg";
      csv += name + ",c" + std::to_string(i % 2) + "," + set.splits().at(name) + "\n";
    }
    set.table(csv);
    REQUIRE(set.build({"--split-column", "split"}, "column").exit_code == 0);
    CHECK(set.shards("column") == set.shards());
  }
  SECTION("another deal is another set") {
    set.rows(20, "20.jpg,c0\n21.jpg,c1\n");
    CHECK_THAT(set.build(k_keep).err,
               ContainsSubstring("already contains a set built with different options"));
  }
}

TEST_CASE("--overwrite of a set with splits moved images to other splits without a word") {
  const KeepScene set;
  const Words replace{"--overwrite", "-q"};
  REQUIRE(set.build(k_deal + replace).err.empty());
  set.rows(30);
  CHECK(set.build(k_deal + replace).err ==
        "tfrec: warning: 5 images of out get into another split; to keep each image in its split: "
        "--keep-splits "
        "out\n");
  set.rows(31);
  CHECK_THAT(
      set.build(k_keep).err,
      ContainsSubstring("different options or inputs: it was made from 30 images, now there are 31\n"));
  CHECK(set.build(k_keep + replace).err.empty());
}

TEST_CASE("--overwrite warned of images in other splits where a number changed and none moved") {
  const KeepScene set;
  const Words deal = k_deal + Words{"--overwrite", "-q"};
  const std::string rows = "2.jpg,c0,7\n3.jpg,c1,8\n4.jpg,c0,9\n5.jpg,c1,9\n";
  set.table("image,class,height\n0.jpg,c0,5\n1.jpg,c1,6\n" + rows);
  REQUIRE(set.build(deal).err.empty());
  set.table("image,class,height\n0.jpg,c0,4\n1.jpg,c1,6\n" + rows);
  const RunResult changed = set.build(deal);
  CHECK(changed.exit_code == 0);
  CHECK(changed.err.empty());
  SECTION("and one that can't be read may have other splits") {
    for (const auto& file : fs::directory_iterator(set.scratch / "out/val")) fs::remove(file);
    set.table("image,class,height\n0.jpg,c0,3\n1.jpg,c1,6\n" + rows);
    CHECK(set.build(deal).err ==
          "tfrec: warning: images of out may get into other splits; to keep each image in its split: "
          "--keep-splits out\n");
  }
}

TEST_CASE("--overwrite of a set whose manifest does not record its features was refused") {
  const KeepScene set;
  REQUIRE(set.build(k_deal).exit_code == 0);
  Json manifest = set.manifest();
  for (Json& feature : manifest["schema"]) feature["made_of"]["kind"] = "unknown";
  set.scratch.write("out/manifest.json", manifest.dump());
  set.rows(30);
  CHECK(set.build(k_deal).exit_code == 2);
  CHECK_THAT(set.build(k_deal).err, !ContainsSubstring("add --keep-splits"));
  CHECK(set.build(k_deal + Words{"--overwrite"}).exit_code == 0);
}

TEST_CASE("--keep-splits alone keeps the splits of corrected labels and removed rows") {
  const KeepScene set;
  REQUIRE(set.build(k_deal + Words{"--stratify", "class"}).exit_code == 0);
  const auto before = set.splits();
  std::string csv = "image,class\n3.jpg,c0\n1,c0\n";
  for (int i = 4; i < 20; ++i) csv += std::to_string(i) + ".jpg,c1\n";
  set.table(csv);
  const RunResult built = set.build({"--keep-splits", "out/manifest.json"}, "new");
  CHECK(built.exit_code == 0);
  CHECK_THAT(built.err,
             ContainsSubstring("2 images of out/manifest.json are not in this set (--keep-splits)"));
  const auto now = set.splits("new");
  CHECK(now.size() == 18);
  for (const auto& [image, split] : now)
    CHECK(split == before.at(image.ends_with(".jpg") ? image : image + ".jpg"));
  set.rows(21);
  set.refused({"--keep-splits", "out"}, 1, "labels.csv:22: image '20.jpg' has no split in out");
}

TEST_CASE("--keep-splits finds images of folders, sizes, compressed shards, and not those of --test") {
  BuildScene set({"--name", "f", "--gzip", "--sizes", "8,12", "--dedupe", "ignore"});
  for (int i = 0; i < 12; ++i) {
    const std::string name = (i % 2 == 0 ? "rose/" : "tulip/") + std::to_string(i) + ".jpg";
    set.image(name, jpeg_image(16, 16, static_cast<unsigned>(i)));
    if (i < 2) set.scratch.write("unseen/" + name, jpeg_image(16, 16, static_cast<unsigned>(50 + i)));
  }
  const Words deal{"--split", "train=0.75,val=0.25", "--test", "unseen"};
  const RunResult first = set.build(deal);
  INFO(first.err);
  REQUIRE(first.exit_code == 0);
  const auto before = set.stored("out/8x8/val");
  set.image("rose/new.jpg", jpeg_image(16, 16, 77));
  const RunResult built = set.build(deal + Words{"--keep-splits", "out", "--overwrite"});
  CHECK(built.exit_code == 0);
  CHECK_THAT(built.err, ContainsSubstring("12 rows keep their split, 1 is dealt (--split)"));
  for (const char* size : {"out/8x8/val", "out/12x12/val"}) {
    const auto now = set.stored(size);
    for (const auto& [name, image] : before) CHECK(now.contains(name));
  }
  CHECK(set.build(deal + Words{"--keep-splits", "out"}).out == "up to date: out\n");
}

TEST_CASE("--keep-splits: a copy of a kept image and its group follow it") {
  const KeepScene set;
  REQUIRE(set.build(k_deal).exit_code == 0);
  const auto before = set.splits();
  std::string copies;
  for (int i = 0; i < 6; ++i) {
    set.image("copy" + std::to_string(i) + ".jpg", set.scratch.read("images/" + std::to_string(i) + ".jpg"));
    copies += "copy" + std::to_string(i) + ".jpg,c0\n";
  }
  set.rows(20, copies);
  const RunResult built =
      set.build({"--split", "train=0.8,val=0.2", "--keep-splits", "out", "--dedupe-distance", "0"}, "new");
  CHECK(built.exit_code == 0);
  CHECK_THAT(
      built.err,
      ContainsSubstring("20 rows keep their split, 6 get the split of their group or of an equal image, 0 "
                        "are dealt (--split)"));
  const auto now = set.splits("new");
  for (int i = 0; i < 6; ++i)
    CHECK(now.at("copy" + std::to_string(i) + ".jpg") == before.at(std::to_string(i) + ".jpg"));
}

TEST_CASE("--keep-splits of OUT where no set is yet deals as --split alone, and the next run is up to date") {
  const KeepScene set;
  const RunResult first = set.build(k_deal + Words{"--keep-splits", "./out/"});
  CHECK(first.exit_code == 0);
  CHECK_THAT(first.err, ContainsSubstring("tfrec: ./out/ contains no set yet, so there are no splits to keep "
                                          "(--keep-splits)\n"));
  CHECK(set.build(k_keep).out == "up to date: out\n");
  REQUIRE(set.build(k_deal, "alone").exit_code == 0);
  CHECK(set.shards("alone") == set.shards());
}

TEST_CASE("--keep-splits with --folds keeps images in their folds") {
  const KeepScene set;
  const Words folds{"--folds", "4", "--dedupe", "ignore"};
  REQUIRE(set.build(folds).exit_code == 0);
  const auto before = set.splits();
  set.rows(28);
  const RunResult built = set.build(folds + Words{"--keep-splits", "out", "--overwrite"});
  CHECK(built.exit_code == 0);
  CHECK_THAT(built.err, ContainsSubstring("20 rows keep their split, 8 are dealt (--folds)"));
  set.keeps(before);
  std::map<std::string, int> sizes;
  for (const auto& [image, fold] : set.splits()) ++sizes[fold];
  CHECK(sizes == std::map<std::string, int>{{"fold0", 7}, {"fold1", 7}, {"fold2", 7}, {"fold3", 7}});
}

TEST_CASE("--keep-splits: the hint for a new image named other splits than those of the set") {
  const KeepScene set;
  REQUIRE(set.build({"--split", "fit=0.6,check=0.4"}).exit_code == 0);
  set.rows(21);
  set.refused({"--keep-splits", "out"}, 1,
              "has no split in out\ntfrec: hint: to deal the images without a split: --split "
              "fit=0.6,check=0.4\n");
}

TEST_CASE("--keep-splits with --stratify: the hint named other splits than those of the set") {
  const KeepScene set;
  REQUIRE(set.build({"--split", "fit=0.6,check=0.4"}).exit_code == 0);
  set.refused({"--keep-splits", "out", "--stratify", "class"}, 2,
              "without a split: --split fit=0.6,check=0.4\n");
  REQUIRE(set.build(Words{"--folds", "2"}, "folds").exit_code == 0);
  set.refused({"--keep-splits", "folds", "--stratify", "class"}, 2, "images without a split: --folds 2\n");
}

TEST_CASE("--keep-splits refuses what has no splits to keep") {
  const KeepScene set;
  set.refused(k_deal + Words{"--keep-splits", "other"}, 2, "other: does not exist");
  set.refused({"--keep-splits", "out"}, 1, "labels.csv:2: image '0.jpg' and 19 others have no split in out");
  REQUIRE(set.build({}, "whole").exit_code == 0);
  REQUIRE(set.build(k_deal).exit_code == 0);
  set.refused(k_deal + Words{"--keep-splits", "whole"}, 2,
              "whole/manifest.json: describes a set without splits (--keep-splits)");
  REQUIRE(set.build(k_deal + Words{"--feature", "image=jpeg"}, "nameless").exit_code == 0);
  set.refused(k_deal + Words{"--keep-splits", "nameless"}, 2,
              "nameless/manifest.json: neither records nor a records.csv have the names of the images "
              "(--keep-splits)\ntfrec: hint: build the set again with --record-list, or use --split-column");
  set.refused(k_keep + Words{"--split-column", "class"}, 2, "can't be used together");
  set.refused({"--keep-splits", "out", "--folds", "2"}, 2,
              "out: has a split 'train', which is not one of the 2 folds (--keep-splits)");
  set.refused(
      {"--keep-splits", "out", "--stratify", "class"}, 2,
      "--stratify has no effect: tfrec does not deal rows to splits\ntfrec: hint: leave it out, or deal the "
      "images without a split: --split train=0.8,val=0.2\n");
  set.refused({"--keep-splits", "out", "--split", "Train=0.8,val=0.2"}, 2,
              "splits 'Train' and 'train' differ only in case");
  set.image("z.jpg", jpeg_image(16, 16, 90));
  set.table("image,class\nz.jpg,a\n");
  set.refused(k_keep, 2, "out: contains none of these images (--keep-splits)");
}

TEST_CASE("--keep-splits beside folders that are splits is refused") {
  const BuildScene set({"--name", "f"});
  set.image("train/a.jpg", jpeg_image(16, 16, 1));
  set.image("val/b.jpg", jpeg_image(16, 16, 2));
  REQUIRE(set.build().exit_code == 0);
  const RunResult result = set.build({"--keep-splits", "out"}, "new");
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.err, ContainsSubstring("--keep-splits, but the sub-folders are splits already"));
}

TEST_CASE("--keep-splits looks names up as rows are: './a', backslashes, absolute paths") {
  for (const std::string prefix : {"./", "sub\\", "sub//"}) {
    const KeepScene set;
    std::string csv = "image,class\n";
    for (int i = 0; i < 20; ++i) {
      const std::string name = std::to_string(i) + ".jpg";
      csv += (i < 10 ? prefix + name : "sub/" + name) + ",c\n";
      set.image("sub/" + name, jpeg_image(16, 16, static_cast<unsigned>(i)));
    }
    set.table(csv);
    REQUIRE(set.build(k_deal).exit_code == 0);
    const RunResult again = set.build({"--keep-splits", "out"}, "again");
    INFO(prefix << again.err);
    CHECK(again.exit_code == 0);
    CHECK(set.shards("again") == set.shards());
  }
}

TEST_CASE("--keep-splits: a name that may be of several images is refused, not dealt") {
  const BuildScene set({"--labels", "labels.csv", "--name", "f", "--dedupe", "ignore"});
  for (unsigned i = 0; i < 8; ++i) set.image("x/" + std::to_string(i) + ".jpg", jpeg_image(16, 16, 1 + i));
  const auto rows = [&](const std::string& folder, const std::string& more) {
    std::string csv = "image\n";
    for (int i = 0; i < 8; ++i) csv += folder + std::to_string(i) + ".jpg\n";
    set.table(csv + more);
  };
  const Words deal{"--split", "train=0.5,val=0.5"};
  rows("", "");
  REQUIRE(set.build(deal).exit_code == 0);
  SECTION("other spellings alone are found, with a warning") {
    rows("x/", "");
    const RunResult result = set.build({"--keep-splits", "out"}, "new");
    CHECK(result.exit_code == 0);
    CHECK_THAT(result.err,
               ContainsSubstring("8 images of out are found by file name alone (--keep-splits), for "
                                 "instance '0.jpg' as 'x/0.jpg'"));
    CHECK(set.stored("new/val").size() == 4);
  }
  SECTION("two images of the name") {
    set.image("y/3.jpg", jpeg_image(16, 16, 99));
    rows("x/", "y/3.jpg\n");
    const RunResult result = set.build(deal + Words{"--keep-splits", "out"}, "new");
    CHECK(result.exit_code == 1);
    CHECK_THAT(result.err, ContainsSubstring("'3.jpg' of the set may be 'x/3.jpg' or another image"));
  }
  SECTION("a new image takes the name of an old one") {
    set.image("3.jpg", jpeg_image(16, 16, 99));
    rows("x/", "3.jpg\n");
    const RunResult result = set.build(deal + Words{"--keep-splits", "out"}, "new");
    CHECK_THAT(result.err, ContainsSubstring("1 image without a split has the file name of an image of out "
                                             "(--keep-splits): there, '3.jpg' is taken for '3.jpg', not for "
                                             "'x/3.jpg'"));
  }
}

TEST_CASE("--keep-splits: the name of a removed image was looked up as that of another, and refused") {
  const BuildScene set({"--labels", "labels.csv", "--name", "f", "--dedupe", "ignore"});
  for (const char* name : {"2.jpg", "x/2.jpg", "x/3.jpg"})
    set.image(name, jpeg_image(16, 16, static_cast<unsigned>(name[0] + name[2])));
  set.table("image,split\n2.jpg,val\nx/2.jpg,train\nx/3.jpg,val\n");
  REQUIRE(set.build({"--split-column", "split"}).exit_code == 0);
  set.table("image\nx/2.jpg\nx/3.jpg\n");
  fs::remove(set.scratch / "images/2.jpg");
  const RunResult result = set.build({"--keep-splits", "out"}, "new");
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring("1 image of out is not in this set (--keep-splits)\n"));
}

TEST_CASE("--keep-splits: a bad image, which the set lacks, made each run another set") {
  const KeepScene set;
  set.image("5.jpg", "not an image");
  set.image("25.jpg", "not an image");
  const Words bad{"--max-bad", "2", "--overwrite"};
  REQUIRE(set.build(k_keep + bad).exit_code == 0);
  set.rows(30);
  REQUIRE(set.build(k_keep + bad).exit_code == 0);
  CHECK(set.build(k_keep + bad).out == "up to date: out\n");
  REQUIRE(set.build(k_deal + Words{"--max-bad", "2"}, "plain").exit_code == 0);
  CHECK(set.build(k_deal + Words{"--max-bad", "2", "--keep-splits", "plain"}, "plain").out ==
        "up to date: plain\n");
}

TEST_CASE("--keep-splits is refused beside --equal drop") {
  const KeepScene set;
  REQUIRE(set.build(k_keep).exit_code == 0);
  set.refused(k_keep + Words{"--equal", "drop", "--shards", "2"}, 2,
              "--equal drop leaves out images, whose splits --keep-splits can't keep");
}

TEST_CASE("--config with the manifest of a set of --keep-splits named no set, and was refused") {
  const KeepScene set;
  REQUIRE(set.build(k_deal).exit_code == 0);
  set.rows(30);
  REQUIRE(set.build(k_keep + Words{"--overwrite"}).exit_code == 0);
  const Words again{"build", "images", "--labels", "labels.csv", "--config", "out/manifest.json",
                    "-o",    "copy"};
  CHECK(set.run(again).exit_code == 0);
  CHECK(set.shards("copy") == set.shards());
  const RunResult folds = set.run(again + Words{"--folds", "5", "--overwrite"});
  INFO(folds.err);
  CHECK(folds.exit_code == 0);
}

TEST_CASE("--keep-splits of OUT is not among the prerequisites of its own make rule") {
  const KeepScene set;
  for (int i = 0; i < 2; ++i) REQUIRE(set.build(k_keep + Words{"--depfile", "out.d"}).exit_code == 0);
  const std::string rule = set.scratch.read("out.d");
  CHECK(rule.find("manifest.json") == rule.rfind("manifest.json"));
  REQUIRE(set.build(k_deal + Words{"--keep-splits", "out", "--depfile", "new.d"}, "new").exit_code == 0);
  CHECK_THAT(set.scratch.read("new.d"), ContainsSubstring("out/manifest.json"));
}
