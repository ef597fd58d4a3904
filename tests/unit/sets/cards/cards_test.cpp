// SPDX-License-Identifier: Apache-2.0
// README.md, croissant.json and dataset-metadata.json, made of a manifest.
#include "sets/cards/cards.hpp"

#include <nlohmann/json.hpp>

#include "sets/cards/hugging_face.hpp"
#include "sets/cards/set_description.hpp"
#include "support/catch.hpp"

using namespace tfrec;
using Catch::ContainsSubstring;
using Json = nlohmann::ordered_json;

namespace {

ManifestFeature feature(const std::string& name, const std::string& kind, const std::string& made_of,
                        const std::vector<std::string>& columns = {}, std::uint64_t least = 1,
                        std::uint64_t most = 1) {
  return {name, "", kind, least, most, FeatureOrigin{made_of, columns}};
}

Manifest flowers() {
  Manifest set;
  set.name = "flowers";
  set.features = {feature("class", "int64", "index", {"class"}), feature("image", "bytes", "jpeg")};
  set.classes = {{"class", "classes.txt", {{"daisy", 2}, {"rose", 3}}}};
  set.shards = {{"test/flowers00-2.tfrec", "test", "", 2, 300, 0, ""},
                {"train/flowers00-3.tfrec", "train", "", 3, 1400, 0, ""}};
  return set;
}

Json kaggle_of(const Manifest& set) {
  return Json::parse(card_content(set, k_kaggle_name));
}

Json croissant_of(const Manifest& set) {
  return Json::parse(card_content(set, k_croissant_name));
}

}  // namespace

TEST_CASE("README.md has a YAML header, tables of splits, features and classes, and code") {
  CHECK(card_content(flowers(), k_readme_name) == R"md(---
pretty_name: "flowers"
size_categories:
- n<1K
task_categories:
- image-classification
tags:
- tfrecord
viewer: false
---

# flowers

TFRecord shards: 5 records in 2 shards.

## Splits

| split | shards | records | bytes |
| --- | ---: | ---: | ---: |
| train | 1 | 3 | 1,400 |
| test | 1 | 2 | 300 |

## Features

Each record is a `tf.train.Example`.

| feature | type | values | kind |
| --- | --- | ---: | --- |
| class | int64 | 1 | index\:class |
| image | bytes | 1 | jpeg |

## Classes of class

| id | class | records |
| ---: | --- | ---: |
| 0 | daisy | 2 |
| 1 | rose | 3 |

## How to read it

In the folder of this file:

```python
import json

import tensorflow as tf

FEATURES = {
    "class": tf.io.FixedLenFeature([], tf.int64),
    "image": tf.io.FixedLenFeature([], tf.string),
}

with open("manifest.json", encoding="utf-8") as file:
    shards = json.load(file)["shards"]
paths = [shard["path"] for shard in shards if shard["split"] == "train"]
records = tf.data.TFRecordDataset(paths)
dataset = records.map(lambda record: tf.io.parse_single_example(record, FEATURES))
```

`tfrec reader . --framework tf` prints a whole input pipeline for these shards, also for `torch`, `jax` and `dali`. `tfrec verify .` checks them.
)md");
}

TEST_CASE("README.md: sizes, lists of varying length, GZIP, many classes and splits with fewer features") {
  Manifest set = flowers();
  set.features.push_back(feature("box", "float", "boxes", {"xyxy"}, 0, 8));
  set.features.push_back(feature("size", "float", "float", {"h", "w"}, 2, 2));
  set.options = {{"gzip", true}, {"label-base", std::int64_t{1}}};
  for (ManifestShard& shard : set.shards) shard.size = "8x8";
  set.shards.push_back({"16x16/train/flowers00-3.tfrec", "train", "16x16", 3, 1400, 0, ""});
  set.totals = {{.split = "train", .size = "8x8", .features = {"image", "box", "size"}}};
  for (int i = 0; i < 120; ++i) set.classes[0].classes.push_back({"c" + std::to_string(i), 1});
  const std::string text = card_content(set, k_readme_name);
  CHECK_THAT(text, ContainsSubstring("- object-detection\n"));
  CHECK_THAT(text, ContainsSubstring(
                       "\n| 8x8 | train | 1 | 3 | 1,400 |\n| 8x8 | test | 1 | 2 | 300 |\n| 16x16 | train |"));
  CHECK_THAT(text, ContainsSubstring("| box | float | 0 to 8 | boxes\\:xyxy |"));
  CHECK_THAT(text, ContainsSubstring("| id | class | boxes |\n| ---: | --- | ---: |\n| 1 | daisy | 2 |\n"));
  CHECK_THAT(text, ContainsSubstring("| 100 | c97 | 1 |\n\nAnd 22 more: see classes\\.txt.\n"));
  CHECK_THAT(text, ContainsSubstring("\nSplit train has only image, box, size.\n\n## Classes"));
  CHECK_THAT(text, ContainsSubstring("FEATURES = {\n    \"image\": tf.io.FixedLenFeature([], tf.string),\n"
                                     "    \"box\": tf.io.RaggedFeature(tf.float32),\n"
                                     "    \"size\": tf.io.FixedLenFeature([2], tf.float32),\n}"));
  CHECK_THAT(text, ContainsSubstring(" if shard[\"split\"] == \"train\" and shard[\"size\"] == \"8x8\"]\n"));
  CHECK_THAT(text, ContainsSubstring("TFRecordDataset(paths, compression_type=\"GZIP\")"));
}

TEST_CASE("README.md: the task follows from the features, the size category from the records") {
  Manifest set = flowers();
  const auto readme = [&] { return card_content(set, k_readme_name); };
  set.features[0] = feature("mask", "bytes", "mask");
  CHECK_THAT(readme(), ContainsSubstring("\n- image-segmentation\ntags"));
  set.features[0] = feature("age", "int64", "int64", {"age"});
  CHECK_THAT(readme(), !ContainsSubstring("task_categories"));
  set.features = {feature("class", "int64", "index", {"class"})};  // no image
  CHECK_THAT(readme(), !ContainsSubstring("task_categories"));
  set.shards.resize(1);
  const std::vector<std::pair<std::uint64_t, std::string>> categories{{999, "n<1K"},
                                                                      {1000, "1K<n<10K"},
                                                                      {9999, "1K<n<10K"},
                                                                      {10'000, "10K<n<100K"},
                                                                      {999'999'999'999, "100B<n<1T"},
                                                                      {1'000'000'000'000, "n>1T"}};
  for (const auto& [records, category] : categories) {
    set.shards[0].records = records;
    CHECK_THAT(readme(), ContainsSubstring("size_categories:\n- " + category + "\n"));
  }
}

TEST_CASE("Names can't end a YAML string or add markup to Markdown") {
  CHECK(yaml_string("a\"b\\c: #\n---\xE2\x80\xA8\xF0\x9F\x8C\xBB") ==
        R"("a\"b\\c: #\U0000000A---\U00002028\U0001F33B")");
  CHECK(markdown_text("a|b\\|<b>&amp;`x` *y* _z_ [l](http://h)\n# h") ==
        R"(a\|b\\\|\<b\>\&amp;\`x\` \*y\* \_z\_ \[l\](http\://h)\\n\# h)");
}

TEST_CASE("dataset-metadata.json: title and slug keep Kaggle's limits") {
  Manifest set = flowers();
  const auto named = [&](const std::string& name) {
    set.name = name;
    const Json json = kaggle_of(set);
    return json["title"].get<std::string>() + " = " + json["id"].get<std::string>();
  };
  CHECK(named("flowers") == "flowers = INSERT_OWNER_SLUG_HERE/flowers");
  CHECK(named("x1") == "x1 images = INSERT_OWNER_SLUG_HERE/x1-images");
  CHECK(named("--My  Photos!--") == "--My  Photos!-- = INSERT_OWNER_SLUG_HERE/my-photos");
  CHECK(named("\u82B1") == "\u82B1 images = INSERT_OWNER_SLUG_HERE/images");
  CHECK(named("\u82B1\u82B1\u82B1\u82B1\u82B1\u82B1") ==
        "\u82B1\u82B1\u82B1\u82B1\u82B1\u82B1 = INSERT_OWNER_SLUG_HERE/images");
  CHECK(named("ab?????") == "ab????? = INSERT_OWNER_SLUG_HERE/ab-images");
  set.name = std::string(49, 'a') + "\u00E9\u00E9";
  CHECK(kaggle_of(set)["title"] == std::string(49, 'a') + "\u00E9");
}

TEST_CASE("dataset-metadata.json describes each file") {
  Manifest set = flowers();
  set.bad_images = 1;
  set.side_files = {"label_map.pbtxt", "records.csv",    "features.json",
                    k_readme_name,     k_croissant_name, k_kaggle_name};
  const Json json = kaggle_of(set);
  CHECK(json["subtitle"] == "TFRecord shards: 5 records in 2 shards");
  CHECK(json["licenses"] == Json::parse(R"([{"name":"unknown"}])"));
  CHECK_THAT(json["description"].get<std::string>(), Catch::StartsWith("# flowers\n"));
  std::vector<std::string> paths;
  for (const Json& file : json["resources"]) paths.push_back(file["path"]);
  CHECK(paths == std::vector<std::string>{"manifest.json", "croissant.json", "classes.txt", "bad.csv",
                                          "label_map.pbtxt", "records.csv", "features.json",
                                          "test/flowers00-2.tfrec", "train/flowers00-3.tfrec"});
  CHECK(
      json["resources"][5]["schema"].dump() ==
      R"({"fields":[{"name":"split","type":"string"},{"name":"shard","type":"string"},)"
      R"({"name":"record","type":"integer"},{"name":"row","type":"integer"},{"name":"image","type":"string"}]})");
}

TEST_CASE("croissant.json: files, records and classes refer to each other") {
  const Json json = croissant_of(flowers());
  CHECK(json["conformsTo"] == "http://mlcommons.org/croissant/1.1");
  REQUIRE(json["distribution"].size() == 2);
  CHECK(json["distribution"][0]["@id"] == "shards/train");
  CHECK(json["distribution"][0]["includes"] == Json::array({"train/flowers00-3.tfrec"}));
  REQUIRE(json["recordSet"].size() == 3);
  const Json& train = json["recordSet"][0];
  CHECK(train["@id"] == "records/train");
  CHECK(train["field"][0].dump() ==
        R"({"@type":"cr:Field","@id":"records/train/class","name":"class","dataType":"cr:Int64",)"
        R"("description":"index:class","source":{"fileSet":{"@id":"shards/train"},)"
        R"("extract":{"column":"class"}},"references":{"field":{"@id":"classes/classes/id"}}})");
  CHECK(train["field"][1]["dataType"] == "sc:ImageObject");
  CHECK_FALSE(train["field"][1].contains("isArray"));
  CHECK(json["recordSet"][2]["data"].dump() == R"([{"classes/classes/id":0,"classes/classes/name":"daisy"},)"
                                               R"({"classes/classes/id":1,"classes/classes/name":"rose"}])");
}

TEST_CASE("croissant.json: types and shapes of arrays") {
  Manifest set = flowers();
  set.features = {feature("raw", "bytes", "raw-uint8"),
                  feature("x", "bytes", "raw-float32", {"a", "b"}),
                  feature("n", "bytes", "raw-int64", {"a"}),
                  feature("file", "bytes", "file", {"a"}),
                  feature("boxes", "float", "boxes", {"xyxy"}, 0, 8),
                  feature("none", "float", "boxes", {"xyxy"}, 0, 0),
                  feature("pair", "int64", "int64", {"a", "b"}, 2, 2),
                  feature("text", "bytes", "bytes", {"a"}),
                  {"unknown", "", "float", 1, 1}};
  for (ManifestShard& shard : set.shards) shard.shape = {4, 5, 3};
  std::vector<std::string> found;
  const Json json = croissant_of(set);
  for (const Json& field : json["recordSet"][0]["field"])
    found.push_back(field["dataType"].get<std::string>() + " " + field.value("arrayShape", ""));
  CHECK(found == std::vector<std::string>{"cr:UInt8 4,5,3", "cr:Float32 2", "cr:Int64 1", "cr:UInt8 -1",
                                          "cr:Float32 -1", "cr:Float32 -1", "cr:Int64 2", "sc:Text ",
                                          "cr:Float32 "});
}

TEST_CASE("croissant.json: a kind without its columns, in a manifest made by hand, is no kind") {
  Manifest set = flowers();
  set.features[0].origin->columns.clear();
  CHECK_FALSE(croissant_of(set)["recordSet"][0]["field"][0].contains("references"));
}

TEST_CASE("croissant.json: names with slashes, dots and blanks can't change an @id, nor stars a pattern") {
  Manifest set = flowers();
  set.features[1].name = "../a b";
  set.shards[0].path = "a*[b].tfrec";
  set.shards[0].split = "a/b";
  const Json json = croissant_of(set);
  CHECK(json["distribution"][1]["@id"] == "shards/a%2Fb");
  CHECK(json["distribution"][1]["includes"] == Json::array({"a[*][[]b].tfrec"}));
  CHECK(json["recordSet"][1]["field"][1]["@id"] == "records/a%2Fb/%2E%2E%2Fa%20b");
}
