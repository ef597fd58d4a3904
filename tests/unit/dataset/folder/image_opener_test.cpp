// SPDX-License-Identifier: Apache-2.0
#include "dataset/folder/image_opener.hpp"

#include <filesystem>
#include <string>
#include <sys/stat.h>

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using tfrec::test::ScratchFolder;

namespace fs = std::filesystem;

namespace {

/// The content, or the error's kind and message.
std::string read(const ImageOpener& opener, const std::string& relative) {
  try {
    return read_whole(opener.open(relative));
  } catch (const Error& error) {
    return std::string(to_string(error.kind())) + ": " + error.message();
  }
}

}  // namespace

TEST_CASE("nothing outside the folder is opened beneath it", "[opener]") {
  const ScratchFolder folder;
  folder.write("in/a.jpg", "A");
  folder.write("in/sub/b.jpg", "B");
  folder.write("secret", "S");
  folder.write("inside-out/c.jpg", "C");
  fs::create_symlink("../secret", folder / "in/up.jpg");
  fs::create_symlink(folder / "secret", folder / "in/absolute.jpg");
  fs::create_symlink("..", folder / "in/parent");
  fs::create_symlink("/", folder / "in/root");
  fs::create_symlink("../inside-out", folder / "in/neighbour");
  fs::create_symlink("sub/b.jpg", folder / "in/link.jpg");
  fs::create_symlink("sub", folder / "in/again");
  fs::create_symlink(folder / "in/sub/b.jpg", folder / "in/absolute-inside.jpg");
  fs::create_symlink("loop.jpg", folder / "in/loop.jpg");
  REQUIRE(::mkfifo((folder / "in/pipe.jpg").c_str(), 0600) == 0);
  const ImageOpener opener(folder / "in", ImageOpener::Reach::beneath);

  CHECK(read(opener, "a.jpg") == "A");
  CHECK(read(opener, "sub/b.jpg") == "B");
  CHECK(read(opener, "link.jpg") == "B");
  CHECK(read(opener, "again/b.jpg") == "B");
  CHECK(read(opener, "absolute-inside.jpg") == "B");
  const std::string refused = "data: is outside its folder";
  for (const std::string& path :
       {std::string("up.jpg"), std::string("absolute.jpg"), std::string("parent/secret"),
        std::string("neighbour/c.jpg"), std::string("../secret"), std::string("sub/../../secret"),
        (folder / "in/a.jpg").string(), "root" + (folder / "secret").string()}) {
    CAPTURE(path);
    CHECK(read(opener, path) == refused);
  }
  CHECK(read(opener, "sub/../a.jpg") == refused);
  CHECK(read(opener, "none.jpg") == "machine: cannot open: No such file or directory");
  CHECK(read(opener, "loop.jpg") == "machine: cannot open: Too many levels of symbolic links");
  CHECK(read(opener, "pipe.jpg") == "data: not a regular file");
  CHECK(read(opener, "sub") == "data: not a regular file");
}

TEST_CASE("links may lead out where the folder is its owner's own layout", "[opener]") {
  const ScratchFolder folder;
  folder.write("out/a.jpg", "A");
  fs::create_directories(folder / "in");
  fs::create_symlink("../out", folder / "in/rose");
  const ImageOpener opener(folder / "in", ImageOpener::Reach::anywhere);
  CHECK(read(opener, "rose/a.jpg") == "A");
  CHECK(read(opener, "../out/a.jpg") == "data: is outside its folder");
}

TEST_CASE("messages name the image with its folder", "[opener]") {
  const ScratchFolder folder;
  folder.write("in/a.jpg", "A");
  const ImageOpener opener(folder / "in", ImageOpener::Reach::beneath);
  CHECK(opener.open("a.jpg").name() == (folder / "in/a.jpg").string());
  try {
    opener.open("b.jpg");
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.path() == (folder / "in/b.jpg").string());
  }
}
