// SPDX-License-Identifier: Apache-2.0
#include "shards/publish/unfinished_sets.hpp"

#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
namespace fs = std::filesystem;

namespace {

/// OUT with a journal of two files that are both staged, one of them two folders deep, and of one to remove.
struct UnfinishedScene {
  UnfinishedScene() {
    scratch.write("out/.tfrec-build/0-0.tfrec", "new");
    scratch.write("out/.tfrec-build/manifest.json", "new");
    scratch.write("out/.tfrec-build/publication.json",
                  R"({"removed":["old.tfrec"],"files":[["0-0.tfrec","8x8/train/f.tfrec",3],)"
                  R"(["manifest.json","manifest.json",3]]})");
  }
  bool is_above(const std::string& path) const { return UnfinishedSets().look_above(scratch / path); }

  test::ScratchFolder scratch;
  fs::path out = scratch / "out";
};

const std::string k_again = " that writes it again, which completes it";

}  // namespace

TEST_CASE("The folder above is known without a look at the disk") {
  CHECK(folder_above("a/b") == "a");
  CHECK(folder_above("a/b/") == "a");
  CHECK(folder_above(".") == "..");
  CHECK(folder_above("..") == "../..");
  CHECK(folder_above("a/..") == "a/../..");
  CHECK(folder_above("./") == "..");
}

TEST_CASE("An unfinished set is above the files and folders that its journal names, and no others") {
  const UnfinishedScene scene;
  CHECK(scene.is_above("out/8x8/train/f.tfrec"));
  CHECK(scene.is_above("out/8x8/train"));
  CHECK(scene.is_above("out/8x8"));
  CHECK(scene.is_above("out/old.tfrec"));
  for (const char* other :
       {"out/8x8/train/g.tfrec", "out/8x", "out/8x8/train/f.tfrec/deep", "out/old", "elsewhere"}) {
    INFO(other);
    CHECK_FALSE(scene.is_above(other));
  }
}

TEST_CASE("An unfinished set is found once, in a folder that was asked for or beneath it") {
  const UnfinishedScene scene;
  UnfinishedSets sets;
  CHECK(sets.look_at(scene.out, {}));
  CHECK(sets.look_above(scene.out / "8x8/train/f.tfrec"));
  const auto found = sets.take();
  REQUIRE(found.size() == 1);
  CHECK(found[0].folder == scene.out);
  CHECK(found[0].problem ==
        "is an unfinished set: 0 of 2 files have their names; run the `tfrec reshard` or "
        "`tfrec repair`" +
            k_again);
  UnfinishedSets beneath;
  CHECK_FALSE(beneath.look_at(scene.scratch.path(), {}));
  CHECK(beneath.look_at(scene.scratch.path(), {scene.out / ".tfrec-build"}));
  CHECK(beneath.take().size() == 1);
}

TEST_CASE("A set is above the folder that a link leads to") {
  const UnfinishedScene scene;
  scene.scratch.write("out/8x8/train/f.tfrec", "old");
  fs::create_symlink("out/8x8/train", scene.scratch / "link");
  fs::create_symlink("out", scene.scratch / "direct");
  CHECK(scene.is_above("link/f.tfrec"));
  CHECK(scene.is_above("direct/8x8/train/f.tfrec"));
}

TEST_CASE(
    "The command that completes an unfinished set follows from its plan, and files that have their names "
    "count") {
  const UnfinishedScene scene;
  scene.scratch.write("out/.tfrec-build/planned.json", "{}");
  scene.scratch.write("out/8x8/train/f.tfrec", "new");
  fs::remove(scene.out / ".tfrec-build/0-0.tfrec");
  UnfinishedSets sets;
  CHECK(sets.look_at(scene.out, {}));
  CHECK(sets.take().at(0).problem ==
        "is an unfinished set: 1 of 2 files have their names; run the `tfrec build` or `tfrec finish`" +
            k_again);
}

TEST_CASE("A set whose files all have their names is finished, and one without a journal is not unfinished") {
  const UnfinishedScene scene;
  scene.scratch.write("out/8x8/train/f.tfrec", "new");
  scene.scratch.write("out/manifest.json", "new");
  fs::remove(scene.out / ".tfrec-build/0-0.tfrec");
  fs::remove(scene.out / ".tfrec-build/manifest.json");
  CHECK_FALSE(UnfinishedSets().look_at(scene.out, {}));
  fs::remove(scene.out / ".tfrec-build/publication.json");
  CHECK_FALSE(UnfinishedSets().look_at(scene.out, {}));
}

TEST_CASE("A damaged journal concerns every file, and is to be moved away") {
  const UnfinishedScene scene;
  scene.scratch.write("out/.tfrec-build/publication.json", "{");
  UnfinishedSets sets;
  CHECK(sets.look_above(scene.out / "any.tfrec"));
  CHECK(sets.take().at(0).problem == "is an unfinished set with a damaged journal: move " +
                                         (scene.out / ".tfrec-build").string() +
                                         " away, then make the set again");
}
