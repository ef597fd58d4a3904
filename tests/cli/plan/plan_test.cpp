// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "support/scenes/build_scene.hpp"

using namespace tfrec::test;

namespace {

/// Two images and a table of them.
class Labelled : public BuildScene {
 public:
  explicit Labelled(const std::string& csv) {
    images(2, {"a", "b"}, 8);
    table(csv);
  }
  RunResult plan(const Words& more = {}) const {
    return run(Words{"plan", "images", "--labels", "labels.csv", "--name", "f"} + more);
  }
};

}  // namespace

TEST_CASE("plan prints what build would write, and writes nothing") {
  const BuildScene scene;
  for (int i = 0; i < 60; ++i) {
    const std::string folder = i % 3 == 0 ? "rose/" : "tulip/";
    scene.image(folder + std::to_string(i) + ".jpg", jpeg_image(60 + i, 50, static_cast<unsigned>(i)));
  }
  const RunResult text = scene.run({"plan", "images", "--name", "f", "--shards", "4", "--layout", "flowers"});
  CHECK(text.exit_code == 0);
  CHECK_THAT(text.out, ContainsSubstring("60 records in 4 shards"));
  CHECK_THAT(text.out, ContainsSubstring("set by --shards 4"));
  CHECK_THAT(text.out, ContainsSubstring("f00-15.tfrec … f03-15.tfrec"));
  CHECK_THAT(text.out, ContainsSubstring("rose 20, tulip 40"));
  CHECK_THAT(text.out, ContainsSubstring("one_hot_class  float[2]"));
  CHECK(std::distance(fs::directory_iterator(scene.scratch.path()), {}) == 1);

  const RunResult json = scene.run({"plan", "images", "--name", "f", "--shards", "4", "--json", "-q"});
  CHECK(json.err.empty());
  const Json planned = Json::parse(json.out);
  const Json built = scene.report({"--shards", "4"});
  CHECK(planned["schema"] == built["schema"]);
  CHECK(planned["classes"] == built["classes"]);
  const auto predicted = planned["splits"][0]["predicted_bytes"].get<double>();
  CHECK(std::abs(predicted / built["bytes"].get<double>() - 1) < 0.1);
  CHECK(planned["bytes"].get<double>() == predicted);  // was 0, and shards had the checksum AAAAAA==
  CHECK(planned["splits"][0]["bytes"] == predicted);
  CHECK_FALSE(planned["shards"][0].contains("crc32c"));
}

TEST_CASE("Lengths that differ between records are shown as a range") {
  const Labelled scene("image,tags\na0,fog|rain\nb1,fog\n");
  const RunResult result =
      scene.plan({"--no-image", "--feature", "ids=indices:tags", "--feature", "hot=multihot:tags"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, !ContainsSubstring("warning"));
  CHECK_THAT(result.out, ContainsSubstring("ids  int64[0-2]  (indices:tags)"));
  CHECK_THAT(result.out, ContainsSubstring("hot  float[2]    (multihot:tags)"));
}

TEST_CASE("A class counts records, however often a cell names it") {
  const Labelled scene("image,tags\na0,fog|rain|fog\nb1,fog\n");
  const RunResult result = scene.plan({"--no-image", "--feature", "ids=indices:tags"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, !ContainsSubstring("warning"));
  CHECK_THAT(result.out, ContainsSubstring("classes  2 of 'tags' (classes.txt): fog 2, rain 1\n"));
}

TEST_CASE("plan fails as build would") {
  const Labelled scene("image\na0.jpg\nb.jpg\n");
  const RunResult result = scene.plan();
  CHECK(result.exit_code == 1);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, ContainsSubstring("labels.csv:3: no image for 'b.jpg'"));
}
