// SPDX-License-Identifier: Apache-2.0
// What a table may look like, and where it may come from.
#include <nlohmann/json.hpp>

#include "support/scenes/build_scene.hpp"

using namespace tfrec::test;

namespace {

/// Images 0.jpg … 5.jpg.
class Six : public BuildScene {
 public:
  explicit Six(std::string_view csv) : BuildScene({"--labels", "labels.csv", "--name", "f"}) {
    images(6);
    table(csv);
  }
  RunResult shell(const std::string& script) const { return run_shell(script, scratch); }
};

constexpr const char* k_tags = "image,tags\n0,sea sun\n1,sun\n2,sea\n3,fog\n4,fog sea\n5,fog sun sea\n";
constexpr const char* k_classes = "image,class\n0,rose\n1,tulip\n2,rose\n3,tulip\n4,rose\n5,tulip\n";

std::string with_pipes(std::string csv) {
  for (char& c : csv) c = c == ',' ? '|' : c;
  return csv;
}

}  // namespace

TEST_CASE("A column of several labels in a cell is pointed out with the options to type") {
  const Six set(k_tags);
  const RunResult result = set.build();
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err,
             ContainsSubstring("column 'tags': cells such as 'sea sun' look like several labels, but "
                               "each is stored as one; to store several: --label-separator ' ' "
                               "--layout auto --feature tags=multihot:tags\n"));
  const RunResult built =
      set.build({"--label-separator", " ", "--layout", "auto", "--feature", "tags=multihot:tags"}, "built");
  CHECK(built.exit_code == 0);
  CHECK(built.err.find("look like several") == std::string::npos);
  CHECK(set.scratch.read("built/classes.txt") == "fog\nsea\nsun\n");
  CHECK(set.build({"--feature", "image=jpeg", "--feature", "t=index:tags"}, "meant").err.find("look like") ==
        std::string::npos);
}

TEST_CASE("A given --label-separator was contradicted by a warning that named another") {
  const Six set(k_tags);
  const RunResult result = set.build({"--layout", "auto", "--label-separator", "e"});
  CHECK(result.exit_code == 2);
  CHECK(result.err.find("look like several labels") == std::string::npos);
}

TEST_CASE("The hint of a wrong or missing --label-separator leads to several labels") {
  const Six set(k_tags);
  set.fails({"--label-separator", " "}, 2,
            "hint: to store several labels of a cell, add --layout auto --feature tags=multihot:tags");
  const Words several{"--layout", "auto", "--feature", "tags=multihot:tags"};
  CHECK_THAT(set.build(several, "a").err,
             ContainsSubstring("no cell contains '|', ';' or ',', so each cell is one label, but cells look "
                               "like several: --label-separator ' '"));
  CHECK_THAT(
      set.build(several + Words{"--label-separator", "/"}, "b").err,
      ContainsSubstring("no cell contains '/', so each cell is one label, but cells look like several: "
                        "--label-separator ' '"));
}

TEST_CASE("A table of one column with a delimiter in every cell: the option to type") {
  const Six set(with_pipes(k_classes));
  set.fails({}, 1,
            "labels.csv: has one column, 'image|class', and no row names an image\n"
            "tfrec: hint: is the delimiter '|'? --delimiter '|'\n");
  set.table("image class\n0.jpg rose\n1.jpg tulip\n");
  set.fails({}, 1, "hint: is the delimiter ' '? --delimiter ' '");
  set.table("image|note\n0|a, b\n1|c, d\n");
  set.fails({}, 1, "hint: is the delimiter '|'? --delimiter '|'");
  set.table("photo\nx y\nz\n");
  const RunResult other = set.build();
  CHECK(other.exit_code == 1);
  CHECK(other.err.find("guessed by its values") == std::string::npos);
  CHECK(other.err.find("is the delimiter") == std::string::npos);
}

TEST_CASE("--delimiter parts the cells, in one run, in parts and in repair --from") {
  const Six set(with_pipes(k_classes));
  const Json built = set.report({"--delimiter", "|", "--shards", "2"});
  CHECK(built["options"]["delimiter"] == "|");
  CHECK(built["classes"][0]["names"] == Json::array({"rose", "tulip"}));
  CHECK_THAT(set.build({"--delimiter", "|", "--shards", "2"}).out, ContainsSubstring("up to date"));
  REQUIRE(set.run({"plan", "images", "--labels", "labels.csv", "--delimiter", "|", "--shards", "2", "--name",
                   "f", "-o", "set.plan"})
              .exit_code == 0);
  REQUIRE(set.run({"build", "images", "--plan", "set.plan", "--part", "1/1", "-o", "parts"}).exit_code == 0);
  REQUIRE(set.run({"finish", "set.plan", "-o", "parts"}).exit_code == 0);
  CHECK(set.files("parts") == set.files());
  fs::remove(set.scratch / ("parts/" + set.shards().begin()->first));
  REQUIRE(
      set.run({"repair", "parts", "--from", "images", "--labels", "labels.csv", "-o", "whole"}).exit_code ==
      0);
  CHECK(set.shards("whole") == set.shards());
}

TEST_CASE("--delimiter: the one that is detected is not recorded, and the set is the same") {
  const Six set(k_classes);
  set.report();
  CHECK_THAT(set.build({"--delimiter", ","}).out, ContainsSubstring("up to date"));
  set.table("image\tclass\n0\trose\n1\ttulip\n");
  for (const char* tab : {"tab", "\\t", "\t"})
    CHECK(set.run({"plan", "images", "--labels", "labels.csv", "--delimiter", tab}).exit_code == 0);
  for (const char* bad : {"||", "\"", "é", "\n"}) set.fails({"--delimiter", bad}, 2, "--delimiter: '");
}

TEST_CASE("--labels - reads the table from stdin") {
  const Six set(k_classes);
  const Json built = set.report({"--shards", "2"});
  const std::string build = "\"$TFREC\" build images --name f --shards 2 --labels - -o ";
  CHECK(set.shell("cat labels.csv | " + build + "piped").exit_code == 0);
  CHECK(set.files("piped") == set.files());
  CHECK_THAT(set.shell(build + "out < labels.csv").out, ContainsSubstring("up to date"));
  const RunResult wrong = set.shell("printf 'image,class\\n0,rose\\nx,tulip\\n' | " + build + "wrong");
  CHECK(wrong.exit_code == 1);
  CHECK_THAT(wrong.err, ContainsSubstring("stdin:3: no image for 'x'"));
  CHECK_THAT(set.shell(build + "empty < /dev/null").err, ContainsSubstring("stdin: is empty"));
}

TEST_CASE("--labels -: plans, parts and repair --from") {
  const Six set(k_classes);
  set.report({"--shards", "2"});
  const RunResult planned = set.shell(
      "cat labels.csv | \"$TFREC\" plan images --name f --shards 2 --labels - -o set.plan -q && "
      "\"$TFREC\" build images --plan set.plan --part 1/1 -o parts -q && \"$TFREC\" finish set.plan -o parts "
      "-q");
  INFO(planned.err);
  CHECK(planned.exit_code == 0);
  CHECK(set.files("parts") == set.files());
  fs::remove(set.scratch / ("parts/" + set.shards().begin()->first));
  CHECK(
      set.shell("cat labels.csv | \"$TFREC\" repair parts --from images --labels - -o whole -q").exit_code ==
      0);
  CHECK(set.shards("whole") == set.shards());
}

TEST_CASE("--labels - with --depfile is refused: make can't see stdin change") {
  const Six set(k_classes);
  const RunResult result =
      set.shell("\"$TFREC\" build images --labels - -o out --depfile set.d < labels.csv");
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.err, ContainsSubstring("set.d: make can't see changes of a table from stdin"));
  CHECK_FALSE(fs::exists(set.scratch / "out"));
}

TEST_CASE("The columns of --group and --split-column are features only if asked for") {
  const Six set(
      "image,part,who,class\n0,train,p,a\n1,val,q,b\n2,train,p,a\n3,val,q,b\n4,train,r,b\n5,train,r,a\n");
  const auto names = [&](const Words& more, const std::string& out) {
    Words found;
    const Json built = set.report(more, out);
    for (const Json& feature : built["schema"]) found.push_back(feature["name"]);
    return found;
  };
  const Words split{"--split", "a=0.5,b=0.5", "--group", "who"};
  CHECK(names(split, "a") == Words{"image", "image_name", "part", "class"});
  CHECK(names({"--split-column", "part"}, "b") == Words{"image", "image_name", "who", "class"});
  CHECK(names(split + Words{"--layout", "auto", "--feature", "who=bytes:who"}, "c") ==
        Words{"image", "image_name", "part", "class", "who"});
  CHECK(names(split + Words{"--layout", "flowers", "--label-column", "who"}, "d") ==
        Words{"image", "class", "one_hot_class"});
}

TEST_CASE("The options for several labels replace every feature that --layout makes of the column") {
  const Six set(k_tags);
  const Words layout{"--layout", "flowers", "--label-column", "tags"};
  const std::string options =
      "--layout flowers --feature class=indices:tags --feature one_hot_class=multihot:tags";
  CHECK_THAT(set.build(layout).err, ContainsSubstring("--label-separator ' ' " + options + "\n"));
  CHECK_THAT(set.build(layout + Words{"--label-separator", " "}, "other").err,
             ContainsSubstring("add " + options + "\n"));
  set.build({"--label-separator", " ", "--layout", "auto", "--feature", "tags=multihot:tags"}, "set");
  CHECK_THAT(set.build({"--layout", "auto", "--feature", "tags=multihot:tags"}, "set").err,
             ContainsSubstring("--label-separator was ' ', now '|'"));
}

TEST_CASE("Empty cells of several labels are counted") {
  const Six set("image,tags\n0,sea|sun\n1,sun\n2,\n3,\n4,sea\n5,sea|sun\n");
  CHECK_THAT(set.build({"--layout", "auto", "--feature", "tags=multihot:tags"}).err,
             ContainsSubstring("column 'tags': 2 cells are empty and stored as no label\n"));
}

TEST_CASE("--feature alone without an image: the hint says how to keep the usual features") {
  const Six set(k_classes);
  set.fails(
      {"--feature", "c=index:class"}, 2,
      "hint: to keep the usual features, too: --layout auto; for records without an image: --no-image; to "
      "store the image: --feature image=jpeg\n");
}

TEST_CASE("A table with '|' between cells and between labels: the hint names the delimiter") {
  const Six set("image|tags\n0|sun|rain\n1|sun\n2|rain\n");
  set.fails({}, 1, "hint: is the delimiter '|'? --delimiter '|'\n");
}

TEST_CASE("A column that is called class is not text in silence if all its values differ") {
  const Six set("image,class\n0,a\n1,b\n2,c\n3,d\n");
  CHECK_THAT(set.build().err,
             ContainsSubstring("column 'class': all values differ, so it is stored as text; to "
                               "store class ids: --layout auto --feature class=index:class\n"));
}

TEST_CASE("Classes whose names contain commas are quoted in the summary") {
  const Six set("image,class\n0,\"a, b\"\n1,c\n2,\"a, b\"\n3,c\n");
  CHECK_THAT(set.build().out, ContainsSubstring("'a, b' 2, c 2\n"));
}

TEST_CASE("Absolute paths with // and /./ name images below IMAGES") {
  const Six set(k_classes);
  const std::string folder = (set.scratch / "images").string();
  set.table("image,class\n" + folder + "//0.jpg,a\n" + folder + "/./1.jpg,a\n/" + folder + "/2.jpg,b\n");
  CHECK(set.build().exit_code == 0);
}

TEST_CASE("Shares without names: the form to type") {
  const Six set(k_classes);
  set.fails({"--split", "0.8,0.2"}, 2,
            "--split: '0.8' has no name\n"
            "tfrec: hint: give names and shares that sum to 1, such as --split train=0.8,val=0.2\n");
}

TEST_CASE("An option in place of a value is named, whatever follows it") {
  const Six set(k_classes);
  const RunResult labels = set.run({"build", "images", "--labels", "-o", "z1"});
  CHECK(labels.exit_code == 2);
  CHECK_THAT(labels.err, ContainsSubstring("--labels has no value: '-o' after it is an option"));
  const RunResult out = set.run({"build", "images", "-o", "--labels", "l.csv"});
  CHECK(out.exit_code == 2);
  CHECK_THAT(out.err, ContainsSubstring("--out has no value: '--labels' after it is an option"));
  const RunResult version = set.run({"version", "--json"});
  CHECK(version.exit_code == 2);
  CHECK_THAT(version.err + version.out, ContainsSubstring("takes no argument but -v: '--json'"));
}

TEST_CASE("A wrong delimiter was hidden behind a hint about quotes") {
  Six set("image|tags|note\n0|\"bird, day\"|\"x\"\n");
  set.fails({}, 1,
            "labels.csv:2: column 1 'image|tags|note': a quote inside a cell that does not begin with one\n"
            "tfrec: hint: is the delimiter '|'? --delimiter '|'\n");
  set.table("\"image\"|\"tags\"\n\"0\"|\"a\"\n");
  set.fails({}, 1, "hint: is the delimiter '|'? --delimiter '|'\n");
  set.table("image,tags\n0,\"bird; day\"\n");
  set.fails({"--delimiter", ";"}, 1, "hint: is the delimiter ','? --delimiter ,\n");
  set.table("my image\n5\" disc\n");
  set.fails({}, 1, "hint: quote the whole cell and double the quotes inside");
}

TEST_CASE("JSON in place of a table got hints about quotes") {
  const Six set(k_tags);
  for (const char* json : {"{\n  \"images\": [{\"id\": 1}]\n}\n", "{\"images\": []}", "[\n{\"a\": 1}]\n"}) {
    set.table(json);
    set.fails({}, 1,
              "tfrec: error: labels.csv: is JSON, not CSV\n"
              "tfrec: hint: write a CSV, whose first line names the columns\n");
  }
}
