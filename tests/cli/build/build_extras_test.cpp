// SPDX-License-Identifier: Apache-2.0
// What a build can write or report beside plain shards: lists, statistics, compressed shards, hosts.
#include <cmath>
#include <sstream>

#include <nlohmann/json.hpp>

#include "support/scenes/build_scene.hpp"
#include "support/scenes/stored_records.hpp"

using namespace tfrec::test;

namespace {

/// 24 images and their labels; one name holds a comma, one begins with '='.
class LabelledImages : public BuildScene {
 public:
  LabelledImages() : BuildScene({"--labels", "labels.csv", "--name", "f"}) {
    std::string csv = "image,class\n";
    for (int i = 0; i < 24; ++i) {
      const std::string name = (i == 3 ? "a,b" : i == 4 ? "=c" : "p") + std::to_string(i) + ".jpg";
      image(name, jpeg_image(16, 12, static_cast<unsigned>(i)));
      csv += "\"" + name + "\"," + (i % 2 == 0 ? "rose" : "tulip") + "\n";
    }
    table(csv);
  }
  /// Builds anew.
  Json made(const Words& more) const { return report(Words{"--overwrite"} + more); }
};

}  // namespace

TEST_CASE("--record-list tells the row and image of each record") {
  const LabelledImages images;
  images.image("p7.jpg", "no image");
  const Json built = images.made({"--record-list", "--shards", "3", "--max-bad", "1"});
  CHECK(built["side_files"] == Json::array({"label_map.pbtxt", "records.csv"}));
  std::istringstream csv(images.scratch.read("out/records.csv"));
  std::string line;
  std::getline(csv, line);
  CHECK(line == "split,shard,record,row,image\r");
  for (const Json& shard : built["shards"]) {
    const std::string path = shard["path"];
    std::size_t record = 0;
    for (const std::string& name : values_in(images.scratch / ("out/" + path), "image_name")) {
      const std::string cell = name == "a,b3.jpg" ? "\"a,b3.jpg\"" : name == "=c4.jpg" ? "'=c4.jpg" : name;
      const std::string digits = name.substr(name.find_first_of("0123456789"));
      const std::string row = std::to_string(std::stoi(digits) + 2);
      std::getline(csv, line);
      CHECK(line == "," + path + "," + std::to_string(record++) + "," + row + "," + cell + "\r");
    }
  }
  CHECK_FALSE(std::getline(csv, line));
  images.made({"--max-bad", "1"});
  CHECK_FALSE(fs::exists(images.scratch / "out/records.csv"));
}

TEST_CASE("--stats: mean and deviation per split and size") {
  const BuildScene scene;
  // Flat images: R 255, G 51, B 0, and black ones.
  const std::string red = "P6 2 2 255\n" + std::string("\xFF\x33\0\xFF\x33\0\xFF\x33\0\xFF\x33\0", 12);
  const std::string black = "P6 2 2 255\n" + std::string(12, '\0');
  scene.image("train/a.ppm", red);
  scene.image("train/b.ppm", black);
  scene.image("val/c.ppm", red);
  const Json built = scene.report({"--stats", "--feature", "x=raw-uint8"});
  const Json& train = built["splits"][0]["stats"];
  CHECK(train["pixels"] == 8);
  CHECK(train["mean"] == Json::array({0.5, 0.1, 0.0}));
  CHECK(std::abs(train["std"][0].get<double>() - 0.5) < 1e-12);
  CHECK(std::abs(train["std"][1].get<double>() - 0.1) < 1e-12);
  const Json& val = built["splits"][1]["stats"];
  CHECK(val["mean"] == Json::array({1.0, 0.2, 0.0}));
  CHECK(val["std"] == Json::array({0.0, 0.0, 0.0}));
}

TEST_CASE("--gzip compresses whole shards, the records stay the same") {
  const LabelledImages images;
  images.made({"--feature", "image_name=bytes:image", "--feature", "x=raw-uint8", "--shards", "2"});
  const std::string plain = (images.scratch / "out/f01-12.tfrec").string();
  const Words names = values_in(plain, "image_name");
  const auto plain_bytes = fs::file_size(plain);
  const Json built = images.made(
      {"--feature", "image_name=bytes:image", "--feature", "x=raw-uint8", "--shards", "2", "--gzip"});
  CHECK(built["options"]["gzip"] == true);
  const auto gzipped = fs::file_size(plain);
  CHECK(gzipped < plain_bytes);
  CHECK(built["shards"][1]["bytes"] == gzipped);
  CHECK(images.scratch.read("out/f01-12.tfrec").substr(0, 2) == "\x1f\x8b");
  CHECK(values_in(plain, "image_name") == names);
  const RunResult verified = images.run({"verify", "out"});
  CHECK(verified.exit_code == 0);
  CHECK_THAT(verified.err, ContainsSubstring("compression_type=\"GZIP\""));
}

TEST_CASE("--hosts raises the number of shards, and what is given up is reported") {
  const LabelledImages images;
  const Json built = images.made({"--hosts", "4"});
  CHECK(built["splits"][0]["shards"] == 4);
  CHECK(built["splits"][0]["rule"] == "--hosts 4: one file per host");
  CHECK(built["splits"][0]["given_up"].size() == 2);
}

TEST_CASE("A replaced set leaves no empty folder of its splits") {
  const LabelledImages images;
  images.made({"--folds", "2"});
  CHECK(fs::exists(images.scratch / "out/fold1"));
  images.made({});
  CHECK_FALSE(fs::exists(images.scratch / "out/fold0"));
  CHECK_FALSE(fs::exists(images.scratch / "out/fold1"));
}

TEST_CASE("--name-style tfds: all splits in one folder, with the files tfds reads") {
  const LabelledImages images;
  const Json built = images.made(
      {"--layout", "flowers", "--name-style", "tfds", "--folds", "2", "--shards", "2", "--dedupe", "ignore"});
  CHECK(built["shards"][3]["path"] == "f-fold1.tfrecord-00001-of-00002");
  CHECK(built["side_files"] ==
        Json::array({"label_map.pbtxt", "dataset_info.json", "features.json", "class.labels.txt"}));
  CHECK(images.scratch.read("out/class.labels.txt") == "rose\ntulip\n");
  const Json info = Json::parse(images.scratch.read("out/dataset_info.json"));
  CHECK(info["splits"][1]["shardLengths"] == Json::array({"6", "6"}));
  const RunResult verified = images.run({"verify", "out"});
  CHECK(verified.exit_code == 0);
  images.made({});
  CHECK_FALSE(fs::exists(images.scratch / "out/features.json"));
}

TEST_CASE("--name-style tfds numbers the shards that are there") {
  const LabelledImages images;
  images.made({"--no-shuffle", "--name-style", "tfds", "--layout", "flowers", "--shards", "4"});
  for (int i = 6; i < 12; ++i) images.image("p" + std::to_string(i) + ".jpg", "bad");
  const Json built = images.made(
      {"--no-shuffle", "--name-style", "tfds", "--layout", "flowers", "--shards", "4", "--max-bad", "6"});
  REQUIRE(built["shards"].size() == 3);
  CHECK(built["shards"][1]["path"] == "f-train.tfrecord-00001-of-00003");
  CHECK(fs::exists(images.scratch / "out/f-train.tfrecord-00002-of-00003"));
}

TEST_CASE("--name-style tfds refuses a split called all, and names the rule that a name breaks") {
  const LabelledImages images;
  images.scratch.write("split.csv", "image,part\np0.jpg,All\np1.jpg,b\n");
  images.scratch.write("blank.csv", "image,class\np0.jpg,rose\np1.jpg,\xC2\xA0rose\n");
  const auto fails = [&](const Words& more, const std::string& message) {
    const RunResult result =
        images.run(Words{"plan", "images", "--name-style", "tfds", "--feature", "image=jpeg", "-q"} + more);
    CHECK(result.exit_code == 2);
    CHECK(result.out.empty());
    CHECK_THAT(result.err, ContainsSubstring(message));
  };
  fails({"--name", "f", "--split", "all=0.5,b=0.5"},
        "--name-style tfds: the split's name 'all' means all splits to TensorFlow Datasets");
  fails({"--name", "f", "--labels", "split.csv", "--split-column", "part"},
        "the split's name 'All' means all splits to TensorFlow Datasets");
  fails({"--name", "5flowers"},
        "the set's name '5flowers' must begin with a letter and contain only letters, digits and '_'");
  fails({"--name", "f", "--labels", "blank.csv", "--feature", "y=index:class"},
        "can't read feature 'y': its class '\xC2\xA0rose' begins or ends with a blank, which is taken off "
        "there");
}

TEST_CASE("--name-style tfds refuses what TensorFlow Datasets can't read") {
  const LabelledImages images;
  const auto fails = [&](const Words& more, const std::string& message) {
    images.fails(Words{"--name-style", "tfds"} + more, 2, message);
  };
  fails({"--feature", "x=raw-uint8"}, "feature 'x': it has no kind for raw bytes");
  fails({"--layout", "slim"}, "feature 'image/encoded'");
  fails({"--no-image", "--feature", "y=index:class", "--label-base", "1"}, "--label-base 0");
  fails({"--feature", "y=jpeg", "--color", "keep"}, "as many channels");
  fails({"--feature", "y=jpeg", "--gzip"}, "no compressed shards");
  fails({"--feature", "y=jpeg", "--extension", ".tfrecord"}, "--extension");
  fails({"--feature", "y=jpeg", "--split", "a.b=0.5,c=0.5", "--dedupe", "ignore"}, "'a.b'");
  fails({"--feature", "y=jpeg", "--split", "0=0.5,1a=0.5", "--dedupe", "ignore"},
        "the split's name '0' is a number, which readers take for the record count");
}
