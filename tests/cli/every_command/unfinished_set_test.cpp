// SPDX-License-Identifier: Apache-2.0
// A set whose build was killed while its files were given their names: shards, no manifest, a journal.
#ifdef TFREC_FAIL_CALLS

#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/images.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"

namespace fs = std::filesystem;
using Catch::ContainsSubstring;
using tfrec::test::run_tfrec;
using tfrec::test::RunResult;
using tfrec::test::RunSettings;
using tfrec::test::ScratchFolder;

namespace {

using Arguments = std::vector<std::string>;

const std::string k_problem =
    "out: is an unfinished set: 2 of 6 files have their names; run the `tfrec build` or `tfrec finish` that "
    "writes it "
    "again, which completes it\n";

/// Killed when it gives the third of six files its name.
class Scene {
 public:
  Scene() {
    for (unsigned i = 0; i < 8; ++i)
      scratch.write("images/" + std::string(i % 2 == 0 ? "a/" : "b/") + std::to_string(i) + ".jpg",
                    tfrec::test::jpeg_image(12, 12, i));
    kill_at(scratch / "out/val", "f00-2.tfrec", 1);
  }
  void kill_at(const fs::path& folder, const std::string& name, int number,
               const Arguments& more = {}) const {
    Arguments arguments = k_build;
    arguments.insert(arguments.end(), more.begin(), more.end());
    RunSettings settings = in(scratch);
    settings.environment = {"LD_PRELOAD=" TFREC_FAIL_CALLS,
                            "TFREC_FAIL_CALL=rename",
                            "TFREC_FAIL_AT=" + std::to_string(number),
                            "TFREC_FAIL_ERRNO=-1",
                            "TFREC_FAIL_UNDER=" + (folder / name).string(),
                            "TFREC_FAIL_LOG=" + (scratch / "failed").string()};
    REQUIRE(run_tfrec(arguments, settings).exit_code == 128 + SIGKILL);
  }
  RunResult run(const Arguments& arguments) const { return run_tfrec(arguments, in(scratch)); }

  const Arguments k_build{
      "build", "images", "-o", "out", "--name", "f", "-q", "--split", "train=0.5,val=0.5", "--shards", "2"};
  ScratchFolder scratch;
};

}  // namespace

TEST_CASE("verify, count and inspect report a set whose build was killed while publishing") {
  const Scene scene;
  for (const char* path : {"out", "out/train", "out/train/f00-2.tfrec"}) {
    INFO(path);
    const RunResult verified = scene.run({"verify", "-q", path});
    CHECK(verified.exit_code == 1);
    CHECK_THAT(verified.out, ContainsSubstring(k_problem));
    CHECK_THAT(verified.out, ContainsSubstring("bad: 1 problem"));
    CHECK_THAT(verified.err, !ContainsSubstring("ok"));
    const RunResult counted = scene.run({"count", path});
    CHECK(counted.exit_code == 1);
    CHECK_THAT(counted.out, ContainsSubstring("f00-2.tfrec"));
    CHECK_THAT(counted.err, ContainsSubstring("tfrec: error: "));
    CHECK_THAT(counted.err, ContainsSubstring(k_problem));
    const RunResult inspected = scene.run({"inspect", path});
    CHECK(inspected.exit_code == 1);
    CHECK_THAT(inspected.out, ContainsSubstring("image"));
    CHECK_THAT(inspected.err, ContainsSubstring(k_problem));
  }
  const auto json = nlohmann::json::parse(scene.run({"verify", "--json", "out"}).out);
  CHECK(json["ok"] == false);
  CHECK(json["problems"][0]["kind"] == "unfinished");
  // Of a folder above both are seen, the unfinished one by its journal alone.
  CHECK(scene.run({"verify", "-q", "."}).exit_code == 1);
}

TEST_CASE("An unfinished set is reported, too, where a link leads to a folder of it") {
  const Scene scene;
  fs::create_directory_symlink("out/train", scene.scratch / "link");
  const RunResult verified = scene.run({"verify", "-q", "link"});
  CHECK(verified.exit_code == 1);
  CHECK_THAT(verified.out, ContainsSubstring("is an unfinished set: 2 of 6 files have their names"));
}

TEST_CASE("reshard, repair and extract refuse an unfinished set, index warns of it") {
  const Scene scene;
  for (const char* command : {"reshard", "repair", "extract"}) {
    const RunResult result = scene.run({command, "out", "-o", "new", "-q"});
    INFO(command);
    CHECK(result.exit_code == 1);
    CHECK(result.out.empty());
    CHECK(result.err == "tfrec: error: " + k_problem);
    CHECK_FALSE(fs::exists(scene.scratch / "new"));
  }
  const RunResult indexed = scene.run({"index", "out"});
  CHECK(indexed.exit_code == 0);
  CHECK_THAT(indexed.err, ContainsSubstring("tfrec: warning: " + k_problem));
}

TEST_CASE("The build that is named completes the unfinished set, and nothing is reported then") {
  const Scene scene;
  CHECK(scene.run(scene.k_build).exit_code == 0);
  CHECK(scene.run({"verify", "-q", "out"}).exit_code == 0);
  CHECK(scene.run({"count", "out"}).exit_code == 0);
}

TEST_CASE(
    "A set whose replacement was killed while publishing is reported, with or without its old manifest") {
  const Scene scene;
  REQUIRE(scene.run(scene.k_build).exit_code == 0);
  // Before the old manifest goes.
  scene.kill_at(scene.scratch / "out", ".tfrec-build/publication.json", 1, {"--seed", "7", "--overwrite"});
  CHECK(scene.run({"verify", "-q", "out"}).exit_code == 0);  // nothing has begun
  RunSettings settings = in(scene.scratch);
  Arguments arguments = scene.k_build;
  arguments.insert(arguments.end(), {"--seed", "7", "--overwrite"});
  settings.environment = {"LD_PRELOAD=" TFREC_FAIL_CALLS,
                          "TFREC_FAIL_CALL=unlink",
                          "TFREC_FAIL_AT=1",
                          "TFREC_FAIL_ERRNO=-1",
                          "TFREC_FAIL_UNDER=" + (scene.scratch / "out/manifest.json").string(),
                          "TFREC_FAIL_LOG=" + (scene.scratch / "failed").string()};
  REQUIRE(run_tfrec(arguments, settings).exit_code == 128 + SIGKILL);
  CHECK(fs::exists(scene.scratch / "out/manifest.json"));
  CHECK_THAT(scene.run({"verify", "-q", "out"}).out, ContainsSubstring("out: is an unfinished set: 0 of 6"));
  CHECK(scene.run(arguments).exit_code == 0);
  CHECK(scene.run({"verify", "-q", "out"}).exit_code == 0);
}

#endif
