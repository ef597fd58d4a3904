// SPDX-License-Identifier: Apache-2.0
// Publications that go on from a journal: one of a crash, a damaged one, a planted one.
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/files/file.hpp"
#include "shards/publish/publication.hpp"
#include "shards/publish/staging.hpp"
#include "support/catch.hpp"
#include "support/data/deflated.hpp"
#include "support/error_of.hpp"
#include "support/scenes/publication_scene.hpp"
#include "tfrecord/framing.hpp"

namespace fs = std::filesystem;
using namespace tfrec;
using test::k_published;
using test::PublicationScene;

TEST_CASE("A publication that a crash interrupted never publishes a file that was cut since") {
  const PublicationScene scene;
  scene.scratch.write(
      "out/.tfrec-build/publication.json",
      R"({"removed":[],"files":[["0-0.tfrec","f00-3.tfrec",3],["manifest.json","m.json",3]]})");
  fs::resize_file(scene.staging / "0-0.tfrec", 2);
  CHECK_THROWS_WITH(finish_interrupted_publication(scene.staging, scene.out),
                    Catch::ContainsSubstring("0-0.tfrec: another program changed it"));
  fs::remove(scene.staging / "0-0.tfrec");
  CHECK_THROWS_WITH(finish_interrupted_publication(scene.staging, scene.out),
                    Catch::ContainsSubstring("f00-3.tfrec: another program removed it"));
  CHECK_FALSE(fs::exists(scene.out / "m.json"));
}

TEST_CASE("A damaged journal is to be moved away, and another OUT taken where the old manifest is gone") {
  const PublicationScene scene;
  scene.scratch.write("out/.tfrec-build/publication.json", "{");
  const auto problem = [&] {
    return test::error_of([&] { finish_interrupted_publication(scene.staging, scene.out); });
  };
  const std::string start = (scene.staging / "publication.json").string() + ": is not JSON (move " +
                            scene.staging.string() + " away, then run the same command again";
  CHECK(problem() == start + ")");
  fs::remove(scene.out / "manifest.json");
  CHECK(problem() == start + ", with another -o if it refuses the shards that are there)");
  CHECK(fs::exists(scene.staging / "publication.json"));
}

TEST_CASE("An interrupted publication goes on where files that it removes are gone already") {
  const PublicationScene scene;
  scene.scratch.write("out/.tfrec-build/publication.json",
                      R"({"removed":["gone-1.tfrec","gone-1.tfrec.idx","a.bin"],)"
                      R"("files":[["0-0.tfrec","a.bin",3],["manifest.json","m.json",3]]})");
  finish_interrupted_publication(scene.staging, scene.out);
  CHECK(scene.scratch.read("out/a.bin") == "new");
  CHECK(scene.scratch.read("out/m.json") == "new");
}

TEST_CASE("An interrupted publication removes an index, and no other file of such a name") {
  const PublicationScene scene;
  scene.scratch.write("out/.tfrec-build/publication.json",
                      R"({"removed":["f00.idx"],"files":[["0-0.tfrec","a.tfrec",3]]})");
  scene.scratch.write("out/f00.idx", "mine");
  CHECK_THROWS_WITH(finish_interrupted_publication(scene.staging, scene.out),
                    Catch::ContainsSubstring("names 'f00.idx', which is not a file of tfrec"));
  scene.scratch.write("out/f00.idx", "0 20\n");
  finish_interrupted_publication(scene.staging, scene.out);
  CHECK_FALSE(fs::exists(scene.out / "f00.idx"));
}

TEST_CASE("A journal whose files are all placed removes nothing any more") {
  const PublicationScene scene;
  publish(scene.staging, scene.out, scene.plan);
  scene.scratch.write("out/.tfrec-build/publication.json",
                      R"({"removed":["manifest.json","f00.idx"],"files":[["0-0.tfrec","f00-3.tfrec",3],)"
                      R"(["manifest.json","manifest.json",3]]})");
  scene.scratch.write("out/f00.idx", "made since");
  finish_interrupted_publication(scene.staging, scene.out);
  CHECK(scene.scratch.read("out/f00.idx") == "made since");
  CHECK_FALSE(is_publication_interrupted(scene.staging));
}

TEST_CASE("A planted journal can't reach outside OUT") {
  for (const char* journal :
       {R"({"removed":["../victim"],"files":[]})", R"({"removed":[],"files":[["x","../planted",4]]})",
        R"({"removed":["/etc/hostname"],"files":[]})", R"({"removed":["%2e%2e/victim"],"files":[]})"}) {
    const PublicationScene scene;
    scene.scratch.write("victim", "mine");
    scene.scratch.write("out/.tfrec-build/x", "evil");
    scene.scratch.write("out/.tfrec-build/publication.json", journal);
    CHECK_THROWS_AS(complete_interrupted_build(scene.out), Error);
    CHECK(scene.scratch.read("victim") == "mine");
    CHECK_FALSE(fs::exists(scene.scratch / "planted"));
  }
}

TEST_CASE("A planted journal removes, replaces and moves no file that is not of the tool") {
  const char* journal = GENERATE(
      R"({"removed":["notes.txt"],"files":[["x","a.tfrec",4]]})",
      R"({"removed":["link/f00-2.tfrec"],"files":[["x","a.tfrec",4]]})",
      R"({"removed":["mine.tfrec.idx"],"files":[["x","a.tfrec",4]]})",
      R"({"removed":["hard"],"files":[["x","a.tfrec",4]]})",
      R"({"removed":["notes.txt"],"files":[["x","notes.txt",4]]})",
      R"({"removed":[],"files":[["x",".sub/f00-2.tfrec",4]]})",
      R"({"removed":[],"files":[["x","notes.txt",4]]})", R"({"removed":[],"files":[["x","classes.txt",4]]})",
      R"({"removed":[],"files":[["x","link/f00-2.tfrec",4]]})",
      R"({"removed":[],"files":[["x","link/new/f00-2.tfrec",4]]})",
      R"({"removed":[],"files":[["x",".hidden",4]]})", R"({"removed":[],"files":[["x",".git/hooks/a",4]]})",
      R"({"removed":[],"files":[["x","a.tfrec",4],["y","a.tfrec",4]]})",
      R"({"removed":[],"files":[["linked","a.tfrec",4]]})",
      R"({"removed":[],"files":[["inner/f00-2.tfrec","a.tfrec",4]]})",
      R"({"removed":[],"files":[["lock","a.tfrec",0]]})");
  INFO(journal);
  const PublicationScene scene;
  for (const char* mine : {"out/notes.txt", "out/classes.txt", "out/mine.tfrec.idx", "victim/f00-2.tfrec"})
    scene.scratch.write(mine, "mine");
  fs::create_symlink("../victim", scene.out / "link");
  fs::create_symlink("../../victim", scene.staging / "inner");
  fs::create_symlink("../../victim/f00-2.tfrec", scene.staging / "linked");
  for (const char* made : {"x", "y"}) scene.scratch.write(std::string("out/.tfrec-build/") + made, "evil");
  scene.scratch.write("out/.tfrec-build/publication.json", journal);
  const auto before = scene.scratch.files("out");
  const auto victim = scene.scratch.files("victim");
  CHECK_THROWS_AS(finish_interrupted_publication(scene.staging, scene.out), Error);
  CHECK(scene.scratch.files("out") == before);
  CHECK_THROWS_AS(complete_interrupted_build(scene.out), Error);
  CHECK(scene.scratch.files("victim") == victim);
  CHECK(fs::exists(scene.staging / "publication.json"));
}

TEST_CASE("A planted journal removed the old manifest, then failed each time at another name") {
  const std::string long_name(300, 'x');
  const std::string files =
      GENERATE_COPY(R"(["0-0.tfrec",")" + long_name + R"(.tfrec",3])", R"(["0-0.tfrec","folder.tfrec",3])",
                    R"(["0-0.tfrec","new/a.tfrec",3],["1-0.tfrec","new",3])",
                    R"([")" + long_name + R"(","f00-2.tfrec",3])");
  const std::string removed =
      GENERATE(R"("f00-2.tfrec")", R"("stage/1-0.tfrec")", R"("me/f00-2.tfrec")", R"(".//f00-2.tfrec")");
  INFO(removed << " " << files);
  const PublicationScene scene;
  fs::create_directory(scene.out / "folder.tfrec");
  fs::create_directory_symlink(".tfrec-build", scene.out / "stage");
  fs::create_directory_symlink(".", scene.out / "me");
  const auto journal = [&](const std::string& gone, const std::string& made) {
    return R"({"removed":["manifest.json",)" + gone + R"(],"files":[)" + made + "]}";
  };
  scene.scratch.write("out/.tfrec-build/publication.json", journal(removed, files));
  CHECK_THROWS_AS(finish_interrupted_publication(scene.staging, scene.out), Error);
  CHECK(scene.scratch.read("out/manifest.json") == test::old_manifest());
  if (removed == R"("f00-2.tfrec")") return;
  scene.scratch.write("out/.tfrec-build/publication.json", journal(removed, R"(["0-0.tfrec","n.tfrec",3])"));
  CHECK_THROWS_AS(finish_interrupted_publication(scene.staging, scene.out), Error);
  CHECK(scene.scratch.read("out/manifest.json") == test::old_manifest());
}

TEST_CASE("A planted journal removed photos whose names end in a count, and files of sets' names elsewhere") {
  for (const char* mine :
       {"IMG1-22.jpg", "report2023-12.pdf", "sub/notes1-2.txt", "sub/README.md", "web/manifest.json",
        "sub/records.csv", "classes_old.txt", "classes/a.txt", "label_map2.pbtxt"}) {
    INFO(mine);
    const PublicationScene scene;
    scene.scratch.write(std::string("out/") + mine, "mine");
    scene.scratch.write(
        "out/.tfrec-build/publication.json",
        R"({"removed":[")" + std::string(mine) + R"("],"files":[["0-0.tfrec","a.tfrec",3]]})");
    CHECK_THROWS_WITH(finish_interrupted_publication(scene.staging, scene.out),
                      Catch::ContainsSubstring("'" + std::string(mine) + "'"));
    CHECK(scene.scratch.read(std::string("out/") + mine) == "mine");
  }
}

TEST_CASE("A planted journal removed a manifest of another program") {
  const PublicationScene scene;
  scene.scratch.write("out/.tfrec-build/publication.json",
                      R"({"removed":["manifest.json"],"files":[["0-0.tfrec","a.tfrec",3]]})");
  for (const char* mine : {R"({"name":"a web page"})", "no JSON"}) {
    scene.scratch.write("out/manifest.json", mine);
    CHECK_THROWS_WITH(finish_interrupted_publication(scene.staging, scene.out),
                      Catch::ContainsSubstring("names 'manifest.json', which is not a file of tfrec"));
    CHECK(scene.scratch.read("out/manifest.json") == mine);
  }
}

TEST_CASE("An interrupted publication removes what sets have beside shards, and shards of any --extension") {
  const PublicationScene scene;
  std::string shard;
  append_frame(shard, "payload");
  for (const char* name : {"README.md", "classes.txt", "classes-2.txt", "label_map-a.pbtxt",
                           "8x8/features.json", "8x8/label.labels.txt", "f00-0.tfrec"})
    scene.scratch.write(std::string("out/") + name, "");
  scene.scratch.write("out/f00-1.jpg", shard);
  scene.scratch.write("out/f01-1.bin", test::gzipped(shard));
  scene.scratch.write("out/.tfrec-build/publication.json",
                      R"({"removed":["README.md","classes.txt","classes-2.txt","label_map-a.pbtxt",)"
                      R"("8x8/features.json","8x8/label.labels.txt","f00-0.tfrec","f00-1.jpg","f01-1.bin",)"
                      R"("f00-2.tfrec","f01-2.tfrec","manifest.json"],"files":[["0-0.tfrec","a.tfrec",3]]})");
  finish_interrupted_publication(scene.staging, scene.out);
  CHECK(scene.names() == std::vector<std::string>{"a.tfrec"});
}

TEST_CASE("A journal replaces a file of another name than the tool's only where it is a shard") {
  const std::string journal = R"({"removed":["a.bin"],"files":[["0-0.tfrec","a.bin",3]]})";
  const PublicationScene scene;
  std::string shard;
  append_frame(shard, "payload");
  scene.scratch.write("out/.tfrec-build/publication.json", journal);
  for (const std::string& mine : {std::string("mine"), std::string(), shard.substr(0, 11)}) {
    scene.scratch.write("out/a.bin", mine);
    CHECK_THROWS_WITH(finish_interrupted_publication(scene.staging, scene.out),
                      Catch::ContainsSubstring("names 'a.bin', which is not a file of tfrec"));
    CHECK(scene.scratch.read("out/a.bin") == mine);
  }
  scene.scratch.write("out/a.bin", shard);
  finish_interrupted_publication(scene.staging, scene.out);
  CHECK(scene.scratch.read("out/a.bin") == "new");
}
