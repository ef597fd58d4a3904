// SPDX-License-Identifier: Apache-2.0
#include "base/files/real_path.hpp"

#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
namespace fs = std::filesystem;

TEST_CASE("One spelling for all ways to write a path") {
  const test::ScratchFolder scratch;
  scratch.write("d/a.txt", "");
  fs::create_directory_symlink("d", scratch / "link");
  fs::create_symlink("loop", scratch / "loop");
  const fs::path d = fs::canonical(scratch / "d");
  for (const char* other : {"d", "d/", "./d/.", "link", "link/", "d/../link/../d//"}) {
    INFO(other);
    CHECK(real_path(scratch / other) == d);
  }
  CHECK(real_path(scratch / "link/new/x") == d / "new/x");
  CHECK(real_path(scratch / "loop").filename() == "loop");
  CHECK(real_path("/") == "/");
}

TEST_CASE("A path lies in its folder and in those above, not beside them") {
  CHECK(lies_in("/a/b", "/a"));
  CHECK(lies_in("/a", "/a"));
  CHECK(lies_in("/a", "/"));
  CHECK_FALSE(lies_in("/ab", "/a"));
  CHECK_FALSE(lies_in("/a", "/a/b"));
}
