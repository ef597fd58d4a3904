// SPDX-License-Identifier: Apache-2.0
#include "base/files/folder_entries.hpp"

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;

TEST_CASE("The entries of a folder are sorted; a folder that is not there is an error") {
  const test::ScratchFolder folder;
  folder.write("b", "");
  folder.write("a/c", "");
  const auto entries = entries_in(folder.path());
  REQUIRE(entries.size() == 2);
  CHECK(entries[0].filename() == "a");
  CHECK(entries[1].filename() == "b");
  CHECK_THROWS_AS(entries_in(folder / "none"), Error);
  std::error_code failed;
  CHECK(entries_in(folder / "none", failed).empty());
  CHECK(failed == std::errc::no_such_file_or_directory);
}

TEST_CASE("A folder is emptied but for what is kept") {
  const test::ScratchFolder folder;
  folder.write("lock", "");
  folder.write("a/c", "");
  folder.write("b", "");
  empty_folder(folder.path(), {"lock", "plan"});
  const auto entries = entries_in(folder.path());
  REQUIRE(entries.size() == 1);
  CHECK(entries[0].filename() == "lock");
}
