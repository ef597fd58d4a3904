// SPDX-License-Identifier: Apache-2.0
// Files beside images whose bytes are stored unchanged, through the real binary.
#include <nlohmann/json.hpp>

#include "support/scenes/build_scene.hpp"

using namespace tfrec::test;

namespace {

class DepthMaps : public BuildScene {
 public:
  DepthMaps()
      : BuildScene({"--labels", "labels.csv", "--feature", "image=jpeg", "--feature", "depth=file:map",
                    "--name", "f"}) {
    images(2);
    scratch.write("maps/a.npy", std::string("depth\0of 0", 10));
    scratch.write("maps/b.npy", "depth of 1");
    table("image,map\n0.jpg,a.npy\n1.jpg,b.npy\n");
  }
};

}  // namespace

TEST_CASE("build: kind file stores the bytes of the file that a column names") {
  const DepthMaps maps;
  maps.report({"--files", "maps"});
  std::string all;
  for (const auto& [name, shard] : maps.shards()) all += shard;
  CHECK(all.find(std::string("depth\0of 0", 10)) != std::string::npos);
  CHECK(all.find("depth of 1") != std::string::npos);
  CHECK(maps.build({"--files", "maps"}).out == "up to date: out\n");
  maps.scratch.write("maps/b.npy", "depth of 2");
  CHECK_THAT(maps.build({"--files", "maps"}).err, ContainsSubstring("an image has changed"));
}

TEST_CASE("build: a file that is missing, or outside the folder, is an error") {
  const DepthMaps maps;
  maps.fails({}, 1, "images: 2 of 2 images have no file: '0.jpg': 'a.npy', '1.jpg': 'b.npy'");
  maps.table("image,map\n0.jpg,a.npy\n1.jpg,\n");
  maps.fails({"--files", "maps"}, 1, "maps: 1 of 2 images has no file: '1.jpg'");
  maps.table("image,map\n0.jpg,a.npy\n1.jpg,../labels.csv\n");
  maps.fails({"--files", "maps"}, 1, "maps/../labels.csv: is outside its folder");
  maps.scratch.write("maps/c/d.npy", "");
  fs::create_symlink("../labels.csv", maps.scratch / "maps/link");
  maps.table("image,map\n0.jpg,a.npy\n1.jpg,link\n");
  maps.fails({"--files", "maps"}, 1, "maps/link: is outside its folder");
  maps.table("image,map\n0.jpg,a.npy\n1.jpg,c\n");
  maps.fails({"--files", "maps"}, 1, "maps/c");
}

TEST_CASE("build: with a record per image, a file is once per image") {
  const DepthMaps maps;
  maps.table("image,map,note\n0.jpg,a.npy,x\n0.jpg,a.npy,y\n1.jpg,b.npy,z\n");
  CHECK(maps.build({"--files", "maps", "--record-per", "image"}).exit_code == 0);
  maps.table("image,map,note\n0.jpg,a.npy,x\n0.jpg,b.npy,y\n1.jpg,b.npy,z\n");
  maps.fails({"--files", "maps", "--record-per", "image", "--overwrite"}, 1,
             "column 'map' differs within image '0.jpg', and a record has one file");
}
