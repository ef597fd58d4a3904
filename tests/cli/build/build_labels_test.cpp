// SPDX-License-Identifier: Apache-2.0
// Cells, labels and classes of a build through the real binary.
#include <nlohmann/json.hpp>

#include "support/check_error.hpp"
#include "support/scenes/build_scene.hpp"
#include "support/scenes/flowers.hpp"

using namespace tfrec::test;

TEST_CASE("A cell that does not fit its feature names row and column") {
  const Flowers flowers;
  const RunResult result = flowers.build({"-q", "--feature", "h=int64:height"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err, ContainsSubstring("labels.csv:2: column 'height': '0.5' is not a whole number"));
  CHECK_FALSE(fs::exists(flowers.scratch / "out"));
}

TEST_CASE("An unknown column names the nearest one") {
  const Flowers flowers;
  const RunResult result = flowers.build({"-q", "--feature", "c=index:clas"});
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.err, ContainsSubstring("'clas'"));
  CHECK_THAT(result.err, ContainsSubstring("class"));
}

TEST_CASE("Raw layouts refuse images of unequal size and name --size") {
  const Flowers flowers;
  const RunResult result = flowers.build({"-q", "--layout", "raw"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err, ContainsSubstring("raw values need one shape"));
  CHECK_THAT(result.err, ContainsSubstring("(labels.csv:"));
  CHECK_THAT(result.err, ContainsSubstring("hint: resize all images with --size "));
  CHECK(flowers.build({"-q", "--layout", "raw", "--size", "16"}).exit_code == 0);
}

TEST_CASE("--missing sets what to store for empty and malformed cells") {
  const Flowers flowers;
  flowers.table("image,class,petals\na00.jpg,rose,5\na01.jpg,,\na02.jpg,tulip,many\n");
  const RunResult refused = flowers.build({"-q", "--feature", "petals=int64:petals"});
  CHECK(refused.exit_code == 1);
  CHECK_THAT(refused.err, ContainsSubstring("labels.csv:3: column 'petals': is empty"));
  CHECK_THAT(refused.err, ContainsSubstring("--missing petals=VALUE"));
  const RunResult wrong = flowers.build({"-q", "--feature", "petals=int64:petals", "--missing", "none"});
  CHECK(wrong.exit_code == 2);
  CHECK_THAT(wrong.err, ContainsSubstring("--missing 'none' is not a number"));
  const RunResult stored =
      flowers.build({"--no-image", "--feature", "petals=int64:petals", "--missing", "-1"});
  CHECK(stored.exit_code == 0);
  CHECK_THAT(stored.err,
             ContainsSubstring("column 'petals': 1 empty cell and 1 malformed cell stored as '-1'"));
}

TEST_CASE("--like makes a test set that agrees with its train set") {
  const Flowers flowers;
  REQUIRE(flowers.build({"-q", "--layout", "flowers", "--size", "8", "--quality", "80"}).exit_code == 0);
  flowers.scratch.write("test.csv", "file,class\na03.jpg,tulip\n");
  const RunResult same = flowers.run({"build", "images", "--labels", "test.csv", "-o", "test", "--name",
                                      "test", "--like", "out/manifest.json", "--json"});
  CHECK(same.exit_code == 0);
  const Json manifest = Json::parse(same.out);
  CHECK(manifest["options"]["size"] == "8x8");
  CHECK(manifest["options"]["quality"] == 80);
  CHECK(manifest["classes"][0]["names"] == Json::array({"rose", "tulip"}));
  CHECK(manifest["schema"][2]["max_length"] == 2);
  flowers.scratch.write("test.csv", "file,class\na03.jpg,Tulip\n");
  const RunResult unknown = flowers.run({"build", "images", "--labels", "test.csv", "-o", "test2", "--name",
                                         "test", "--like", "out/manifest.json", "-q"});
  CHECK(unknown.exit_code == 1);
  CHECK_THAT(unknown.err, ContainsSubstring("test.csv:2: "));
  CHECK_THAT(unknown.err, ContainsSubstring("tulip"));
}

TEST_CASE("A layout that needs one label column names the candidates") {
  const Flowers flowers;
  flowers.table("image,color,shape\na00.jpg,red,round\n");
  const RunResult result = flowers.build({"-q", "--layout", "flowers"});
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.err,
             ContainsSubstring("layout 'flowers' takes one label column; there are color, shape"));
  CHECK_THAT(result.err, ContainsSubstring("--label-column"));
}

TEST_CASE("--classes fixes the order of the ids and refuses unknown classes") {
  const Flowers flowers;
  flowers.scratch.write("names.txt", "tulip\nrose\n");
  REQUIRE(flowers.build({"-q", "--classes", "names.txt"}).exit_code == 0);
  CHECK(flowers.scratch.read("out/classes.txt") == "tulip\nrose\n");
  flowers.scratch.write("names.txt", "tulip\nroses\n");
  const RunResult result = flowers.build({"-q", "--classes", "names.txt", "--overwrite"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err, ContainsSubstring("labels.csv:2: "));
  CHECK_THAT(result.err, ContainsSubstring("unknown class 'rose'"));
  CHECK(flowers.scratch.read("out/classes.txt") == "tulip\nrose\n");
}

TEST_CASE("--like beside what it decides: the hint named --help alone") {
  const Flowers flowers;
  check_error(
      flowers.build({"-q", "--like", "set", "--classes", "names.txt"}), 2,
      "tfrec: error: --classes and --like can't be used together\n"
      "tfrec: hint: leave one out; to change --size or the classes of SET, give --keep-splits SET, "
      "--classes with its list (SET/classes….txt) and the options that its manifest lists in place of "
      "--like\n");
}

TEST_CASE("Unknown classes were reported one a run") {
  const Flowers flowers;
  flowers.table(
      "image,class\na00.jpg,rose\na01.jpg,Rose\na02.jpg,brid\na03.jpg,Rose\na04.jpg,x\na05.jpg,y\n"
      "a06.jpg,z\n");
  flowers.scratch.write("names.txt", "rose\nbird\n");
  check_error(
      flowers.build({"-q", "--classes", "names.txt"}), 1,
      "tfrec: error: labels.csv:3: column 'class': unknown class 'Rose' (nearest: 'rose'); also unknown: "
      "'brid' (labels.csv:4), 'x' (labels.csv:6), 'y' (labels.csv:7) and 1 other\n"
      "tfrec: hint: fix the row, or add the class to the list given with --classes FILE\n");
}

TEST_CASE("Rows without an image decide neither about types nor about classes") {
  const Flowers flowers;
  flowers.table("image,class,n\na00.jpg,rose,1\na01.jpg,rose,2\nzz.jpg,orchid,many\n");
  const RunResult result = flowers.build({"--json", "-q", "--allow-missing-images"});
  REQUIRE(result.exit_code == 0);
  const Json report = Json::parse(result.out);
  CHECK(report["classes"][0]["names"] == Json::array({"rose"}));
  CHECK(report["schema"][3]["spec"] == "n=int64:n");
}

TEST_CASE("--missing for one column asks nothing of the others") {
  const Flowers flowers;
  flowers.table("image,class,n\na00.jpg,rose,1\na01.jpg,,2\na02.jpg,rose,3\n");
  const RunResult result = flowers.build({"--json", "-q", "--missing", "unknown"});
  REQUIRE(result.exit_code == 0);
  CHECK(Json::parse(result.out)["classes"][0]["names"] == Json::array({"rose", "unknown"}));
}

TEST_CASE("A number that float32 can't hold is found before any image is read") {
  const Flowers flowers;
  flowers.table("image,x\na00.jpg,1.5\na01.jpg,1e39\n");
  const RunResult result =
      flowers.run({"plan", "images", "--labels", "labels.csv", "--feature", "x=float:x", "-q"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err,
             ContainsSubstring("labels.csv:3: column 'x': '1e39' is not a number that a float32 can hold"));
}

TEST_CASE("Labels in a cell are taken without the blanks around them") {
  const Flowers flowers;
  flowers.table("image,tags\na00.jpg,\"fog, partly cloudy\"\na01.jpg,\"partly cloudy,fog\"\n");
  const RunResult result = flowers.build({"--json", "--no-image", "--feature", "tags=multihot:tags"});
  REQUIRE(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring("labels are separated by ','"));
  CHECK(Json::parse(result.out)["classes"][0]["names"] == Json::array({"fog", "partly cloudy"}));
}

TEST_CASE("Class ids begin at --label-base; several columns have a list of classes each") {
  const Flowers flowers;
  const RunResult result = flowers.build({"--json", "-q", "--feature", "c=index:class", "--feature",
                                          "n=onehot:petals", "--label-base", "1", "--classes", "names.txt"});
  CHECK(result.exit_code == 2);  // names.txt is not there
  flowers.scratch.write("names.txt", "tulip\nrose\n");
  REQUIRE(flowers
              .build({"-q", "--no-image", "--feature", "c=index:class", "--feature", "n=onehot:petals",
                      "--label-base", "1", "--classes", "names.txt"})
              .exit_code == 0);
  CHECK(flowers.scratch.read("out/classes-class.txt") == "tulip\nrose\n");
  CHECK(fs::exists(flowers.scratch / "out/classes-petals.txt"));
  const RunResult inspected = flowers.run({"inspect", "out", "--json"});
  const Json report = Json::parse(inspected.out);
  for (const Json& feature : report["schema"]) {
    if (feature["name"] == "c") CHECK(feature.dump().find("\"min\":1,\"max\":2") != std::string::npos);
  }
}

TEST_CASE("Lists of classes never share a file") {
  const Flowers flowers;
  flowers.scratch.write(
      "labels.csv",
      "image,a/b,a_b,A_B\na00.jpg,x,one,i\na01.jpg,x,one,i\na02.jpg,y,two,k\na03.jpg,y,two,k\n");
  REQUIRE(flowers.build({"-q"}).exit_code == 0);
  CHECK(flowers.scratch.read("out/classes-a_b.txt") == "x\ny\n");
  CHECK(flowers.scratch.read("out/classes-a_b-2.txt") == "one\ntwo\n");
  CHECK(flowers.scratch.read("out/classes-A_B-3.txt") == "i\nk\n");
}

TEST_CASE("A feature name that is no UTF-8 is refused") {
  const Flowers flowers;
  flowers.table("image,cl\xe9ss\na00.jpg,1\n");
  const RunResult result = flowers.build({"-q"});
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.err, ContainsSubstring("feature name 'cl\\xE9ss' is not UTF-8"));
}

TEST_CASE("--classes is refused if several columns have classes and none is chosen") {
  const BuildScene scene({"--labels", "labels.csv"});
  scene.images(4);
  scene.table("image,sky,ground\n0,clear,road\n1,cloudy,road\n2,clear,water\n3,cloudy,water\n");
  scene.scratch.write("classes.txt", "cloudy\nclear\n");
  const RunResult refused = scene.build({"--classes", "classes.txt"});
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err, ContainsSubstring("several have classes: 'sky', 'ground'"));
  CHECK_THAT(refused.err, ContainsSubstring("--label-column sky"));
  const Json chosen = scene.report({"--classes", "classes.txt", "--label-column", "sky"});
  CHECK(chosen["classes"][0]["names"] == Json::array({"cloudy", "clear"}));
}

TEST_CASE("--like: the hint about labels with another separator was to build the earlier set with it") {
  BuildScene set({"--labels", "labels.csv", "--name", "f"});
  set.images(2);
  set.table("image,tags\n0.jpg,sea|sun\n1.jpg,sun\n");
  const Words several{"--layout", "auto", "--feature", "tags=multihot:tags", "--label-separator", "|"};
  REQUIRE(set.build(several, "one").exit_code == 0);
  set.table("image,tags\n0.jpg,sun sea\n1.jpg,sun\n");
  const RunResult result = set.build({"--like", "one", "-q"}, "two");
  check_error(
      result, 1,
      "tfrec: error: labels.csv:2: column 'tags': unknown class 'sun sea', none of the 2 known classes\n"
      "tfrec: hint: labels in a cell are separated by '|', as in the earlier set: write them so\n");
  set.table("image,tags\n0.jpg,deep sea\n1.jpg,sun\n");
  const RunResult other = set.build({"--like", "one", "-q"}, "two");
  CHECK(other.exit_code == 1);
  CHECK_THAT(other.err, ContainsSubstring("hint: fix or remove the row: "));
  CHECK_THAT(other.err, !ContainsSubstring("--label-separator"));
}

TEST_CASE("Cells written as Python or JSON lists gave odd classes without a warning") {
  const Flowers flowers;
  flowers.table("image,tags\na00.jpg,\"['bird', 'day']\"\na01.jpg,['day']\na02.jpg,\n");
  const Words words{"-q", "--no-image", "--feature", "labels=multihot:tags"};
  const RunResult result = flowers.build(words);
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring(
                             "warning: column 'tags': cells such as '['bird', 'day']' look like lists: write "
                             "labels with '|' between them, without brackets and quotes\n"));
  flowers.table("image,tags\na00.jpg,bird [sic]|day\na01.jpg,day\na02.jpg,\n");
  CHECK_THAT(flowers.build(words + Words{"--overwrite"}).err, !ContainsSubstring("look like lists"));
}

TEST_CASE("Blanks around the labels in a cell got a warning, although they have no effect") {
  const Flowers flowers;
  flowers.table("image,tags,class\na00.jpg, fog|sun ,a\na01.jpg,sun ,b \na02.jpg,fog,a\n");
  const Words words{"-q", "--no-image", "--overwrite", "--feature", "tags=multihot:tags"};
  const std::string tags = "column 'tags': 2 values begin or end with a blank";
  const RunResult split = flowers.build(words);
  CHECK(split.exit_code == 0);
  CHECK_THAT(split.err, !ContainsSubstring(tags));
  CHECK_THAT(split.err, ContainsSubstring("column 'class': 1 value begins or ends with a blank"));
  CHECK_THAT(flowers.build(words + Words{"--feature", "text=bytes:tags"}).err, ContainsSubstring(tags));
}

TEST_CASE("A cell of separators alone was neither empty nor dropped nor reported") {
  const Flowers flowers;
  flowers.table("image,tags\na00.jpg,sea|sun\na01.jpg,|\na02.jpg,\na03.jpg, | | \n");
  const Words words{"--json", "--no-image", "--overwrite", "--feature", "tags=multihot:tags"};
  CHECK_THAT(flowers.build(words).err,
             ContainsSubstring("column 'tags': 3 cells are empty and stored as no label"));
  const RunResult stored = flowers.build(words + Words{"--missing", "tags=day"});
  CHECK_THAT(stored.err, ContainsSubstring("column 'tags': 3 empty cells stored as 'day' (--missing)"));
  CHECK(Json::parse(stored.out)["classes"][0]["names"] == Json::array({"day", "sea", "sun"}));
  CHECK(flowers.manifest()["classes"][0]["records"] == Json::array({3, 1, 1}));
  const RunResult days = flowers.run({"reshard", "out", "-o", "days", "--filter", "tags=day", "--json"});
  CHECK(Json::parse(days.out)["records"] == 3);
  const RunResult dropped = flowers.build(words + Words{"--drop-missing", "tags"});
  CHECK(dropped.exit_code == 0);
  CHECK_THAT(flowers.scratch.read("out/left-out.csv"),
             ContainsSubstring("3,a01.jpg,dropped: 'tags' has no label"));
  CHECK(flowers.manifest()["shards"][0]["records"] == 1);
}

TEST_CASE("--classes beside a column of numbers: the hints led in a circle") {
  const Flowers flowers;
  flowers.table("image,label\na00.jpg,0\na01.jpg,1\na02.jpg,1\n");
  flowers.scratch.write("names.txt", "rose\ntulip\n");
  check_error(
      flowers.build({"-q", "--classes", "names.txt"}), 2,
      "tfrec: error: --classes has no effect: no feature has classes\n"
      "tfrec: hint: column 'label' contains numbers, which are stored as they are; for classes, write "
      "their names into the table; else leave out --classes\n");
  const RunResult index =
      flowers.build({"-q", "--classes", "names.txt", "--layout", "auto", "--feature", "label=index:label"});
  CHECK(index.exit_code == 1);
  CHECK_THAT(index.err,
             ContainsSubstring("hint: '0' is a number, and the list contains names: write the name "
                               "into the table, or add the class to the list\n"));
}

TEST_CASE("A class of one record whose name is nearly that of a frequent one was not mentioned") {
  const BuildScene scene({"--labels", "labels.csv", "--name", "f"});
  scene.images(22);
  std::string csv = "image,class\n21.jpg,outdor\n";
  for (int i = 0; i < 21; ++i) csv += std::to_string(i) + ".jpg,outdoor\n";
  scene.table(csv);
  const std::string note =
      "tfrec: column 'class': class 'outdor' (1) is nearly spelled as 'outdoor': a typo? --classes "
      "FILE lists the names that are allowed\n";
  CHECK_THAT(scene.build().err, ContainsSubstring(note));
  scene.table("image,class\n21.jpg,Outdoor\n" + csv.substr(csv.find("0.jpg,")));
  CHECK_THAT(scene.build({}, "case").err, ContainsSubstring("look alike") && !ContainsSubstring("a typo?"));
  scene.table(csv);
  scene.scratch.write("list.txt", "outdor\noutdoor\n");
  CHECK_THAT(scene.build({"--classes", "list.txt"}, "listed").err, !ContainsSubstring("a typo?"));
}

TEST_CASE("--classes that fits one of several columns: the hint named another") {
  const BuildScene scene({"--labels", "labels.csv", "--name", "f", "--layout", "auto"});
  scene.images(3);
  scene.table("image,kind,tags\n0.jpg,a,x\n1.jpg,b,y\n2.jpg,a,x\n");
  scene.scratch.write("list.txt", "y\nx\n");
  CHECK_THAT(scene.build({"--classes", "list.txt"}).err,
             ContainsSubstring("choose the column of the list: --label-column tags\n"));
}

TEST_CASE("--label-column left out the other columns of layout auto without a note") {
  const BuildScene scene({"--labels", "labels.csv", "--name", "f", "--layout", "auto"});
  scene.images(4);
  scene.table("image,class,tags,score\n0.jpg,a,x|y,1\n1.jpg,b,y,2\n2.jpg,a,x,3\n3.jpg,b,x,4\n");
  const Words tags{"--feature", "tags=multihot:tags", "--label-column", "tags"};
  CHECK_THAT(scene.build(tags).err,
             ContainsSubstring("tfrec: --label-column leaves out 'class', 'score'; to store 'class', too: "
                               "--feature class=index:class\n"));
  const RunResult all = scene.build(
      tags + Words{"--feature", "class=index:class", "--feature", "score=int64:score", "--overwrite"});
  CHECK(all.exit_code == 0);
  CHECK_THAT(all.err, !ContainsSubstring("leaves out"));
  CHECK_THAT(
      scene.build(tags + Words{"-q", "--split", "train=0.5,val=0.5", "--stratify", "class"}, "split").err,
      ContainsSubstring("tfrec: warning: --label-column leaves out 'class'"));
}
