// SPDX-License-Identifier: Apache-2.0
// --keep-splits: the ids of classes when the table has new ones.
#include "support/scenes/keep_scene.hpp"

using namespace tfrec::test;

namespace {

/// Twenty rows of two columns of classes, and `more`.
void table_with_photos(const KeepScene& set, const std::string& more) {
  std::string csv = "image,class,photo\n";
  for (int i = 0; i < 20; ++i)
    csv += std::to_string(i) + ".jpg,c" + std::to_string(i % 2) + ",p" + std::to_string(i % 3) + "\n";
  set.table(csv + more);
}

}  // namespace

TEST_CASE("--keep-splits renumbered the classes silently where the table has a new class") {
  const KeepScene set;
  REQUIRE(set.build(k_deal).exit_code == 0);
  set.rows(20, "20.jpg,b\n");
  const RunResult built = set.build(k_keep, "new");
  CHECK(built.exit_code == 0);
  CHECK_THAT(built.err,
             ContainsSubstring("tfrec: warning: column 'class': class 'c0' has id 1 (in out: 0), and 1 other "
                               "differs; to keep the ids: --classes with a copy of out/classes.txt that ends "
                               "with the new classes\n"));
  set.scratch.write("classes.txt", set.scratch.read("out/classes.txt") + "b\n");
  const RunResult kept = set.build(k_keep + Words{"--classes", "classes.txt"}, "kept");
  CHECK(kept.exit_code == 0);
  CHECK(kept.err.find("has id") == std::string::npos);
  set.rows(20, "20.jpg,d\n");
  CHECK(set.build(k_keep, "last").err.find("has id") == std::string::npos);
}

TEST_CASE("--keep-splits advised --classes for a column that the list is not taken for") {
  const KeepScene set;
  const auto rows = [&](const std::string& more) { table_with_photos(set, more); };
  const Words specs{"--feature",         "image=jpeg", "--feature",
                    "class=index:class", "--feature",  "photo=index:photo"};
  rows("");
  REQUIRE(set.build(k_deal + Words{"--layout", "auto"}).exit_code == 0);
  rows("20.jpg,b,a\n");
  const std::string begin = "column 'photo': class 'p0' has id 1 (in out: 0), and 2 others differ";
  const RunResult built = set.build(k_keep + Words{"--layout", "auto"}, "new");
  CHECK_THAT(built.err,
             ContainsSubstring("(in out: 0), and 1 other differs; to keep the ids: --classes with "
                               "a copy of out/classes-class.txt that ends with the new classes\n"));
  const std::string no_list =
      begin +
      "; --classes can keep the ids of one column alone; to store texts instead of ids: --feature "
      "photo=bytes:photo in place of its --feature\n";
  const std::string text =
      begin + "; --classes can keep the ids of one column alone; to store texts instead of ids: ";
  CHECK_THAT(built.err, ContainsSubstring(text + "--feature photo=bytes:photo\n"));
  CHECK_THAT(set.build(k_keep + specs, "specs").err, ContainsSubstring(no_list));
  rows("20.jpg,c0,a\n");
  CHECK_THAT(set.build(k_keep + specs, "one").err,
             ContainsSubstring(begin + "; to keep the ids: --label-column photo and --classes with a copy of "
                                       "out/classes-photo.txt that ends with the new classes\n"));
  set.scratch.write("photo.txt", set.scratch.read("out/classes-photo.txt") + "a\n");
  const Words list{"--label-column", "photo", "--classes", "photo.txt"};
  const RunResult kept = set.build(k_keep + specs + list, "kept");
  CHECK(kept.exit_code == 0);
  CHECK(kept.err.find("column 'photo': class") == std::string::npos);
}

TEST_CASE("--keep-splits advised --classes in a way that left out the features of other columns") {
  const KeepScene set;
  const auto rows = [&](const std::string& more) {
    std::string csv = "image,label,photo,rating\n";
    for (int i = 0; i < 20; ++i) {
      csv += std::to_string(i) + ".jpg,c" + std::to_string(i % 2) + ",p" + std::to_string(i % 3) + "," +
             std::to_string(i % 5) + "\n";
    }
    set.table(csv + more);
  };
  rows("");
  REQUIRE(set.build(k_deal).exit_code == 0);
  rows("20.jpg,c0,a,3\n");
  CHECK_THAT(set.build(k_keep, "new").err,
             ContainsSubstring("; to keep the ids: --layout auto --feature label=index:label --feature "
                               "rating=int64:rating --label-column photo and --classes with a copy of "
                               "out/classes-photo.txt that ends with the new classes\n"));
  set.scratch.write("photo.txt", set.scratch.read("out/classes-photo.txt") + "a\n");
  const RunResult kept =
      set.build(k_keep + Words{"--layout", "auto", "--feature", "label=index:label", "--feature",
                               "rating=int64:rating", "--label-column", "photo", "--classes", "photo.txt"},
                "kept");
  CHECK(kept.exit_code == 0);
  CHECK(kept.err.find("has id") == std::string::npos);
  CHECK_THAT(set.scratch.read("kept/classes-photo.txt"),
             Catch::StartsWith(set.scratch.read("out/classes-photo.txt")));
  const std::string manifest = set.scratch.read("kept/manifest.json");
  for (const char* feature : {"image", "image_name", "label", "photo", "rating"})
    CHECK_THAT(manifest, ContainsSubstring("\"name\": \"" + std::string(feature) + "\""));
}

TEST_CASE("--keep-splits of OUT replaced the set and its list of classes by one with other ids") {
  const KeepScene set;
  REQUIRE(set.build(k_deal).exit_code == 0);
  const std::string before = set.scratch.read("out/classes.txt");
  set.rows(20, "20.jpg,b\n");
  const RunResult refused = set.build(k_keep + Words{"--overwrite"}, "out");
  CHECK(refused.exit_code == 2);
  CHECK_THAT(
      refused.err,
      ContainsSubstring("to keep the ids: --classes with a copy of out/classes.txt that ends with the new "
                        "classes\n") &&
          ContainsSubstring(
              "tfrec: error: out: would lose the ids that its classes have\n"
              "tfrec: hint: keep those that a warning shows how to keep, or build with new ids in "
              "another folder: -o NEW\n"));
  CHECK(set.scratch.read("out/classes.txt") == before);
  set.scratch.write("classes.txt", before + "b\n");
  CHECK(set.build(k_keep + Words{"--overwrite", "--classes", "classes.txt"}, "out").exit_code == 0);
  CHECK(set.scratch.read("out/classes.txt") == before + "b\n");
}

TEST_CASE("--keep-splits of OUT with --classes for one column gave no way on for another") {
  const KeepScene set;
  const auto rows = [&](const std::string& more) { table_with_photos(set, more); };
  rows("");
  REQUIRE(set.build(k_deal).exit_code == 0);
  rows("20.jpg,b,a\n");
  set.scratch.write("list.txt", set.scratch.read("out/classes-class.txt") + "b\n");
  const Words again = k_keep + Words{"--overwrite", "--classes", "list.txt"};
  const RunResult refused = set.build(again);
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err,
             ContainsSubstring("and 2 others differ; --classes can keep the ids of one column alone; "
                               "to store texts instead of ids: --layout auto --feature "
                               "photo=bytes:photo\n"));
  const RunResult built = set.build(again + Words{"--layout", "auto", "--feature", "photo=bytes:photo"});
  CHECK(built.exit_code == 0);
  CHECK_THAT(set.scratch.read("out/classes.txt"), Catch::StartsWith("c0\nc1\nb\n"));
}

TEST_CASE("--keep-splits with another --label-base advised --classes, which does not keep the ids") {
  const KeepScene set;
  REQUIRE(set.build(k_deal).exit_code == 0);
  CHECK_THAT(
      set.build(k_keep + Words{"--overwrite", "--label-base", "1"}).err,
      ContainsSubstring("class 'c0' has id 1 (in out: 0), and 1 other differs; to keep the ids: --label-base "
                        "0\n"));
}
