// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/pictures.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"

namespace fs = std::filesystem;
using tfrec::test::jpeg_picture;
using tfrec::test::RunResult;
using tfrec::test::RunSettings;
using tfrec::test::ScratchFolder;
using Json = nlohmann::ordered_json;

namespace {

constexpr int k_images = 20;

/// A folder with images/a00.jpg … and labels.csv; runs tfrec inside it.
class Flowers {
 public:
  Flowers() {
    std::string csv = "image,class,petals,height\n";
    for (int i = 0; i < k_images; ++i) {
      const std::string name = "a" + std::string(i < 10 ? "0" : "") + std::to_string(i) + ".jpg";
      scratch.write("images/" + name, jpeg_picture(40 + i, 30 + i, static_cast<unsigned>(i)));
      csv += name + "," + (i % 3 == 0 ? "rose" : "tulip") + "," + std::to_string(i) + "," +
             std::to_string(i) + ".5\n";
    }
    scratch.write("labels.csv", csv);
  }

  RunResult run(std::vector<std::string> arguments) const {
    return tfrec::test::run_tfrec(arguments, in(scratch));
  }
  RunResult build(std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments{"build", "images", "--labels", "labels.csv",
                                       "-o",    "out",    "--name",   "flowers"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
  /// Name and content of every file below `folder`.
  std::map<std::string, std::string> files(const std::string& folder) const {
    std::map<std::string, std::string> found;
    if (!fs::exists(scratch / folder)) return found;
    for (const auto& entry : fs::recursive_directory_iterator(scratch / folder)) {
      if (!entry.is_regular_file()) continue;
      const std::string name = fs::relative(entry.path(), scratch / folder).generic_string();
      found[name] = scratch.read(folder + "/" + name);
    }
    return found;
  }

  ScratchFolder scratch;
};

std::vector<std::string> names(const std::map<std::string, std::string>& files) {
  std::vector<std::string> result;
  for (const auto& [name, content] : files) result.push_back(name);
  return result;
}

}  // namespace

TEST_CASE("build writes counted shards, classes and a manifest") {
  const Flowers flowers;
  const RunResult result = flowers.build({"--shards", "3"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, Catch::ContainsSubstring("3 shards, 20 records"));
  CHECK_THAT(result.err, Catch::ContainsSubstring("column 'image' names the images"));
  const auto files = flowers.files("out");
  CHECK(names(files) == std::vector<std::string>{"classes.txt", "flowers00-7.tfrec", "flowers01-7.tfrec",
                                                 "flowers02-6.tfrec", "manifest.json"});
  CHECK(files.at("classes.txt") == "rose\ntulip\n");
  const Json manifest = Json::parse(files.at("manifest.json"));
  CHECK(manifest["records"] == 20);
  CHECK(manifest["shards"].size() == 3);
  CHECK(manifest["shards"][2]["path"] == "flowers02-6.tfrec");
  CHECK(manifest["shards"][2]["bytes"] == files.at("flowers02-6.tfrec").size());
  CHECK(manifest["classes"][0]["records"] == Json::array({7, 13}));
  CHECK(
      manifest["schema"].dump() ==
      R"([{"name":"image","kind":"bytes","min_length":1,"max_length":1,"spec":"image=jpeg"},)"
      R"({"name":"image_name","kind":"bytes","min_length":1,"max_length":1,"spec":"image_name=bytes:image"},)"
      R"({"name":"class","kind":"int64","min_length":1,"max_length":1,"spec":"class=index:class"},)"
      R"({"name":"petals","kind":"int64","min_length":1,"max_length":1,"spec":"petals=int64:petals"},)"
      R"({"name":"height","kind":"float","min_length":1,"max_length":1,"spec":"height=float:height"}])");
}

TEST_CASE("The bytes on disk are the same for any number of threads") {
  const Flowers flowers;
  REQUIRE(flowers.build({"--shards", "3", "-j", "1"}).exit_code == 0);
  const auto first = flowers.files("out");
  fs::remove_all(flowers.scratch / "out");
  REQUIRE(flowers.build({"--shards", "3", "-j", "8", "--memory", "10kB"}).exit_code == 0);
  CHECK(flowers.files("out") == first);
}

TEST_CASE("--seed changes the order, --no-shuffle keeps the CSV's") {
  const Flowers flowers;
  const auto shard_with = [&](std::vector<std::string> options) {
    fs::remove_all(flowers.scratch / "out");
    options.insert(options.end(), {"--shards", "1", "--feature", "petals=int64:petals"});
    REQUIRE(flowers.build(options).exit_code == 0);
    return flowers.scratch.read("out/flowers00-20.tfrec");
  };
  CHECK(shard_with({"--seed", "1"}) == shard_with({"--seed", "1"}));
  CHECK(shard_with({"--seed", "1"}) != shard_with({"--seed", "2"}));
  CHECK(shard_with({"--no-shuffle", "--seed", "1"}) == shard_with({"--no-shuffle", "--seed", "2"}));
}

TEST_CASE("build --json prints the manifest and the bad images, nothing else on stdout") {
  const Flowers flowers;
  const RunResult result = flowers.build({"--json", "-q"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  Json report = Json::parse(result.out);
  CHECK(report["bad"] == Json::array());
  report.erase("bad");
  CHECK(report == Json::parse(flowers.scratch.read("out/manifest.json")));
}

TEST_CASE("Without --name shards are called after the folder, and that is said") {
  const Flowers flowers;
  const RunResult result = flowers.run({"build", "./images/", "--labels", "labels.csv", "-o", "out"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, Catch::ContainsSubstring("shards are called 'images' (--name)"));
  CHECK(fs::exists(flowers.scratch / "out/images00-20.tfrec"));
}

TEST_CASE("--dry-run writes nothing") {
  const Flowers flowers;
  const RunResult result = flowers.build({"--dry-run"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, Catch::ContainsSubstring("20 records in 1 shard, about"));
  CHECK_FALSE(fs::exists(flowers.scratch / "out"));
}

TEST_CASE("Without labels the sub-folders are the classes") {
  const ScratchFolder scratch;
  scratch.write("images/rose/1.jpg", jpeg_picture(16, 16));
  scratch.write("images/tulip/1.jpg", jpeg_picture(16, 16));
  const RunResult result =
      tfrec::test::run_tfrec({"build", "images", "-o", "out", "--name", "f"}, in(scratch));
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, Catch::ContainsSubstring("the sub-folders are the classes"));
  CHECK(scratch.read("out/classes.txt") == "rose\ntulip\n");
}

TEST_CASE("A row without its image is an error that names the row, and nothing is written") {
  const Flowers flowers;
  fs::remove(flowers.scratch / "images/a07.jpg");
  const RunResult result = flowers.build({"-q"});
  CHECK(result.exit_code == 1);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, Catch::ContainsSubstring("tfrec: error: labels.csv:9: no image for 'a07.jpg'"));
  CHECK_THAT(result.err, Catch::ContainsSubstring("tfrec: hint: "));
  CHECK_THAT(result.err, Catch::ContainsSubstring("--allow-missing-images"));
  CHECK_FALSE(fs::exists(flowers.scratch / "out"));
  CHECK(flowers.build({"-q", "--allow-missing-images"}).exit_code == 0);
  CHECK(fs::exists(flowers.scratch / "out/flowers00-19.tfrec"));
}

TEST_CASE("A text file named .jpg is bad, is named with its row, and nothing is published") {
  const Flowers flowers;
  flowers.scratch.write("images/a05.jpg", "this is no picture");
  const RunResult result = flowers.build({"-q"});
  CHECK(result.exit_code == 1);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, Catch::ContainsSubstring("images/a05.jpg: "));
  CHECK_THAT(result.err, Catch::ContainsSubstring("--max-bad 1"));
  CHECK_FALSE(fs::exists(flowers.scratch / "out"));
}

TEST_CASE("--max-bad leaves bad images out and lists all of them") {
  const Flowers flowers;
  flowers.scratch.write("images/a05.jpg", "this is no picture");
  flowers.scratch.write("images/a06.jpg", "");
  CHECK(flowers.build({"-q", "--max-bad", "1"}).exit_code == 1);
  const RunResult result = flowers.build({"-q", "--max-bad", "10%", "--json"});
  CHECK(result.exit_code == 0);
  const Json report = Json::parse(result.out);
  REQUIRE(report["bad"].size() == 2);
  CHECK(report["records"] == 18);
  CHECK(fs::exists(flowers.scratch / "out/flowers00-18.tfrec"));
  const std::string csv = flowers.scratch.read("out/bad.csv");
  CHECK_THAT(csv, Catch::ContainsSubstring("7,a05.jpg,"));
  CHECK_THAT(csv, Catch::ContainsSubstring("8,a06.jpg,the file is empty"));
}

TEST_CASE("A malformed CSV is an error with line and column") {
  const Flowers flowers;
  flowers.scratch.write("labels.csv", "image,class\na00.jpg,rose\na01.jpg,\"tul\"ip\n");
  const RunResult result = flowers.build();
  CHECK(result.exit_code == 1);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, Catch::ContainsSubstring("tfrec: error: labels.csv:3: "));
  CHECK_THAT(result.err, Catch::ContainsSubstring("column"));
}

TEST_CASE("A cell that does not fit its feature names row and column") {
  const Flowers flowers;
  const RunResult result = flowers.build({"-q", "--feature", "h=int64:height"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err,
             Catch::ContainsSubstring("labels.csv:2: column 'height': '0.5' is not a whole number"));
  CHECK_FALSE(fs::exists(flowers.scratch / "out"));
}

TEST_CASE("An unknown column names the nearest one") {
  const Flowers flowers;
  const RunResult result = flowers.build({"-q", "--feature", "c=index:clas"});
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.err, Catch::ContainsSubstring("'clas'"));
  CHECK_THAT(result.err, Catch::ContainsSubstring("class"));
}

TEST_CASE("Raw layouts refuse pictures of unequal size and say --size") {
  const Flowers flowers;
  const RunResult result = flowers.build({"-q", "--layout", "raw"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err, Catch::ContainsSubstring("raw values need one shape"));
  CHECK_THAT(result.err, Catch::ContainsSubstring("(labels.csv:"));
  CHECK_THAT(result.err, Catch::ContainsSubstring("hint: bring all pictures to one size with --size "));
  CHECK(flowers.build({"-q", "--layout", "raw", "--size", "16"}).exit_code == 0);
}

TEST_CASE("--missing says what to store for empty and malformed cells") {
  const Flowers flowers;
  flowers.scratch.write("labels.csv", "image,class,petals\na00.jpg,rose,5\na01.jpg,,\na02.jpg,tulip,many\n");
  const RunResult refused = flowers.build({"-q", "--feature", "petals=int64:petals"});
  CHECK(refused.exit_code == 1);
  CHECK_THAT(refused.err, Catch::ContainsSubstring("labels.csv:3: column 'petals': is empty"));
  CHECK_THAT(refused.err, Catch::ContainsSubstring("--missing VALUE"));
  const RunResult wrong = flowers.build({"-q", "--feature", "petals=int64:petals", "--missing", "none"});
  CHECK(wrong.exit_code == 2);
  CHECK_THAT(wrong.err, Catch::ContainsSubstring("--missing 'none' is not a number"));
  const RunResult stored = flowers.build({"--feature", "petals=int64:petals", "--missing", "-1"});
  CHECK(stored.exit_code == 0);
  CHECK_THAT(stored.err,
             Catch::ContainsSubstring("column 'petals': 1 empty and 1 malformed cell stored as '-1'"));
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
  CHECK_THAT(unknown.err, Catch::ContainsSubstring("test.csv:2: "));
  CHECK_THAT(unknown.err, Catch::ContainsSubstring("tulip"));
}

TEST_CASE("A layout that needs one label column names the candidates") {
  const Flowers flowers;
  flowers.scratch.write("labels.csv", "image,color,shape\na00.jpg,red,round\n");
  const RunResult result = flowers.build({"-q", "--layout", "flowers"});
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.err,
             Catch::ContainsSubstring("layout 'flowers' takes one label column; there are color, shape"));
  CHECK_THAT(result.err, Catch::ContainsSubstring("--label-column"));
}

TEST_CASE("--classes fixes the order of the ids and refuses unknown classes") {
  const Flowers flowers;
  flowers.scratch.write("names.txt", "tulip\nrose\n");
  REQUIRE(flowers.build({"-q", "--classes", "names.txt"}).exit_code == 0);
  CHECK(flowers.scratch.read("out/classes.txt") == "tulip\nrose\n");
  flowers.scratch.write("names.txt", "tulip\nroses\n");
  const RunResult result = flowers.build({"-q", "--classes", "names.txt", "--overwrite"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err, Catch::ContainsSubstring("labels.csv:2: "));
  CHECK_THAT(result.err, Catch::ContainsSubstring("unknown class 'rose'"));
  CHECK(flowers.scratch.read("out/classes.txt") == "tulip\nrose\n");
}

TEST_CASE("A set that is there is not overwritten unasked") {
  const Flowers flowers;
  REQUIRE(flowers.build({"-q", "--shards", "2"}).exit_code == 0);
  const auto before = flowers.files("out");
  const RunResult refused = flowers.build({"-q", "--shards", "3", "--seed", "7"});
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err, Catch::ContainsSubstring("--overwrite"));
  CHECK(flowers.files("out") == before);
  REQUIRE(flowers.build({"-q", "--shards", "3", "--overwrite"}).exit_code == 0);
  CHECK(names(flowers.files("out")) == std::vector<std::string>{"classes.txt", "flowers00-7.tfrec",
                                                                "flowers01-7.tfrec", "flowers02-6.tfrec",
                                                                "manifest.json"});
}

TEST_CASE("Shards that no set owns are never mixed with, not even with --overwrite") {
  const Flowers flowers;
  flowers.scratch.write("out/other00-3.tfrec", "mine");
  const RunResult result = flowers.build({"-q", "--overwrite"});
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.err, Catch::ContainsSubstring("other00-3.tfrec"));
  CHECK(names(flowers.files("out")) == std::vector<std::string>{"other00-3.tfrec"});
}

TEST_CASE("A user's own file of a side file's name is never overwritten") {
  const Flowers flowers;
  flowers.scratch.write("out/classes.txt", "mine");
  for (const char* flag : {"-q", "--overwrite"}) {
    const RunResult result = flowers.build({flag});
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err, Catch::ContainsSubstring("out/classes.txt: is there already"));
    CHECK(flowers.scratch.read("out/classes.txt") == "mine");
  }
}

TEST_CASE("--overwrite leaves no side file of the set before") {
  const Flowers flowers;
  flowers.scratch.write("images/a05.jpg", "this is no picture");
  REQUIRE(flowers.build({"-q", "--max-bad", "1"}).exit_code == 0);
  CHECK(fs::exists(flowers.scratch / "out/bad.csv"));
  flowers.scratch.write("images/a05.jpg", jpeg_picture(16, 16));
  REQUIRE(flowers.build({"-q", "--layout", "unlabelled", "--overwrite"}).exit_code == 0);
  CHECK(names(flowers.files("out")) == std::vector<std::string>{"flowers00-20.tfrec", "manifest.json"});
}

TEST_CASE("Rows without an image decide neither about types nor about classes") {
  const Flowers flowers;
  flowers.scratch.write("labels.csv", "image,class,n\na00.jpg,rose,1\na01.jpg,rose,2\nzz.jpg,orchid,many\n");
  const RunResult result = flowers.build({"--json", "-q", "--allow-missing-images"});
  REQUIRE(result.exit_code == 0);
  const Json report = Json::parse(result.out);
  CHECK(report["classes"][0]["names"] == Json::array({"rose"}));
  CHECK(report["schema"][3]["spec"] == "n=int64:n");
}

TEST_CASE("--missing for one column asks nothing of the others") {
  const Flowers flowers;
  flowers.scratch.write("labels.csv", "image,class,n\na00.jpg,rose,1\na01.jpg,,2\na02.jpg,rose,3\n");
  const RunResult result = flowers.build({"--json", "-q", "--missing", "unknown"});
  REQUIRE(result.exit_code == 0);
  CHECK(Json::parse(result.out)["classes"][0]["names"] == Json::array({"rose", "unknown"}));
}

TEST_CASE("A number that float32 can't hold is found before any picture is read") {
  const Flowers flowers;
  flowers.scratch.write("labels.csv", "image,x\na00.jpg,1.5\na01.jpg,1e39\n");
  const RunResult result =
      flowers.run({"plan", "images", "--labels", "labels.csv", "--feature", "x=float:x", "-q"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err, Catch::ContainsSubstring(
                             "labels.csv:3: column 'x': '1e39' is not a number that a float32 can hold"));
}

TEST_CASE("Labels in a cell are taken without the blanks around them") {
  const Flowers flowers;
  flowers.scratch.write("labels.csv",
                        "image,tags\na00.jpg,\"fog, partly cloudy\"\na01.jpg,\"partly cloudy,fog\"\n");
  const RunResult result = flowers.build({"--json", "--feature", "tags=multihot:tags"});
  REQUIRE(result.exit_code == 0);
  CHECK_THAT(result.err, Catch::ContainsSubstring("labels are separated by ','"));
  CHECK(Json::parse(result.out)["classes"][0]["names"] == Json::array({"fog", "partly cloudy"}));
}

TEST_CASE("Class ids begin at --label-base; several columns have a list of classes each") {
  const Flowers flowers;
  const RunResult result = flowers.build({"--json", "-q", "--feature", "c=index:class", "--feature",
                                          "n=onehot:petals", "--label-base", "1", "--classes", "names.txt"});
  CHECK(result.exit_code == 2);  // names.txt is not there
  flowers.scratch.write("names.txt", "tulip\nrose\n");
  REQUIRE(flowers
              .build({"-q", "--feature", "c=index:class", "--feature", "n=onehot:petals", "--label-base", "1",
                      "--classes", "names.txt"})
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
  flowers.scratch.write("labels.csv", "image,cl\xe9ss\na00.jpg,1\n");
  const RunResult result = flowers.build({"-q"});
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.err, Catch::ContainsSubstring("feature name 'cl\\xE9ss' is not UTF-8"));
}

TEST_CASE("A picture is never scaled beyond --max-pixels") {
  const Flowers flowers;
  const RunResult result = flowers.build({"-q", "--size", "65500x1", "--fit", "crop"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err, Catch::ContainsSubstring("more than --max-pixels"));
}

TEST_CASE("An option that decides about nothing is refused") {
  const Flowers flowers;
  const auto refused = [&](std::vector<std::string> options, const std::string& option) {
    options.push_back("-q");
    const RunResult result = flowers.build(options);
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err, Catch::ContainsSubstring(option + " has nothing to decide"));
  };
  refused({"--feature", "image=jpeg", "--label-column", "class"}, "--label-column");
  refused({"--feature", "image=jpeg", "--label-base", "1"}, "--label-base");
  refused({"--scale", "0.5"}, "--scale");
  refused({"--label-separator", "|"}, "--label-separator");
}

TEST_CASE("Folders that can't work are named") {
  const Flowers flowers;
  const auto check = [&](std::vector<std::string> arguments, int code, const std::string& message) {
    const RunResult result = flowers.run(arguments);
    INFO(result.err);
    CHECK(result.exit_code == code);
    CHECK(result.out.empty());
    CHECK_THAT(result.err, Catch::ContainsSubstring(message));
  };
  check({"build", "nowhere", "-o", "out", "--name", "f"}, 2, "nowhere");
  check({"build", "labels.csv", "-o", "out", "--name", "f"}, 2, "labels.csv");
  fs::create_directory(flowers.scratch / "empty");
  check({"build", "empty", "-o", "out", "--name", "f"}, 1, "empty");
  check({"build", "images", "--labels", "no.csv", "-o", "out", "--name", "f"}, 2, "no.csv");
  check({"build", "images", "-o", "labels.csv", "--name", "f"}, 2, "labels.csv");
  check({"build", "images", "-o", "out", "--name", "a/b"}, 2, "--name 'a/b'");
  check({"build", "images", "-o", "out", "--name", "f", "--quality", "0"}, 2, "--quality");
  check({"build", "images", "-o", "out", "--labels", "labels.csv", "--strict", "--image-column", "class"}, 1,
        "'rose'");
  check({"build", "images", "-o", "out", "--name", "f", "--shards", "100"}, 2, "100");
  check({"build", "images", "-o", "out", "--name", "f", "--shards", "-3"}, 2,
        "'-3' is not a whole number of at least 1");
  check({"build", "images", "-o", "out", "--name", "f", "--seed", "-1"}, 2,
        "'-1' is not a whole number of at least 0");
  check({"build", "images", "-o", "out", "--name", "f", "-j", "0"}, 2, "from 1 to 1024");
  check({"build", "images", "-o", "out", "--name", "f", "--feature", "a=jpeg", "--feature", "a=png"}, 2,
        "--feature 'a' is given twice");
  check({"build", "images", "-o", "/proc/no/out", "--name", "f"}, 3, "/proc/no");
}

TEST_CASE("--verbose says more on stderr") {
  const Flowers flowers;
  const RunResult result = flowers.build({"-v", "--shards", "2"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err,
             Catch::ContainsSubstring("20 rows, 20 images in the folder, 20 of them named by a row"));
  CHECK_THAT(result.err, Catch::ContainsSubstring("2 shards (--shards 2)"));
}

TEST_CASE("Progress and notes stay off stdout and end with --quiet") {
  const Flowers flowers;
  const RunResult quiet = flowers.build({"-q"});
  CHECK(quiet.exit_code == 0);
  CHECK(quiet.err.empty());
  CHECK_FALSE(quiet.out.empty());
}
