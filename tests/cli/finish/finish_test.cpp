// SPDX-License-Identifier: Apache-2.0
// A set built in parts from a plan: `plan -o`, `build --plan --part`, `finish`.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/pictures.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"

namespace fs = std::filesystem;
using Catch::ContainsSubstring;
using tfrec::test::jpeg_picture;
using tfrec::test::published_anything;
using tfrec::test::RunResult;
using tfrec::test::ScratchFolder;

namespace {

using Arguments = std::vector<std::string>;

std::string picture(int i) {
  return jpeg_picture(20 + i % 3, 20, static_cast<unsigned>(i));
}

/// Twenty pictures of two classes in split folders, a table of most of them, and nine unlabelled ones.
class Scene {
 public:
  Scene() {
    std::string csv = "id,class,tags,score\n";
    for (int i = 0; i < 20; ++i) {
      const std::string image =
          std::string(i % 4 == 0 ? "val/" : "train/") + (i % 2 == 0 ? "rose/" : "tulip/") + std::to_string(i);
      scratch.write("images/" + image + ".jpg", picture(i));
      if (i != 7)
        csv += image + ".jpg," + (i % 2 == 0 ? "rose" : "tulip") + ",a|b," + std::to_string(i) + ".5\n";
    }
    scratch.write("labels.csv", csv + "gone.jpg,rose,a,1.5\n");
    for (int i = 0; i < 9; ++i) scratch.write("unseen/" + std::to_string(i) + ".jpg", picture(50 + i));
  }

  RunResult run(Arguments first, const Arguments& more = {}) const {
    first.insert(first.end(), more.begin(), more.end());
    return tfrec::test::run_tfrec(first, in(scratch));
  }
  RunResult plan(const Arguments& more = {}) const {
    return run({"plan", "images", "-o", "set.plan", "--name", "f", "--shards", "3"}, more);
  }
  RunResult part(const std::string& number, const Arguments& more = {}) const {
    return run({"build", "images", "--plan", "set.plan", "--part", number, "-o", "out"}, more);
  }
  RunResult finish(const Arguments& more = {}) const {
    return run({"finish", "set.plan", "-o", "out"}, more);
  }
  RunResult build(const std::string& out, const Arguments& more = {}) const {
    return run({"build", "images", "-o", out, "--name", "f", "--shards", "3"}, more);
  }

  using Files = std::map<std::string, std::string>;
  Files files(const std::string& folder) const {
    Files found;
    for (const auto& entry : fs::recursive_directory_iterator(scratch / folder)) {
      const std::string name = fs::relative(entry.path(), scratch / folder).string();
      found[name] = entry.is_regular_file() ? scratch.read(folder + "/" + name) : "";
    }
    return found;
  }
  /// OUT is, file by file, what one build makes.
  void is_as_one_build(const Arguments& more = {}) const {
    fs::remove_all(scratch / "fresh");
    REQUIRE(build("fresh", more).exit_code == 0);
    CHECK(files("out") == files("fresh"));
  }

  ScratchFolder scratch;
};

}  // namespace

TEST_CASE("Parts in any order, again and again, equal one build") {
  const Scene scene;
  const Arguments options = GENERATE(
      Arguments{}, Arguments{"--no-split-folders", "--sizes", "8,16", "--stats"},
      Arguments{"--labels", "labels.csv", "--allow-missing-images"},
      Arguments{"--labels", "labels.csv", "--allow-missing-images", "--split", "a=0.7,b=0.3", "--stratify",
                "class", "--stratify", "tags", "--group", "score", "--record-list"},
      Arguments{"--labels", "labels.csv", "--allow-missing-images", "--folds", "2", "--gzip", "--no-shuffle"},
      Arguments{"--labels", "labels.csv", "--allow-missing-images", "--test", "unseen", "--feature",
                "tags=multihot:tags", "--feature", "image=jpeg", "--min-size", "21x1"},
      Arguments{"--labels", "labels.csv", "--allow-missing-images", "--split-column", "class", "--name-style",
                "tfds", "--feature", "image=jpeg", "--feature", "score=float:score"},
      Arguments{"--no-split-folders", "--feature", "pixels=raw-float32", "--size", "8", "--scale", "0.5",
                "--extension", ".tfrecords"});
  CAPTURE(options);
  const bool has_test = std::find(options.begin(), options.end(), "--test") != options.end();
  const Arguments test = has_test ? Arguments{"--test", "unseen"} : Arguments{};
  const RunResult planned = scene.plan(options);
  INFO(planned.err);
  REQUIRE(planned.exit_code == 0);
  // Where the folders are mounted does not matter, and the table is in the plan.
  fs::rename(scene.scratch / "images", scene.scratch / "elsewhere");
  fs::rename(scene.scratch / "labels.csv", scene.scratch / "moved.csv");
  for (const char* part : {"3/3", "1/3", "3/3", "1/2", "2/3"}) {
    const RunResult result =
        scene.run({"build", "elsewhere", "--plan", "set.plan", "--part", part, "-o", "out", "-j", "2"}, test);
    INFO(result.err);
    CHECK(result.exit_code == 0);
    CHECK_FALSE(published_anything(scene.scratch / "out"));
  }
  const RunResult finished = scene.finish();
  CHECK(finished.exit_code == 0);
  CHECK(finished.err == "");
  CHECK_THAT(finished.out, ContainsSubstring("3 shards, "));
  fs::rename(scene.scratch / "elsewhere", scene.scratch / "images");
  fs::rename(scene.scratch / "moved.csv", scene.scratch / "labels.csv");
  scene.is_as_one_build(options);
  CHECK(scene.finish().out == "up to date: out\n");
  const RunResult later = scene.build("out", options);
  CHECK(later.exit_code == 0);
  CHECK(later.out == "up to date: out\n");
}

TEST_CASE("The same part twice at once") {
  const Scene scene;
  REQUIRE(scene.plan({"--no-split-folders", "--shards", "10"}).exit_code == 2);  // --shards twice
  REQUIRE(scene.plan({"--no-split-folders"}).exit_code == 0);
  tfrec::test::RunSettings settings = in(scene.scratch);
  settings.environment = {"TFREC=" + tfrec::test::tfrec_binary().string()};
  const std::string part = "\"$TFREC\" build images --plan set.plan -o out -q --part ";
  const RunResult result = tfrec::test::run_program(
      "/bin/sh",
      {"-c", "pids=; for p in 1/2 2/2 1/1 1/1 2/2; do " + part +
                 "$p > log$! & pids=\"$pids $!\"; done; for p in $pids; do wait $p || exit 1; done"},
      settings);
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK(scene.finish().exit_code == 0);
  scene.is_as_one_build({"--no-split-folders"});
}

TEST_CASE("finish names the shards that are missing, and leaves the others") {
  const Scene scene;
  REQUIRE(scene.plan().exit_code == 0);  // 3 shards of train, 3 of val
  const auto check_missing = [&](const std::string& what) {
    const RunResult result = scene.finish();
    CHECK(result.exit_code == 1);
    CHECK(result.out.empty());
    CHECK(result.err == "tfrec: error: out: " + what +
                            "\ntfrec: hint: part I/N makes the shards I, I+N, I+2N, …; those that are there "
                            "are not made again\n");
  };
  check_missing("6 shards of 6 are not finished: shards 1, 2, 3, 4, 5, 6");
  CHECK_FALSE(fs::exists(scene.scratch / "out"));
  REQUIRE(scene.part("2/3").exit_code == 0);
  check_missing("4 shards of 6 are not finished: shards 1, 3, 4, 6");
  REQUIRE(scene.part("1/1").exit_code == 0);
  // A shard that does not read back as it was written is missing, too.
  const std::string name = "out/.tfrec-build/3-0.tfrec";
  std::string damaged = scene.scratch.read(name);
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
  scene.scratch.write(name, damaged);
  check_missing("1 shard of 6 is not finished: shard 4");
  const RunResult again = scene.part("4/6");
  CHECK(again.exit_code == 0);
  CHECK_THAT(again.out, ContainsSubstring("part     4 of 6: 1 shard, 2 records"));
  CHECK(scene.finish().exit_code == 0);
  scene.is_as_one_build();
}

TEST_CASE("Shards of another plan that stand among the parts are not taken") {
  const Scene scene;
  REQUIRE(scene.plan({"--seed", "1"}).exit_code == 0);
  REQUIRE(scene.part("1/1").exit_code == 0);
  // As where the parts of two plans began at the same time.
  REQUIRE(scene.plan({"--seed", "2"}).exit_code == 0);
  REQUIRE(scene.run({"build", "images", "--plan", "set.plan", "--part", "6/6", "-o", "other"}).exit_code ==
          0);
  fs::copy_file(scene.scratch / "other/.tfrec-build/planned.json",
                scene.scratch / "out/.tfrec-build/planned.json", fs::copy_options::overwrite_existing);
  const RunResult refused = scene.finish();
  CHECK(refused.exit_code == 1);
  CHECK_THAT(refused.err, ContainsSubstring("6 shards of 6 are not finished"));
  CHECK(scene.part("1/1").exit_code == 0);
  CHECK(scene.finish().exit_code == 0);
  scene.is_as_one_build({"--seed", "2"});
}

TEST_CASE("Parts of two plans that begin at once: one plan has the folder, the other is told so") {
  const Scene scene;
  REQUIRE(scene.plan({"--seed", "1"}).exit_code == 0);
  fs::copy_file(scene.scratch / "set.plan", scene.scratch / "first.plan");
  REQUIRE(scene.plan({"--seed", "2"}).exit_code == 0);
  tfrec::test::RunSettings settings = in(scene.scratch);
  settings.environment = {"TFREC=" + tfrec::test::tfrec_binary().string()};
  const auto part_of = [](const std::string& plan) {
    return "\"$TFREC\" build images --part 1/1 -o out -q --plan " + plan + ".plan 2> " + plan + ".err";
  };
  for (int i = 0; i < 3; ++i) {
    fs::remove_all(scene.scratch / "out");
    const RunResult result = tfrec::test::run_program(
        "/bin/sh", {"-c", part_of("first") + " & one=$!; " + part_of("set") + "; b=$?; wait $one; echo $?$b"},
        settings);
    const bool first_has_it = result.out.ends_with("02\n");
    CAPTURE(result.out);
    CHECK((first_has_it || result.out.ends_with("20\n")));
    CHECK_THAT(scene.scratch.read(first_has_it ? "set.err" : "first.err"),
               ContainsSubstring("holds an unfinished build of another set: its seed was "));
    CHECK(scene.run({"finish", first_has_it ? "first.plan" : "set.plan", "-o", "out"}).exit_code == 0);
    scene.is_as_one_build({"--seed", first_has_it ? "1" : "2"});
  }
}

TEST_CASE("A picture that was moved in keeps its time and is found all the same by its part") {
  const Scene scene;
  REQUIRE(scene.plan().exit_code == 0);
  REQUIRE(scene.part("1/1").exit_code == 0);
  const std::string name = "images/train/rose/2.jpg";
  std::string other = scene.scratch.read(name);
  other.replace(other.find("JFIF"), 4, "JFIG");  // the size stays
  scene.scratch.write("other.jpg", other);
  fs::last_write_time(scene.scratch / "other.jpg",
                      fs::last_write_time(scene.scratch / name) - std::chrono::hours(1));
  fs::rename(scene.scratch / "other.jpg", scene.scratch / name);
  const RunResult again = scene.part("1/1");
  CHECK(again.exit_code == 0);
  CHECK_THAT(again.out, ContainsSubstring("kept     5 shards"));
  CHECK(scene.finish().exit_code == 0);
  scene.is_as_one_build();
}

TEST_CASE("finish twice at once: one publishes, the other finds the set or is told to wait") {
  const Scene scene;
  REQUIRE(scene.plan().exit_code == 0);
  tfrec::test::RunSettings settings = in(scene.scratch);
  settings.environment = {"TFREC=" + tfrec::test::tfrec_binary().string()};
  for (int i = 0; i < 5; ++i) {
    fs::remove_all(scene.scratch / "out");
    REQUIRE(scene.part("1/1").exit_code == 0);
    const RunResult result = tfrec::test::run_program(
        "/bin/sh",
        {"-c",
         "\"$TFREC\" finish set.plan -o out > log & one=$!; \"$TFREC\" finish set.plan -o out > log2; "
         "echo $?; wait $one; echo $?"},
        settings);
    CAPTURE(result.out, result.err);
    const bool all_well = result.out == "0\n0\n";
    CHECK((all_well || result.out == "3\n0\n" || result.out == "0\n3\n"));
    CHECK((all_well || result.err.find("another build is writing here") != std::string::npos));
    scene.is_as_one_build();
  }
}

TEST_CASE("A part made by other versions is refused at finish, and can be made again") {
  const Scene scene;
  REQUIRE(scene.plan().exit_code == 0);
  REQUIRE(scene.part("1/1").exit_code == 0);
  const std::string name = "out/.tfrec-build/2.json";
  std::string record = scene.scratch.read(name);
  const std::size_t at = record.find("opencv ");
  REQUIRE(at != std::string::npos);
  scene.scratch.write(name, record.replace(at, 8, "opencv 9"));
  const RunResult refused = scene.finish();
  CHECK(refused.exit_code == 1);
  CHECK_THAT(refused.err, Catch::StartsWith("tfrec: error: out: shard 3 was made with opencv 9"));
  CHECK(scene.part("3/6").exit_code == 0);
  CHECK(scene.finish().exit_code == 0);
  scene.is_as_one_build();
}

TEST_CASE("finish counts the bad images of all parts against the limit") {
  const Scene scene;
  scene.scratch.write("images/train/rose/2.jpg", "no picture");
  scene.scratch.write("images/val/rose/8.jpg", "no picture");
  REQUIRE(scene.plan({"--max-bad", "1"}).exit_code == 0);
  const RunResult part = scene.part("1/1");
  CHECK(part.exit_code == 0);
  CHECK_THAT(part.out, ContainsSubstring("bad      2 images, for instance "));
  const RunResult refused = scene.finish();
  CHECK(refused.exit_code == 1);
  CHECK_THAT(refused.err, ContainsSubstring("(and 1 more bad image); nothing was published"));
  CHECK_FALSE(published_anything(scene.scratch / "out"));
  CHECK(scene.finish({"--max-bad", "10%"}).exit_code == 0);
  scene.is_as_one_build({"--max-bad", "2"});
}

TEST_CASE("A plan that was cut short or changed anywhere is refused") {
  const Scene scene;
  REQUIRE(scene.plan({"--labels", "labels.csv", "--allow-missing-images"}).exit_code == 0);
  const std::string sound = scene.scratch.read("set.plan");
  const auto check_refused = [&](const std::string& content) {
    scene.scratch.write("set.plan", content);
    const RunResult result = scene.finish();
    CHECK(result.exit_code == 1);
    CHECK_THAT(result.err, Catch::StartsWith("tfrec: error: set.plan: "));
    CHECK_FALSE(fs::exists(scene.scratch / "out"));
  };
  for (std::size_t i = 0; i < 30; ++i) {
    const std::size_t at = i * sound.size() / 30;
    INFO(at);
    check_refused(sound.substr(0, at));
    std::string changed = sound;
    changed[at] = static_cast<char>(changed[at] ^ 4);
    check_refused(changed);
  }
  check_refused(sound + sound);
  check_refused("id,class\n");
}

TEST_CASE("A part into a folder with an unfinished build, or parts, of another set") {
  const Scene scene;
  REQUIRE(scene.plan({"--seed", "1"}).exit_code == 0);
  REQUIRE(scene.part("1/2").exit_code == 0);
  REQUIRE(scene.plan({"--seed", "2"}).exit_code == 0);
  const RunResult part = scene.part("2/2");
  CHECK(part.exit_code == 2);
  CHECK_THAT(part.err, ContainsSubstring("out: holds an unfinished build of another set: its seed was 1"));
  const RunResult finish = scene.finish();
  CHECK(finish.exit_code == 2);
  CHECK_THAT(finish.err, ContainsSubstring("out: holds parts of another plan: its seed was 1"));
  const RunResult build = scene.build("out", {"--seed", "2"});
  CHECK(build.exit_code == 2);
  // The one build of the same plan goes on with the parts.
  const RunResult same = scene.build("out", {"--seed", "1"});
  CHECK(same.exit_code == 0);
  CHECK_THAT(same.err, ContainsSubstring("3 shards are there already"));
  scene.is_as_one_build({"--seed", "1"});
}

TEST_CASE("finish replaces another set with --overwrite alone") {
  const Scene scene;
  REQUIRE(scene.build("out", {"--seed", "9"}).exit_code == 0);
  const auto before = scene.files("out");
  REQUIRE(scene.plan().exit_code == 0);
  REQUIRE(scene.part("1/1").exit_code == 0);
  const RunResult refused = scene.finish();
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err, ContainsSubstring("--overwrite"));
  for (const auto& [name, content] : before) CHECK(scene.files("out").at(name) == content);
  CHECK(scene.finish({"--overwrite"}).exit_code == 0);
  scene.is_as_one_build();
}

TEST_CASE("An image that changed after the plan is told by name") {
  const Scene scene;
  REQUIRE(scene.plan().exit_code == 0);
  scene.scratch.write("images/train/rose/2.jpg", picture(2) + "more");
  const RunResult result = scene.part("1/1");
  CHECK(result.exit_code == 3);
  CHECK_THAT(result.err, ContainsSubstring("images/train/rose/2.jpg: changed"));
  CHECK_FALSE(published_anything(scene.scratch / "out"));
}

TEST_CASE("A part that comes late leaves nothing beside the published set") {
  const Scene scene;
  REQUIRE(scene.plan().exit_code == 0);
  REQUIRE(scene.part("1/1").exit_code == 0);
  REQUIRE(scene.finish().exit_code == 0);
  const RunResult late = scene.part("1/2");
  CHECK(late.exit_code == 0);
  CHECK(late.out == "up to date: out\n");
  scene.is_as_one_build();
}

TEST_CASE("What a finish that was killed at its very end leaves is removed by the next one") {
  const Scene scene;
  REQUIRE(scene.plan().exit_code == 0);
  REQUIRE(scene.part("1/1").exit_code == 0);
  REQUIRE(scene.finish().exit_code == 0);
  scene.scratch.write("out/.tfrec-build/lock", "");
  const RunResult again = scene.finish();
  CHECK(again.exit_code == 0);
  CHECK(again.out == "up to date: out\n");
  scene.is_as_one_build();
}

TEST_CASE("plan -o replaces a plan, and nothing else") {
  const Scene scene;
  REQUIRE(scene.plan({"--seed", "1"}).exit_code == 0);
  CHECK(scene.plan({"--seed", "2"}).exit_code == 0);
  scene.scratch.write("set.plan", "id,class\n");
  const RunResult refused = scene.plan();
  CHECK(refused.exit_code == 2);
  CHECK(refused.out.empty());
  CHECK_THAT(refused.err, ContainsSubstring("set.plan: is there already, and is not a plan"));
  CHECK(scene.scratch.read("set.plan") == "id,class\n");
  CHECK(scene.run({"plan", "images", "-o", "images"}).exit_code == 2);
}

TEST_CASE("A plan that can't be written is told by its own name, and leaves nothing") {
  const Scene scene;
  tfrec::test::RunSettings settings = in(scene.scratch);
  settings.environment = {"TFREC=" + tfrec::test::tfrec_binary().string()};
  const RunResult result =
      tfrec::test::run_program("/bin/sh",
                               {"-c",
                                "trap '' XFSZ; ulimit -f 1; exec \"$TFREC\" plan images --labels labels.csv "
                                "--allow-missing-images -q -o set.plan"},
                               settings);
  CHECK(result.exit_code == 3);
  CHECK(result.err == "tfrec: error: set.plan: cannot write: File too large\n");
  for (const auto& entry : fs::directory_iterator(scene.scratch.path()))
    CHECK(entry.path().filename().string().find("set.plan") == std::string::npos);
}

TEST_CASE("Usage of --plan and --part") {
  const Scene scene;
  REQUIRE(scene.plan({"--labels", "labels.csv", "--allow-missing-images", "--test", "unseen"}).exit_code ==
          0);
  const auto check_usage = [](const RunResult& result, const std::string& text) {
    CHECK(result.exit_code == 2);
    CHECK(result.out.empty());
    CHECK_THAT(result.err, ContainsSubstring(text));
  };
  for (const char* wrong : {"0/2", "3/2", "1", "1/", "/2", "a/b", "1/0", "-1/2", "1/2/3", "1/9999999999"})
    check_usage(scene.part(wrong), "is no I/N");
  check_usage(scene.part("1/2"), "the plan has a part from --test, whose images are needed, too");
  check_usage(scene.part("1/2", {"--quality", "90"}), "--quality excludes --plan");
  check_usage(scene.run({"build", "images", "--plan", "set.plan", "-o", "out"}), "--plan needs --part");
  check_usage(scene.run({"build", "images", "--part", "1/2", "-o", "out"}), "--part requires --plan");
  check_usage(scene.run({"finish", "none.plan", "-o", "out"}), "none.plan: does not exist");
  const RunResult json = scene.part("1/3", {"--test", "unseen", "--json"});
  CHECK(json.exit_code == 0);
  CHECK_THAT(json.out, Catch::StartsWith("{\n  \"part\": 1,\n  \"parts\": 3,\n  \"plan\": \""));
  CHECK_THAT(json.out, ContainsSubstring("\"shard\": 4,\n      \"split\": \"test\",\n      \"records\": 3"));
}

TEST_CASE("A part into a link that leads nowhere is a usage error") {
  const Scene scene;
  REQUIRE(scene.plan().exit_code == 0);
  fs::create_symlink("nowhere", scene.scratch / "out");
  const RunResult result = scene.part("1/1");
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, Catch::StartsWith("tfrec: error: out: is a link that leads nowhere"));
}

TEST_CASE("A large file that is no plan is told at once, not searched for records") {
  const Scene scene;
  scene.scratch.write("set.plan", "");
  fs::resize_file(scene.scratch / "set.plan", std::uintmax_t{1} << 40);  // a hole: takes no space
  for (const RunResult& result : {scene.part("1/1"), scene.finish()}) {
    CHECK(result.exit_code == 1);
    CHECK(result.out.empty());
    CHECK_THAT(result.err,
               Catch::StartsWith("tfrec: error: set.plan: is damaged at byte 0, or no plan of tfrec"));
  }
  CHECK(scene.plan().exit_code == 2);
}
