// SPDX-License-Identifier: Apache-2.0
// What the shards of a build are called.
#include "support/scenes/build_scene.hpp"

using namespace tfrec::test;

namespace {

class OneImage : public BuildScene {
 public:
  OneImage() : BuildScene({"--name", "f", "-q"}) { images(1); }
};

}  // namespace

TEST_CASE("--extension is for readers that glob another one") {
  const OneImage scene;
  const RunResult result = scene.build({"--extension", ".tfrecords"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK(result.out.empty());
  CHECK(fs::exists(scene.scratch / "out/f00-1.tfrecords"));
  CHECK_THAT(scene.scratch.read("out/manifest.json"), ContainsSubstring("\"extension\": \".tfrecords\""));
  CHECK(scene.run({"verify", "out"}).exit_code == 0);
}

TEST_CASE("Shards of any extension are found through their manifest") {
  const OneImage scene;
  REQUIRE(scene.build({"--extension", ".data"}).exit_code == 0);
  const RunResult counted = scene.run({"count", "out"});
  CHECK(counted.exit_code == 0);
  CHECK(counted.err.empty());
  CHECK_THAT(counted.out, ContainsSubstring("f00-1.data"));
}

TEST_CASE("Shards of others are noticed whatever they are called") {
  for (const char* name : {"other.tfrecords", "other.tfrecord-00000-of-00001"}) {
    const OneImage scene;
    scene.scratch.write("out/" + std::string(name), "");
    const RunResult result = scene.build({});
    INFO(name);
    CHECK(result.exit_code == 2);
    CHECK(result.out.empty());
    CHECK_THAT(result.err,
               Catch::StartsWith("tfrec: error: out/" + std::string(name) + ": is a shard of another set"));
  }
}

TEST_CASE("An extension that would fool readers is refused") {
  const OneImage scene;
  for (const char* extension : {"tfrecords", ".a-7.x", ".a/b", "."}) {
    const RunResult result = scene.build({"--extension=" + std::string(extension)});
    INFO(extension);
    CHECK(result.exit_code == 2);
    CHECK(result.out.empty());
    CHECK_THAT(result.err, Catch::StartsWith("tfrec: error: --extension '" + std::string(extension) + "'"));
    CHECK_FALSE(fs::exists(scene.scratch / "out"));
  }
}
