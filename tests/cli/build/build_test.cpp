// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "support/check_error.hpp"
#include "support/scenes/flowers.hpp"

using namespace tfrec::test;

TEST_CASE("build writes counted shards, classes and a manifest") {
  const Flowers flowers;
  const RunResult result = flowers.build({"--shards", "3"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, ContainsSubstring("3 shards, 20 records"));
  CHECK_THAT(result.err, ContainsSubstring("column 'image' names the images"));
  const auto files = flowers.files();
  CHECK(names(files) == Words{"classes.txt", "flowers00-7.tfrec", "flowers01-7.tfrec", "flowers02-6.tfrec",
                              "label_map.pbtxt", "manifest.json"});
  CHECK(files.at("classes.txt") == "rose\ntulip\n");
  const Json manifest = Json::parse(files.at("manifest.json"));
  CHECK(manifest["records"] == 20);
  CHECK(manifest["shards"].size() == 3);
  CHECK(manifest["shards"][2]["path"] == "flowers02-6.tfrec");
  CHECK(manifest["shards"][2]["bytes"] == files.at("flowers02-6.tfrec").size());
  CHECK(manifest["classes"][0]["records"] == Json::array({7, 13}));
  CHECK(
      manifest["schema"].dump() ==
      R"([{"name":"image","kind":"bytes","min_length":1,"max_length":1,"spec":"image=jpeg","made_of":{"kind":"jpeg","columns":[]}},)"
      R"({"name":"image_name","kind":"bytes","min_length":1,"max_length":1,"spec":"image_name=bytes:image","made_of":{"kind":"bytes","columns":["image"]}},)"
      R"({"name":"class","kind":"int64","min_length":1,"max_length":1,"spec":"class=index:class","made_of":{"kind":"index","columns":["class"]}},)"
      R"({"name":"petals","kind":"int64","min_length":1,"max_length":1,"spec":"petals=int64:petals","made_of":{"kind":"int64","columns":["petals"]}},)"
      R"({"name":"height","kind":"float","min_length":1,"max_length":1,"spec":"height=float:height","made_of":{"kind":"float","columns":["height"]}}])");
}

TEST_CASE("The bytes on disk are the same for any number of threads") {
  const Flowers flowers;
  REQUIRE(flowers.build({"--shards", "3", "-j", "1"}).exit_code == 0);
  const auto first = flowers.files();
  fs::remove_all(flowers.scratch / "out");
  REQUIRE(flowers.build({"--shards", "3", "-j", "8", "--memory", "10kB"}).exit_code == 0);
  CHECK(flowers.files() == first);
}

TEST_CASE("--seed changes the order, --no-shuffle keeps the CSV's") {
  const Flowers flowers;
  const auto shard_with = [&](const Words& options) {
    fs::remove_all(flowers.scratch / "out");
    const Words one{"--shards", "1", "--no-image", "--feature", "petals=int64:petals"};
    REQUIRE(flowers.build(options + one).exit_code == 0);
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
  CHECK(report["seconds"]["total"] > 0);
  report.erase("seconds");
  CHECK(report == flowers.manifest());
}

TEST_CASE("Without --name shards are called after the folder, and that is reported") {
  const Flowers flowers;
  const RunResult result = flowers.run({"build", "./images/", "--labels", "labels.csv", "-o", "out"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring("shards are called 'images' (--name)"));
  CHECK(fs::exists(flowers.scratch / "out/images00-20.tfrec"));
}

TEST_CASE("--dry-run writes nothing") {
  const Flowers flowers;
  const RunResult result = flowers.build({"--dry-run"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, ContainsSubstring("20 records in 1 shard, about"));
  CHECK_FALSE(fs::exists(flowers.scratch / "out"));
}

TEST_CASE("Without labels the sub-folders are the classes") {
  const BuildScene scene;
  scene.images(2, {"rose/", "tulip/"});
  const RunResult result = scene.build();
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring("the sub-folders are the classes"));
  CHECK(scene.scratch.read("out/classes.txt") == "rose\ntulip\n");
}

TEST_CASE("A row without its image is an error that names the row, and nothing is written") {
  const Flowers flowers;
  fs::remove(flowers.scratch / "images/a07.jpg");
  const RunResult result = flowers.build({"-q"});
  CHECK(result.exit_code == 1);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, ContainsSubstring("tfrec: error: labels.csv:9: no image for 'a07.jpg'"));
  CHECK_THAT(result.err, ContainsSubstring("tfrec: hint: "));
  CHECK_THAT(result.err, ContainsSubstring("--allow-missing-images"));
  CHECK_FALSE(fs::exists(flowers.scratch / "out"));
  CHECK(flowers.build({"-q", "--allow-missing-images"}).exit_code == 0);
  CHECK(fs::exists(flowers.scratch / "out/flowers00-19.tfrec"));
}

TEST_CASE("A text file named .jpg is bad, is named with its row, and nothing is published") {
  const Flowers flowers;
  flowers.image("a05.jpg", "this is no image");
  const RunResult result = flowers.build({"-q"});
  CHECK(result.exit_code == 1);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, ContainsSubstring("images/a05.jpg: "));
  CHECK_THAT(result.err, ContainsSubstring("--max-bad 1"));
  CHECK_FALSE(published_anything(flowers.scratch / "out"));
}

TEST_CASE("--max-bad leaves bad images out and lists all of them") {
  const Flowers flowers;
  flowers.image("a05.jpg", "this is no image");
  flowers.image("a06.jpg", "");
  CHECK(flowers.build({"-q", "--max-bad", "1"}).exit_code == 1);
  const RunResult result = flowers.build({"-q", "--max-bad", "10%", "--json"});
  CHECK(result.exit_code == 0);
  const Json report = Json::parse(result.out);
  REQUIRE(report["bad"].size() == 2);
  CHECK(report["records"] == 18);
  CHECK(fs::exists(flowers.scratch / "out/flowers00-18.tfrec"));
  const std::string csv = flowers.scratch.read("out/bad.csv");
  CHECK_THAT(csv, ContainsSubstring("7,a05.jpg,"));
  CHECK_THAT(csv, ContainsSubstring("8,a06.jpg,the file is empty"));
}

TEST_CASE("bad.csv names images as they are called, also with line breaks") {
  const Flowers flowers;
  flowers.image("two\nlines.jpg", "this is no image");
  flowers.table(flowers.scratch.read("labels.csv") + "\"two\nlines.jpg\",rose,1,1.5\n");
  CHECK(flowers.build({"-q", "--max-bad", "1"}).exit_code == 0);
  CHECK_THAT(flowers.scratch.read("out/bad.csv"), ContainsSubstring("\n22,\"two\nlines.jpg\","));
}

TEST_CASE("Classes that are not UTF-8 became one class in the manifest") {
  const Flowers flowers;
  flowers.scratch.write("latin.csv",
                        "image,class\na00.jpg,caf\xE9\na01.jpg,caf\xE8\na02.jpg,caf\xE9\na03.jpg,caf\xE8\n");
  const RunResult result = flowers.run({"build", "images", "--labels", "latin.csv", "-o", "out", "-q"});
  CHECK(result.exit_code == 1);
  CHECK(result.out.empty());
  CHECK(result.err ==
        "tfrec: error: latin.csv:3: class 'caf\\xE8' of column 'class' is not UTF-8, and a manifest contains "
        "nothing else\n"
        "tfrec: hint: if it is Windows-1252: iconv -f WINDOWS-1252 -t UTF-8 latin.csv > labels-utf8.csv\n");
  flowers.scratch.write("latin.csv", "im\xE4ge,n\na00.jpg,1\na01.jpg,2\n");
  CHECK_THAT(flowers.run({"build", "images", "--labels", "latin.csv", "-o", "out", "-q"}).err,
             ContainsSubstring("latin.csv: the name of column 'im\\xE4ge' is not UTF-8"));
}

TEST_CASE("A class that is not UTF-8 was reported without its row, also among several labels of a cell") {
  const Flowers flowers;
  flowers.scratch.write("latin.csv", "image,class\na00.jpg,a|b\na01.jpg,a|c\xE4t\na02.jpg,b\na03.jpg,a\n");
  const RunResult result =
      flowers.run({"build", "images", "--labels", "latin.csv", "--feature", "image=jpeg", "--feature",
                   "y=multihot:class", "--label-separator", "|", "-o", "out", "-q"});
  check_error(
      result, 1,
      "tfrec: error: latin.csv:3: class 'c\\xE4t' of column 'class' is not UTF-8, and a manifest "
      "contains nothing else\n"
      "tfrec: hint: if it is Windows-1252: iconv -f WINDOWS-1252 -t UTF-8 latin.csv > labels-utf8.csv\n");
}

TEST_CASE("A malformed CSV is an error with line and column") {
  const Flowers flowers;
  flowers.table("image,class\na00.jpg,rose\na01.jpg,\"tul\"ip\n");
  const RunResult result = flowers.build();
  CHECK(result.exit_code == 1);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, ContainsSubstring("tfrec: error: labels.csv:3: "));
  CHECK_THAT(result.err, ContainsSubstring("column"));
}

TEST_CASE("A set that is there is not overwritten unasked") {
  const Flowers flowers;
  REQUIRE(flowers.build({"-q", "--shards", "2"}).exit_code == 0);
  const auto before = flowers.files();
  const RunResult refused = flowers.build({"-q", "--shards", "3", "--seed", "7"});
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err, ContainsSubstring("--overwrite"));
  CHECK(flowers.files() == before);
  REQUIRE(flowers.build({"-q", "--shards", "3", "--overwrite"}).exit_code == 0);
  CHECK(names(flowers.files()) == Words{"classes.txt", "flowers00-7.tfrec", "flowers01-7.tfrec",
                                        "flowers02-6.tfrec", "label_map.pbtxt", "manifest.json"});
}

TEST_CASE("Shards that no set owns are never mixed with, not even with --overwrite") {
  const Flowers flowers;
  flowers.scratch.write("out/other00-3.tfrec", "mine");
  const RunResult result = flowers.build({"-q", "--overwrite"});
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.err, ContainsSubstring("other00-3.tfrec"));
  CHECK(names(flowers.files()) == Words{"other00-3.tfrec"});
}

TEST_CASE("A user's own file of a side file's name is never overwritten") {
  const Flowers flowers;
  flowers.scratch.write("out/classes.txt", "mine");
  for (const char* flag : {"-q", "--overwrite"}) {
    const RunResult result = flowers.build({flag});
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err, ContainsSubstring("out/classes.txt: already exists"));
    CHECK(flowers.scratch.read("out/classes.txt") == "mine");
  }
}

TEST_CASE("--overwrite leaves no side file of the set before") {
  const Flowers flowers;
  flowers.image("a05.jpg", "this is no image");
  REQUIRE(flowers.build({"-q", "--max-bad", "1"}).exit_code == 0);
  CHECK(fs::exists(flowers.scratch / "out/bad.csv"));
  flowers.image("a05.jpg", jpeg_image(16, 16));
  REQUIRE(flowers.build({"-q", "--layout", "unlabelled", "--overwrite"}).exit_code == 0);
  CHECK(names(flowers.files()) == Words{"flowers00-20.tfrec", "manifest.json"});
}

TEST_CASE("An image is never scaled beyond --max-pixels") {
  const Flowers flowers;
  const RunResult result = flowers.build({"-q", "--size", "65500x1", "--fit", "crop"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err, ContainsSubstring("more than --max-pixels"));
}

TEST_CASE("An option that decides about nothing is refused") {
  const Flowers flowers;
  const auto refused = [&](const Words& options, const std::string& option) {
    flowers.fails(options, 2, option + " has no effect");
  };
  refused({"--feature", "image=jpeg", "--label-column", "class"}, "--label-column");
  refused({"--feature", "image=jpeg", "--label-base", "1"}, "--label-base");
  refused({"--scale", "0.5"}, "--scale");
  refused({"--label-separator", "|"}, "--label-separator");
}

TEST_CASE("Folders that can't work are named") {
  const Flowers flowers;
  const auto check = [&](Words arguments, int code, const std::string& message) {
    const RunResult result = flowers.run(arguments);
    INFO(result.err);
    CHECK(result.exit_code == code);
    CHECK(result.out.empty());
    CHECK_THAT(result.err, ContainsSubstring(message));
  };
  check({"build", "nowhere", "-o", "out", "--name", "f"}, 2, "nowhere");
  check({"build", "labels.csv", "-o", "out", "--name", "f"}, 2, "labels.csv");
  fs::create_directory(flowers.scratch / "empty");
  check({"build", "empty", "-o", "out", "--name", "f"}, 1, "empty");
  check({"build", "images", "--labels", "no.csv", "-o", "out", "--name", "f"}, 2, "no.csv");
  check({"build", "images", "-o", "labels.csv", "--name", "f"}, 2, "labels.csv");
  check({"build", "images", "-o", "out", "--name", "a/b"}, 2, "--name 'a/b'");
  check({"build", "images", "-o", "out", "--labels", "labels.csv", "--strict", "--image-column", "class"}, 1,
        "'rose'");
  check({"build", "images", "-o", "out", "--name", "f", "--shards", "100"}, 2, "100");
  check({"build", "images", "-o", "out", "--name", "f", "--shards", "-3"}, 2,
        "'-3' is not a whole number of at least 1");
  check({"build", "images", "-o", "out", "--name", "f", "--feature", "a=jpeg", "--feature", "a=png"}, 2,
        "--feature 'a' is given twice");
  check({"build", "images", "-o", "/proc/no/out", "--name", "f"}, 3, "/proc/no");
}

TEST_CASE("--verbose prints more on stderr") {
  const Flowers flowers;
  const RunResult result = flowers.build({"-v", "--shards", "2"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring("20 rows, 20 images in the folder, 20 of them named by a row"));
  CHECK_THAT(result.err, ContainsSubstring("2 shards (--shards 2)"));
}

TEST_CASE("--quiet prints nothing") {
  const Flowers flowers;
  const RunResult quiet = flowers.build({"-q"});
  CHECK(quiet.exit_code == 0);
  CHECK(quiet.err.empty());
  CHECK(quiet.out.empty());
}
