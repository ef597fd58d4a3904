// SPDX-License-Identifier: Apache-2.0
// --card: README.md, croissant.json and dataset-metadata.json beside the shards.
#include <nlohmann/json.hpp>

#include "support/scenes/build_scene.hpp"

using namespace tfrec::test;

namespace {

const Words k_cards{"README.md", "croissant.json", "dataset-metadata.json"};

/// Six images of two classes.
class Cards : public BuildScene {
 public:
  explicit Cards(Words words = {"--name", "f", "--shards", "2", "--card"}) : BuildScene(std::move(words)) {
    images(6, {"cat/", "dog/"}, 12);
  }

  void is_up_to_date(const Words& more = {}) const {
    const RunResult again = build(more);
    CHECK(again.exit_code == 0);
    CHECK(again.out == "up to date: out\n");
    CHECK_THAT(again.err, !ContainsSubstring("warning"));
  }
};

bool has_cards(const BuildScene& scene, const std::string& out = "out") {
  std::size_t found = 0;
  for (const std::string& name : k_cards) found += fs::exists(scene.scratch / (out + "/" + name)) ? 1 : 0;
  CHECK((found == 0 || found == k_cards.size()));
  return found > 0;
}

}  // namespace

TEST_CASE("--card writes three files that the manifest lists, the same in each folder") {
  const Cards scene;
  const RunResult built = scene.build({"-q"});
  CHECK(built.exit_code == 0);
  CHECK(built.out == "");
  CHECK(built.err == "");
  CHECK(scene.manifest()["side_files"] ==
        Json::array({"label_map.pbtxt", "README.md", "croissant.json", "dataset-metadata.json"}));
  CHECK(scene.manifest()["options"]["card"] == true);
  CHECK(scene.build({"-q", "-j", "2"}, "other").exit_code == 0);
  CHECK(scene.files() == scene.files("other"));
  CHECK_THAT(scene.scratch.read("out/README.md"), ContainsSubstring("| 1 | dog | 3 |\n"));
  CHECK_THAT(scene.scratch.read("out/README.md"), ContainsSubstring("\n| all | 2 | 6 | "));
  CHECK(Json::parse(scene.scratch.read("out/croissant.json"))["name"] == "f");
  CHECK(Json::parse(scene.scratch.read("out/dataset-metadata.json"))["title"] == "f images");
  const RunResult verified = scene.run({"verify", "-q", "out"});
  CHECK(verified.exit_code == 0);
  CHECK(verified.out == "");
  scene.is_up_to_date();
}

TEST_CASE("A README.md of the user is never replaced") {
  const Cards scene;
  for (const std::string& name : k_cards) {
    scene.scratch.write("out/" + name, "mine");
    const RunResult refused = scene.build({"-q", "--overwrite"});
    CHECK(refused.exit_code == 2);
    CHECK(refused.out == "");
    CHECK_THAT(refused.err, Catch::StartsWith("tfrec: error: out/" + name +
                                              ": already exists and is not part of a set\n"));
    CHECK(scene.scratch.read("out/" + name) == "mine");
    CHECK(scene.shards().empty());
    fs::remove(scene.scratch / ("out/" + name));
  }
}

TEST_CASE("--card on a set without cards is another set, which --overwrite writes") {
  const Cards scene({"--name", "f"});
  REQUIRE(scene.build({"-q"}).exit_code == 0);
  CHECK_FALSE(has_cards(scene));
  const RunResult refused = scene.build({"--card"});
  CHECK(refused.exit_code == 2);
  CHECK(refused.out == "");
  CHECK_THAT(refused.err,
             ContainsSubstring("already contains a set built with different options or inputs: --card"));
  CHECK(scene.build({"--card", "--overwrite", "-q"}).exit_code == 0);
  CHECK(has_cards(scene));
  CHECK(scene.build({"--overwrite", "-q"}).exit_code == 0);
  CHECK_FALSE(has_cards(scene));
}

TEST_CASE("Cards may be edited; verify, build and repair miss one that is gone") {
  const Cards scene;
  REQUIRE(scene.build({"-q"}).exit_code == 0);
  const Files whole = scene.files();
  scene.scratch.write("out/README.md", "license: mit");
  CHECK(scene.run({"verify", "-q", "out"}).exit_code == 0);
  scene.is_up_to_date();
  const std::string card = GENERATE("README.md", "croissant.json", "dataset-metadata.json");
  scene.scratch.write("out/README.md", whole.at("README.md"));
  fs::remove(scene.scratch / ("out/" + card));
  const RunResult verified = scene.run({"verify", "-q", "out"});
  CHECK(verified.exit_code == 1);
  CHECK_THAT(verified.out, Catch::StartsWith("out/" + card + ": is missing\n"));
  CHECK(verified.err == "");
  CHECK(scene.build().exit_code == 2);
  const RunResult repaired = scene.run({"repair", "out", "-o", "fixed", "-q"});
  CHECK(repaired.exit_code == 0);
  CHECK(repaired.out == "");
  CHECK(repaired.err == "tfrec: warning: out/" + card + ": is missing; written from the manifest\n");
  CHECK(scene.files("fixed") == whole);
}

TEST_CASE("A plan has --card: finish writes the cards that one build writes") {
  const Cards scene;
  const Words options{"--split", "train=0.5,val=0.5", "--sizes", "8,16", "--dedupe", "ignore"};
  REQUIRE(scene.build(options + Words{"-q"}).exit_code == 0);
  REQUIRE(scene.run(Words{"plan", "images", "-o", "p"} + scene.options + options).exit_code == 0);
  REQUIRE(scene.run({"build", "images", "--plan", "p", "--part", "1/1", "-o", "parts", "-q"}).exit_code == 0);
  const RunResult finished = scene.run({"finish", "p", "-o", "parts", "-q"});
  CHECK(finished.exit_code == 0);
  CHECK(finished.err == "");
  CHECK(scene.files("parts") == scene.files());
}

TEST_CASE("reshard writes no cards and does not record --card: they describe the source") {
  const Cards scene;
  REQUIRE(scene.build({"-q"}).exit_code == 0);
  const RunResult merged = scene.run({"reshard", "out", "-o", "merged", "-q"});
  CHECK(merged.exit_code == 0);
  CHECK(merged.err == "");
  CHECK_FALSE(has_cards(scene, "merged"));
  CHECK_FALSE(scene.manifest("merged")["options"].contains("card"));
  CHECK(scene.run({"verify", "-q", "merged"}).exit_code == 0);
}

TEST_CASE("repair: cards of a set that lost records described shards that are gone") {
  const BuildScene scene;
  scene.images(4);
  REQUIRE(scene.build({"-q", "--card"}).exit_code == 0);
  std::string shard = scene.scratch.read("out/f00-4.tfrec");
  shard[shard.size() - 8] = static_cast<char>(~shard[shard.size() - 8]);
  scene.scratch.write("out/f00-4.tfrec", shard);
  CHECK(scene.run({"repair", "out", "-o", "fixed", "-q"}).exit_code == 1);
  CHECK(fs::exists(scene.scratch / "fixed/f00-3.tfrec"));
  CHECK_FALSE(fs::exists(scene.scratch / "fixed/README.md"));
}
