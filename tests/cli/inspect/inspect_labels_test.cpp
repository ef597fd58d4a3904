// SPDX-License-Identifier: Apache-2.0
// How many records inspect counts for each class.
#include <nlohmann/json.hpp>

#include "support/data/example_bytes.hpp"
#include "support/data/shard_bytes.hpp"
#include "support/scenes/build_scene.hpp"

using namespace tfrec::test;

namespace {

/// A shard of records with these labels.
std::string shard_of_labels(const std::vector<std::int64_t>& labels) {
  std::vector<std::string> payloads;
  for (const std::int64_t label : labels) payloads.push_back(payload_of({{"label", Integers{label}}}));
  return shard_of(payloads);
}

std::vector<std::int64_t> ids_to(std::int64_t last) {
  std::vector<std::int64_t> ids;
  for (std::int64_t id = 0; id <= last; ++id) ids.push_back(id);
  return ids;
}

}  // namespace

TEST_CASE("inspect had no line of labels where each class has one record") {
  BuildScene scene({"--labels", "labels.csv", "--name", "f", "--layout", "slim", "--dedupe", "ignore"});
  scene.images(12);
  std::string csv = "image,class\n";
  for (int i = 0; i < 12; ++i) csv += std::to_string(i) + ",c" + std::to_string(i) + "\n";
  scene.table(csv);
  scene.report();
  const RunResult whole = scene.run({"inspect", "out"});
  CHECK(whole.exit_code == 0);
  CHECK_THAT(whole.out, ContainsSubstring("\nlabels    'image/class/label': 12 ids from 1 (c0) to 12 (c9), 1 "
                                          "record each; --json lists all\n"));
  scene.scratch.write("classes.txt", scene.scratch.read("out/classes.txt"));
  scene.table(csv.substr(0, csv.find("4,c4")) + csv.substr(csv.find("5,c5")));
  scene.report({"--classes", "classes.txt"}, "fewer");
  CHECK_THAT(scene.run({"inspect", "fewer"}).out,
             ContainsSubstring(
                 "'image/class/label': 11 ids from 1 (c0) to 12 (c9) without 7, 1 record each; --json"));
}

TEST_CASE("inspect had no line of labels for ids without names that do not repeat") {
  const ScratchFolder folder;
  const auto line = [&](const std::vector<std::int64_t>& ids) {
    folder.write("a.tfrec", shard_of_labels(ids));
    const RunResult result = run_tfrec({"inspect", "a.tfrec", "--samples", "0"}, in(folder));
    CHECK(result.exit_code == 0);
    const std::size_t at = result.out.find("labels ");
    return at == std::string::npos ? "" : result.out.substr(at, result.out.find('\n', at) - at);
  };
  CHECK(line({0, 1, 3, 4}) ==
        "labels    'label': 4 ids from 0 to 4 without 2, 1 record each; --json lists all");
  CHECK(line({0, 5, 6, 7, 8}) ==
        "labels    'label': 5 ids from 0 to 8 (4 others are missing), 1 record each; --json lists all");
  CHECK(line(ids_to(1'200)) == "labels    'label': more than 1,000 ids from 0 to 1200");
  CHECK(line({7}).empty());
}

TEST_CASE("inspect of splits did not count the classes of each, nor the records without a label") {
  BuildScene scene(
      {"--labels", "labels.csv", "--name", "f", "--split-column", "part", "--feature", "image=jpeg"});
  scene.images(8);
  std::string csv = "image,tags,class,part\n";
  for (int i = 0; i < 8; ++i) {
    csv += std::to_string(i) +
           (i == 7       ? ","
            : i % 2 == 0 ? ",cat|dog"
                         : ",cat") +
           (i < 5 ? ",a" : ",b") + (i < 6 ? ",train\n" : ",val\n");
  }
  scene.table(csv);
  scene.report({"--feature", "labels=multihot:tags", "--feature", "class=index:class"});
  const RunResult both = scene.run({"inspect", "out"});
  CHECK(both.exit_code == 0);
  CHECK_THAT(both.out,
             ContainsSubstring("\nlabels    'labels': cat × 7 (train 6, val 1), dog × 4 (train 3, val 1); 1 "
                               "record without a label (train 0, val 1)\n"));
  CHECK_THAT(both.out, ContainsSubstring(
                           "\nlabels    'class': 0 (a) × 5 (train 5, val 0), 1 (b) × 3 (train 1, val 2)\n"));
  CHECK_THAT(scene.run({"inspect", "out/train"}).out, ContainsSubstring("'class': 0 (a) × 5, 1 (b) × 1\n"));
  const Json json = Json::parse(scene.run({"inspect", "out", "--json"}).out);
  for (const Json& feature : json["schema"]) {
    if (feature["name"] == "class") {
      CHECK(feature["histogram"][1].dump() ==
            R"({"value":1,"records":3,"records_by_split":{"train":1,"val":2}})");
    }
    if (feature["name"] == "labels") {
      CHECK(feature["unmarked"] == 1);
      CHECK(feature["unmarked_by_split"].dump() == R"({"train":0,"val":1})");
      CHECK(feature["marks_by_split"].dump() == R"({"train":[6,3],"val":[1,1]})");
    }
  }
}

TEST_CASE("inspect of folders train and val without a manifest did not count the classes of each") {
  const ScratchFolder folder;
  folder.write("train/a.tfrec", shard_of_labels({3, 3, 4}));
  folder.write("val/a.tfrec", shard_of_labels({3}));
  const RunResult result = run_tfrec({"inspect", "."}, in(folder));
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out,
             ContainsSubstring("labels    'label': 3 × 3 (train 2, val 1), 4 × 1 (train 1, val 0)\n"));
}

TEST_CASE("inspect left out the class names that records have where no class repeats") {
  const ScratchFolder folder;
  std::vector<std::string> payloads;
  for (const std::int64_t id : {0, 1, 3}) {
    payloads.push_back(payload_of(
        {{"image/class/label", Integers{id}}, {"image/class/text", Texts{"name " + std::to_string(id)}}}));
  }
  folder.write("a.tfrec", shard_of(payloads));
  const RunResult result = run_tfrec({"inspect", "a.tfrec"}, in(folder));
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out,
             ContainsSubstring("'image/class/label': 3 ids from 0 (name 0) to 3 (name 3) without 2, 1 "
                               "record each; --json lists all\n"));
  CHECK_THAT(result.out, ContainsSubstring("int64  0 (name 0)\n"));
}
