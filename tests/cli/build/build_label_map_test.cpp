// SPDX-License-Identifier: Apache-2.0
// Class ids from a label map or a CSV, and label_map.pbtxt, through the real binary.
#include <nlohmann/json.hpp>

#include "support/scenes/flowers.hpp"

using namespace tfrec::test;

namespace {

const char* k_map =
    "item { id: 90 name: 'tulip' }\nitem { id: 7 name: 'rose' }\nitem { id: 17 name: 'lily' }\n";
const Words k_index{"-q", "--feature", "c=index:class", "--feature", "o=onehot:class", "--no-image"};

/// Three rows of two classes, and a map of three.
class MappedFlowers : public Flowers {
 public:
  MappedFlowers() {
    table("image,class\na00.jpg,rose\na01.jpg,tulip\na02.jpg,tulip\n");
    scratch.write("map.txt", k_map);
  }
};

/// What inspect reports of the feature `c`.
Json ids_in(const Flowers& flowers, const std::string& set) {
  const RunResult result = flowers.run({"inspect", set, "--json"});
  CHECK(result.exit_code == 0);
  const Json report = Json::parse(result.out);
  for (const Json& feature : report["schema"]) {
    if (feature["name"] == "c") {
      return {{"min", feature["min"]},
              {"max", feature["max"]},
              {"class_ids", feature.value("class_ids", Json())}};
    }
  }
  return {};
}

void check_quiet(const RunResult& result) {
  CHECK(result.exit_code == 0);
  CHECK(result.out.empty());
  CHECK(result.err.empty());
}

}  // namespace

TEST_CASE("build: records store the ids of a label map, and all commands know them") {
  const MappedFlowers flowers;
  check_quiet(flowers.build(k_index + Words{"--classes", "map.txt"}));
  const std::string map = flowers.scratch.read("out/label_map.pbtxt");
  CHECK(map ==
        "item {\n  id: 7\n  name: \"rose\"\n}\nitem {\n  id: 17\n  name: \"lily\"\n}\n"
        "item {\n  id: 90\n  name: \"tulip\"\n}\n");
  const Json manifest = Json::parse(flowers.scratch.read("out/manifest.json"));
  CHECK(manifest["classes"][0]["ids"] == Json::array({7, 17, 90}));
  CHECK(manifest["classes"][0]["records"] == Json::array({1, 0, 2}));
  const Json ids{{"min", 7}, {"max", 90}, {"class_ids", {7, 17, 90}}};
  CHECK(ids_in(flowers, "out") == ids);
  check_quiet(flowers.run({"verify", "-q", "out"}));

  check_quiet(flowers.run({"reshard", "-q", "out", "-o", "merged", "--shards", "1"}));
  CHECK(flowers.scratch.read("merged/label_map.pbtxt") == map);
  CHECK(ids_in(flowers, "merged") == ids);
  const Json merged = Json::parse(flowers.scratch.read("merged/manifest.json"));
  CHECK(merged["classes"][0]["records"] == Json::array({1, 0, 2}));
  check_quiet(flowers.run({"reshard", "-q", "out", "-o", "roses", "--filter", "c=rose"}));
  CHECK(ids_in(flowers, "roses")["max"] == 7);

  check_quiet(flowers.run(
      {"build", "images", "--labels", "labels.csv", "--like", "out", "-o", "like", "-q", "--name", "like"}));
  CHECK(ids_in(flowers, "like") == ids);
  fs::remove(flowers.scratch / "out/manifest.json");
  CHECK(flowers.run({"inspect", "out"}).exit_code == 0);
}

TEST_CASE("build: a plan keeps the ids of a label map") {
  const MappedFlowers flowers;
  const Words input{"images",  "--labels",  "labels.csv",    "--classes",
                    "map.txt", "--feature", "c=index:class", "-q"};
  check_quiet(flowers.run(Words{"plan"} + input + Words{"-o", "p", "--no-image"}));
  check_quiet(flowers.run({"build", "images", "--plan", "p", "--part", "1/1", "-o", "parts", "-q"}));
  check_quiet(flowers.run({"finish", "p", "-o", "parts", "-q"}));
  CHECK(ids_in(flowers, "parts")["class_ids"] == Json::array({7, 17, 90}));
}

TEST_CASE("build: --label-base beside class ids is a usage error") {
  const MappedFlowers flowers;
  flowers.scratch.write("ids.csv", "name,id\nrose,0\ntulip,1\n");
  for (const std::string file : {"map.txt", "ids.csv"}) {
    const RunResult result = flowers.build(k_index + Words{"--label-base", "0", "--classes", file});
    CHECK(result.exit_code == 2);
    CHECK(result.out.empty());
    CHECK(result.err == "tfrec: error: " + file +
                            ": contains the class ids, and --label-base would change them\n"
                            "tfrec: hint: leave out --label-base\n");
  }
}

TEST_CASE("build: consecutive ids from the label base give the manifest of a plain list") {
  const MappedFlowers flowers;
  flowers.scratch.write("plain.txt", "rose\ntulip\n");
  flowers.scratch.write("ids.csv", "ID,Name\n1,tulip\n0,rose\n");
  check_quiet(flowers.build(k_index + Words{"--classes", "plain.txt"}));
  const std::string manifest = flowers.scratch.read("out/manifest.json");
  flowers.scratch.write("ids.csv", "ID,Name\n1,tulip\n0,rose\n");
  CHECK(flowers.build(k_index + Words{"--classes", "ids.csv"}).exit_code == 0);  // up to date
  CHECK(flowers.scratch.read("out/manifest.json") == manifest);
  flowers.scratch.write("ids.csv", "ID,Name\n2,tulip\n0,rose\n");
  const RunResult other = flowers.build(k_index + Words{"--classes", "ids.csv"});
  CHECK(other.exit_code == 2);
  CHECK_THAT(other.err, ContainsSubstring("class 'rose' has another id"));
}

TEST_CASE("build: a malformed label map is reported with its line") {
  const MappedFlowers flowers;
  flowers.scratch.write("map.txt", "item {\n  id: 1\n  name: 'rose'\n}\nitem { id: 1 name: 'tulip' }\n");
  const RunResult result = flowers.build(k_index + Words{"--classes", "map.txt"});
  CHECK(result.exit_code == 1);
  CHECK(result.out.empty());
  CHECK(result.err ==
        "tfrec: error: map.txt:5: id 1 is on line 1 already\ntfrec: hint: give each class its own\n");
}

TEST_CASE("build: sets without an index have no label map, and others replace theirs") {
  const MappedFlowers flowers;
  check_quiet(flowers.build({"-q", "--no-image", "--feature", "o=onehot:class"}));
  CHECK_FALSE(fs::exists(flowers.scratch / "out/label_map.pbtxt"));
  check_quiet(flowers.build(k_index + Words{"--overwrite", "--label-base", "1"}));
  CHECK(flowers.scratch.read("out/label_map.pbtxt") ==
        "item {\n  id: 1\n  name: \"rose\"\n}\nitem {\n  id: 2\n  name: \"tulip\"\n}\n");
  check_quiet(flowers.build({"-q", "--no-image", "--feature", "o=onehot:class", "--overwrite"}));
  CHECK_FALSE(fs::exists(flowers.scratch / "out/label_map.pbtxt"));
  flowers.scratch.write("out/label_map.pbtxt", "mine");
  CHECK(flowers.build(k_index + Words{"--overwrite"}).exit_code == 2);
  CHECK(flowers.scratch.read("out/label_map.pbtxt") == "mine");
}

TEST_CASE("reshard --renumber: a class keeps the id of the first label map that has it") {
  const MappedFlowers flowers;
  REQUIRE(flowers.build(k_index + Words{"--classes", "map.txt"}).exit_code == 0);
  flowers.scratch.write(
      "map.txt", "item { id: 7 name: 'iris' } item { id: 8 name: 'tulip' } item { id: 9 name: 'rose' }");
  REQUIRE(flowers.build(k_index + Words{"--classes", "map.txt"}, "two").exit_code == 0);
  const RunResult refused = flowers.run({"reshard", "out", "two", "-o", "all", "-q"});
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err, ContainsSubstring("7 is 'iris', in out 7 is 'rose'"));
  check_quiet(flowers.run({"reshard", "out", "two", "-o", "all", "-q", "--renumber"}));
  const Json manifest = Json::parse(flowers.scratch.read("all/manifest.json"));
  CHECK(manifest["classes"][0]["names"] == Json::array({"rose", "lily", "tulip", "iris"}));
  CHECK(manifest["classes"][0]["ids"] == Json::array({7, 17, 90, 91}));
  CHECK(manifest["classes"][0]["records"] == Json::array({2, 0, 4, 0}));
  CHECK(ids_in(flowers, "all")["max"] == 90);
  check_quiet(flowers.run({"verify", "-q", "all"}));
}

TEST_CASE("build: a line of classes.txt is never the class of another id") {
  const MappedFlowers flowers;
  flowers.scratch.write("map.txt", "item { id: 4 name: 'lily, white' }\n" + std::string(k_map));
  const Words options = k_index + Words{"--classes", "map.txt"};
  const RunResult built = flowers.build({options.begin() + 1, options.end()});
  CHECK(built.exit_code == 0);
  CHECK_THAT(built.out, ContainsSubstring("classes  4 of 'class', ids 4 to 90 (classes.txt: id,name): "));
  const std::string list = "id,name\n4,\"lily, white\"\n7,rose\n17,lily\n90,tulip\n";
  CHECK(flowers.scratch.read("out/classes.txt") == list);
  check_quiet(flowers.run({"verify", "-q", "out"}));
  check_quiet(flowers.run({"reshard", "-q", "out", "-o", "merged", "--shards", "1"}));
  CHECK(flowers.scratch.read("merged/classes.txt") == list);

  fs::copy(flowers.scratch / "out/classes.txt", flowers.scratch / "list.txt");
  check_quiet(flowers.build(k_index + Words{"--classes", "list.txt"}, "again"));
  CHECK(flowers.scratch.read("again/label_map.pbtxt") == flowers.scratch.read("out/label_map.pbtxt"));
  flowers.scratch.write("out/classes.txt", "lily, white\nrose\nlily\ntulip\n");
  const RunResult changed = flowers.run({"verify", "out"});
  CHECK(changed.exit_code == 1);
  CHECK_THAT(changed.out,
             ContainsSubstring("out/classes.txt: differs from the manifest's classes on line 1"));
}

TEST_CASE("build: classes.txt had names alone where ids began at 1 and the label base was 0") {
  const MappedFlowers flowers;
  flowers.scratch.write("from1.pbtxt", "item { id: 1 name: 'rose' }\nitem { id: 2 name: 'tulip' }\n");
  check_quiet(flowers.build(k_index + Words{"--classes", "from1.pbtxt"}));
  CHECK(flowers.scratch.read("out/classes.txt") == "id,name\n1,rose\n2,tulip\n");
  check_quiet(flowers.run({"verify", "-q", "out"}));
  check_quiet(flowers.build(k_index + Words{"--classes", "out/classes.txt"}, "again"));
  CHECK(ids_in(flowers, "again") == ids_in(flowers, "out"));
  check_quiet(flowers.run({"reshard", "-q", "out", "-o", "merged"}));
  CHECK(flowers.scratch.read("merged/classes.txt") == "id,name\n1,rose\n2,tulip\n");
}

TEST_CASE("extract: prints --classes label_map.pbtxt where the classes have ids of their own") {
  const MappedFlowers flowers;
  REQUIRE(flowers.build({"-q", "--layout", "flowers", "--classes", "map.txt"}).exit_code == 0);
  const RunResult result = flowers.run({"extract", "out", "-o", "x"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, ContainsSubstring(" --classes x/label_map.pbtxt "));
  CHECK_THAT(result.out, !ContainsSubstring("--label-base"));
  CHECK(flowers.scratch.read("x/label_map.pbtxt") == flowers.scratch.read("out/label_map.pbtxt"));
}

TEST_CASE("verify: a label map that is not the manifest's is a problem") {
  const MappedFlowers flowers;
  REQUIRE(flowers.build(k_index + Words{"--classes", "map.txt"}).exit_code == 0);
  const std::string map = flowers.scratch.read("out/label_map.pbtxt");
  const auto first_line = [&] {
    const RunResult result = flowers.run({"verify", "-q", "out"});
    CHECK(result.exit_code == 1);
    CHECK(result.err.empty());
    return result.out.substr(0, result.out.find('\n'));
  };
  flowers.scratch.write("out/label_map.pbtxt", "item {\n  id: 8" + map.substr(map.find('7') + 1));
  CHECK(first_line() == "out/label_map.pbtxt: differs from the manifest's classes on line 2");
  flowers.scratch.write("out/label_map.pbtxt", map + "#");
  CHECK(first_line() == "out/label_map.pbtxt: differs from the manifest's classes on line 13");
  fs::remove(flowers.scratch / "out/label_map.pbtxt");
  CHECK(first_line() == "out/label_map.pbtxt: is missing");
}
