// SPDX-License-Identifier: Apache-2.0
// Classes that a split has no record of, and what is reported about them.
#include <unistd.h>

#include "support/scenes/build_scene.hpp"

using namespace tfrec::test;

namespace {

/// Images 0.jpg … and a table with one column beside the image.
class Classes : public BuildScene {
 public:
  Classes(const std::string& column, const Words& cells)
      : BuildScene({"--labels", "labels.csv", "--name", "f", "--dedupe", "ignore"}) {
    images(static_cast<int>(cells.size()));
    std::string csv = "image," + column + "\n";
    for (std::size_t i = 0; i < cells.size(); ++i) csv += std::to_string(i) + "," + cells[i] + "\n";
    table(csv);
  }
};

Words ten_classes() {
  Words cells;
  for (int i = 0; i < 10; ++i) cells.push_back("c" + std::to_string(i));
  return cells;
}

const Words k_split{"--split", "train=0.8,val=0.2"};

}  // namespace

TEST_CASE("Classes of val without a record in train get no warning") {
  const Classes set("class", ten_classes());
  const Words index{"--layout", "flowers"};
  const RunResult built = set.build(index + k_split + Words{"-q"});
  CHECK(built.exit_code == 0);
  CHECK_THAT(built.err, ContainsSubstring("warning: 2 classes of 'val' have no record in 'train': 'c"));
  CHECK(built.err.find("--stratify") == std::string::npos);  // spreads nothing here
  const RunResult stratified = set.build(index + k_split + Words{"--stratify", "class", "-q"}, "other");
  CHECK(stratified.exit_code == 0);
  CHECK_THAT(stratified.err, ContainsSubstring("2 classes of 'val' have no record in 'train': 'c"));
  const RunResult folds = set.build(index + Words{"--folds", "5", "-q"}, "folds");
  CHECK(folds.exit_code == 0);
  CHECK_THAT(folds.err,
             ContainsSubstring("10 classes have records in one fold only: when that fold is tested, none of "
                               "them is in training: 'c0', 'c1', 'c2', 'c3', 'c4', …\n"));
}

TEST_CASE("A column of splits that trains no record of a class gets no warning") {
  const Classes set("class,part", {"a,train", "b,train", "b,val", "c,val", "a,train"});
  const RunResult built = set.build({"--split-column", "part", "-q"});
  CHECK(built.exit_code == 0);
  CHECK_THAT(built.err, ContainsSubstring("warning: 1 class of 'val' has no record in 'train': 'c'\n"));
  CHECK(built.err.find("'a'") == std::string::npos);
}

TEST_CASE("A label of several that only val has gets no warning") {
  const Classes set("tags,part", {"a|b,train", "b,train", "b|c,val"});
  const RunResult built =
      set.build({"--split-column", "part", "--feature", "image=jpeg", "--feature", "t=multihot:tags", "-q"});
  CHECK(built.exit_code == 0);
  CHECK_THAT(built.err, ContainsSubstring("warning: 1 class of 'val' has no record in 'train': 'c'\n"));
}

TEST_CASE("finish forgets the warning of the plan about classes without a record in train") {
  const Classes set("class,part", {"a,train", "b,train", "c,val"});
  const Words from{"images", "--labels", "labels.csv", "--name", "f", "--split-column", "part"};
  REQUIRE(set.run(Words{"plan"} + from + Words{"--layout", "flowers", "--label-column", "class", "-o", "p"})
              .exit_code == 0);
  REQUIRE(set.run({"build", "images", "--plan", "p", "--part", "1/1", "-o", "out"}).exit_code == 0);
  const RunResult finished = set.run({"finish", "p", "-o", "out", "-q"});
  CHECK(finished.exit_code == 0);
  CHECK_THAT(finished.err, ContainsSubstring("warning: 1 class of 'val' has no record in 'train': 'c'\n"));
}

TEST_CASE("finish printed that --stratify, which the plan had, was not given") {
  Words cells;
  for (int i = 0; i < 20; ++i) cells.push_back(i % 2 == 0 ? "a" : "b|a");
  const Classes set("tags", cells);
  const Words from{"images",     "--labels",          "labels.csv",     "--name", "f",
                   "--split",    "train=0.5,val=0.5", "--stratify",     "tags",   "--feature",
                   "image=jpeg", "--feature",         "t=multihot:tags"};
  const std::string line = "splits   sizes and strata differ from their shares by less than one row\n";
  CHECK_THAT(set.run(Words{"plan"} + from + Words{"-o", "p"}).out, ContainsSubstring(line));
  REQUIRE(set.run({"build", "images", "--plan", "p", "--part", "1/1", "-o", "out"}).exit_code == 0);
  CHECK_THAT(set.run({"finish", "p", "-o", "out"}).out, ContainsSubstring(line));
  CHECK_THAT(set.run(Words{"build"} + from + Words{"-o", "one"}).out, ContainsSubstring(line));
}

TEST_CASE("The summary advises --stratify for a column that it spreads little, and for one class") {
  const Classes distinct("class", ten_classes());
  const RunResult built = distinct.build(Words{"--layout", "flowers"} + k_split);
  CHECK(built.exit_code == 0);
  CHECK(built.out.find("by chance") == std::string::npos);
  const Classes one("class", Words(10, "a"));
  const RunResult alone = one.build(k_split);
  CHECK(alone.exit_code == 0);
  CHECK_THAT(alone.out, ContainsSubstring("classes  1 of 'class'"));
  CHECK(alone.out.find("by chance") == std::string::npos);
}

TEST_CASE("Groups that make a split miss its share by far get no warning") {
  Words cells;
  for (int i = 0; i < 16; ++i) cells.push_back(i < 6 ? "p" : i < 11 ? "q" : "r");
  const Classes set("patient", cells);
  const RunResult built = set.build(k_split + Words{"--group", "patient", "-q"});
  CHECK(built.exit_code == 0);
  CHECK(built.err ==
        "tfrec: warning: groups of up to 6 rows can't be split 0.8/0.2: train has 11 of the 16 rows, its "
        "share is 12.8\n");
  const RunResult folds = set.build({"--folds", "3", "--group", "patient", "-q"}, "folds");
  CHECK(folds.exit_code == 0);
  CHECK(folds.err.empty());
}

TEST_CASE("Classes of val without a record in train: no warning of columns that are not labels") {
  const BuildScene set({"--labels", "labels.csv", "--name", "f", "--dedupe", "ignore"});
  set.images(20);
  std::string csv = "image,label,photographer\n";
  for (int i = 0; i < 20; ++i)
    csv += std::to_string(i) + (i % 2 == 0 ? ",cat,p" : ",dog,p") + std::to_string(i / 2) + "\n";
  set.table(csv);
  const Words split{"--split", "train=0.7,val=0.3"};
  const RunResult built = set.build(split);
  CHECK(built.exit_code == 0);
  CHECK(built.err.find("warning: ") == std::string::npos);
  CHECK_THAT(built.err, ContainsSubstring("tfrec: column 'photographer': "));
  CHECK_THAT(built.err, ContainsSubstring(" of 'val' has no record in 'train': 'p3'"));
  const RunResult meant =
      set.build(split + Words{"--layout", "flowers", "--label-column", "photographer", "-q"}, "meant");
  CHECK(meant.exit_code == 0);
  CHECK_THAT(meant.err, ContainsSubstring("warning: "));
}

TEST_CASE("A larger set built with an earlier set's options dealt images to other splits without a word") {
  BuildScene set({"--labels", "labels.csv", "--name", "f", "--split", "a=0.5,b=0.5"});
  set.images(5);
  set.table("image,class\n0.jpg,x\n1.jpg,y\n2.jpg,x\n3.jpg,y\n");
  REQUIRE(set.build({}, "first").exit_code == 0);
  const std::string warning =
      "tfrec: warning: 1 image is in another split than in first (--split); to keep each image in its split: "
      "--keep-splits first\n";
  CHECK_THAT(set.build({"--like", "first"}, "same").err, !ContainsSubstring("another split"));
  REQUIRE(set.build({"--sizes", "8,16"}, "sizes").exit_code == 0);  // two records an image
  CHECK_THAT(set.build({"--like", "sizes"}, "same_sizes").err, !ContainsSubstring("another split"));
  set.table("image,class\n0.jpg,x\n1.jpg,y\n2.jpg,x\n3.jpg,y\n4.jpg,x\n");
  CHECK_THAT(set.build({"--like", "first"}, "second").err, ContainsSubstring(warning));
}

TEST_CASE("Images with the file names of others in another folder counted as moved to another split") {
  BuildScene set({"--labels", "labels.csv", "--name", "f", "--split", "a=0.5,b=0.5"});
  set.images(4, {"old/"});
  set.table("image,class\nold/0.jpg,x\nold/1.jpg,y\nold/2.jpg,x\nold/3.jpg,y\n");
  REQUIRE(set.build({}, "first").exit_code == 0);
  fs::rename(set.scratch / "images/old", set.scratch / "images/new");
  set.image("new/4.jpg", jpeg_image(16, 16, 50));
  set.table("image,class\nnew/0.jpg,x\nnew/1.jpg,y\nnew/2.jpg,x\nnew/3.jpg,y\nnew/4.jpg,x\n");
  const RunResult other = set.build({"--like", "first"}, "second");
  CHECK(other.exit_code == 0);
  CHECK_THAT(other.err, !ContainsSubstring("another split"));
}

TEST_CASE("A count of moved images read the earlier set without a phase") {
  BuildScene set({"--labels", "labels.csv", "--name", "f", "--split", "a=0.5,b=0.5"});
  set.images(5);
  set.table("image,class\n0.jpg,x\n1.jpg,y\n2.jpg,x\n3.jpg,y\n");
  REQUIRE(set.build({}, "first").exit_code == 0);
  set.table("image,class\n0.jpg,x\n1.jpg,y\n2.jpg,x\n3.jpg,y\n4.jpg,x\n");
  CHECK_THAT(set.build({"--like", "first", "-v"}, "second").err, ContainsSubstring("earlier splits"));
  if (::geteuid() == 0) return;  // root reads everything
  fs::permissions(set.scratch / "first" / set.shards("first").begin()->first, fs::perms::none);
  CHECK(set.build({"--like", "first"}, "third").exit_code == 3);
}

TEST_CASE("--like with --split warned of images in other splits where the sets share none") {
  BuildScene set({"--labels", "labels.csv", "--name", "f", "--split", "a=0.5,b=0.5", "-q"});
  set.images(9);
  set.table("image,class\n0.jpg,x\n1.jpg,y\n2.jpg,x\n3.jpg,y\n");
  REQUIRE(set.build({}, "first").exit_code == 0);
  set.table("image,class\n4.jpg,x\n5.jpg,y\n6.jpg,x\n7.jpg,y\n8.jpg,y\n");
  const RunResult other = set.build({"--like", "first"}, "second");
  CHECK(other.exit_code == 0);
  CHECK(other.err.empty());
  fs::copy(set.scratch / "first/manifest.json", set.scratch / "alone.json");
  CHECK(set.build({"--like", "alone.json"}, "third").err ==
        "tfrec: warning: images that are also in alone.json may be in another split than there (--split)\n");
}

TEST_CASE("The deviation of splits was that before bad images were left out, and did not mention them") {
  BuildScene set({"--labels", "labels.csv", "--name", "f", "--split", "a=0.5,b=0.5", "--max-bad", "1"});
  set.images(4);
  set.scratch.write("images/3.jpg", jpeg_image(16, 16).substr(0, 60));
  set.table("image,class\n0.jpg,x\n1.jpg,y\n2.jpg,x\n3.jpg,y\n");
  CHECK_THAT(
      set.build({}).out,
      ContainsSubstring("differ from their shares by less than one row, before 1 bad image was left out"));
}

TEST_CASE("A text column with one value for all rows was taken as classes without a word") {
  BuildScene set({"--labels", "labels.csv", "--name", "f"});
  set.images(2);
  set.table("image,format\n0.jpg,jpeg\n1.jpg,jpeg\n");
  CHECK_THAT(set.build({}, "a").err,
             ContainsSubstring("tfrec: column 'format': has one class, 'jpeg', in all rows; "));
  CHECK_THAT(set.build({"--layout", "auto", "--feature", "format=index:format"}, "b").err,
             !ContainsSubstring("one class"));
}
