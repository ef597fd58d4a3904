// SPDX-License-Identifier: Apache-2.0
#include "shards/shard_files.hpp"

#include <sys/stat.h>

#include "support/catch.hpp"
#include "support/error_of.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
namespace fs = std::filesystem;

TEST_CASE("Beneath a folder there are files, odd entries, and staging folders that are not searched") {
  const test::ScratchFolder folder;
  for (const char* file : {"b", "a/x", "a/.tfrec-build/half", ".tfrec-build/half", ".hidden"})
    folder.write(file, "");
  fs::create_symlink("nowhere", folder / "broken");
  fs::create_symlink("b", folder / "linked");
  fs::create_directory_symlink("..", folder / "a/up");
  REQUIRE(::mkfifo((folder / "fifo").c_str(), 0600) == 0);
  const FolderEntries found = entries_beneath(folder.path());
  CHECK(found.files ==
        std::vector<fs::path>{folder / ".hidden", folder / "a/x", folder / "b", folder / "linked"});
  CHECK(found.staging == std::vector<fs::path>{folder / ".tfrec-build", folder / "a/.tfrec-build"});
  REQUIRE(found.others.size() == 2);
  CHECK((found.others[0].path == folder / "broken" && found.others[0].what == "links to nothing"));
  CHECK((found.others[1].path == folder / "fifo" && found.others[1].what == "is a FIFO, not a file"));
}

TEST_CASE("Two links to one folder are both followed") {
  const test::ScratchFolder folder;
  folder.write("real/x", "");
  fs::create_directory_symlink("real", folder / "other");
  CHECK(entries_beneath(folder.path()).files == std::vector<fs::path>{folder / "other/x", folder / "real/x"});
}

TEST_CASE("An argument that is no path and no glob is not there, whatever the reason") {
  const test::ScratchFolder folder;
  folder.write("file", "");
  for (const std::string& path : {(folder / "none").string(), (folder / "file/below").string(),
                                  (folder / std::string(300, 'n')).string()}) {
    CHECK(test::error_of([&] { paths_of(path); }) == path + ": no such file or folder ()");
  }
  const std::string pattern = (folder / "none/*.tfrec").string();
  CHECK(test::error_of([&] { paths_of(pattern); }) == pattern + ": matches nothing ()");
  CHECK(paths_of((folder / "file").string()) == std::vector<fs::path>{folder / "file"});
  CHECK(paths_of((folder / "[ef]il?").string()) == std::vector<fs::path>{folder / "file"});
}
