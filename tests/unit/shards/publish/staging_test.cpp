// SPDX-License-Identifier: Apache-2.0
#include "shards/publish/staging.hpp"

#include <sys/stat.h>

#include "base/text/unique_name.hpp"
#include "support/catch.hpp"
#include "support/error_of.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
namespace fs = std::filesystem;

namespace {

using Names = std::vector<std::string>;

/// OUT with a plan and a finished shard in its staging folder, as a killed build leaves them.
struct UnfinishedBuild {
  UnfinishedBuild() {
    for (const char* file : {"planned.json", "0.json", "0-0.tfrec"})
      scratch.write(std::string("out/.tfrec-build/") + file, "x");
  }

  Names staged() const { return test::names(scratch.files("out/.tfrec-build")); }

  test::ScratchFolder scratch;
  fs::path out = scratch / "out";
};

}  // namespace

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

TEST_CASE("Finished shards of a build that did not come to its end stay, what was in the making goes") {
  const UnfinishedBuild build;
  build.scratch.write("out/.tfrec-build/1-0.tfrec" + process_suffix(), "half");
  build.scratch.write("out/.tfrec-build/8x8/1-0.tfrec" + process_suffix(), "half");
  {
    const Staging staging(build.out);
    CHECK(test::error_of([&] { staging.start_anew(); }) ==
          build.out.string() +
              ": contains an unfinished build (complete it with the command that started it, use another "
              "-o, or remove " +
              staging.folder().string() + ")");
  }
  CHECK(build.staged() == Names{"0-0.tfrec", "0.json", "lock", "planned.json"});
  {
    const Staging staging(build.out);
    staging.clear();
    CHECK(build.staged() == Names{"lock"});
  }
  CHECK_FALSE(fs::exists(build.out / ".tfrec-build"));
  CHECK(fs::exists(build.out));  // it was there before
}

TEST_CASE("What a killed run left is removed where no plan and no finished shard is in it") {
  const test::ScratchFolder scratch;
  scratch.write("out/.tfrec-build/0-0.tfrec", "half");
  scratch.write("out/.tfrec-build/train/x", "");
  const Staging staging(scratch / "out");
  staging.start_anew();
  CHECK(test::names(scratch.files("out/.tfrec-build")) == Names{"lock"});
}

TEST_CASE("A folder that was made for a build stays where something was published into it") {
  const test::ScratchFolder scratch;
  {
    const Staging staging(scratch / "new/out");
    scratch.write("new/out/a.tfrec", "");
  }
  CHECK(test::names(scratch.files("new")) == Names{"out/a.tfrec"});
}

TEST_CASE("What others may be making is kept on demand, the lock only beside a plan") {
  const test::ScratchFolder scratch;
  const fs::path out = scratch / "out";
  { const Staging staging(out, Staging::Leftovers::keep); }
  CHECK_FALSE(fs::exists(out / ".tfrec-build"));
  {
    const Staging staging(out, Staging::Leftovers::keep);
    scratch.write("out/.tfrec-build/0-0.tfrec.part", "theirs");
  }
  CHECK(test::names(scratch.files("out/.tfrec-build")) == Names{"0-0.tfrec.part"});
  scratch.write("out/.tfrec-build/planned.json", "{}");
  { const Staging staging(out, Staging::Leftovers::keep); }
  CHECK(test::names(scratch.files("out/.tfrec-build")) == Names{"0-0.tfrec.part", "lock", "planned.json"});
}

TEST_CASE("A staging folder without files is removed with a lock that nobody holds, and no other") {
  const test::ScratchFolder scratch;
  const fs::path folder = scratch / "out/.tfrec-build";
  {
    const Staging staging(scratch / "out");
    remove_if_empty(folder);
    CHECK(fs::exists(folder / "lock"));
  }
  scratch.write("out/.tfrec-build/lock", "");
  scratch.write("out/.tfrec-build/notes.txt", "mine");
  remove_if_empty(folder);
  CHECK(test::names(scratch.files("out/.tfrec-build")) == Names{"lock", "notes.txt"});
  fs::remove(folder / "notes.txt");
  remove_if_empty(folder);
  CHECK_FALSE(fs::exists(folder));
  fs::create_directory(folder);
  remove_if_empty(folder);
  CHECK_FALSE(fs::exists(folder));
  remove_if_empty(folder);  // one that is gone
}

TEST_CASE("Links and special files are removed from a staging folder, and one that is a link is refused") {
  const test::ScratchFolder scratch;
  scratch.write("victim/mine", "mine");
  scratch.write("staging/8x8/0-0.tfrec", "made");
  fs::create_symlink("../victim/mine", scratch / "staging/1-0.tfrec");
  fs::create_directory_symlink("../../victim", scratch / "staging/8x8/link");
  REQUIRE(::mkfifo((scratch / "staging/8x8/fifo").c_str(), 0600) == 0);
  clear_of_links(scratch / "staging");
  CHECK(test::names(scratch.files("staging")) == Names{"8x8/0-0.tfrec"});
  CHECK(scratch.read("victim/mine") == "mine");
  clear_of_links(scratch / "absent");
  fs::create_directory_symlink("victim", scratch / "link");
  CHECK(test::error_of([&] { clear_of_links(scratch / "link"); }) ==
        (scratch / "link").string() + ": is a link (remove it)");
}

TEST_CASE("An unfinished build has a plan, and a shard with its description, be it in a folder") {
  const auto is_unfinished = [](const Names& files) {
    const test::ScratchFolder scratch;
    for (const std::string& file : files) scratch.write("staging/" + file, "");
    return holds_unfinished_build(scratch / "staging");
  };
  CHECK(is_unfinished({"planned.json", "0.json", "0-0.tfrec"}));
  CHECK(is_unfinished({"planned.json", "8x8/train/12.json", "8x8/train/12-0.tfrec"}));
  CHECK_FALSE(is_unfinished({"0.json", "0-0.tfrec"}));
  CHECK_FALSE(is_unfinished({"planned.json", "0-0.tfrec"}));
  CHECK_FALSE(is_unfinished({"planned.json", "0.json", "1-0.tfrec"}));  // all images of the shard were bad
  CHECK_FALSE(is_unfinished({"planned.json", "x0.json", "x0-0.tfrec", "0x.json", "0x-0.tfrec"}));
  CHECK_FALSE(is_unfinished({"planned.json", "0.json", "8x8/0-0.tfrec"}));
}
