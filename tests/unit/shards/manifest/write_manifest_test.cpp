// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "shards/manifest/json_field.hpp"
#include "shards/manifest/manifest.hpp"
#include "support/catch.hpp"
#include "support/error_of.hpp"

using namespace tfrec;

namespace {

nlohmann::json written(const Manifest& set) {
  return nlohmann::json::parse(manifest_json(set));
}

nlohmann::json json_of(const char* text) {
  return nlohmann::json::parse(text);
}

}  // namespace

TEST_CASE("A manifest has no keys for what its set lacks") {
  Manifest set;
  set.features = {{"image", "", "bytes", 1, 1}};
  set.classes = {{"class", "", {{"rose", 3}}}};
  set.totals = {{"", "", 1, 3, 30, 31}};
  set.shards = {{"a.tfrec", "", "", 3, 30, 0, ""}};
  const nlohmann::json json = written(set);
  for (const char* key : {"fingerprint", "sources", "plan", "mixed_options", "left_out_rows", "boxes",
                          "mask_pixels", "bad_box_lines", "strata", "side_files", "largest_deviation"}) {
    INFO(key);
    CHECK_FALSE(json.contains(key));
  }
  CHECK((json["records"] == 3 && json["bytes"] == 30 && json["bad_images"] == 0 && json["filtered"] == 0));
  CHECK(json["schema"] == json_of(R"([{"name":"image","kind":"bytes","min_length":1,"max_length":1}])"));
  CHECK(json["classes"] == json_of(R"([{"column":"class","names":["rose"],"records":[3]}])"));
  CHECK(json["shards"] == json_of(R"([{"path":"a.tfrec","split":"","size":"","records":3,"bytes":30,)"
                                  R"("crc32c":"AAAAAA==","sources":""}])"));
  CHECK(json["splits"] == json_of(R"([{"split":"","size":"","shards":1,"records":3,"bytes":30,)"
                                  R"("predicted_bytes":31,"rule":"","given_up":[]}])"));
}

TEST_CASE("A manifest has keys for all that its set has") {
  Manifest set;
  set.splits = {"train", "test"};
  set.features = {{"class", "index:class", "int64", 1, 2, FeatureOrigin{"index", {"class"}}}};
  set.classes = {{"class", "classes.txt", {{"rose", 3, {2, 1}}, {"tulip", 2, {0, 2}}}, true, {4, 9}}};
  set.strata = {{"site", "", {{"north", 5, {2, 3}}}}};
  set.totals = {
      {"train", "8x8", 1, 2, 20, 21, "--shards", {"hosts"}, {"class"}, ChannelStatistics{7, {1}, {2}}},
      {"test", "8x8", 1, 3, 30, 31}};
  set.shards = {{"a", "train", "8x8", 2, 20, 1, "s", {{"jpeg", 2}}, {1, 2}, {8, 8, 3}, {{0, 60}, {15, 4}}}};
  set.bad = {{1, "a.jpg", "why"}};
  set.left_out = {{2, "b.jpg", "dropped"}};
  set.bad_boxes = {{3, "c.jpg", "why", "clipped"}};
  set.boxes = BoxTotals{9, 1, 2, 5, true, 3, 4, 6, 7};
  set.mask_pixels = {{1, 64}};
  set.images = {{"jpeg", 5}};
  set.filtered = 8;
  set.deviation = "1 %";
  set.side_files = {"left-out.csv"};
  const nlohmann::json json = written(set);
  CHECK((json["records"] == 5 && json["bytes"] == 50 && json["filtered"] == 8));
  CHECK((json["bad_images"] == 1 && json["left_out_rows"] == 1 && json["bad_box_lines"] == 1));
  CHECK(json["largest_deviation"] == "1 %");
  CHECK(json["side_files"] == json_of(R"(["left-out.csv"])"));
  CHECK(json["pictures"] == json_of(R"({"jpeg":5})"));
  CHECK(json["mask_pixels"] == json_of(R"({"1":64})"));
  CHECK(json["schema"][0]["spec"] == "index:class");
  CHECK(json["schema"][0]["made_of"] == json_of(R"({"kind":"index","columns":["class"]})"));
  CHECK(json["classes"] ==
        json_of(R"([{"column":"class","file":"classes.txt","names":["rose","tulip"],"ids":[4,9],)"
                R"("records":[3,2],"records_by_split":{"train":[2,0],"test":[1,2]}}])"));
  CHECK(json["strata"] == json_of(R"([{"column":"site","names":["north"],"records":[5],)"
                                  R"("records_by_split":{"train":[2],"test":[3]}}])"));
  CHECK(json["splits"][0]["features"] == json_of(R"(["class"])"));
  CHECK(json["splits"][0]["stats"] == json_of(R"({"pixels":7,"mean":[1.0,0.0,0.0],"std":[2.0,0.0,0.0]})"));
  CHECK_FALSE((json["splits"][1].contains("features") || json["splits"][1].contains("stats")));
  CHECK(json["shards"][0]["pictures"] == json_of(R"({"jpeg":2})"));
  CHECK(json["shards"][0]["pixel_sums"] == json_of("[1,2]"));
  CHECK(json["shards"][0]["shape"] == json_of("[8,8,3]"));
  CHECK(json["shards"][0]["mask_pixels"] == json_of(R"({"0":60,"15":4})"));
  CHECK(json["boxes"] ==
        json_of(R"({"boxes":9,"images_without_boxes":1,"boxes_per_image":{"median":2,"max":5},)"
                R"("boxes_clipped":3,"boxes_dropped":4,"boxes_rounded":6,"boxes_out_of_view":7})"));
  set.boxes->is_of_build = false;
  CHECK(written(set)["boxes"].size() == 3);
}

TEST_CASE("A report lists what a manifest counts, and seconds in milliseconds") {
  Manifest set;
  PhaseTimes times{1.23456, {{"reading", 0.0004}, {"audit", 0.0006}}};
  nlohmann::json json = nlohmann::json::parse(report_json(set, times));
  CHECK(json["bad"].empty());
  CHECK_FALSE((json.contains("left_out") || json.contains("bad_boxes")));
  CHECK(json["seconds"] == json_of(R"({"total":1.235,"reading":0.0,"audit":0.001})"));
  set.bad = {{1, "a.jpg", "why"}};
  set.left_out = {{2, "b.jpg", "dropped"}};
  set.bad_boxes = {{3, "c.jpg", "why", "clipped"}};
  json = nlohmann::json::parse(report_json(set, times));
  CHECK(json["bad"] == json_of(R"([{"row":1,"image":"a.jpg","reason":"why"}])"));
  CHECK(json["left_out"] == json_of(R"([{"row":2,"image":"b.jpg","action":"dropped"}])"));
  CHECK(json["bad_boxes"] == json_of(R"([{"row":3,"image":"c.jpg","reason":"why","action":"clipped"}])"));
}

TEST_CASE("A second list of classes gets a number, in any case of its letters, and a label map of its name") {
  const std::vector<ClassColumn> taken{{"a", "Classes.txt", {}}, {"b", "classes-2.txt", {}}};
  CHECK(free_classes_file("classes.txt", {}) == "classes.txt");
  CHECK(free_classes_file("classes.txt", {taken[0]}) == "classes-2.txt");
  CHECK(free_classes_file("classes.txt", taken) == "classes-3.txt");
  CHECK(free_classes_file("others.txt", taken) == "others.txt");
  CHECK(label_map_file("classes.txt") == "label_map.pbtxt");
  CHECK(label_map_file("classes-site.txt") == "label_map-site.pbtxt");
  CHECK(label_map_file("a.txt") == "");
  Manifest set;
  set.side_files = {"label_map-2.pbtxt"};
  CHECK(has_label_map(set, taken[1]));
  CHECK_FALSE(has_label_map(set, {"c", "classes.txt", {}}));
  CHECK((is_card("README.md") && is_card("croissant.json") && !is_card("readme.md")));
}

TEST_CASE("Side files are class lists, the list of bad images, and the others") {
  Manifest set;
  set.classes = {{"a", "classes.txt", {}}};
  set.side_files = {"records.csv"};
  CHECK(set.all_side_files() == std::vector<std::string>{"classes.txt", "records.csv"});
  set.bad_images = 1;
  CHECK(set.all_side_files() == std::vector<std::string>{"classes.txt", "bad.csv", "records.csv"});
}

TEST_CASE("Ids of pixels are whole numbers of 16 bits") {
  MaskPixels pixels{{1, 5}};
  add_pixels({{1, 2}, {65'535, 3}}, pixels);
  CHECK(pixels == MaskPixels{{1, 7}, {65'535, 3}});
  const auto with_key = [](const std::string& id) {
    Manifest set;
    set.totals = {{"", "", 1, 3, 30, 31}};
    set.shards = {{"a.tfrec", "", "", 3, 30, 0, ""}};
    nlohmann::json json = written(set);
    json["shards"][0]["mask_pixels"][id] = 4;
    return parse_manifest(json.dump(), "m").shards.at(0).mask_pixels;
  };
  CHECK(with_key("0") == MaskPixels{{0, 4}});
  CHECK(with_key("65535") == MaskPixels{{65'535, 4}});
  for (const char* wrong : {"-1", "65536", "x", ""}) {
    CHECK_THAT(test::error_of([&] { with_key(wrong); }),
               Catch::ContainsSubstring("has a key that is no id of a pixel"));
  }
}
