// SPDX-License-Identifier: Apache-2.0
// repair --from: a set with a record per image is made again, byte for byte.
#include <algorithm>

#include "support/data/shard_bytes.hpp"
#include "support/scenes/build_scene.hpp"

using namespace tfrec::test;

namespace {

/// Twelve images; the table has two rows of every other one, and none of the last.
class PerImageScene : public BuildScene {
 public:
  PerImageScene() : BuildScene({"--labels", "labels.csv", "--name", "f", "--shards", "2", "-q"}) {
    std::string csv = "image,class,xmin,ymin,xmax,ymax\n";
    for (int i = 0; i < 12; ++i) {
      const std::string name = "p" + std::to_string(i) + ".jpg";
      image(name, jpeg_image(40 + i, 40));
      if (i == 11) continue;
      csv += name + ",cat,1,2,20,30\n";
      if (i % 2 == 0) csv += name + ",dog,3,4,30,21\n";
    }
    table(csv);
  }

  /// A set built with `more`, of which a shard is damaged, is the same again after `repair --from`.
  void comes_back(const Words& more) const {
    const RunResult built = build(more, "set");
    INFO(built.err);
    REQUIRE(built.exit_code == 0);
    const Files sound = files("set");
    const auto shard =
        std::ranges::find_if(sound, [](const auto& file) { return file.first.ends_with(".tfrec"); });
    REQUIRE(shard != sound.end());
    scratch.write("set/" + shard->first, with_flipped_bit(shard->second, 100));
    const RunResult result =
        run({"repair", "set", "-o", "out", "--from", "images", "--labels", "labels.csv", "-q"});
    INFO(result.err);
    CHECK(result.exit_code == 0);
    CHECK(files("out") == sound);
  }
};

}  // namespace

TEST_CASE("repair --from refused sets with a record per image: it allowed repeats as well") {
  const PerImageScene scene;
  SECTION("all rows of an image") {
    scene.comes_back({"--record-per", "image"});
  }
  SECTION("boxes") {
    scene.comes_back({"--layout", "detection"});
  }
  SECTION("images without a row") {
    scene.comes_back({"--layout", "detection", "--keep-unlisted"});
  }
}

TEST_CASE("repair --from: a record of each row of an image") {
  PerImageScene().comes_back({"--allow-repeats"});
}
