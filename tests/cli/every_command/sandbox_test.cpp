// SPDX-License-Identifier: Apache-2.0
#include "support/check_error.hpp"
#include "support/sandboxed.hpp"
#include "support/scenes/odd_images.hpp"

using namespace tfrec;
using namespace tfrec::test;

TEST_CASE("The sandbox changes no byte: odd images are built, verified and extracted as without it") {
  if (!sandbox_works()) return;
  const OddImages images(all_odd());
  const Words way{"--max-bad", "100%",    "--encode",          "reencode", "--size", "64",
                  "-q",        "--split", "train=0.8,val=0.2", "--dedupe", "group"};
  REQUIRE(images.build(way + Words{"--sandbox", "off"}, "free").exit_code == 0);
  const RunResult built = images.build(way + Words{"--sandbox", "on"}, "confined");
  REQUIRE(built.exit_code == 0);
  CHECK(images.scratch.files("free") == images.scratch.files("confined"));
  for (const char* command : {"verify --pixels", "inspect", "report -o page.html", "extract -o files"}) {
    const auto run = [&](const std::string& use) {
      return run_shell("rm -rf files page.html; \"$TFREC\" " + std::string(command) + " free --sandbox " +
                           use +
                           " >printed; code=$?; grep -v ^time printed; find page.html files -type f | sort | "
                           "xargs md5sum; exit $code",
                       images.scratch);
    };
    INFO(command);
    const RunResult confined = run("on");
    const RunResult free = run("off");
    CHECK(confined.exit_code == free.exit_code);
    CHECK(confined.out == free.out);
    CHECK(confined.err == free.err);
  }
}

TEST_CASE("-v reports what the sandbox lacks") {
  const OddImages images({"baseline.jpg"});
  const std::string lack = "tfrec: no sandbox: --sandbox off\n";
  CHECK_THAT(images.build({"-v", "--sandbox", "off"}).err, ContainsSubstring(lack));
  if (!sandbox_works()) return;
  check_error(run_tfrec({"count", (images.scratch / "none").string(), "-v", "--sandbox", "on"}), 2,
              "tfrec: error: " + (images.scratch / "none").string() + ": no such file or folder\n");
}

TEST_CASE("A build that fails in the sandbox removes the folders that it made") {
  const ScratchFolder scratch;
  scratch.write("images/cat/bad.png", "no image");
  scratch.write("temporary/file", "");
  const RunResult built =
      run_shell("TMPDIR=$PWD/temporary exec \"$TFREC\" build images -o new/deep/out", scratch);
  CHECK(built.exit_code == 1);
  CHECK_FALSE(std::filesystem::exists(scratch / "new"));
}

TEST_CASE("report writes a list of findings outside of the page's folder") {
  const OddImages images({"baseline.jpg"});
  REQUIRE(images.build({"-q"}).exit_code == 0);
  const std::string script =
      "mkdir pages lists temporary && TMPDIR=$PWD/temporary exec \"$TFREC\" report \"$PWD\"/" +
      std::string("out -o pages/page.html --findings lists/findings.csv");
  CHECK(run_shell(script, images.scratch).exit_code == 0);
  CHECK(std::filesystem::exists(images.scratch / "lists/findings.csv"));
}
