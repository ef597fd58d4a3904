// SPDX-License-Identifier: Apache-2.0
#include "base/files/output_tree.hpp"

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using tfrec::test::ScratchFolder;
namespace fs = std::filesystem;

TEST_CASE("OutputTree moves files in and makes folders on the way") {
  const ScratchFolder scratch;
  OutputTree tree(scratch / "out");
  tree.move_in(scratch.write("1", "one"), "a.jpg", false);
  tree.move_in(scratch.write("2", "two"), "x/y/a.jpg", false);
  tree.move_in(scratch.write("3", "three"), "x/y/b.jpg", false);
  tree.move_in(scratch.write("4", "four"), "x/a.jpg", false);
  CHECK(scratch.read("out/a.jpg") == "one");
  CHECK(scratch.read("out/x/y/a.jpg") == "two");
  CHECK(scratch.read("out/x/y/b.jpg") == "three");
  CHECK(scratch.read("out/x/a.jpg") == "four");
  CHECK_FALSE(fs::exists(scratch / "1"));
}

TEST_CASE("OutputTree replaces files only where it may") {
  const ScratchFolder scratch;
  scratch.write("out/a.jpg", "old");
  fs::create_directories(scratch / "out/folder");
  OutputTree tree(scratch / "out");
  const fs::path fresh = scratch.write("new", "new");
  CHECK_THROWS_AS(tree.move_in(fresh, "a.jpg", false), Error);
  CHECK(scratch.read("out/a.jpg") == "old");
  CHECK_THROWS_AS(tree.move_in(fresh, "folder", true), Error);
  tree.move_in(fresh, "a.jpg", true);
  CHECK(scratch.read("out/a.jpg") == "new");
}

TEST_CASE("OutputTree never follows a link") {
  const ScratchFolder scratch;
  fs::create_directories(scratch / "elsewhere/deep");
  scratch.write("elsewhere/file", "untouched");
  fs::create_directories(scratch / "out/real");
  fs::create_directory_symlink(scratch / "elsewhere", scratch / "out/link");
  fs::create_directory_symlink(scratch / "elsewhere", scratch / "out/real/link");
  fs::create_symlink(scratch / "elsewhere/file", scratch / "out/a.jpg");
  fs::create_directory_symlink(scratch / "out", scratch / "root");
  OutputTree tree(scratch / "out");
  const fs::path fresh = scratch.write("new", "new");
  for (const char* path : {"link/x.jpg", "link/deep/x.jpg", "real/link/x.jpg", "a.jpg"}) {
    INFO(path);
    CHECK_THROWS_AS(tree.move_in(fresh, path, true), Error);
  }
  CHECK_THROWS_AS(OutputTree(scratch / "root"), Error);
  CHECK(scratch.read("elsewhere/file") == "untouched");
  CHECK_FALSE(fs::exists(scratch / "elsewhere/x.jpg"));
  CHECK_FALSE(fs::exists(scratch / "elsewhere/deep/x.jpg"));
}
