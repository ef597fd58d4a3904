// SPDX-License-Identifier: Apache-2.0
// Splits, folds, groups and repeated images through the real binary.
#include <nlohmann/json.hpp>

#include "support/scenes/patients.hpp"

using namespace tfrec::test;

TEST_CASE("--split deals every row to one split, in exact sizes, class by class") {
  const Patients set;
  const Json built = set.report({"--split", "train=0.7,val=0.2,test=0.1", "--stratify", "class", "--dedupe",
                                 "ignore", "--shards", "2"});
  std::map<std::string, std::uint64_t> records;
  for (const Json& totals : built["splits"]) records[totals["split"]] = totals["records"];
  CHECK(records == std::map<std::string, std::uint64_t>{{"test", 6}, {"train", 42}, {"val", 12}});
  const Json& by_split = built["classes"][0]["records_by_split"];
  CHECK(by_split["train"] == Json::array({14, 28}));
  CHECK(by_split["val"] == Json::array({4, 8}));
  CHECK(by_split["test"] == Json::array({2, 4}));
  CHECK(fs::exists(set.scratch / "out/train/f00-21.tfrec"));
  CHECK(fs::exists(set.scratch / "out/val/f01-6.tfrec"));
  std::size_t images = 0;
  std::set<std::string> all;
  for (const char* split : {"train", "val", "test"}) {
    const auto names = set.images_in("out/" + std::string(split));
    images += names.size();
    all.insert(names.begin(), names.end());
  }
  CHECK(images == k_rows);
  CHECK(all.size() == k_rows);
  const RunResult verified = set.run({"verify", "out"});
  CHECK(verified.exit_code == 0);
  CHECK(verified.err.empty());
}

TEST_CASE("--folds: K equal splits, and --group keeps its rows in one") {
  const Patients set;
  const Json built = set.report({"--folds", "3", "--group", "patient", "--dedupe", "ignore"});
  REQUIRE(built["splits"].size() == 3);
  std::map<std::string, std::set<std::string>> folds_of_patient;
  for (const Json& totals : built["splits"]) {
    const std::string fold = totals["split"];
    CHECK(totals["records"] == 20);
    for (const std::string& image : set.images_in("out/" + fold))
      folds_of_patient["p" + std::to_string((std::stoi(image) - 100) / 5)].insert(fold);
  }
  CHECK(folds_of_patient.size() == 12);
  for (const auto& [patient, folds] : folds_of_patient) CHECK(folds.size() == 1);
}

TEST_CASE("--group did not report its groups, nor that its column is not stored") {
  const Patients set;
  const Words words{"--folds", "3", "--group", "patient", "--dedupe", "ignore", "--layout", "auto"};
  const std::string note =
      "tfrec: rows with the same 'patient' stay in one split: fold0 has 4 values, fold1 4, fold2 4";
  CHECK_THAT(set.build(words).err,
             Catch::ContainsSubstring(
                 note + "; the column is not stored (--feature patient=bytes:patient stores it)\n"));
  CHECK_THAT(set.build(words + Words{"--overwrite", "--feature", "patient=bytes:patient"}).err,
             Catch::ContainsSubstring(note + "\n"));
}

TEST_CASE("--group counted values that copies unite once, and listed the split test first") {
  const BuildScene set({"--labels", "labels.csv", "--name", "f", "--dedupe-distance", "0", "--split-column",
                        "split", "--split", "train=0.5,val=0.5", "--group", "place"});
  set.images(9);
  const std::string seen = jpeg_image(40, 40, 99);
  for (const char* copy : {"0.jpg", "1.jpg", "2.jpg"}) set.image(copy, seen);
  set.table(
      "image,class,place,split\n0.jpg,a,p0,train\n1.jpg,a,p1,\n2.jpg,a,p2,\n3.jpg,a,p2,\n4.jpg,b,p3,val\n"
      "5.jpg,b,p4,val\n6.jpg,b,p5,test\n7.jpg,b,,test\n8.jpg,b,,train\n");
  CHECK_THAT(set.build({}).err,
             Catch::ContainsSubstring("rows with the same 'place' stay in one split: train "
                                      "has 3 values, val 2, test 1; 2 rows have none"));
}

TEST_CASE("--split-column names each row's split and is no feature") {
  const Patients set;
  const Json built = set.report({"--split-column", "part"});
  CHECK(built["splits"][0]["split"] == "train");
  CHECK(built["splits"][0]["records"] == 40);
  CHECK(built["splits"][1]["records"] == 20);
  for (const Json& feature : built["schema"]) CHECK(feature["name"] != "part");
  const auto val = set.images_in("out/val");
  CHECK(val.count("140") == 1);
  CHECK_FALSE(val.contains("139"));
}

TEST_CASE("More --shards than a split has records are refused with the name of the split") {
  const Patients set;
  set.fails({"--split-column", "part", "--shards", "30"}, 2,
            "split val: --shards 30 is more than the 20 records there are");
}

TEST_CASE("Folders train and val in IMAGES are splits, theirs the classes") {
  const BuildScene scene;
  for (const char* path : {"train/rose/1.jpg", "train/tulip/2.jpg", "train/rose/3.jpg", "val/tulip/4.jpg"})
    scene.image(path, jpeg_image(9, 9, static_cast<unsigned>(path[0])));
  const RunResult result = scene.build();
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring("the sub-folders train, val are splits"));
  CHECK(fs::exists(scene.scratch / "out/train/f00-3.tfrec"));
  CHECK(fs::exists(scene.scratch / "out/val/f00-1.tfrec"));
  CHECK(scene.scratch.read("out/classes.txt") == "rose\ntulip\n");
  const RunResult classes = scene.build({"--no-split-folders", "-q"}, "classes");
  CHECK(classes.exit_code == 0);
  CHECK(scene.scratch.read("classes/classes.txt") == "train\nval\n");
  scene.image("val/5.jpg", jpeg_image(9, 9));
  const RunResult mixed = scene.build({"-q"}, "mixed");
  CHECK(mixed.exit_code == 1);
  CHECK_THAT(mixed.err, ContainsSubstring("first 'val/5.jpg'"));
}

TEST_CASE("Repeated images stay in one split, and --dedupe error refuses them") {
  const Patients set;
  // 130 … 139 are copies of 100 … 109: half of them byte for byte, half at another quality.
  for (int i = 0; i < 10; ++i) {
    const auto seed = static_cast<unsigned>(i);
    set.image(std::to_string(130 + i) + ".jpg", jpeg_image(20 + i, 30, seed, i % 2 == 0 ? 90 : 70));
  }
  const Json built = set.report({"--folds", "4"});
  CHECK(built["options"]["dedupe"] == "group");
  for (int fold = 0; fold < 4; ++fold) {
    const auto names = set.images_in("out/fold" + std::to_string(fold));
    for (int i = 0; i < 10; ++i) {
      INFO(fold << " " << i);
      CHECK(names.count(std::to_string(100 + i)) == names.count(std::to_string(130 + i)));
    }
  }
  CHECK_THAT(set.build({"--folds", "4"}, "noted").err,
             ContainsSubstring("like another, for instance '100.jpg', "));
  set.fails({"--dedupe", "error"}, 1, "look");
  set.fails({"--dedupe", "error", "--dedupe-distance", "0"}, 1, "'100.jpg'");
}

TEST_CASE("Split options that contradict each other or have no effect") {
  const Patients set;
  set.fails({"--split", "a=0.5,b=0.5", "--folds", "2"}, 2, "--split");
  set.fails({"--split", "a=0.5,b=0.4"}, 2, "--split");
  set.fails({"--stratify", "class"}, 2, "--stratify has no effect");
  set.fails({"--group", "patient"}, 2, "--group has no effect");
  set.fails({"--folds", "3", "--group", "nobody"}, 2, "--group");
  set.fails({"--folds", "3", "--stratify", "clas"}, 2, "'class'");
  set.fails({"--split-column", "nothing"}, 2, "--split-column");
  set.fails({"--folds", "1"}, 2, "--folds");
  set.fails({"--folds", "61", "--dedupe", "ignore"}, 1, "fold");
  set.fails({"--split-column", "patient", "--dedupe", "group"}, 2, "--dedupe group has no effect");
}

TEST_CASE("--batch prints steps per epoch and what is left over") {
  const Patients set;
  const RunResult result = set.build({"--split", "train=0.8,val=0.2", "--dedupe", "ignore", "--batch", "32"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, ContainsSubstring("batches  train: 1 step of 32, and 16 records left over\n"));
  CHECK_THAT(result.out, ContainsSubstring("batches  val: 0 steps of 32, and 12 records left over\n"));
}

TEST_CASE("Splits are the same whatever -j") {
  const Patients set;
  set.report({"--folds", "3", "--stratify", "class", "-j", "1"}, "one");
  set.report({"--folds", "3", "--stratify", "class", "-j", "8"}, "eight");
  CHECK(set.scratch.read("one/manifest.json") == set.scratch.read("eight/manifest.json"));
}

TEST_CASE("An empty --split is refused, not passed over") {
  const Patients set;
  set.fails({"--split", ""}, 2, "--split is given without a value");
}

TEST_CASE("A split that a class list would have the name of is refused before anything is published") {
  const Patients set;
  set.fails({"--split", "classes-patient.txt=0.5,b=0.5"}, 2, "is the name of a file of the set");
}

TEST_CASE("The largest deviation names rows that groups moved, also where labels hide it") {
  const BuildScene scene;
  std::string csv = "image,class,patient\n";
  for (int i = 0; i < 10; ++i) {
    scene.image(std::to_string(i) + ".jpg", jpeg_image(9, 9, static_cast<unsigned>(i)));
    csv += std::to_string(i) + ",c" + std::to_string(i) + ",p" + std::to_string(i / 3) + "\n";
  }
  scene.table(csv);
  const RunResult result = scene.run({"plan", "images", "--labels", "labels.csv", "--name", "f", "--feature",
                                      "image=jpeg", "--dedupe", "ignore", "--split", "a=0.5,b=0.5", "--group",
                                      "patient", "--stratify", "class", "--json"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring("--stratify class spreads little: it has 10 distinct values"));
  CHECK(Json::parse(result.out)["largest_deviation"] ==
        "largest deviation: a has 6 of the 10 rows, its share is 5");
}

TEST_CASE("Values of --stratify are counted per split though no feature has them as classes") {
  const Patients set;
  const Words options{"--split",   "train=0.5,val=0.5", "--stratify", "part",      "--stratify",
                      "class",     "--dedupe",          "ignore",     "--feature", "c=index:class",
                      "--feature", "image=jpeg"};
  const Json built = set.report(options);
  REQUIRE(built["strata"].size() == 1);
  CHECK(built["strata"][0]["column"] == "part");
  CHECK(built["strata"][0]["names"] == Json::array({"train", "val"}));
  CHECK(built["strata"][0]["records"] == Json::array({40, 20}));
  CHECK(built["strata"][0]["records_by_split"]["train"] == Json::array({20, 10}));
  CHECK(built["strata"][0]["records_by_split"]["val"] == Json::array({20, 10}));
  const RunResult quiet = set.build(options, "quiet");
  CHECK(quiet.exit_code == 0);
  CHECK_THAT(
      quiet.out,
      ContainsSubstring(
          "classes  2 of 'class' (classes.txt): ill 20 (train 10, val 10), well 40 (train 20, val 20)\n"));
  CHECK_THAT(
      quiet.out,
      ContainsSubstring("strata   2 of 'part': train 40 (train 20, val 20), val 20 (train 10, val 10)\n"));
}

TEST_CASE("Too few groups for the splits are named as the reason") {
  const Patients set;
  set.fails({"--folds", "13", "--group", "patient", "--dedupe", "ignore"}, 1,
            "the 60 rows are 12 groups, too few for 13 splits");
}

TEST_CASE("The time is that of the whole command, with --dedupe's pass, and images/s follow it") {
  const Patients set;
  const Json seconds = set.report({"--split", "a=0.5,b=0.5"})["seconds"];
  std::vector<std::string> phases;
  double sum = 0;
  for (const auto& [phase, time] : seconds.items()) {
    phases.push_back(phase);
    if (phase != "total") sum += time.get<double>();
  }
  CHECK(phases == std::vector<std::string>{"total", "reading", "audit", "dedupe", "sampling", "main pass",
                                           "publishing"});
  CHECK(seconds["total"].get<double>() > 0);
  CHECK(sum <= seconds["total"].get<double>() + 0.004);  // each is rounded to a millisecond
}

TEST_CASE("--batch was ignored where the set is up to date") {
  const BuildScene set({"--labels", "labels.csv", "--name", "f"});
  set.images(10);
  std::string csv = "image,number\n";
  for (int i = 0; i < 10; ++i) csv += std::to_string(i) + ",1\n";
  set.table(csv);
  const Words batch{"--split", "train=0.8,val=0.2", "--batch", "3"};
  REQUIRE(set.build(batch).exit_code == 0);
  const RunResult again = set.build(batch);
  CHECK(again.exit_code == 0);
  CHECK(again.out ==
        "up to date: out\nbatches  train: 2 steps of 3, and 2 records left over\nbatches  val: 0 steps of 3, "
        "and 2 "
        "records left over\n");
}

TEST_CASE("A class without a record in a split is named where nothing spreads the classes") {
  const BuildScene scene({"--labels", "labels.csv", "--name", "f"});
  scene.images(20);
  std::string csv = "image,class\n";
  for (int i = 0; i < 20; ++i) csv += std::to_string(i) + (i < 2 ? ",cat\n" : ",dog\n");
  scene.table(csv);
  const Words split{"--split", "train=0.9,val=0.1", "--dedupe", "ignore"};
  const RunResult result = scene.build(split);
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err,
             ContainsSubstring(
                 "class 'cat' (2 records) has no record in val; to spread classes: --stratify class\n"));
  CHECK_THAT(result.out,
             ContainsSubstring("splits   sizes differ from their shares by less than one row; classes by "
                               "chance: --stratify class\n"));
  CHECK_THAT(
      scene.build({"--split", "train=0.5,val=0.5", "--dedupe", "ignore", "--stratify", "class"}, "spread")
          .err,
      !ContainsSubstring("no record"));
}

TEST_CASE("More images deal --split anew without a word") {
  BuildScene set({"--labels", "labels.csv", "--name", "f", "--dedupe", "ignore"});
  set.images(6);
  set.table("image,class\n0.jpg,a\n1.jpg,b\n2.jpg,a\n3.jpg,b\n");
  for (const Words& deal : {Words{"--split", "train=0.5,val=0.5"}, Words{"--folds", "2"}}) {
    REQUIRE(set.build(deal + Words{"--overwrite"}).exit_code == 0);
    set.table("image,class\n0.jpg,a\n1.jpg,b\n2.jpg,a\n3.jpg,b\n4.jpg,a\n5.jpg,b\n");
    const RunResult refused = set.build(deal);
    CHECK(refused.exit_code == 2);
    CHECK_THAT(refused.err,
               ContainsSubstring("now there are 6; " + deal.front() +
                                 " deals all of them anew, --keep-splits keeps each image in its "
                                 "split\n"));
    set.table("image,class\n0.jpg,a\n1.jpg,b\n2.jpg,a\n3.jpg,b\n");
  }
}

TEST_CASE("A mistyped column is hidden by a missing image") {
  BuildScene set({"--labels", "labels.csv", "--name", "f"});
  set.images(2);
  set.table("image,class\n0.jpg,a\n1.jpg,b\ngone.jpg,b\n");
  for (const char* option : {"--label-column", "--stratify", "--group"}) {
    const RunResult result = set.build({option, "clas", "--split", "a=0.5,b=0.5"});
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err, ContainsSubstring("no column 'clas'"));
    CHECK_THAT(result.err, ContainsSubstring("hint: " + std::string(option) + " class\n"));
  }
  set.fails({"--feature", "image=jpeg", "--feature", "c=index:clas"}, 2, "hint: --feature c=index:class\n");
  set.fails({"--missing", "clas=a"}, 2, "hint: --missing class=a\n");
  set.fails({"--record-per", "image", "--per-image", "clas"}, 2, "hint: --per-image class\n");
  set.fails({"--drop-missing", "clas"}, 2, "hint: --drop-missing class\n");
}

TEST_CASE("Beside --like, a mistyped column is hidden by a missing image") {
  BuildScene set({"--labels", "labels.csv", "--name", "f"});
  set.images(2);
  set.table("image,class\n0.jpg,a\n1.jpg,b\n");
  set.report({});
  set.table("image,class\n0.jpg,a\n1.jpg,b\ngone.jpg,b\n");
  set.fails({"--like", "out", "--stratify", "clas", "--split", "a=0.5,b=0.5"}, 2, "hint: --stratify class\n");
  set.fails({"--like", "out", "--group", "clas", "--split", "a=0.5,b=0.5"}, 2, "hint: --group class\n");
  set.fails({"--like", "out", "--feature", "c=bytes:clas"}, 2, "hint: --feature c=bytes:class\n");
}

TEST_CASE("The hint for a mistyped column of a list leaves out the other columns") {
  BuildScene set({"--labels", "labels.csv", "--name", "f"});
  set.images(1);
  set.table("image,class,\"a,b\",x0,y0,x1,y1\n0.jpg,a,b,1,1,9,9\n");
  set.fails({"--drop-missing", "clas,\"a,b\""}, 2, "hint: --drop-missing 'class,\"a,b\"'\n");
  set.fails({"--record-per", "image", "--per-image", "class,x00"}, 2, "hint: --per-image class,x0\n");
  set.fails({"--layout", "detection", "--boxes", "x0,y0,x1,yy1"}, 2, "hint: --boxes x0,y0,x1,y1\n");
  set.fails({"--layout", "detection", "--boxes", "x0,y0,x1,other"}, 2, "'y1'\n");
}

TEST_CASE("--split-column without a table is refused: folders name the splits then") {
  const BuildScene scene;
  scene.images(2);
  scene.fails({"--split-column", "part"}, 2,
              "tfrec: error: --split-column needs a table: there is no --labels\n"
              "tfrec: hint: sub-folders called train, val or test are splits\n");
}
