// SPDX-License-Identifier: Apache-2.0
// Files that commands write outside the folder of a set: --depfile, --report, plan -o, index, --print-config.
#include <csignal>
#include <sys/stat.h>

#include "support/scenes/build_scene.hpp"
#include "support/scenes/failing_calls.hpp"

using namespace tfrec::test;

namespace {

/// Images with a table, a set made of them, and files that no command may write over.
class OutputScene : public BuildScene {
 public:
  OutputScene() {
    images(4, {""}, 12);
    table("image,class\n0.jpg,rose\n1.jpg,tulip\n2.jpg,rose\n3.jpg,tulip\n");
    scratch.write("classes.txt", "rose\ntulip\n");
    scratch.write("tfrec.toml", "[build]\nseed = 42\n");
    scratch.write("note.txt", "buy milk\n");
    scratch.write("Makefile", "set/manifest.json: labels.csv\n\t@echo build\n");
    scratch.write("old.xml", "<?xml version=\"1.0\"?><project/>\n");
    REQUIRE(run_limited(build("set"), {"--shards", "2", "--record-list"}).exit_code == 0);
    fs::create_symlink("labels.csv", scratch / "link.csv");
    fs::create_hard_link(scratch / "labels.csv", scratch / "hard.csv");
    fs::create_symlink("nothing", scratch / "dead");
    REQUIRE(::mkfifo((scratch / "fifo").c_str(), 0666) == 0);
    before = files(".");
  }

  static Words build(const std::string& out) {
    return {"build", "images", "--labels", "labels.csv", "--classes", "classes.txt",
            "-o",    out,      "--name",   "f",          "-q"};
  }
  static Words plan() {
    return {"plan", "images", "--labels", "labels.csv", "--classes", "classes.txt", "--name", "f", "-q"};
  }
  /// A command that hangs is ended.
  RunResult run_limited(const Words& command, const Words& more = {}, const Words& environment = {}) const {
    RunSettings settings = in(scratch, environment);
    settings.seconds = 60;
    return run_tfrec(command + more, settings);
  }

  /// The command ends with 2 before the work, and touches nothing.
  void is_refused(const Words& command, const Words& more, const std::string& message) const {
    const RunResult result = run_limited(command, more);
    INFO(more.back() << ": " << result.err);
    CHECK(result.exit_code == 2);
    CHECK(result.out.empty());
    CHECK_THAT(result.err, ContainsSubstring(message));
    CHECK(files(".") == before);
  }

  Files before;
};

const std::vector<std::pair<std::string, std::string>> k_never{
    {"labels.csv", "labels.csv: is an input of this command"},
    {"./set/../labels.csv", "is an input of this command"},
    {"link.csv", "link.csv: is an input of this command"},
    {"hard.csv", "hard.csv: is an input of this command"},
    {"classes.txt", "classes.txt: is an input of this command"},
    {"images/0.jpg", "images/0.jpg: would be an input of the next run"},
    {"images/new.jpg", "images/new.jpg: would be an input of the next run"},
    {"images", "images: is a folder"},
    {"note.txt", "note.txt: is there already, and is not a"},
    {"Makefile", "Makefile: is there already, and is not a"},
    {"old.xml", "old.xml: is there already, and is not a"},
    {"set/manifest.json", "set/manifest.json: would look like a file of the set"},
    {"set/records.csv", "set/records.csv: would look like a file of the set"},
    {"set/f00-2.tfrec", "set/f00-2.tfrec: would look like a file of the set"},
    {"set/bad.csv", "set/bad.csv: would look like a file of the set"},
    {"missing/file", "missing: does not exist"},
    {"dead", "dead: is a broken link"},
    {"fifo", "fifo: is not a regular file"}};

}  // namespace

TEST_CASE("build --depfile overwrites no file that it did not write") {
  const OutputScene scene;
  for (const auto& [path, message] : k_never)
    scene.is_refused(OutputScene::build("other"), {"--depfile", path}, message);
  scene.is_refused(OutputScene::build("other"), {"--config", "tfrec.toml", "--depfile", "tfrec.toml"},
                   "tfrec.toml: is an input of this command");
  scene.is_refused({"build", "images", "--like", "set", "-o", "other", "--labels", "labels.csv", "-q"},
                   {"--depfile", "set/manifest.json"}, "set/manifest.json: is an input of this command");
}

TEST_CASE("An option that names a file does not take '-' for standard output") {
  const OutputScene scene;
  scene.is_refused(OutputScene::build("other"), {"--depfile", "-"},
                   "-: standard output can't be --depfile\n");
  scene.is_refused(OutputScene::plan(), {"-o", "-"}, "-: standard output can't be ");
  scene.is_refused({"inspect", "set/f00-2.tfrec", "--record", "0"}, {"--save", "-"},
                   "-: standard output can't be --save\ntfrec: hint: name a file; ./- is one called '-'\n");
}

TEST_CASE("A short option with '=' is refused, not given a value that begins with it") {
  const OutputScene scene;
  scene.is_refused(OutputScene::plan(), {"-o=p"},
                   "'-o=p' is not an option: write -o FILE or --plan-file=FILE\n");
}

TEST_CASE("build --depfile that names OUT, or a folder above it, is refused before OUT is made") {
  const OutputScene scene;
  scene.is_refused(OutputScene::build("other"), {"--depfile", "other"}, "other: is where the set goes");
  scene.is_refused(OutputScene::build("other/set"), {"--depfile", "other"}, "other: is where the set goes");
}

TEST_CASE("build --depfile overwrites its own earlier file, and an empty one") {
  const OutputScene scene;
  scene.scratch.write("set.d", "");
  CHECK(scene.run_limited(OutputScene::build("other"), {"--depfile", "set.d"}).exit_code == 0);
  const std::string rules = scene.scratch.read("set.d");
  CHECK_THAT(rules, ContainsSubstring("other/manifest.json: \\\n"));
  CHECK(scene.run_limited(OutputScene::build("other"), {"--depfile", "set.d", "--seed", "7", "--overwrite"})
            .exit_code == 0);
  CHECK(scene.scratch.read("set.d") == rules);
  const std::string odd = "a=b & c;d";
  for (int run = 0; run < 2; ++run)
    CHECK(scene.run_limited(OutputScene::build(odd), {"--depfile", "odd.d"}).exit_code == 0);
}

TEST_CASE("plan -o overwrites no file that is not a plan, and is refused before the work") {
  const OutputScene scene;
  for (const auto& [path, message] : k_never) scene.is_refused(OutputScene::plan(), {"-o", path}, message);
  for (int run = 0; run < 2; ++run)
    CHECK(scene.run_limited(OutputScene::plan(), {"-o", "set.plan"}).exit_code == 0);
}

TEST_CASE("verify --report overwrites no file that is not a report") {
  const OutputScene scene;
  for (const auto& [path, message] : std::vector<std::pair<std::string, std::string>>{
           {"note.txt", "note.txt: is there already, and is not a report of tfrec verify"},
           {"old.xml", "old.xml: is there already, and is not a report of tfrec verify"},
           {"set/f00-2.tfrec", "set/f00-2.tfrec: would be an input of the next run"},
           {"set/new.tfrec", "set/new.tfrec: would be an input of the next run"},
           {"set/manifest.json", "set/manifest.json: would look like a file of the set"},
           {"missing/report.xml", "missing: does not exist"},
           {"fifo", "fifo: is not a regular file"}}) {
    scene.is_refused({"verify", "set", "-q"}, {"--report", path}, message);
  }
  for (int run = 0; run < 2; ++run)
    CHECK(scene.run_limited({"verify", "set", "-q"}, {"--report", "report.xml"}).exit_code == 0);
}

TEST_CASE("index: a shard that is read is not taken for an empty index") {
  const OutputScene scene;
  scene.scratch.write("a.tfrec", scene.scratch.read("set/f00-2.tfrec"));
  scene.scratch.write("a.tfrec.idx", "");
  const RunResult result = scene.run_limited({"index", "a.tfrec", "a.tfrec.idx"});
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.err, ContainsSubstring("a.tfrec.idx: is an input of this command"));
  CHECK(scene.scratch.read("a.tfrec.idx").empty());
}

TEST_CASE("--print-config into a file that the command reads is refused") {
  const OutputScene scene;
  const std::string build =
      "exec \"$TFREC\" build images --labels labels.csv --config tfrec.toml -o set --print-config";
  for (const auto& [target, message] : std::vector<std::pair<std::string, std::string>>{
           {" >> labels.csv", "labels.csv: is an input of this command"},
           {" > link.csv", "labels.csv: is an input of this command"},
           {" > tfrec.toml", "tfrec.toml: is an input of this command"},
           {" > images/0.jpg", "images/0.jpg: would be an input of the next run"},
           {" > set/manifest.json", "set/manifest.json: would look like a file of the set"}}) {
    const RunResult result = run_shell(build + target, scene.scratch);
    INFO(target << result.err);
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err, ContainsSubstring(message));
  }
  CHECK(scene.scratch.read("tfrec.toml").empty());  // by the shell
  scene.scratch.write("tfrec.toml", "[build]\nseed = 42\n");
  CHECK(run_shell(build + " > new.toml", scene.scratch).exit_code == 0);
  CHECK_THAT(scene.scratch.read("new.toml"), ContainsSubstring("labels = \"labels.csv\""));
  CHECK(run_shell(build + " > /dev/null", scene.scratch).exit_code == 0);
  CHECK(run_shell(build + " | cat > /dev/null", scene.scratch).exit_code == 0);
}

TEST_CASE("A killed run leaves no temporary file for ever: the next one removes it", "[no-sanitizer]") {
  const OutputScene scene;
  struct Case {
    Words command;
    std::string target;
  };
  for (const Case& one : {Case{{"index", "set", "-q"}, "set/f00-2.tfrec.idx"},
                          Case{{"plan", "images", "-o", "set.plan", "-q"}, "set.plan"},
                          Case{{"verify", "set", "-q", "--report", "r.xml"}, "r.xml"},
                          Case{{"build", "images", "-o", "other", "-q", "--depfile", "set.d"}, "set.d"}}) {
    const auto before = scene.files(".");
    const RunResult killed = scene.run_limited(
        one.command, {}, environment_of({"rename", 1, k_kill, false, one.target}, scene.scratch));
    INFO(one.target << killed.err);
    CHECK(killed.exit_code == 128 + SIGKILL);
    fs::remove(scene.scratch / "failed");
    CHECK(scene.files(".") != before);
    CHECK(scene.run_limited(one.command).exit_code == 0);
    for (const auto& [name, content] : scene.files(".")) CHECK_THAT(name, !ContainsSubstring(".tmp"));
    CHECK(fs::exists(scene.scratch / one.target));
  }
}

TEST_CASE("A file system whose locks fail keeps no temporary file", "[no-sanitizer]") {
  const OutputScene scene;
  for (const Words& command : {Words{"index", "set", "-q"},
                               {"plan", "images", "-o", "set.plan", "-q"},
                               {"verify", "set", "-q", "--report", "r.xml"}}) {
    const auto before = scene.files(".");
    const RunResult failed = scene.run_limited(
        command, {}, environment_of({"flock", 1, EIO, true, scene.scratch.path().string()}, scene.scratch));
    INFO(command.front() << ": " << failed.err);
    fs::remove(scene.scratch / "failed");
    CHECK(failed.exit_code == 3);
    CHECK_THAT(failed.err, ContainsSubstring("cannot lock: Input/output error"));
    CHECK(scene.files(".") == before);
  }
}
