// SPDX-License-Identifier: Apache-2.0
#include "shards/publish/staging.hpp"

#include "support/catch.hpp"
#include "support/error_of.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
namespace fs = std::filesystem;

TEST_CASE("A folder takes one build at a time, and the next when that one has ended") {
  const test::ScratchFolder scratch;
  const fs::path out = scratch / "new/out";
  {
    const Staging first(out);
    CHECK(fs::is_directory(first.folder()));
    CHECK(test::error_of([&] { Staging{out}; }) ==
          out.string() + ": another build is writing here (wait until it ends)");
    CHECK(fs::is_directory(first.folder()));
  }
  CHECK_FALSE(fs::exists(scratch / "new"));  // made for a build that published nothing
  const Staging second(out);
  CHECK(fs::is_directory(second.folder()));
}
