// SPDX-License-Identifier: Apache-2.0
// --split beside --split-column deals the rows whose cell is empty.
#include <nlohmann/json.hpp>

#include "support/scenes/build_scene.hpp"
#include "support/scenes/stored_records.hpp"

using namespace tfrec::test;

namespace {

const Words k_with_copies{"--split-column",    "split", "--split", "train=0.8,val=0.2",
                          "--dedupe-distance", "0"};
const Words k_both{"--split-column", "split", "--split", "train=0.8,val=0.2", "--dedupe", "ignore"};

/// Images 0.jpg … and a table of image, class, patient and split.
class DealScene : public BuildScene {
 public:
  DealScene() : BuildScene({"--labels", "labels.csv", "--name", "f", "--layout", "auto"}) {}

  /// Rows of class, patient, split.
  void rows(const Words& cells) const {
    std::string csv = "image,class,patient,split\n";
    for (std::size_t i = 0; i < cells.size(); ++i) csv += std::to_string(i) + ".jpg," + cells[i] + "\n";
    table(csv);
  }

  /// 20 rows in train, 5 in val and 10 without a split. `filled`: their split.
  void more_rows(const std::map<int, std::string>& filled = {}) const {
    Words cells;
    for (int i = 0; i < 35; ++i) {
      const std::string split = i < 20 ? "train" : i < 25 ? "val" : "";
      cells.push_back("c" + std::to_string(i % 2) + ",p" + std::to_string(i) + "," +
                      (filled.contains(i) ? filled.at(i) : split));
    }
    rows(cells);
  }

  /// The split of each image of a set, by number.
  std::map<int, std::string> splits(const std::string& out = "out") const {
    std::map<int, std::string> found;
    for (const char* split : {"train", "val", "test"}) {
      if (!fs::exists(scratch / out / split)) continue;
      for (const std::string& name : values_in(scratch / out / split, "image_name"))
        found[std::stoi(name)] = split;
    }
    return found;
  }
};

/// So many images, of which `copies` are equal. The first rows are in train, the next in val, the others in
/// no split yet.
void write_copies(const DealScene& set, std::size_t images, const Words& copies, std::size_t train,
                  std::size_t val) {
  set.images(static_cast<int>(images));
  for (const std::string& copy : copies) set.image(copy, jpeg_image(40, 40, 99));
  Words cells(images, "a,p,");
  for (std::size_t i = 0; i < train + val; ++i) cells[i] += i < train ? "train" : "val";
  set.rows(cells);
}

}  // namespace

TEST_CASE("New rows could not be dealt to splits while the others keep theirs") {
  const DealScene set;
  set.images(35);
  set.more_rows();
  const RunResult built = set.build(k_both);
  CHECK(built.exit_code == 0);
  CHECK_THAT(built.err,
             ContainsSubstring("tfrec: column 'split': 25 rows keep their split, 10 are dealt (--split)\n"));
  CHECK_THAT(built.out,
             ContainsSubstring("splits   10 of 35 rows were dealt, the other 25 have given splits; sizes of "
                               "the dealt rows differ from their shares by less than one row"));
  const auto splits = set.splits();
  REQUIRE(splits.size() == 35);
  std::map<std::string, int> dealt;
  for (const auto& [image, split] : splits) {
    if (image < 25) CHECK(split == (image < 20 ? "train" : "val"));
    if (image >= 25) ++dealt[split];
  }
  CHECK(dealt == std::map<std::string, int>{{"train", 8}, {"val", 2}});
  CHECK(set.build(k_both).out == "up to date: out\n");
}

TEST_CASE("Shards of dealt rows are those of a column that names their splits") {
  const DealScene set;
  set.images(35);
  set.more_rows();
  REQUIRE(set.build(k_both).exit_code == 0);
  REQUIRE(set.run(Words{"plan", "images", "--labels", "labels.csv", "--name", "f", "--layout", "auto", "-o",
                        "p"} +
                  k_both)
              .exit_code == 0);
  REQUIRE(set.run({"build", "images", "--plan", "p", "--part", "1/1", "-o", "parts"}).exit_code == 0);
  REQUIRE(set.run({"finish", "p", "-o", "parts"}).exit_code == 0);
  CHECK(set.scratch.read("parts/manifest.json") == set.scratch.read("out/manifest.json"));
  set.more_rows(set.splits());
  REQUIRE(set.build({"--split-column", "split"}, "filled").exit_code == 0);
  CHECK(set.shards("filled") == set.shards());
  const RunResult none_left = set.build(k_both, "none");
  CHECK(none_left.exit_code == 0);
  CHECK_THAT(none_left.err, ContainsSubstring("35 rows keep their split, 0 are dealt (--split)\n"));
  CHECK(set.shards("none") == set.shards());
}

TEST_CASE("A column without any split is dealt as --split alone deals") {
  const DealScene set;
  set.images(10);
  set.rows(Words(10, "c,p,"));
  REQUIRE(set.build(k_both + Words{"--stratify", "class"}).exit_code == 0);
  REQUIRE(set.build({"--split", "train=0.8,val=0.2", "--stratify", "class", "--dedupe", "ignore", "--feature",
                     "split=bytes:split"},
                    "alone")
              .exit_code == 0);
  CHECK(set.splits() == set.splits("alone"));
}

TEST_CASE("--stratify spreads the classes of the dealt rows alone") {
  const DealScene set;
  set.images(40);
  Words cells;
  for (int i = 0; i < 40; ++i) cells.push_back(i < 20 ? "old,p,train" : i < 30 ? "a,p," : "b,p,");
  set.rows(cells);
  const Json built = set.report(k_both + Words{"--stratify", "class"});
  CHECK(built["largest_deviation"] ==
        "20 of 40 rows were dealt, the other 20 have given splits; sizes and strata of the dealt rows differ "
        "from their shares by less than one row");
  CHECK(built["classes"][0]["names"] == Json::array({"a", "b", "old"}));
  CHECK(built["classes"][0]["records_by_split"]["val"] == Json::array({2, 2, 0}));
}

TEST_CASE("The deviation of one dealt row read as one of the whole set") {
  const DealScene set;
  set.images(9);
  set.rows({"a,p,train", "a,p,train", "a,p,train", "a,p,train", "a,p,val", "a,p,val", "a,p,val", "a,p,val",
            "a,p,"});
  CHECK_THAT(set.build(k_both).out,
             ContainsSubstring("splits   1 of 9 rows was dealt, the other 8 have given splits\n"));
}

TEST_CASE("A new row was dealt away from the split of its group") {
  const DealScene set;
  set.images(12);
  set.rows({"a,p0,train", "a,p1,val", "a,p2,test", "a,p0,", "a,p1,", "a,p2,", "a,p3,", "a,p3,", "a,p4,",
            "a,p0,", "a,p1,", "a,,"});
  const RunResult built = set.build(k_both + Words{"--group", "patient"});
  CHECK(built.exit_code == 0);
  CHECK_THAT(built.err, ContainsSubstring("column 'split': 3 rows keep their split, 5 get the split of their "
                                          "group or of an equal image, 4 are dealt (--split)\n"));
  const auto splits = set.splits();
  CHECK(splits.at(3) == "train");
  CHECK(splits.at(9) == "train");
  CHECK(splits.at(4) == "val");
  CHECK(splits.at(10) == "val");
  CHECK(splits.at(5) == "test");
  CHECK(splits.at(6) == splits.at(7));
  CHECK_THAT(built.out,
             ContainsSubstring("splits   4 of 12 rows were dealt, the other 8 have given splits; "));
}

TEST_CASE("A group that a column puts into two splits is refused") {
  const DealScene set;
  set.images(4);
  set.rows({"a,p0,train", "a,p1,train", "b,p0,val", "b,p1,"});
  set.fails(k_both + Words{"--group", "patient"}, 1,
            "labels.csv:4: group 'p0' of column 'patient' is in split 'val', and in split 'train' on line 2\n"
            "tfrec: hint: give all rows of a group the same split, or leave out --group\n");
}

TEST_CASE("A new copy of an image was dealt to another split than the image") {
  const DealScene set;
  write_copies(set, 20, {"4.jpg", "7.jpg", "8.jpg"}, 4, 3);
  const RunResult built = set.build(k_with_copies);
  CHECK(built.exit_code == 0);
  CHECK_THAT(built.err, ContainsSubstring("those without a split follow one of them (--dedupe)\n"));
  CHECK_THAT(built.err, ContainsSubstring("7 rows keep their split, "));
  CHECK_THAT(built.err, ContainsSubstring(" get the split of their group or of an equal image, "));
  CHECK(set.splits().at(7) == "val");
  CHECK(set.splits().at(8) == "val");
  set.fails(k_with_copies + Words{"--dedupe", "error", "--overwrite"}, 1, "(--dedupe error)");
}

TEST_CASE("Copies in two given splits are kept there with a warning, and a new one follows the first") {
  const DealScene set;
  write_copies(set, 10, {"2.jpg", "3.jpg", "9.jpg"}, 3, 1);
  const RunResult built = set.build(k_with_copies + Words{"-q"});
  CHECK(built.exit_code == 0);
  CHECK_THAT(built.err,
             ContainsSubstring("tfrec: warning: 1 image equals one of another split, or nearly so, "
                               "for instance '2.jpg' (train) and '3.jpg' (val); given splits "
                               "and --group decide before --dedupe\n"));
  CHECK(set.splits().at(2) == "train");
  CHECK(set.splits().at(3) == "val");
  CHECK(set.splits().at(9) == "train");
}

TEST_CASE("A second row of an image follows the split of the first") {
  const DealScene set;
  set.images(6);
  set.table(
      "image,class,split\n0.jpg,a,val\n1.jpg,a,train\n0.jpg,b,\n1.jpg,b,\n2.jpg,a,\n3.jpg,a,\n4.jpg,a,\n"
      "5.jpg,b,\n");
  const RunResult built = set.build(k_both + Words{"--allow-repeats"});
  CHECK(built.exit_code == 0);
  CHECK_THAT(built.err, ContainsSubstring("2 rows keep their split, 2 get the split of their"));
  CHECK(values_in(set.scratch / "out/val", "image_name").size() >= 2);
}

TEST_CASE("Images that no row names are dealt beside a column of splits") {
  const DealScene set;
  set.images(6);
  set.table("image,split\n0.jpg,train\n1.jpg,val\n");
  const Words unlisted{"--record-per", "image", "--keep-unlisted"};
  set.fails(
      unlisted + Words{"--split-column", "split"}, 1,
      "hint: to deal the images without a split: --split train=0.8,val=0.2; or add a row for it, or leave "
      "out --keep-unlisted\n");
  REQUIRE(set.build(unlisted + k_both).exit_code == 0);
  CHECK(set.splits().size() == 6);
}

TEST_CASE("The refusal of an empty split and of --group did not name --split beside --split-column") {
  const DealScene set;
  set.images(3);
  set.rows({"a,p0,train", "a,p1,", "b,p0,val"});
  set.fails(
      {"--split-column", "split"}, 1,
      "labels.csv:3: column 'split': the split is missing\n"
      "tfrec: hint: to deal the rows without a split: --split train=0.8,val=0.2; or name the split of each "
      "row\n");
  set.fails(
      {"--split-column", "split", "--group", "patient"}, 2,
      "--group has no effect: tfrec does not deal rows to splits\n"
      "tfrec: hint: leave it out, or deal the rows whose 'split' is empty: --split train=0.8,val=0.2\n");
}

TEST_CASE("The hint of --stratify beside split folders led to --split, which is refused there") {
  const BuildScene set;
  set.images(4, {"train/a", "val/a"});
  set.fails({"--stratify", "class"}, 2, "hint: leave it out: the sub-folders are the splits\n");
}

TEST_CASE("Splits of --split and of the column that differ in name only are warned of or refused") {
  const DealScene set;
  set.images(8);
  set.rows({"a,p,train", "a,p,valid", "a,p,", "a,p,", "a,p,", "a,p,", "a,p,", "a,p,"});
  CHECK_THAT(
      set.build(k_both + Words{"-q"}).err,
      ContainsSubstring("warning: --split deals rows to 'val', but column 'split' calls a split 'valid'\n"));
  set.fails({"--split-column", "split", "--split", "Train=0.5,valid=0.5", "--overwrite"}, 1,
            "splits 'Train' and 'train' differ only in case");
}

TEST_CASE("A split of --split that no row gets is refused, one that only the column has is not") {
  const DealScene set;
  set.images(3);
  set.rows({"a,p,train", "a,p,val", "a,p,"});
  REQUIRE(set.build(k_both).exit_code == 0);
  CHECK(set.splits().at(2) == "train");
  set.fails({"--split-column", "split", "--split", "train=0.9,test=0.1", "--overwrite"}, 1,
            "split 'test' would get none of the 3 rows");
}

TEST_CASE("A corrected label could put images into other splits, and the refusal did not lead to a way out") {
  const DealScene set;
  set.images(4);
  const std::string rows = "image,class\n0.jpg,a\n1.jpg,";
  set.table(rows + "a\n2.jpg,b\n3.jpg,b\n");
  const Words split{"--split", "train=0.5,val=0.5"};
  const Words deal = split + Words{"--stratify", "class"};
  REQUIRE(set.build(deal).exit_code == 0);
  const std::string hint =
      "; --split may put images into other splits\n"
      "tfrec: hint: use another -o, or replace the set with --overwrite; to keep each image in its split, "
      "add --keep-splits out\n";
  set.table(rows + "a\n2.jpg,a\n3.jpg,b\n");
  CHECK_THAT(set.build(deal).err, ContainsSubstring("column 'class': class 'a' had 2 records, now 3" + hint));
  set.table(rows + "b\n2.jpg,a\n3.jpg,b\n");
  CHECK_THAT(set.build(deal).err,
             ContainsSubstring("cells of its rows differ, or names or sizes of images" + hint));
  CHECK_THAT(set.build(deal + Words{"--shards", "1"}).err, !ContainsSubstring("into other splits"));
  REQUIRE(set.run({"extract", "out", "-o", "EXTRACTED"}).exit_code == 0);
  CHECK_THAT(set.scratch.read("EXTRACTED/labels.csv"), ContainsSubstring("image,class,split\n"));
  set.table(rows + "a\n2.jpg,b\n3.jpg,b\n");
  REQUIRE(set.build(split, "plain").exit_code == 0);  // labels have no part in it
  set.table(rows + "a\n2.jpg,a\n3.jpg,b\n");
  CHECK_THAT(set.build(split, "plain").err, !ContainsSubstring("into other splits"));
}

TEST_CASE("Beside a column of splits, the refusal of a larger set named all images as dealt anew") {
  const DealScene set;
  set.images(6);
  set.rows({"a,p,train", "a,p,val", "a,p,", "a,p,"});
  REQUIRE(set.build(k_both).exit_code == 0);
  set.rows({"a,p,train", "a,p,val", "a,p,", "a,p,", "a,p,"});
  CHECK_THAT(
      set.build(k_both).err,
      ContainsSubstring("it was made from 4 images, now there are 5; --split deals all images without a "
                        "split anew\ntfrec: hint: "));
}

TEST_CASE("--like warned that all images are dealt anew though a column names their splits") {
  DealScene set;
  set.images(10);
  set.table("image,class\n0.jpg,a\n1.jpg,b\n2.jpg,a\n3.jpg,b\n");
  REQUIRE(set.build({"--split", "train=0.5,val=0.5"}, "first").exit_code == 0);
  const Words like = k_both + Words{"--like", "first"};
  set.options = {"--labels", "labels.csv", "--name", "f"};
  set.table("image,class,split\n0.jpg,a,train\n1.jpg,b,val\n2.jpg,a,val\n3.jpg,b,train\n4.jpg,a,\n");
  const RunResult kept = set.build(like, "kept");
  CHECK(kept.exit_code == 0);
  CHECK_THAT(kept.err, !ContainsSubstring("another split"));
  set.table("image,class,split\n0.jpg,a,train\n1.jpg,b,val\n2.jpg,a,\n3.jpg,b,train\n4.jpg,a,\n");
  CHECK_THAT(set.build(like, "some").err,
             ContainsSubstring("warning: 1 image is in another split than in first (--split)\n"));
}

TEST_CASE("--stratify left a class of four images out of val without a warning") {
  const DealScene set;
  set.images(40);
  Words cells(40, "dog,p,");
  for (std::size_t i = 0; i < 4; ++i) cells[i] = "hen,p,";
  set.rows(cells);
  const Words deal{"--stratify", "class", "--dedupe", "ignore", "-q"};
  CHECK_THAT(set.build(Words{"--split", "train=0.975,val=0.025"} + deal).err,
             ContainsSubstring("tfrec: warning: class 'hen' (4 records) has no record in val, despite "
                               "--stratify class\n"));
  CHECK_THAT(set.build(Words{"--split", "train=0.9,val=0.1"} + deal, "tenth").err,
             !ContainsSubstring("no record"));
}
