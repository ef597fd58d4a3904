// SPDX-License-Identifier: Apache-2.0
// The boxes of shards, as TensorFlow's Object Detection API names them.
#include <limits>

#include <nlohmann/json.hpp>

#include "support/data/example_bytes.hpp"
#include "support/runs/verify_runs.hpp"
#include "support/scenes/build_scene.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

/// Two boxes of a cat (1) and a dog (2), to be changed.
struct Boxes {
  Floats xmin{0, 0.25F};
  Floats xmax{0.5F, 1};
  Floats ymin{0, 0.5F};
  Floats ymax{1, 0.75F};
  Texts text{"cat", "dog"};
  Integers label{1, 2};
  std::vector<NamedValues> others{};  // sorted by name, before "image/object/bbox"

  std::string payload() const {
    std::vector<NamedValues> features = others;
    features.insert(features.end(), {{"image/object/bbox/xmax", xmax},
                                     {"image/object/bbox/xmin", xmin},
                                     {"image/object/bbox/ymax", ymax},
                                     {"image/object/bbox/ymin", ymin},
                                     {"image/object/class/label", label},
                                     {"image/object/class/text", text}});
    return payload_of(features);
  }
};

std::string shard_of_boxes(const std::vector<Boxes>& records) {
  std::vector<std::string> payloads;
  for (const Boxes& boxes : records) payloads.push_back(boxes.payload());
  return shard_of(payloads);
}

/// The messages of all problems of a shard of these records, after "feature ".
Words messages_of(const std::vector<Boxes>& records, const std::string& label_map = {}) {
  const ScratchFolder folder;
  folder.write("a.tfrec", shard_of_boxes(records));
  if (!label_map.empty()) folder.write("label_map.pbtxt", label_map);
  const RunResult result = run_tfrec({"verify", "--json", "a.tfrec"}, in(folder));
  const Json json = Json::parse(result.out);
  Words messages;
  for (const Json& problem : json["files"][0]["problems"]) {
    CHECK(problem["kind"] == "boxes");
    const auto message = problem["message"].get<std::string>();
    CHECK(message.starts_with("feature '" + problem["feature"].get<std::string>() + "'"));
    messages.push_back(message.substr(std::string("feature ").size()));
  }
  CHECK(json["problems"].empty());
  CHECK(result.exit_code == (messages.empty() ? 0 : 1));
  CHECK(json["ok"] == messages.empty());
  return messages;
}

const std::string k_label_map =
    "item { id: 1 name: 'cat' }\nitem { id: 2 name: '/m/0bt9lr' display_name: 'dog' }\n";

}  // namespace

TEST_CASE("verify: sound boxes, empty lists and records without boxes are fine") {
  const Boxes none{{}, {}, {}, {}, {}, {}};
  Boxes rounded;
  rounded.xmax[1] = 1.0000005F;
  rounded.ymin[0] = -0.0000005F;
  CHECK(messages_of({Boxes{}, none, rounded}).empty());
  CHECK(messages_of({none}).empty());
  CHECK(messages_of({Boxes{}, none}, k_label_map).empty());
}

TEST_CASE("verify: a fault of a box names record, feature, box and bytes") {
  Boxes outside;
  outside.xmax[1] = 1.25F;
  const ScratchFolder folder;
  const std::string shard = shard_of_boxes({Boxes{}, outside});
  folder.write("a.tfrec", shard);
  const RunResult result = verify(folder, {"a.tfrec"});
  CHECK(result.exit_code == 1);
  const std::size_t at = shard.rfind("\x0A\x16image/object/bbox/xmax");
  const std::string place = "a.tfrec: record 1 at byte " + std::to_string(at) + " (";
  CHECK_THAT(result.out, Catch::StartsWith(place));
  CHECK_THAT(result.out,
             ContainsSubstring(" bytes): feature 'image/object/bbox/xmax', box 2 of 2: 1.25 is not "
                               "between 0 and 1\nbad: 1 problem, 1 of 1 shard; "));
}

TEST_CASE("verify: edges that are no fractions, or not in their order") {
  Boxes odd;
  odd.xmin[0] = -0.5F;
  odd.ymax[1] = std::numeric_limits<float>::quiet_NaN();
  odd.xmax[1] = std::numeric_limits<float>::infinity();
  CHECK(messages_of({odd}) == Words{"'image/object/bbox/xmax', box 2 of 2: inf is not between 0 and 1",
                                    "'image/object/bbox/xmin', box 1 of 2: -0.5 is not between 0 and 1",
                                    "'image/object/bbox/ymax', box 2 of 2: nan is not between 0 and 1"});
  Boxes turned;
  turned.xmin[0] = 0.5F;
  turned.ymin[1] = 0.875F;
  CHECK(messages_of({turned}) ==
        Words{"'image/object/bbox/xmin', box 1 of 2: left 0.5 is not less than right 0.5",
              "'image/object/bbox/ymin', box 2 of 2: top 0.875 is not less than bottom 0.75"});
}

TEST_CASE("verify: lists of boxes must have one length and their kind") {
  Boxes shorter;
  shorter.ymax.pop_back();
  CHECK(messages_of({shorter}) ==
        Words{"'image/object/bbox/ymax' has 1 value, 'image/object/bbox/xmin' has 2 "
              "values"});
  Boxes classless;
  classless.text.clear();
  CHECK(messages_of({classless}) == Words{"'image/object/class/text' has 0 values, 'image/object/bbox/xmin' "
                                          "has 2 values"});
  Boxes more;
  more.others = {{"image/object/area", Floats{1, 2, 3}}};
  CHECK(messages_of({more}) ==
        Words{"'image/object/area' has 3 values, 'image/object/bbox/xmin' has 2 values"});
  more.others = {{"image/object/area", Floats{}}};  // readers take zeros
  CHECK(messages_of({more}).empty());
}

TEST_CASE("verify: a list of edges that is missing, or of another kind") {
  const Json missing = only_problem(shard_of({payload_of({{"image/object/bbox/xmax", Floats{1}},
                                                          {"image/object/bbox/xmin", Floats{0}},
                                                          {"image/object/bbox/ymax", Floats{1}}})}));
  CHECK(missing["message"] ==
        "feature 'image/object/bbox/ymin' is missing, 'image/object/bbox/xmin' has 1 value");
  const Json kind = only_problem(shard_of({payload_of({{"image/object/bbox/xmax", Integers{1}},
                                                       {"image/object/bbox/xmin", Floats{0}},
                                                       {"image/object/bbox/ymax", Floats{1}},
                                                       {"image/object/bbox/ymin", Floats{0}}})}));
  CHECK(kind["message"] == "feature 'image/object/bbox/xmax' is int64, not float");
}

TEST_CASE("verify: a feature of boxes without a list is a missing one") {
  const auto edge = [](std::string_view name, std::string_view bytes) {
    return entry("image/object/bbox/" + std::string(name), field(2, field(1, bytes)));
  };
  const std::string_view zero("\0\0\0\0", 4);
  const std::string_view one("\0\0\x80\x3F", 4);
  const ScratchFolder folder;
  folder.write("a.tfrec", shard_of({example_of(edge("xmax", one) + edge("xmin", zero) + edge("ymax", one) +
                                               edge("ymin", zero) + entry("image/object/class/text", ""))}));
  CHECK(verify(folder, {"a.tfrec"}).exit_code == 0);
}

TEST_CASE("verify: class ids begin at 1 and are in the label map") {
  Boxes background;
  background.label[0] = 0;
  CHECK(messages_of({background}) ==
        Words{"'image/object/class/label', box 1 of 2: id 0 is below 1; readers take 0 for the background"});
  Boxes unknown;
  unknown.label[1] = 3;
  CHECK(messages_of({Boxes{}, unknown}, k_label_map) ==
        Words{"'image/object/class/label', box 2 of 2: id 3 is not in label_map.pbtxt"});
}

TEST_CASE("verify: a text that is not the label map's, neither as name nor as display name") {
  Boxes machine_id;
  machine_id.text[1] = "/m/0bt9lr";
  Boxes typo;
  typo.text[1] = "dgo";
  CHECK(messages_of({Boxes{}, machine_id, typo}, k_label_map) ==
        Words{"'image/object/class/label', box 2 of 2: id 2 has the text 'dgo', and is '/m/0bt9lr' in "
              "label_map.pbtxt"});
}

TEST_CASE("verify: class lists of a record without lists of edges pass") {
  const Json text = only_problem(shard_of({payload_of({{"image/object/class/text", Texts{"cat", "dog"}}})}));
  CHECK(text["message"] ==
        "feature 'image/object/class/text' has 2 values, 'image/object/bbox/xmin' is missing");
  const ScratchFolder folder;
  folder.write("a.tfrec", shard_of({payload_of({{"image/object/class/label", Integers{1}},
                                                {"image/object/class/text", Texts{"cat"}}})}));
  const RunResult both = verify(folder, {"a.tfrec"});
  CHECK(both.exit_code == 1);
  CHECK_THAT(both.out, ContainsSubstring("bad: 2 problems"));
  folder.write("a.tfrec", shard_of({payload_of({{"image/object/class/label", Integers{}},
                                                {"image/object/class/text", Texts{}}})}));
  CHECK(verify(folder, {"a.tfrec"}).exit_code == 0);
}

TEST_CASE("verify: class lists beside boxes of another form are sound") {
  const ScratchFolder folder;
  folder.write("a.tfrec", shard_of({payload_of({{"image/object/bbox", Floats{0, 0, 1, 1}},
                                                {"image/object/class/text", Texts{"cat"}}})}));
  CHECK(verify(folder, {"a.tfrec"}).exit_code == 0);
  const BuildScene scene({"--labels", "labels.csv", "--name", "f"});
  scene.images(1, {""}, 40);
  scene.table("image,class,xmin,ymin,xmax,ymax\n0.jpg,cat,4,8,20,40\n");
  scene.report({"--feature", "image=jpeg", "--feature", "yolo=boxes:cxcywh", "--feature",
                "image/object/class/text=bytes:class"});
  CHECK(scene.run({"verify", "out"}).exit_code == 0);
  scene.scratch.write("alone/a.tfrec", scene.shards().begin()->second);
  CHECK(scene.run({"verify", "alone"}).exit_code == 1);
}

TEST_CASE("verify: a class text that is not in the label map passes if the record has no ids") {
  Boxes known;
  known.label.clear();
  Boxes typo = known;
  typo.text[1] = "dgo";
  const auto record = [](const Boxes& boxes) {
    return payload_of({{"image/object/bbox/xmax", boxes.xmax},
                       {"image/object/bbox/xmin", boxes.xmin},
                       {"image/object/bbox/ymax", boxes.ymax},
                       {"image/object/bbox/ymin", boxes.ymin},
                       {"image/object/class/text", boxes.text}});
  };
  const ScratchFolder folder;
  folder.write("a.tfrec", shard_of({record(known), record(typo), record(typo)}));
  CHECK(verify(folder, {"a.tfrec"}).exit_code == 0);
  folder.write("label_map.pbtxt", k_label_map);
  const RunResult result = verify(folder, {"a.tfrec"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.out, ContainsSubstring("feature 'image/object/class/text', box 2 of 2: 'dgo' is not in "
                                           "label_map.pbtxt; 1 more box has the same\n") &&
                             ContainsSubstring("bad: 1 problem"));
}

TEST_CASE("verify: without a label map, ids and texts are compared within a folder") {
  Boxes typo;
  typo.text[1] = "dgo";
  CHECK(
      messages_of({typo, Boxes{}, Boxes{}}) ==
      Words{"'image/object/class/label', box 2 of 2: id 2 has the text 'dgo' here, 'dog' in 2 other boxes"});
  Boxes second_id;
  second_id.label[1] = 7;
  const ScratchFolder folder;
  folder.write("one/a.tfrec", shard_of_boxes({Boxes{}, Boxes{}}));
  folder.write("one/b.tfrec", shard_of_boxes({second_id}));
  const RunResult result = verify(folder, {"one"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.out, ContainsSubstring("one/b.tfrec: record 0 at byte ") &&
                             ContainsSubstring("box 2 of 2: id 7 has the text 'dog' here, which has id 2 in "
                                               "2 other boxes\nbad: 1 problem, "));
  folder.write("two/c.tfrec", shard_of_boxes({second_id}));
  const RunResult other = verify(folder, {"two"});
  CHECK(other.exit_code == 0);
  CHECK(other.err.find("numbered") == std::string::npos);
}

TEST_CASE("verify: folders that number the classes of boxes differently get a warning") {
  Boxes swapped;
  swapped.text = {"dog", "cat"};
  const ScratchFolder folder;
  folder.write("train/a.tfrec", shard_of_boxes({Boxes{}, Boxes{}}));
  folder.write("val/a.tfrec", shard_of_boxes({swapped}));
  const RunResult result = verify(folder, {"train", "val"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err,
             ContainsSubstring("val: classes of boxes are numbered differently than in train: id 1 is 'dog', "
                               "there 'cat'\n"));
}

TEST_CASE("verify: many faults are counted, five of each feature and fault are shown") {
  constexpr std::size_t k_many = 1000;
  const Boxes flood{Floats(k_many, 0), Floats(k_many, 3),    Floats(k_many, 0),
                    Floats(k_many, 1), Texts(k_many, "cat"), Integers(k_many, 0)};
  const Words messages = messages_of({flood, flood});
  REQUIRE(messages.size() == 12);
  CHECK(messages[4] == "'image/object/bbox/xmax', box 5 of 1,000: 3 is not between 0 and 1");
  CHECK(messages[5] == "'image/object/bbox/xmax' is not between 0 and 1 in 1,995 more boxes");
  CHECK(messages[11] == "'image/object/class/label' is below 1 in 1,995 more boxes");
}

TEST_CASE("verify: a label map that can't be read gets a warning") {
  const ScratchFolder folder;
  folder.write("a.tfrec", shard_of_boxes({Boxes{}}));
  folder.write("label_map.pbtxt", "item { id: 1 }\n");
  const RunResult result = verify(folder, {"."});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err,
             ContainsSubstring("label_map.pbtxt:1: item 1 has no name; the class ids of boxes were "
                               "not compared with it\n"));
}

TEST_CASE("verify: boxes are not looked at with --framing-only") {
  Boxes outside;
  outside.xmax[1] = 2;
  const ScratchFolder folder;
  folder.write("a.tfrec", shard_of_boxes({outside}));
  CHECK(verify(folder, {"--framing-only", "a.tfrec"}).exit_code == 0);
}

TEST_CASE("verify: reports and annotations have faults of boxes") {
  Boxes outside;
  outside.xmax[1] = 2;
  const ScratchFolder folder;
  folder.write("a.tfrec", shard_of_boxes({outside}));
  const RunResult result = verify(folder, {"--report", "r.xml", "a.tfrec"}, {"GITHUB_ACTIONS=true"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(folder.files().at("r.xml"),
             ContainsSubstring("<failure type=\"boxes\" message=\"a.tfrec: record 0"));
  CHECK_THAT(result.err + result.out, ContainsSubstring("::error file=a.tfrec,"));
}

TEST_CASE("verify: a set of the detection layout is sound, and its manifest has the classes") {
  const BuildScene scene({"--labels", "labels.csv", "--name", "f"});
  scene.images(3, {""}, 40);
  scene.table(
      "filename,width,height,class,xmin,ymin,xmax,ymax\n0.jpg,40,40,cat,4,8,20,40\n0.jpg,40,40,dog,0,0,10,"
      "10\n"
      "1.jpg,40,40,cat,10,10,30,30\n2.jpg,,,,,,,\n");
  scene.report({"--layout", "detection"});
  const RunResult sound = scene.run({"verify", "out"});
  CHECK(sound.exit_code == 0);
  CHECK(sound.err.empty());
  Boxes unknown;
  unknown.label[1] = 3;
  const Words shards = scene.shards().begin()->first.empty() ? Words{} : Words{scene.shards().begin()->first};
  REQUIRE(shards.size() == 1);
  scene.scratch.write("out/" + shards[0], shard_of_boxes({unknown}));
  CHECK_THAT(scene.run({"verify", "out"}).out,
             ContainsSubstring("box 2 of 2: id 3 is not in the manifest\n"));
}

TEST_CASE("verify: a record whose boxes have no classes, unlike others, was accepted") {
  const ScratchFolder folder;
  const std::vector<NamedValues> edges{{"image/object/bbox/xmax", Floats{0.5F}},
                                       {"image/object/bbox/xmin", Floats{0}},
                                       {"image/object/bbox/ymax", Floats{1}},
                                       {"image/object/bbox/ymin", Floats{0}}};
  folder.write("alike.tfrec", shard_of({payload_of(edges), payload_of(edges)}));
  CHECK(run_tfrec({"verify", "alike.tfrec", "-q"}, in(folder)).exit_code == 0);
  folder.write("mixed.tfrec", shard_of({Boxes().payload(), payload_of(edges)}));
  const RunResult result = run_tfrec({"verify", "mixed.tfrec"}, in(folder));
  CHECK(result.exit_code == 1);
  for (const char* list : {"label", "text"}) {
    CHECK_THAT(result.out, ContainsSubstring("feature 'image/object/class/" + std::string(list) +
                                             "' is missing, but other records have it, and "
                                             "'image/object/bbox/xmin' has 1 value"));
  }
}

TEST_CASE("verify: many records whose boxes have no classes ended in an error of memory") {
  const ScratchFolder folder;
  std::vector<std::string> payloads{Boxes().payload()};
  for (int i = 0; i < 7; ++i) {
    payloads.push_back(payload_of({{"image/object/bbox/xmax", Floats{0.5F}},
                                   {"image/object/bbox/xmin", Floats{0}},
                                   {"image/object/bbox/ymax", Floats{1}},
                                   {"image/object/bbox/ymin", Floats{0}}}));
  }
  folder.write("one/a.tfrec", shard_of(payloads));
  const RunResult result = run_tfrec({"verify", "one"}, in(folder));
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.out,
             ContainsSubstring("'image/object/class/label' is missing beside boxes in 2 more records"));
  payloads.erase(payloads.begin());
  folder.write("two/b.tfrec", shard_of(payloads));  // its boxes have no classes at all
  CHECK_THAT(run_tfrec({"verify", "."}, in(folder)).out, !ContainsSubstring("two/b.tfrec: record"));
}

TEST_CASE("verify: sets that build made were called bad for class lists without usual boxes") {
  BuildScene scene({"--labels", "labels.csv", "--name", "f"});
  scene.images(2);
  scene.table("image,class\n0.jpg,a\n0.jpg,b\n1.jpg,a\n");
  scene.report({"--feature", "image/encoded=jpeg", "--feature", "image/object/class/label=index:class",
                "--record-per", "image", "--label-base", "1"});
  CHECK(scene.run({"verify", "out", "-q"}).exit_code == 0);
}

TEST_CASE("verify: class texts of a set were compared with the label map of another column") {
  BuildScene scene({"--labels", "labels.csv", "--name", "f"});
  scene.images(2);
  scene.table("image,cls,scene,xmin,ymin,xmax,ymax\n0.jpg,dog,in,1,1,9,9\n1.jpg,cat,out,1,1,9,9\n");
  Words options{"--feature", "image/encoded=jpeg", "--feature", "image/object/class/text=bytes:cls",
                "--feature", "scene=index:scene"};
  for (const char* edge : {"xmin", "ymin", "xmax", "ymax"}) {
    options.push_back("--feature");
    options.push_back("image/object/bbox/" + std::string(edge) + "=boxes:" + edge);
  }
  scene.report(options + Words{"--label-base", "1", "--per-image", "scene"});
  CHECK(scene.run({"verify", "out", "-q"}).exit_code == 0);
}

TEST_CASE("verify named no way to fix boxes that leave their image") {
  const ScratchFolder folder;
  Boxes boxes;
  boxes.xmax = {0.5F, 1.2F};
  folder.write("a.tfrec", shard_of_boxes({boxes}));
  CHECK_THAT(
      run_tfrec({"verify", "a.tfrec"}, in(folder)).err,
      ContainsSubstring("tfrec: hint: if boxes leave their image: `tfrec extract`, then the command that it "
                        "prints, with --bad-boxes clip in place of drop\n"));
}
