// SPDX-License-Identifier: Apache-2.0
// The command that extract prints makes equal records again.
#include <algorithm>
#include <limits>

#include <nlohmann/json.hpp>

#include "support/data/shard_bytes.hpp"
#include "support/scenes/round_trip.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

/// Records of another program with these features beside their images.
class OthersShard : public RoundTrip {
 public:
  OthersShard() : RoundTrip("image\n") {}

  void write(const std::vector<std::vector<NamedValues>>& records) const {
    std::vector<std::string> payloads;
    for (std::size_t i = 0; i < records.size(); ++i) {
      std::vector<NamedValues> features = records[i];
      const std::string image = jpeg_image(40, 20, static_cast<unsigned>(i) + 1);
      const std::string name = "b/" + std::to_string(i) + ".jpg";
      features.push_back({"image/encoded", Texts{image}});
      features.push_back({"image/filename", Texts{name}});
      payloads.push_back(payload_of(features));
    }
    scratch.write("others/a.tfrec", shard_of(payloads));
  }

  /// The payloads of both are the same.
  nlohmann::json check() const {
    nlohmann::json report = extract("others");
    INFO(scratch.read("x/labels.csv"));
    INFO(report["build_options"]);
    CHECK(report["not_rebuilt"].empty());
    make("x/images", "x/labels.csv", "b", report["build_options"].get<Words>());
    CHECK(shards("b").begin()->second == scratch.read("others/a.tfrec"));
    return report;
  }
};

}  // namespace

TEST_CASE("extract wrote no class list of ids and texts in others' records, and build made no classes") {
  using Records = std::vector<std::vector<NamedValues>>;
  const auto record = [](std::int64_t id, const char* name) {
    return std::vector<NamedValues>{{"image/class/label", Integers{id}}, {"image/class/text", Texts{name}}};
  };
  const OthersShard shard;
  shard.write({record(0, "wren"), record(7, "owl"), record(0, "wren")});
  CHECK(shard.check()["classes_file"] == "x/label_map.pbtxt");
  CHECK(shard.scratch.read("x/label_map.pbtxt") ==
        "item {\n  id: 0\n  name: \"wren\"\n}\nitem {\n  id: 7\n  name: \"owl\"\n}\n");
  CHECK(shard.scratch.read("b/classes.txt") == "id,name\n0,wren\n7,owl\n");
  const std::vector<NamedValues> no_text{{"image/class/label", Integers{2}}};
  for (const Records& records :
       {Records{record(1, "wren"), record(1, "owl")}, Records{record(1, "wren"), record(2, "wren")},
        Records{record(1, " wren"), record(2, "kite")}, Records{record(1, "wren"), no_text}}) {
    const OthersShard other;
    other.write(records);
    CHECK(other.extract("others")["classes_file"] == "");
  }
}

TEST_CASE("extract: the names and kinds of the features of others' shards are lost in the rebuilt set") {
  const OthersShard shard;
  shard.write({{{"image/class/label", Integers{3}},
                {"image/class/text", Texts{"12"}},
                {"image/height", Integers{20}}},
               {{"image/class/label", Integers{1}},
                {"image/class/text", Texts{"x"}},
                {"image/height", Integers{20}}}});
  const nlohmann::json report = shard.check();
  CHECK(report["build_options"] ==
        Words{"--feature", "image/encoded=jpeg", "--feature", "image/filename=bytes:image", "--feature",
              "image/class/label=index:image/class/text", "--feature",
              "image/class/text=bytes:image/class/text", "--feature", "image/height=height", "--classes",
              "x/label_map.pbtxt", "--encode", "copy"});
}

TEST_CASE("extract printed --box-units for boxes that it left out, and build refused its command") {
  const auto record = [](const auto& begin, const auto& end) {
    return std::vector<NamedValues>{{"image/object/bbox/xmin", begin},
                                    {"image/object/bbox/ymin", begin},
                                    {"image/object/bbox/xmax", end},
                                    {"image/object/bbox/ymax", end}};
  };
  const OthersShard shard;
  shard.write({record(Floats{0.25F}, Floats{0.5F}), record(Texts{}, Texts{})});  // no box, in lists of bytes
  const nlohmann::json report = shard.extract("others");
  CHECK_FALSE(report["left_out"].empty());
  const auto options = report["build_options"].get<Words>();
  CHECK(std::ranges::count(options, "--box-units") == 0);
  shard.make("x/images", "x/labels.csv", "b", options);
  CHECK(shard.shards("b").size() == 1);
}

TEST_CASE("extract: the boxes of others' shards become a row each, in pixels") {
  const OthersShard shard;
  const auto record = [](Floats xmin, Floats ymin, Floats xmax, Floats ymax, Texts texts, Integers labels) {
    return std::vector<NamedValues>{{"image/object/bbox/xmin", xmin},   {"image/object/bbox/ymin", ymin},
                                    {"image/object/bbox/xmax", xmax},   {"image/object/bbox/ymax", ymax},
                                    {"image/object/class/text", texts}, {"image/object/class/label", labels}};
  };
  shard.write({record({0.25F, 0.1F}, {0, 0.5F}, {0.5F, 1}, {0.3F, 1}, {"cat", "dog"}, {7, 3}),
               record({}, {}, {}, {}, {}, {}), record({1.0F / 3}, {0}, {0.9F}, {1}, {"cat"}, {7})});
  const nlohmann::json report = shard.check();
  CHECK(report["pictures"] == 3);
  CHECK(shard.scratch.read("x/labels.csv") ==
        "image,xmin,ymin,xmax,ymax,image/object/class/text\n"
        "b/0.jpg,10,0,20,6,cat\n"
        "b/0.jpg,4,10,40,20,dog\n"
        "b/1.jpg,,,,,\n"
        "b/2.jpg,13.333334,0,36,20,cat\n");
  CHECK(shard.scratch.read("x/label_map.pbtxt") ==
        "item {\n  id: 3\n  name: \"dog\"\n}\nitem {\n  id: 7\n  name: \"cat\"\n}\n");
  CHECK(std::ranges::count(report["build_options"],
                           "image/object/class/label=index:image/object/class/text") == 1);
}

TEST_CASE("extract: features of others that only look like facts of the image get other values") {
  const OthersShard shard;
  const auto record = [](std::int64_t height, std::string_view format, std::string_view id) {
    return std::vector<NamedValues>{{"image/object/bbox/xmin", Floats{0.25F, 0.1F}},
                                    {"image/object/bbox/ymin", Floats{0, 0.5F}},
                                    {"image/object/bbox/xmax", Floats{0.5F, 1}},
                                    {"image/object/bbox/ymax", Floats{0.3F, 1}},
                                    {"image/height", Integers{height}},
                                    {"image/width", Integers{40}},
                                    {"image/format", Texts{format}},
                                    {"image/source_id", Texts{id}},
                                    {"image/key/sha256", Texts{""}}};
  };
  shard.write({record(20, "jpeg", "8"), record(21, "jpeg", "9")});
  const nlohmann::json report = shard.check();
  const auto words = report["build_options"].get<Words>();
  for (const char* feature : {"image/format=bytes:image/format", "image/height=int64:image/height",
                              "image/width=width", "image/key/sha256=bytes:image/key/sha256"}) {
    CHECK(std::ranges::find(words, feature) != words.end());
  }
}

TEST_CASE("extract: a detection set is built again from the printed command") {
  const RoundTrip scene(
      "image,class,xmin,ymin,xmax,ymax,area\n"
      "p0.jpg,cat,0,0,10,10,5.5\np0.jpg,bee,3,1,20,16,7\np1.jpg,bee,0.5,1,7,9,1\np2.jpg,,,,,,\np3.jpg,cat,1,"
      "2,3,4,0\n");
  const nlohmann::json report = scene.check_as_printed({"--layout", "detection"});
  CHECK(report["not_rebuilt"].empty());
  CHECK(report["build_options"] == Words{"--layout", "detection", "--label-column", "class", "--box-units",
                                         "pixels", "--classes", "x/classes.txt", "--label-base", "1",
                                         "--encode", "copy"});
  CHECK(report["columns"] == Words{"image", "xmin", "ymin", "xmax", "ymax", "class", "area"});
}

TEST_CASE("extract: boxes of every form are built again") {
  for (const char* form : {"xyxy", "yxyx", "xywh", "cxcywh", "xyxy-pixels", "cxcywh-pixels"}) {
    CAPTURE(form);
    const RoundTrip scene(
        "image,xmin,ymin,xmax,ymax\np0.jpg,0,0,10.3,10\np1.jpg,0.1,1,7,9.7\np1.jpg,2,3,4,5\np2.jpg,,,,\np3."
        "jpg,1,2,20,16\n");
    const Words features{"--feature",        "image=jpeg", "--feature",
                         "name=bytes:image", "--feature",  std::string("b=boxes:") + form};
    CHECK(scene
              .check_as_printed(features +
                                Words{"--split", "train=0.5,val=0.5", "--dedupe", "ignore"})["not_rebuilt"]
              .empty());
  }
}

TEST_CASE("extract: centres of boxes that a crop cuts are rebuilt with another last digit") {
  std::string table = "image,xmin,ymin,xmax,ymax\n";
  for (int i = 0; i < 40; ++i) {
    const std::string low = std::to_string(0.173 * (i % 20));
    table += "p" + std::to_string(i % 4) + ".jpg," + low + "," + low + "," + std::to_string(11 + 0.21 * i) +
             "," + std::to_string(9 + 0.17 * i) + "\n";
  }
  for (const char* side : {"13", "37x23"}) {
    CAPTURE(side);
    const RoundTrip cropped(table);
    cropped.make("images", "labels.csv", "a",
                 {"--feature", "image=jpeg", "--feature", "name=bytes:image", "--feature", "b=boxes:cxcywh",
                  "--feature", "p=boxes:cxcywh-pixels", "--size", side, "--fit", "crop"});
    CHECK(cropped.check_extracted("a")["not_rebuilt"].empty());
  }
}

TEST_CASE("extract: boxes of others that build refuses stop the printed command") {
  const OthersShard shard;
  const auto record = [](Floats xmin, Floats xmax) {
    return std::vector<NamedValues>{{"image/object/bbox/xmin", xmin},
                                    {"image/object/bbox/ymin", Floats{0, 0.5F}},
                                    {"image/object/bbox/xmax", xmax},
                                    {"image/object/bbox/ymax", Floats{0.3F, 1}}};
  };
  shard.write({record({0.25F, 0.1F}, {0.5F, 1}), record({0.5F, 0.1F}, {0.25F, 1.3F})});
  const nlohmann::json report = shard.extract("others");
  REQUIRE(report["not_rebuilt"].size() == 4);
  CHECK_THAT(
      report["not_rebuilt"][0]["reason"].get<std::string>(),
      Catch::StartsWith("2 boxes are faulty, and build drops them, for instance: left 20 is not less"));
  shard.make("x/images", "x/labels.csv", "b", report["build_options"].get<Words>());
}

TEST_CASE("extract named one of the features that a faulty box changes") {
  const OthersShard shard;
  shard.write({{{"image/object/bbox/xmin", Floats{0.5F, 0.1F}},
                {"image/object/bbox/ymin", Floats{0, 0.5F}},
                {"image/object/bbox/xmax", Floats{0.25F, 0.3F}},
                {"image/object/bbox/ymax", Floats{0.3F, 1}},
                {"image/object/class/label", Integers{1, 2}}}});
  const nlohmann::json report = shard.extract("others");
  Words features;
  for (const auto& loss : report["not_rebuilt"]) features.push_back(loss["feature"]);
  CHECK(features == Words{"image/object/bbox/xmax", "image/object/bbox/xmin", "image/object/bbox/ymax",
                          "image/object/bbox/ymin", "image/object/class/label"});
  CHECK_THAT(run_tfrec({"extract", "others", "-o", "y"}, in(shard.scratch)).err,
             ContainsSubstring("a rebuilt set has other values of 'image/object/bbox/xmax' and 4 other "
                               "features: 1 box is faulty, and build drops it: left 20 is not less"));
}

TEST_CASE("extract: crashed on boxes of others without all numbers") {
  const OthersShard shard;
  const auto record = [](Floats xmin, Floats xmax) {
    return std::vector<NamedValues>{{"image/object/bbox/xmin", xmin},
                                    {"image/object/bbox/ymin", Floats{0, 0.5F}},
                                    {"image/object/bbox/xmax", xmax},
                                    {"image/object/bbox/ymax", Floats{0.3F, 1}},
                                    {"image/object/keypoint/x", Floats{0.1F, 0.2F, 0.3F, 0.4F}}};
  };
  constexpr float k_nan = std::numeric_limits<float>::quiet_NaN();
  constexpr float k_infinity = std::numeric_limits<float>::infinity();
  shard.write({record({0.25F}, {0.5F, 1}), record({0.1F, k_nan}, {0.25F, k_infinity})});
  shard.extract("others");
}

TEST_CASE("extract: lists of several rows per image are rows again") {
  const RoundTrip scene(
      "image,caption,n,day\np0.jpg,a cat,1,3\np0.jpg,\"a, b\",2,3\np1.jpg,c,3,4\np2.jpg,,,5\np3.jpg,d,4,6\n");
  const nlohmann::json report = scene.check_as_printed({"--record-per", "image"});
  CHECK(report["not_rebuilt"].empty());
  CHECK(
      scene.scratch.read("x/labels.csv") ==
      "image,caption,day,n\np0.jpg,a cat,3,1\np0.jpg,\"a, b\",3,2\np1.jpg,c,4,3\np2.jpg,,5,\np3.jpg,d,6,4\n");
}

TEST_CASE("extract: build took images without boxes, whose rows have other cells, for faulty boxes") {
  const OthersShard shard;
  const auto record = [](const Floats& begin, const Floats& end, const Texts& texts) {
    return std::vector<NamedValues>{{"image/object/bbox/xmin", begin},  {"image/object/bbox/ymin", begin},
                                    {"image/object/bbox/xmax", end},    {"image/object/bbox/ymax", end},
                                    {"image/object/class/text", texts}, {"image/source_id", Texts{"id"}},
                                    {"image/height", Integers{20}}};
  };
  shard.write({record({0.25F}, {0.5F}, {"cat"}), record({}, {}, {})});
  shard.check();
}

TEST_CASE("extract: a class of others' label map that no record has was lost") {
  const OthersShard shard;
  shard.write({{{"image/class/label", Integers{1}}, {"image/class/text", Texts{"cat"}}}});
  const std::string map = "item {\n  id: 1\n  name: \"cat\"\n}\nitem {\n  id: 4\n  name: \"bus\"\n}\n";
  shard.scratch.write("others/label_map.pbtxt", map);
  shard.check();
  CHECK(shard.scratch.read("x/label_map.pbtxt") == map);
}

TEST_CASE("extract: labels of boxes without texts have the names of the label map beside them") {
  const OthersShard shard;
  const auto record = [](std::int64_t id) {
    return std::vector<NamedValues>{{"image/object/bbox/xmin", Floats{0.25F}},
                                    {"image/object/bbox/ymin", Floats{0.25F}},
                                    {"image/object/bbox/xmax", Floats{0.5F}},
                                    {"image/object/bbox/ymax", Floats{0.5F}},
                                    {"image/object/class/label", Integers{id}}};
  };
  shard.write({record(1), record(2)});
  shard.scratch.write("others/label_map.pbtxt",
                      "item {\n  id: 1\n  name: \"cat\"\n}\nitem {\n  id: 2\n  name: \"dog\"\n}\n");
  shard.check();
  CHECK_THAT(shard.scratch.read("x/labels.csv"), Catch::EndsWith(",cat\nb/1.jpg,10,5,20,10,dog\n"));
}

TEST_CASE("extract printed a build command with several columns for a list of texts, which build refused") {
  const OthersShard shard;
  shard.write({{{"caption", Texts{"a cat", "the cat"}}}, {{"caption", Texts{"a dog", "the dog"}}}});
  const nlohmann::json report = shard.extract("others");
  REQUIRE(report["not_rebuilt"].size() == 1);
  CHECK(report["not_rebuilt"][0]["reason"] == "build can't make lists of texts");
  shard.make("x/images", "x/labels.csv", "b", report["build_options"].get<Words>());
  CHECK_THAT(shard.scratch.read("x/labels.csv"), Catch::StartsWith("image,caption_0,caption_1\n"));
}
