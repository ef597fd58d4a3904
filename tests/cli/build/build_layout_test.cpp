// SPDX-License-Identifier: Apache-2.0
// Features, labels and classes through the real binary.
#include <nlohmann/json.hpp>

#include "support/data/test_data.hpp"
#include "support/scenes/build_scene.hpp"

using namespace tfrec::test;

namespace {

/// Images a.jpg … in images/ and labels.csv with a column `image` first.
class Labelled : public BuildScene {
 public:
  Labelled(const std::string& columns, const Words& rows)
      : BuildScene({"--labels", "labels.csv", "--name", "f", "--overwrite"}) {
    std::string csv = "image," + columns + "\n";
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::string name = std::string(1, static_cast<char>('a' + i));
      image(name + ".jpg", jpeg_image(8, 8, static_cast<unsigned>(i)));
      csv += name + "," + rows[i] + "\n";
    }
    table(csv);
  }
  /// The specs of the features, in order.
  Json specs(const Words& more = {}) const {
    Json list = Json::array();
    const Json built = report(more);
    for (const Json& feature : built["schema"]) list.push_back(feature["spec"]);
    return list;
  }
};

}  // namespace

TEST_CASE("One more row changed the type of a column whose ids --feature stores") {
  for (const char* last : {"elm", "oak"}) {
    const Labelled set("name", {"oak", last});
    CHECK(set.specs({"--layout", "auto", "--feature", "label=index:name"}) ==
          Json::array({"image=jpeg", "image_name=bytes:image", "name=bytes:name", "label=index:name"}));
  }
}

TEST_CASE("@image in --feature was no column") {
  const Labelled set("name", {"oak", "elm"});
  CHECK(set.specs({"--feature", "image=jpeg", "--feature", "file=bytes:@image"}) ==
        Json::array({"image=jpeg", "file=bytes:image"}));
  const Labelled own("@image", {"oak", "elm"});
  CHECK(own.specs({"--feature", "image=jpeg", "--feature", "file=bytes:@image"}) ==
        Json::array({"image=jpeg", "file=bytes:@image"}));
}

TEST_CASE("--feature beside --label-column had no hint how to keep the layout") {
  const Labelled set("name", {"oak", "elm"});
  set.fails({"--feature", "image=jpeg", "--label-column", "name"}, 2, "add --layout auto");
  CHECK(set.specs({"--feature", "image=png", "--label-column", "name", "--layout", "auto"}).size() == 3);
}

TEST_CASE("auto: whole numbers, numbers, text that repeats and text that does not") {
  const Labelled set("n,x,word,once,code", {"1,1,oak,p,007", "2,2.5,oak,q,008", "3,3,elm,r,007"});
  CHECK(set.specs() == Json::array({"image=jpeg", "image_name=bytes:image", "n=int64:n", "x=float:x",
                                    "word=index:word", "once=bytes:once", "code=index:code"}));
}

TEST_CASE("auto: text of more than 1,000 distinct values becomes bytes") {
  const BuildScene scene;
  const std::string image = jpeg_image(2, 2);
  std::string csv = "image,word\n";
  for (int i = 0; i < 1003; ++i) {
    const std::string name = std::to_string(i);
    scene.image(name + ".jpg", image);
    csv += name + ",word" + std::to_string(i % 1001) + "\n";
  }
  scene.table(csv);
  const RunResult result = scene.run({"plan", "images", "--labels", "labels.csv", "-q", "--json"});
  REQUIRE(result.exit_code == 0);
  CHECK(Json::parse(result.out)["schema"][2]["spec"] == "word=bytes:word");
}

TEST_CASE("--label-separator parts the labels of a cell") {
  const Labelled set("tags", {"sea/sun", "sun", "", "fog|sea"});
  const Json built = set.report({"--no-image", "--feature", "tags=indices:tags", "--label-separator", "/"});
  CHECK(built["classes"][0]["names"] == Json::array({"fog|sea", "sea", "sun"}));
  CHECK(built["options"]["label-separator"] == "/");
  CHECK(built["schema"][0]["max_length"] == 3);
  set.fails({"--feature", "t=index:tags", "--missing", "none", "--label-separator", "/"}, 2,
            "--label-separator has no effect");
}

TEST_CASE("Classes that look alike are pointed out, and built all the same") {
  const Labelled set("class", {"Rose", "rose", "tulip"});
  const RunResult result = set.build({"--layout", "flowers"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring("column 'class' has classes that look alike: 'Rose' "
                                           "(labels.csv:2), 'rose' (labels.csv:3)"));
  CHECK(set.scratch.read("out/classes.txt") == "Rose\nrose\ntulip\n");
}

TEST_CASE("--strict: an image without a row fails the audit") {
  const Labelled set("class", {"rose", "tulip"});
  set.image("stray.jpg", jpeg_image(8, 8));
  CHECK(set.build({"-q"}).exit_code == 0);
  set.fails({"--strict"}, 1, "stray.jpg");
}

TEST_CASE("The label column is found in any usual spelling") {
  for (const std::string name : {"Label", "CLASS"}) {
    const Labelled set("other," + name, {"1,rose", "2,tulip"});
    CHECK(set.specs({"--layout", "flowers"})[1] == "class=index:" + name);
  }
}

TEST_CASE("Where there are several label columns, the hint names the likely one") {
  const Labelled set("id,breed,kind", {"1,pug,dog", "2,pug,dog", "3,tabby,cat", "4,collie,dog"});
  set.fails({"--layout", "flowers"}, 2, "hint: choose with --label-column kind\n");
  set.fails({"--layout", "flowers", "--split", "a=0.5,b=0.5", "--stratify", "breed"}, 2,
            "hint: choose with --label-column breed\n");
}

TEST_CASE("The likely label was image/format, with fewer classes than image/class/text") {
  const Labelled set("image/format,image/class/text", {"jpeg,rose", "png,tulip", "jpeg,daisy", "jpeg,rose"});
  set.fails({"--layout", "flowers"}, 2, "hint: choose with --label-column image/class/text\n");
}

TEST_CASE("A given label column without repeated values is stored as text, with a note") {
  const Labelled set("breed", {"pug", "tabby"});
  const RunResult result = set.build({"--label-column", "breed"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring("column 'breed': all values differ, so it is stored as text; to "
                                           "store class ids: --layout auto --feature breed=index:breed"));
}

TEST_CASE("The same --label-column twice is refused by name") {
  const Labelled set("a,b", {"1,2", "3,4"});
  set.fails({"--layout", "columns", "--label-column", "a", "--label-column", "a"}, 2,
            "--label-column a is given twice");
}

TEST_CASE("A column called as a preset's own feature is reported as such") {
  const Labelled set("image_name", {"1", "2"});
  set.fails({}, 2, "two features are called 'image_name'");
}

TEST_CASE("--missing adds a class, reports it, and can't be empty") {
  const Labelled set("class", {"rose", "", "rose"});
  set.fails({"--layout", "flowers"}, 1, "labels.csv:3: column 'class': is empty");
  set.fails({"--layout", "flowers", "--missing", ""}, 2, "--missing '' is not a class");
  const RunResult result = set.build({"--layout", "flowers", "--missing", "unknown"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring("column 'class': --missing adds the class 'unknown' with id 1\n"));
  const RunResult moved = set.build({"--layout", "flowers", "--missing", "-1"}, "moved");
  CHECK_THAT(moved.err,
             ContainsSubstring("--missing adds the class '-1' with id 0, and the ids of the classes "
                               "after it grow by 1\n"));
  CHECK_THAT(result.err, ContainsSubstring("column 'class': 1 empty cell stored as 'unknown'"));
  CHECK(result.err.find("stored as") == result.err.rfind("stored as"));
  CHECK(set.scratch.read("out/classes.txt") == "rose\nunknown\n");
}

TEST_CASE("--missing fills text, too, and reports it") {
  const Labelled set("note", {"x", ""});
  const RunResult result = set.build({"--no-image", "--feature", "note=bytes:note", "--missing", "-"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring("column 'note': 1 empty cell stored as '-'"));
}

TEST_CASE("Two features that number the same classes differently went unnoticed") {
  const Labelled set("kind_id,kind", {"1,cat", "0,dog", "1,cat"});
  const std::string warning =
      "warning: features 'kind_id' and 'kind' seem to number the same classes differently: class 'cat' is 1 "
      "and 0; "
      "--classes FILE with lines id,name sets the ids, --feature kind=bytes:kind stores the names\n";
  const RunResult differs = set.build({});
  CHECK(differs.exit_code == 0);
  CHECK_THAT(differs.err, ContainsSubstring(warning));
  const Words numbers{"--layout", "auto", "--feature"};
  CHECK_THAT(set.build(numbers + Words{"kind=bytes:kind"}).err, !ContainsSubstring("differently"));
  set.scratch.write("ids.csv", "id,name\n1,cat\n0,dog\n");
  const RunResult equal = set.build(numbers + Words{"kind=index:kind", "--classes", "ids.csv"});
  CHECK(equal.exit_code == 0);
  CHECK_THAT(equal.err, !ContainsSubstring("differently"));
  const Labelled several("kind_id,kind", {"1,cat", "0,dog", "0,cat"});
  CHECK_THAT(several.build({}).err, !ContainsSubstring("differently"));
}

TEST_CASE("The hint about an empty cell among several labels led away from multihot") {
  const Labelled set("tags", {"sea; sun", "sun; sea", "", "sky; sun", "sea; sky", "sky", "sky"});
  const RunResult result = set.build({});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err, ContainsSubstring("look like several labels"));
  CHECK_THAT(result.err,
             ContainsSubstring("tfrec: hint: store several labels with --label-separator ';' as multihot or "
                               "indices, which take empty cells; or fill the cells, "));
}

TEST_CASE("The warning about other numbers of classes offered --classes for negative ids, which it refuses") {
  const Labelled set("kind_id,kind", {"-1,cat", "0,dog", "-1,cat"});
  const RunResult result = set.build({});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring("number the same classes differently: class 'cat' is -1 and 0; "
                                           "--feature kind=bytes:kind stores the names\n"));
}

TEST_CASE("The hint for one of several label columns led to the column of ids, not of names") {
  const Labelled set("kind_id,kind", {"1,cat", "0,dog", "1,cat"});
  const RunResult result = set.build({"--layout", "slim"});
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.err, ContainsSubstring("tfrec: hint: choose with --label-column kind\n"));
}

TEST_CASE("Ids that differ from the numbers the classes are called by are reported") {
  const Labelled shifted("digit", {"0", "2", "3"});
  const RunResult result = shifted.build({"--no-image", "--feature", "y=index:digit"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring("'2' is stored as 1"));
  const RunResult based = shifted.build({"--no-image", "--feature", "y=int64:digit"});
  CHECK_THAT(based.err, !ContainsSubstring("is stored as"));
  const Labelled whole("digit", {"0", "1", "2"});
  CHECK_THAT(whole.build({"--no-image", "--feature", "y=index:digit"}).err,
             !ContainsSubstring("is stored as"));
}

TEST_CASE("--like takes a set's folder, refuses a FIFO's kind and names what is wrong in a manifest") {
  const Labelled set("class,petals", {"rose,1", "tulip,2"});
  REQUIRE(set.build({"-q", "--max-pixels", "1000"}).exit_code == 0);
  fs::rename(set.scratch / "out", set.scratch / "train");
  CHECK(set.report({"--like", "train"})["options"]["max-pixels"] == 1000);
  set.fails({"--like", "train", "--max-pixels", "3"}, 1, "more than --max-pixels 3");
  set.fails({"--like", "images"}, 2, "images/manifest.json: does not exist");
  set.fails({"--like", "/dev/null"}, 2, "/dev/null: is not a regular file");
  std::string manifest = set.scratch.read("train/manifest.json");
  manifest.replace(manifest.find("\"kind\": \"int64\",\n        \"columns\""), 15, "\"kind\": \"int65\"");
  set.scratch.write("odd.json", manifest);
  set.fails({"--like", "odd.json"}, 1, "made_of.kind' 'int65' is not a kind of feature");
}

TEST_CASE("--like reports all absent columns in one line") {
  const Labelled set("a,b,c,d,e", {"1,2,3,4,5", "1,2,3,4,5"});
  REQUIRE(set.build({"-q"}).exit_code == 0);
  fs::rename(set.scratch / "out", set.scratch / "train");
  set.table("image,points\na,1\nb,2\n");
  const RunResult result = set.build({"--like", "train"});
  CHECK_THAT(result.err, ContainsSubstring("--like: 5 features are left out: 'a' (no column 'a'), "
                                           "'b' (no column 'b'), 'c' (no column 'c'), …"));
}

TEST_CASE("Images stored raw are not counted as re-encoded") {
  const Labelled set("class", {"rose", "tulip"});
  const Json raw = set.report({"--feature", "x=raw-uint8"});
  CHECK_FALSE(raw["pictures"].contains("reencoded"));
  CHECK(set.report({"--feature", "x=png"})["pictures"]["reencoded"] == 2);
}

TEST_CASE("A NaN among numbers makes class ids of a column with a warning, not in silence") {
  const Labelled set("price", {"1.5", "NaN", "1.5"});
  const RunResult result = set.build({});
  CHECK(result.exit_code == 0);
  CHECK_THAT(
      result.err,
      ContainsSubstring("warning: column 'price': stored as class ids, because 'NaN' (labels.csv:3) is not a "
                        "number, as 2 of 3 values are; to store numbers: fix the cell, or give --missing "
                        "price=VALUE or --drop-missing price with --layout auto --feature "
                        "price=float:price\n"));
}

TEST_CASE("Classes of columns with names of 300 bytes: their files' names are cut, and stay distinct") {
  const std::string name(300, 'k');
  const Labelled set(name + "," + name + "2,class", {"x,p,1", "x,p,q"});
  const Json built =
      set.report({"--no-image", "--feature", "a=index:" + name, "--feature", "b=index:" + name + "2"});
  Words files;
  for (const Json& column : built["classes"]) files.push_back(column["file"]);
  CHECK(files ==
        Words{"classes-" + name.substr(0, 200) + ".txt", "classes-" + name.substr(0, 200) + "-2.txt"});
  CHECK(set.scratch.read("out/" + files[1]) == "p\n");
}

TEST_CASE("Files of classes are named after their columns without slashes and control bytes") {
  const Labelled set("../up,\x01\x1B\x7F,\xC3\xA9", {"x,p,1", "x,p,q"});
  const Json built = set.report({"--no-image", "--feature", "a=index:../up", "--feature",
                                 "b=index:\x01\x1B\x7F", "--feature", "c=index:\xC3\xA9"});
  Words files;
  for (const Json& column : built["classes"]) files.push_back(column["file"]);
  CHECK(files == Words{"classes-.._up.txt", "classes-___.txt", "classes-\xC3\xA9.txt"});
  for (const std::string& file : files) CHECK_FALSE(set.scratch.read("out/" + file).empty());
}

TEST_CASE("--name-style tfds refuses a feature name too long for its file of labels") {
  const Labelled set("class", {"x", "x"});
  set.fails({"--name-style", "tfds", "--no-image", "--feature", std::string(300, 'k') + "=index:class"}, 2,
            "its name is longer than 200 bytes");
}

TEST_CASE("A folder of arrays without a raw layout: the hint names one") {
  const Labelled set("class", {"x", "x"});
  set.scratch.write("arrays/a.npy", "\x93NUMPY");
  for (const std::string& column : {std::string("image"), std::string()}) {
    const Words named = column.empty() ? Words{} : Words{"--image-column", column};
    const RunResult result = set.run(Words{"build", "arrays", "--labels", "labels.csv", "-o", "out"} + named);
    CHECK(result.exit_code == 1);
    CHECK_THAT(result.err,
               ContainsSubstring("hint: arrays need a raw layout: --layout xy or --feature x=raw-float32"));
  }
}

TEST_CASE("A metadata.csv in the folder that is not used is reported") {
  const Labelled set("class", {"x", "x"});
  set.image("metadata.csv", "file_name,label\na.jpg,x\n");
  const RunResult result = set.run({"build", "images", "-o", "out", "--name", "f"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err,
             ContainsSubstring("warning: images/metadata.csv is not used; if it contains the labels: "
                               "--labels images/metadata.csv\n"));
}

TEST_CASE("An option with an empty value is refused: a variable of a script that was not set") {
  const Labelled set("class", {"rose", "tulip"});
  const RunResult result = set.run({"build", "images", "--labels", "", "-o", "other"});
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.err, ContainsSubstring("--labels is given without a value"));
}

TEST_CASE("A malformed --feature is reported before the folder is read") {
  const Labelled set("class", {"rose", "tulip"});
  const RunResult result = set.build({"--feature", "x=jpg"});
  CHECK(result.exit_code == 2);
  CHECK(result.err.rfind(
            "tfrec: error: --feature 'x=jpg': unknown kind 'jpg'\ntfrec: hint: did you mean 'jpeg'? ", 0) ==
        0);
  set.fails({"--feature", "x=index:clas"}, 2, "hint: --feature x=index:class\n");
}

TEST_CASE("--like: no hint names an option that it excludes") {
  const Labelled set("class,n", {"rose,1", "tulip,2", "rose,3"});
  REQUIRE(set.build({"-q", "--label-base", "1"}).exit_code == 0);
  fs::rename(set.scratch / "out", set.scratch / "train");
  for (const char* row : {"lily,1", "rose,x", ",1", "rose,"}) {
    set.table("image,class,n\na," + std::string(row) + "\n");
    const RunResult result = set.build({"--like", "train", "-q"});
    INFO(result.err);
    CHECK(result.exit_code == 1);
    CHECK_THAT(result.err, ContainsSubstring("labels.csv:2: column '"));
    CHECK_THAT(result.err, ContainsSubstring("tfrec: hint: "));
    CHECK_THAT(result.err, !ContainsSubstring("--missing VALUE") && !ContainsSubstring("--classes"));
  }
}

TEST_CASE("--like: a manifest with wrong classes, sizes or without features is refused by name") {
  const Labelled set("class", {"rose", "tulip", "rose"});
  REQUIRE(set.build({"-q", "--sizes", "8,16"}).exit_code == 0);
  const Json good = set.manifest();
  const auto refused = [&](const char* pointer, const Json& value, const std::string& message) {
    Json bad = good;
    bad[Json::json_pointer(pointer)] = value;
    set.scratch.write("bad.json", bad.dump());
    set.fails({"--like", "bad.json"}, 1, "tfrec: error: bad.json: " + message);
  };
  refused("/classes/0/names/1", "rose", "'classes[0].names[1]' is a class that is listed twice");
  refused("/classes/0/names/1", "a\nb", "'classes[0].names[1]' is not a class name");
  refused("/classes/0/names/0", "", "'classes[0].names[0]' is not a class name");
  refused("/schema", Json::array(), "lists no feature of records");
  refused("/options", Json::array(), "'options' is not an object");
  refused("/options/sizes/1", "8x8", "'options.sizes' has a value this tfrec does not know");
}

TEST_CASE("Raw pixels of unequal channels: the hint is about colour, not size") {
  const Labelled set("class", {"1", "2"});
  set.image("b.jpg", odd_image("gray.jpg"));
  set.image("a.jpg", odd_image("baseline.jpg"));
  set.fails({"--layout", "raw", "--color", "keep"}, 1,
            "hint: convert all images to the same channels with --color");
}

TEST_CASE("The hint to choose the column of --classes led to a refusal of --label-column") {
  const ScratchFolder scratch;
  for (const char* name : {"a.jpg", "b.jpg"}) scratch.write(std::string("i/") + name, jpeg_image(8, 8));
  scratch.write("l.csv", "image,kind,site\na.jpg,x,p\nb.jpg,y,q\n");
  scratch.write("order.txt", "y\nx\n");
  const auto build = [&](const Words& more, const std::string& out) {
    return run_tfrec(Words{"build", "i", "--labels", "l.csv", "--feature", "image=jpeg", "--feature",
                           "k=index:kind", "--feature", "s=index:site", "-q", "-o", out} +
                         more,
                     in(scratch));
  };
  const RunResult refused = build({"--classes", "order.txt"}, "none");
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err, ContainsSubstring("choose the column of the list: --label-column kind\n"));
  CHECK(build({"--classes", "order.txt", "--label-column", "kind"}, "out").exit_code == 0);
  CHECK(scratch.read("out/classes-kind.txt") == "y\nx\n");
  CHECK(build({"--label-column", "kind"}, "none").exit_code == 2);
  CHECK(run_tfrec({"build", "i", "--labels", "l.csv", "--config", "out/manifest.json", "-q", "-o", "again"},
                  in(scratch))
            .exit_code == 0);
  CHECK(scratch.read("again/i00-2.tfrec") == scratch.read("out/i00-2.tfrec"));
}
