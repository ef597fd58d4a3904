// SPDX-License-Identifier: Apache-2.0
#include "base/files/atomic_file.hpp"

#include <filesystem>

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;

namespace {

std::size_t entries(const std::filesystem::path& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

}  // namespace

TEST_CASE("Committed content is there, and nothing else") {
  const test::ScratchFolder scratch;
  AtomicFile file(scratch / "a.txt");
  file.write("one ");
  file.write("two");
  CHECK_FALSE(std::filesystem::exists(scratch / "a.txt"));
  file.commit();
  CHECK(scratch.read("a.txt") == "one two");
  CHECK(entries(scratch.path()) == 1);
}

TEST_CASE("Without commit there is no file") {
  const test::ScratchFolder scratch;
  { AtomicFile(scratch / "a.txt").write("lost"); }
  CHECK(entries(scratch.path()) == 0);
}

TEST_CASE("An older file stays until the commit") {
  const test::ScratchFolder scratch;
  scratch.write("a.txt", "old");
  { AtomicFile(scratch / "a.txt").write("new"); }
  CHECK(scratch.read("a.txt") == "old");
  write_file_atomically(scratch / "a.txt", "new");
  CHECK(scratch.read("a.txt") == "new");
}

TEST_CASE("A missing folder is an error that names the file") {
  const test::ScratchFolder scratch;
  CHECK_THROWS_WITH(AtomicFile(scratch / "no/a.txt"),
                    Catch::ContainsSubstring("no/a.txt: cannot create: No such file"));
}

TEST_CASE("What a killed process left goes, what a live one writes stays") {
  const test::ScratchFolder scratch;
  const std::filesystem::path target = scratch / "a.txt";
  const std::vector<std::filesystem::path> targets{target};
  for (const char* other : {"a.txt", "a.txt.tmp", "a.txt.tmp12", "a.txt.tmp12-0123",
                            "b.txt.tmp12-0123456789abcdef", "a.txt.tmpx2-0123456789abcdef"})
    scratch.write(other, "mine");
  scratch.write("a.txt.tmp12-0123456789abcdef", "left");
  scratch.write("a.txt.tmp3456-00000000ffffffff", "left");
  AtomicFile live(target, AtomicFile::Draft::locked);
  live.write("new");
  CHECK(entries(scratch.path()) == 9);
  remove_left_drafts(targets);
  CHECK(entries(scratch.path()) == 7);
  live.commit();
  CHECK(scratch.read("a.txt") == "new");
  CHECK(entries(scratch.path()) == 6);
}
