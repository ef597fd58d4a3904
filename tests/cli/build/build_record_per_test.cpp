// SPDX-License-Identifier: Apache-2.0
// --record-per image: all rows of an image in one record, through the real binary.
#include <map>

#include <nlohmann/json.hpp>

#include "support/scenes/build_scene.hpp"

using namespace tfrec::test;

namespace {

/// Four images. 0.jpg has three captions, 1.jpg one and a row without, 2.jpg one; 3.jpg has no row.
class Captions : public BuildScene {
 public:
  Captions() : BuildScene({"--labels", "labels.csv", "--name", "f", "--record-per", "image"}) {
    images(4);
    table(
        "image,caption,stars,taken\n0,a cat,5,2001\n1,a dog,4,2002\n0.jpg,a tabby,3,2001\n2,a hen,5,2003\n"
        "0,an animal,1,2001\n1,,,2002\n");
  }
  /// Lists of all records by image_name, as inspect prints them.
  std::map<std::string, Json> records(const std::string& out = "out") const {
    const RunResult result = run({"inspect", out, "--samples", "100", "--json"});
    REQUIRE(result.exit_code == 0);
    std::map<std::string, Json> by_name;
    const Json report = Json::parse(result.out);
    for (const Json& sample : report["samples"]) {
      Json features = Json::object();
      for (const Json& feature : sample["features"]) {
        Json& values = features[feature["name"].get<std::string>()] = Json::array();
        for (const Json& value : feature["values"])
          values.push_back(value.contains("text") ? value["text"] : value);
      }
      by_name[features["image_name"][0].get<std::string>()] = features;
    }
    return by_name;
  }
};

}  // namespace

TEST_CASE("build: --record-per image makes one record of all rows of an image, in table order") {
  const Captions set;
  const Json built = set.report();
  CHECK(built["records"] == 3);
  CHECK(built["options"]["record-per"] == "image");
  CHECK(built["options"]["per-image"] == Json::array({"taken"}));
  const auto records = set.records();
  REQUIRE(records.size() == 3);
  CHECK(records.at("0")["caption"] == Json::array({"a cat", "a tabby", "an animal"}));
  CHECK(records.at("0")["stars"] == Json::array({5, 3, 1}));
  CHECK(records.at("0")["taken"] == Json::array({2001}));
  CHECK(records.at("1")["caption"] == Json::array({"a dog"}));  // the row without values adds none
  CHECK(records.at("1")["taken"] == Json::array({2002}));
  CHECK(built["schema"][2]["min_length"] == 1);
  CHECK(built["schema"][2]["max_length"] == 3);
  CHECK(set.run({"verify", "out"}).exit_code == 0);
}

TEST_CASE("build: --keep-unlisted makes records of images without a row, with empty lists") {
  const Captions set;
  const RunResult result = set.build({"--keep-unlisted", "--record-list"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring("1 of 4 images has no row and is kept"));
  const auto records = set.records();
  REQUIRE(records.size() == 4);
  CHECK(records.at("3")["caption"] == Json::array());
  CHECK(records.at("3")["taken"] == Json::array());
  CHECK_THAT(set.files().at("records.csv"), ContainsSubstring(",,3.jpg\r\n"));
}

TEST_CASE("--keep-unlisted stored names with extensions beside a table's without") {
  const Captions set;
  set.report({"--keep-unlisted"});
  CHECK(set.records().contains("3"));
  set.image("4.jpg", jpeg_image(8, 8, 4));
  set.image("4.jpeg", jpeg_image(8, 8, 5));  // "4" would be the name of two
  set.report({"--keep-unlisted"}, "paths");
  CHECK(set.records("paths").contains("4.jpg"));
  CHECK(set.records("paths").contains("4.jpeg"));
}

TEST_CASE("Rows of an image with empty cells alone were not counted") {
  const Captions set;
  const RunResult one = set.build();
  CHECK_THAT(one.err, ContainsSubstring("1 row adds no values: the cells that differ within an image are "
                                        "empty; 0 images have empty lists\n"));
  set.table("image,tag\n0,sun\n0,sea\n1,\n2,sun\n2,\n");
  CHECK_THAT(set.build({}, "two").err, ContainsSubstring("2 rows add no values: the cells that differ within "
                                                         "an image are empty; 1 image has empty lists\n"));
}

TEST_CASE("build: a column of --per-image that differs within an image is an error that names both rows") {
  const Captions set;
  set.fails(
      {"--per-image", "taken,caption"}, 1,
      "labels.csv:4: column 'caption' is 'a tabby', but 'a cat' on line 2 for the same image (--per-image)");
  set.fails({"--split", "train=0.5,val=0.5", "--group", "stars"}, 1,
            "labels.csv:4: column 'stars' is '3', but '5' on line 2 for the same image (--group)");
  set.fails({"--split-column", "taken", "--keep-unlisted"}, 1,
            "3.jpg: no row names the image, so it has no split");
  set.fails({"--per-image", "tkaen"}, 2, "taken");
  set.table("image,x,part\n0,1,train\n1,2,val\n0,3,val\n");
  set.fails(
      {"--split-column", "part"}, 1,
      "labels.csv:4: column 'part' is 'val', but 'train' on line 2 for the same image (--split-column)");
}

TEST_CASE("build: --record-per image in parts, again, and like an earlier set") {
  const Captions set;
  set.report({"--keep-unlisted"});
  CHECK_THAT(set.build({"--keep-unlisted"}).out, ContainsSubstring("up to date"));
  Words plan{"plan", "images", "--keep-unlisted", "-o", "p"};
  REQUIRE(set.run(plan + set.options).exit_code == 0);
  REQUIRE(set.run({"build", "images", "--plan", "p", "--part", "1/1", "-o", "parts"}).exit_code == 0);
  REQUIRE(set.run({"finish", "p", "-o", "parts"}).exit_code == 0);
  CHECK(set.files("parts") == set.files());
  CHECK(set.run({"build", "images", "--labels", "labels.csv", "--name", "f", "--like", "out/manifest.json",
                 "-o", "like"})
            .exit_code == 0);
  CHECK(set.shards("like") == set.shards());
}

TEST_CASE("build: with --record-per image an image is in one split, and each of its labels counts") {
  BuildScene set({"--labels", "labels.csv", "--name", "f", "--record-per", "image"});
  set.images(20);
  std::string csv = "image,label\n";
  for (int i = 0; i < 40; ++i)
    csv += std::to_string(i % 20) + "," + (i % 4 == 0 ? "rare" : i < 20 ? "left" : "right") + "\n";
  set.table(csv);
  const Json built =
      set.report({"--split", "train=0.5,val=0.5", "--stratify", "label", "--dedupe", "ignore"});
  CHECK(built["records"] == 20);
  CHECK(built["splits"][0]["records"] == 10);
  CHECK(built["classes"][0]["names"] == Json::array({"left", "rare", "right"}));
  CHECK(built["classes"][0]["records"] == Json::array({15, 5, 15}));  // of images
  const Json hot = set.report(
      {"--feature", "image=jpeg", "--feature", "image_name=bytes:image", "--feature", "hot=multihot:label"},
      "hot");
  CHECK(hot["schema"][2]["max_length"] == 3);
}

TEST_CASE("build: options that do not fit --record-per are refused") {
  const Captions set;
  set.fails({"--allow-repeats"}, 2, "--allow-repeats makes a record of each row");
  set.fails({"--keep-unlisted", "--strict"}, 2, "--strict refuses images without a row");
  set.fails({"--feature", "one=onehot:caption"}, 2, "hint: --feature one=multihot:caption");
  const auto refused = [&](const Words& words) {
    const RunResult result = set.run(Words{"build", "images", "-o", "no"} + words);
    CHECK(result.exit_code == 2);
    return result.err;
  };
  CHECK_THAT(refused({"--labels", "labels.csv", "--keep-unlisted"}),
             ContainsSubstring("--keep-unlisted has no effect without --record-per image"));
  CHECK_THAT(refused({"--record-per", "image"}), ContainsSubstring("there is no --labels"));
}
