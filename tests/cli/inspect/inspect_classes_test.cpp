// SPDX-License-Identifier: Apache-2.0
// What `tfrec inspect` knows beside the records: class names, compression, what it leaves out.
#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/data/deflated.hpp"
#include "support/data/example_bytes.hpp"
#include "support/data/shard_bytes.hpp"
#include "support/scenes/build_scene.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

/// Shards without a manifest whose records have these labels.
std::string labelled(const std::vector<std::int64_t>& labels, const std::string& feature = "label") {
  std::vector<std::string> payloads;
  for (const std::int64_t label : labels) payloads.push_back(payload_of({{feature, Integers{label}}}));
  return shard_of(payloads);
}

const std::string k_unused = "tfrec: classes.txt beside the shards is not used: ";

/// The lines of labels that inspect prints of `folder`.
std::string labels_in(const ScratchFolder& folder, const std::string& path = ".") {
  const RunResult result = run_tfrec({"inspect", path, "--samples", "0"}, in(folder));
  CHECK(result.exit_code == 0);
  CHECK((result.err.empty() || result.err.starts_with(k_unused)));
  const std::size_t at = result.out.find("labels ");
  return at == std::string::npos ? "" : result.out.substr(at, result.out.find('\n', at) - at);
}

}  // namespace

TEST_CASE("inspect shows the class names of the manifest, also of layouts that count from 1") {
  const BuildScene scene;
  scene.images(4, {"rose", "tulip"});
  scene.table("image,class\nrose0.jpg,rose\ntulip1.jpg,tulip\nrose2.jpg,rose\ntulip3.jpg,tulip\n");
  scene.report({"--labels", "labels.csv"});
  CHECK(labels_in(scene.scratch, "out") == "labels    'class': 0 (rose) × 2, 1 (tulip) × 2");
  scene.report({"--labels", "labels.csv", "--layout", "slim"}, "slim");
  CHECK(labels_in(scene.scratch, "slim") == "labels    'image/class/label': 1 (rose) × 2, 2 (tulip) × 2");
  const RunResult sample = scene.run({"inspect", "slim/f00-4.tfrec", "--record", "0"});
  CHECK_THAT(sample.out, ContainsSubstring("image/class/label  int64  1 (rose)\n") ||
                             ContainsSubstring("image/class/label  int64  2 (tulip)\n"));
  const Json json = Json::parse(scene.run({"inspect", "slim", "--json"}).out);
  for (const Json& feature : json["schema"]) {
    if (feature["name"] != "image/class/label") continue;
    CHECK(feature["classes"].dump() == R"(["rose","tulip"])");
    CHECK(feature["label_base"] == 1);
  }
}

TEST_CASE("inspect did not count the classes of multi-hot labels") {
  const BuildScene scene;
  scene.images(4);
  scene.table("image,tags\n0.jpg,sea|sun\n1.jpg,sun\n2.jpg,\n3.jpg,sun\n");
  const Words tags{"--labels", "labels.csv", "--layout", "auto", "--feature", "tags=multihot:tags"};
  scene.report(tags + Words{"--shards", "2"});
  CHECK(labels_in(scene.scratch, "out") == "labels    'tags': sea × 1, sun × 3; 1 record without a label");
  const Json json = Json::parse(scene.run({"inspect", "out", "--json"}).out);
  for (const Json& feature : json["schema"]) {
    if (feature["name"] == "tags") CHECK(feature["marks"].dump() == "[1,3]");
  }
}

TEST_CASE("inspect showed ids and class texts of others' shards apart") {
  const ScratchFolder folder;
  const auto record = [](std::int64_t id, const char* name) {
    return payload_of({{"image/class/label", Integers{id}}, {"image/class/text", Texts{name}}});
  };
  folder.write("a.tfrecord", shard_of({record(3, "wren"), record(1, "owl"), record(3, "wren")}));
  folder.write("b.tfrecord", shard_of({record(1, "owl")}));
  const RunResult result = run_tfrec({"inspect", "."}, in(folder));
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, ContainsSubstring("labels    'image/class/label': 1 (owl) × 2, 3 (wren) × 2\n"));
  CHECK_THAT(result.out, !ContainsSubstring("texts "));
  CHECK_THAT(result.out, ContainsSubstring("  image/class/label  int64  3 (wren)\n"));
  folder.write("c.tfrecord", shard_of({record(1, "eagle")}));
  const RunResult several = run_tfrec({"inspect", "."}, in(folder));
  CHECK_THAT(several.out, ContainsSubstring("labels    'image/class/label': 1 × 3, 3 × 2\n"
                                            "texts     'image/class/text': eagle × 1, owl × 2, wren × 2\n"));
  CHECK_THAT(several.err, ContainsSubstring("tfrec: 1 id of 'image/class/label' has several texts in "
                                            "'image/class/text': 1 has 'eagle', 'owl'\n"));
}

TEST_CASE("inspect took a wrong classes.txt for true where the records name the classes") {
  const ScratchFolder folder;
  const auto record = [](std::int64_t id, const char* name) {
    return payload_of({{"image/class/label", Integers{id}}, {"image/class/text", Texts{name}}});
  };
  folder.write("a.tfrecord", shard_of({record(0, "dog"), record(1, "ox"), record(0, "dog")}));
  folder.write("classes.txt", "ox\ndog\n");
  CHECK_THAT(run_tfrec({"inspect", "."}, in(folder)).err,
             ContainsSubstring(
                 "tfrec: classes.txt beside the shards is not used: class names differ: id 0 of "
                 "'image/class/label' is 'ox' in the list of classes, and 'dog' in 'image/class/text'\n"));
  CHECK_THAT(run_tfrec({"inspect", "."}, in(folder)).out,
             ContainsSubstring("image/class/label  int64  0 (dog)\n"));
  folder.write("classes.txt", "dog\nox\n");
  CHECK_THAT(run_tfrec({"inspect", "."}, in(folder)).err, !ContainsSubstring("differ"));
}

TEST_CASE("inspect did not show which texts the features of others' shards contain") {
  const ScratchFolder folder;
  std::vector<std::string> payloads;
  for (const char* name : {"cat", "dog", "cat"})
    payloads.push_back(payload_of({{"class/text", Texts{name}}, {"format", Texts{"jpeg"}}}));
  folder.write("a.tfrecord", shard_of(payloads));
  const RunResult result = run_tfrec({"inspect", "."}, in(folder));
  CHECK_THAT(result.out, ContainsSubstring("class/text  bytes       1           3  3 bytes\n"
                                           "format      bytes       1           3  always 'jpeg'\n"));
  CHECK_THAT(result.out, ContainsSubstring("\ntexts     'class/text': cat × 2, dog × 1\n"));
  const Json schema = Json::parse(run_tfrec({"inspect", ".", "--json"}, in(folder)).out)["schema"];
  CHECK(schema[0]["texts"][0] == Json({{"value", "cat"}, {"records", 2}}));
  CHECK(schema[1]["texts"] == Json::array({{{"value", "jpeg"}, {"records", 3}}}));
}

TEST_CASE("inspect names the classes that a multihot or onehot feature marks") {
  const BuildScene scene;
  scene.images(2);
  scene.table("image,tags\n0.jpg,dog|bird\n1.jpg,cat\n");
  scene.report({"--labels", "labels.csv", "--label-separator", "|", "--shards", "1", "--no-shuffle",
                "--feature", "tags=multihot:tags", "--feature", "image=jpeg"});
  const RunResult result = scene.run({"inspect", "out", "--samples", "2"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out,
             ContainsSubstring("[1, 0, 1] (bird, dog)\n") && ContainsSubstring("[0, 1, 0] (cat)\n"));
}

TEST_CASE("inspect shows no class names where two sets number classes differently") {
  const BuildScene scene;
  scene.images(4, {"rose", "tulip"});
  scene.table("image,class\nrose0.jpg,rose\ntulip1.jpg,tulip\nrose2.jpg,rose\ntulip3.jpg,tulip\n");
  scene.report({"--labels", "labels.csv"}, "one");
  scene.table("image,class\nrose0.jpg,rose\ntulip1.jpg,lily\nrose2.jpg,rose\ntulip3.jpg,lily\n");
  scene.report({"--labels", "labels.csv"}, "two");
  CHECK(labels_in(scene.scratch, "one") == "labels    'class': 0 (rose) × 2, 1 (tulip) × 2");
  const RunResult both = scene.run({"inspect", "one", "two"});
  CHECK_THAT(both.out, ContainsSubstring("labels    'class': 0 × 4, 1 × 4\n"));
}

TEST_CASE("inspect takes class names from a classes.txt if the labels show where they begin") {
  const ScratchFolder folder;
  folder.write("classes.txt", "rose\ntulip\n");
  folder.write("train/a.tfrec", labelled({0, 1, 0}));
  CHECK(labels_in(folder) == "labels    'label': 0 (rose) × 2, 1 (tulip) × 1");
  folder.write("train/a.tfrec", labelled({1, 2, 1}));
  CHECK(labels_in(folder) == "labels    'label': 1 (rose) × 2, 2 (tulip) × 1");
  folder.write("train/a.tfrec", labelled({1, 2, 0}));
  CHECK(labels_in(folder) == "labels    'label': 3 ids from 0 to 2, 1 record each; --json lists all");
  folder.write("train/a.tfrec", labelled({0, 1, 2, 2}));
  CHECK(labels_in(folder) == "labels    'label': 0 × 1, 1 × 1, 2 × 2");
  folder.write("train/a.tfrec", labelled({1, 2, 2}));
  folder.write("classes.txt", "rose\ntulip\nlily\n");
  CHECK(labels_in(folder) == "labels    'label': 1 × 1, 2 × 2");
}

TEST_CASE("inspect takes class names from a classes.txt for a feature called like a label alone") {
  const ScratchFolder folder;
  folder.write("classes.txt", "rose\ntulip\n");
  folder.write("a.tfrec", labelled({0, 1, 0}, "petals"));
  CHECK(labels_in(folder) == "labels    'petals': 0 × 2, 1 × 1");
  folder.write("a.tfrec", labelled({0, 1, 0}, "class"));
  CHECK(labels_in(folder) == "labels    'class': 0 (rose) × 2, 1 (tulip) × 1");
  folder.write("b.tfrec", labelled({0, 1, 0}, "label"));
  CHECK(labels_in(folder) == "labels    'class': 0 × 2, 1 × 1");
}

TEST_CASE("inspect leaves out the names of a classes.txt that can't be read") {
  const ScratchFolder folder;
  folder.write("classes.txt", "rose\nrose\n");
  folder.write("a.tfrec", labelled({0, 1, 0}));
  CHECK(labels_in(folder) == "labels    'label': 0 × 2, 1 × 1");
}

TEST_CASE("inspect shows how shards are compressed") {
  const ScratchFolder folder;
  folder.write("a.tfrec", gzipped(flower_shard(1)));
  CHECK_THAT(run_tfrec({"inspect", "."}, in(folder)).out,
             Catch::StartsWith("1 shard, 1 record, ") && ContainsSubstring(" B, GZIP\n"));
  folder.write("b.tfrec", flower_shard(1));
  folder.write("c.tfrec", zlibbed(flower_shard(1)));
  const RunResult mixed = run_tfrec({"inspect", "."}, in(folder));
  CHECK_THAT(mixed.out, ContainsSubstring(" B, 1 not compressed, 1 GZIP, 1 ZLIB\n"));
  const Json files = Json::parse(run_tfrec({"inspect", ".", "--json"}, in(folder)).out)["files"];
  CHECK(files[0]["compression"] == "gzip");
  CHECK(files[1]["compression"] == "none");
  CHECK(files[2]["compression"] == "zlib");
}

TEST_CASE("inspect names the feature lists of a SequenceExample, which it does not show") {
  const ScratchFolder folder;
  const std::string lists =
      field(2, field(1, field(1, "frames") + field(2, "")) + field(1, field(1, "audio")));
  const std::string sequence = example_of(entry("id", int64_feature(varint(7)))) + lists;
  folder.write("a.tfrec", shard_of({sequence, sequence}));
  const RunResult result = run_tfrec({"inspect", "a.tfrec"}, in(folder));
  CHECK(result.exit_code == 0);
  CHECK(result.err ==
        "tfrec: 2 records are tf.train.SequenceExamples: feature lists 'audio', 'frames' are not shown\n");
  CHECK_THAT(result.out, ContainsSubstring("\n  id  int64  7\n"));
  const RunResult one = run_tfrec({"inspect", "a.tfrec", "--record", "1", "--json"}, in(folder));
  CHECK(one.err ==
        "tfrec: 1 record is a tf.train.SequenceExample: feature lists 'audio', 'frames' are not shown\n");
  const Json json = Json::parse(one.out);
  CHECK(json["files"][0]["sequence_examples"] == 1);
  CHECK(json["feature_lists"].dump() == R"(["audio","frames"])");
}

TEST_CASE("inspect: payloads of another kind are not taken for a SequenceExample") {
  const ScratchFolder folder;
  folder.write("a.tfrec", shard_of({field(2, "some text"), field(2, "")}));
  const RunResult result = run_tfrec({"inspect", "a.tfrec"}, in(folder));
  CHECK(result.exit_code == 0);
  CHECK(result.err == "tfrec: a.tfrec: no record is a tf.train.Example\n");
}

TEST_CASE("inspect names only the classes among the values that it shows of a long vector") {
  BuildScene scene({"--labels", "labels.csv", "--name", "f"});
  scene.images(2);
  scene.table("image,tags\n0.jpg,a b c d e f g h i j\n1.jpg,a j\n");
  REQUIRE(scene
              .build({"--label-separator", " ", "--feature", "tags=multihot:tags", "--feature", "image=jpeg",
                      "--no-shuffle"})
              .exit_code == 0);
  const RunResult result = scene.run({"inspect", "out", "--samples", "2"});
  CHECK_THAT(result.out, ContainsSubstring("… 10 values] (a, b, c, d, e, f, g, h, i, j)\n"));
  CHECK_THAT(result.out, ContainsSubstring("… 10 values] (a, j)\n"));
}

TEST_CASE("inspect: counts by split left out shards of no split") {
  const ScratchFolder folder;
  folder.write("train/a.tfrec", labelled({0, 1, 0}));
  folder.write("test/a.tfrec", labelled({0, 1, 0}));
  CHECK_THAT(labels_in(folder), ContainsSubstring("(train 2, test 2)"));
  folder.write("b.tfrec", labelled({0, 1, 0}));
  CHECK(labels_in(folder) == "labels    'label': 0 × 6, 1 × 3");
}

TEST_CASE(
    "inspect and reader were silent about a classes.txt whose feature is not known, as beside repaired "
    "shards") {
  const ScratchFolder folder;
  const auto record = [](const char* feature, std::int64_t id) {
    return payload_of({{"image", Texts{jpeg_image(8, 8)}}, {feature, Integers{id}}});
  };
  folder.write("s/a.tfrec", shard_of({record("kind", 0), record("kind", 1)}));
  folder.write("s/classes.txt", "bird\ndog\n");
  CHECK(run_tfrec({"inspect", "s"}, in(folder)).err ==
        k_unused + "without manifest.json, no feature is known to have these classes\n");
  const RunResult code = run_tfrec({"reader", "s", "--framework", "tf"}, in(folder));
  CHECK(code.exit_code == 0);
  CHECK_THAT(code.err, ContainsSubstring(k_unused));
  folder.write("s/a.tfrec", shard_of({record("class", 0), record("class", 1)}));
  CHECK(run_tfrec({"inspect", "s"}, in(folder)).err.empty());
}

TEST_CASE("inspect: of some records, the note about their list of classes gave a wrong reason") {
  const ScratchFolder folder;
  folder.write("a.tfrec", labelled({2, 0, 1}));
  folder.write("labels.txt", "x\ny\nz\n");
  CHECK(labels_in(folder, "a.tfrec") ==
        "labels    'label': 3 ids from 0 (x) to 2 (z), 1 record each; --json lists all");
  for (const char* option : {"--record", "--records"}) {
    CHECK(run_tfrec({"inspect", "a.tfrec", option, "1"}, in(folder))
              .err.find("labels.txt beside the shards is not used: only all records together show which id "
                        "its first class "
                        "has\n") != std::string::npos);
  }
}

TEST_CASE("inspect named some classes by a list that lacks others, and did not mention another list") {
  const ScratchFolder folder;
  folder.write("a.tfrec", labelled({0, 1, 2, 0}));
  folder.write("label_map.pbtxt",
               "item { id: 1 name: 'x' } item { id: 2 name: 'y' } item { id: 3 name: 'z' }");
  const std::string unused = "tfrec: label_map.pbtxt beside the shards is not used: ";
  const RunResult shifted = run_tfrec({"inspect", "."}, in(folder));
  CHECK_THAT(shifted.out, ContainsSubstring("'label': 0 × 2, 1 × 1, 2 × 1\n"));
  CHECK(shifted.err == unused + "it lists no class 0, which 'label' has\n");
  folder.write("label_map.pbtxt",
               "item { id: 0 name: 'x' } item { id: 1 name: 'y' } item { id: 2 name: 'z' }");
  CHECK(run_tfrec({"inspect", "."}, in(folder)).err.empty());
  folder.write("labels.txt", "0:p\n1:q\n2:r\n");
  CHECK(run_tfrec({"inspect", "."}, in(folder)).err ==
        unused + (folder / "labels.txt").string() + " lists other classes\n");
}
