// SPDX-License-Identifier: Apache-2.0
#include "sets/making/part_folders.hpp"

#include <string>

#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;

TEST_CASE("A copy of a file of several blocks is whole, and one of no file leaves nothing") {
  const test::ScratchFolder scratch;
  std::string content(3'000'000, 'x');
  content.front() = 'a';
  content.back() = 'z';
  scratch.write("a", content);
  scratch.write("b", "old");
  CHECK(copy_file_atomically(scratch / "a", scratch / "b") == content.size());
  CHECK(scratch.read("b") == content);
  CHECK_THROWS(copy_file_atomically(scratch / "no", scratch / "c"));
  CHECK(scratch.files().size() == 2);
}
