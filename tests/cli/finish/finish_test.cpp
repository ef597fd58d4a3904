// SPDX-License-Identifier: Apache-2.0
// A set built in parts from a plan: `plan -o`, `build --plan --part`, `finish`.
#include "support/check_error.hpp"
#include "support/scenes/parts.hpp"

using namespace tfrec::test;

TEST_CASE("Parts in any order, again and again, equal one build") {
  const Parts scene;
  const Words options = GENERATE(
      Words{}, Words{"--no-split-folders", "--sizes", "8,16", "--stats"},
      Words{"--labels", "labels.csv", "--allow-missing-images"},
      Words{"--labels", "labels.csv", "--allow-missing-images", "--split", "a=0.7,b=0.3", "--stratify",
            "class", "--stratify", "tags", "--group", "score", "--record-list"},
      Words{"--labels", "labels.csv", "--allow-missing-images", "--folds", "2", "--gzip", "--no-shuffle"},
      Words{"--labels", "labels.csv", "--allow-missing-images", "--test", "unseen", "--feature",
            "tags=multihot:tags", "--feature", "image=jpeg", "--min-size", "21x1"},
      Words{"--labels", "labels.csv", "--allow-missing-images", "--split-column", "class", "--name-style",
            "tfds", "--feature", "image=jpeg", "--feature", "score=float:score"},
      Words{"--no-split-folders", "--feature", "pixels=raw-float32", "--size", "8", "--scale", "0.5",
            "--extension", ".tfrecords"});
  CAPTURE(options);
  const bool has_test = std::find(options.begin(), options.end(), "--test") != options.end();
  const Words test = has_test ? Words{"--test", "unseen"} : Words{};
  const RunResult planned = scene.plan(options);
  INFO(planned.err);
  REQUIRE(planned.exit_code == 0);
  // Where the folders are mounted does not matter, and the table is in the plan.
  fs::rename(scene.scratch / "images", scene.scratch / "elsewhere");
  fs::rename(scene.scratch / "labels.csv", scene.scratch / "moved.csv");
  for (const char* part : {"3/3", "1/3", "3/3", "1/2", "2/3"}) {
    const RunResult result = scene.run(
        Words{"build", "elsewhere", "--plan", "set.plan", "--part", part, "-o", "out", "-j", "2"} + test);
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
  const RunResult later = scene.build(options);
  CHECK(later.exit_code == 0);
  CHECK(later.out == "up to date: out\n");
}

TEST_CASE("The same part twice at once") {
  const Parts scene;
  REQUIRE(scene.plan({"--no-split-folders", "--shards", "10"}).exit_code == 2);  // --shards twice
  REQUIRE(scene.plan({"--no-split-folders"}).exit_code == 0);
  const std::string part = "\"$TFREC\" build images --plan set.plan -o out -q --part ";
  const RunResult result =
      run_shell("pids=; for p in 1/2 2/2 1/1 1/1 2/2; do " + part +
                    "$p > log$! & pids=\"$pids $!\"; done; for p in $pids; do wait $p || exit 1; done",
                scene.scratch);
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK(scene.finish().exit_code == 0);
  scene.is_as_one_build({"--no-split-folders"});
}

TEST_CASE("finish names the shards that are missing, and leaves the others") {
  const Parts scene;
  REQUIRE(scene.plan().exit_code == 0);  // 3 shards of train, 3 of val
  const auto check_missing = [&](const std::string& what) {
    const RunResult result = scene.finish();
    check_error(
        result, 1,
        "tfrec: error: out: " + what +
            "\ntfrec: hint: to take parts from other folders: `tfrec finish set.plan PART_OUT… -o out`; else "
            "`tfrec build IMAGES --plan PLAN --part I/N -o OUT` makes the shards I, "
            "I+N, I+2N, … "
            "that are not finished\n");
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
  check_error(scene.finish(), 1,
              "tfrec: error: out: shard 4 is damaged: not the bytes that the part wrote\n"
              "tfrec: hint: make shard 4 again: `tfrec build IMAGES --plan set.plan --part 4/6 -o out`\n");
  const RunResult again = scene.part("4/6");
  CHECK(again.exit_code == 0);
  CHECK_THAT(again.out, ContainsSubstring("part     4 of 6: 1 shard, 2 records"));
  CHECK(scene.finish().exit_code == 0);
  scene.is_as_one_build();
}

TEST_CASE("Shards of another plan among the parts are not taken") {
  const Parts scene;
  scene.make_part("1/1", {"--seed", "1"});
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

TEST_CASE("Parts of two plans that begin at once: one plan has the folder, the other is reported so") {
  const Parts scene;
  REQUIRE(scene.plan({"--seed", "1"}).exit_code == 0);
  fs::copy_file(scene.scratch / "set.plan", scene.scratch / "first.plan");
  REQUIRE(scene.plan({"--seed", "2"}).exit_code == 0);
  const auto part_of = [](const std::string& plan) {
    return "\"$TFREC\" build images --part 1/1 -o out -q --plan " + plan + ".plan 2> " + plan + ".err";
  };
  for (int i = 0; i < 3; ++i) {
    fs::remove_all(scene.scratch / "out");
    const RunResult result = run_shell(
        part_of("first") + " & one=$!; " + part_of("set") + "; b=$?; wait $one; echo $?$b", scene.scratch);
    const bool first_has_it = result.out.ends_with("02\n");
    CAPTURE(result.out);
    CHECK((first_has_it || result.out.ends_with("20\n")));
    CHECK_THAT(scene.scratch.read(first_has_it ? "set.err" : "first.err"),
               ContainsSubstring("contains an unfinished build of another set: its seed was "));
    CHECK(scene.run({"finish", first_has_it ? "first.plan" : "set.plan", "-o", "out"}).exit_code == 0);
    scene.is_as_one_build({"--seed", first_has_it ? "1" : "2"});
  }
}

TEST_CASE("An image that was moved in keeps its time and is found all the same by its part") {
  const Parts scene;
  scene.make_part("1/1");
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

TEST_CASE("finish twice at once: one publishes, the other finds the set or is reported to wait") {
  const Parts scene;
  REQUIRE(scene.plan().exit_code == 0);
  for (int i = 0; i < 5; ++i) {
    fs::remove_all(scene.scratch / "out");
    REQUIRE(scene.part("1/1").exit_code == 0);
    const RunResult result = run_shell(
        "\"$TFREC\" finish set.plan -o out > log & one=$!; \"$TFREC\" finish set.plan -o out > log2; "
        "echo $?; wait $one; echo $?",
        scene.scratch);
    CAPTURE(result.out, result.err);
    const bool all_well = result.out == "0\n0\n";
    CHECK((all_well || result.out == "3\n0\n" || result.out == "0\n3\n"));
    CHECK((all_well || result.err.find("another build is writing here") != std::string::npos));
    scene.is_as_one_build();
  }
}

TEST_CASE("A part made by other versions is refused at finish, and can be made again") {
  const Parts scene;
  scene.make_part("1/1");
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
  const Parts scene;
  scene.image("train/rose/2.jpg", "no image");
  scene.image("val/rose/8.jpg", "no image");
  REQUIRE(scene.plan({"--max-bad", "1"}).exit_code == 0);
  const RunResult part = scene.part("1/1");
  CHECK(part.exit_code == 0);
  CHECK_THAT(part.out, ContainsSubstring("bad      2 images, for instance "));
  const RunResult refused = scene.finish();
  CHECK(refused.exit_code == 1);
  CHECK_THAT(refused.err,
             ContainsSubstring("(and 1 more bad image); no set was published, and 6 finished shards are "
                               "kept in out/.tfrec-build for the next run\n"));
  CHECK_FALSE(published_anything(scene.scratch / "out"));
  CHECK(scene.finish({"--max-bad", "10%"}).exit_code == 0);
  scene.is_as_one_build({"--max-bad", "2"});
}

TEST_CASE("finish called a set up to date that leaves out more bad images than allowed") {
  const Parts scene;
  scene.image("train/rose/2.jpg", "no image");
  scene.image("val/rose/8.jpg", "no image");
  scene.make_part("1/1", {"--max-bad", "1"});
  REQUIRE(scene.finish({"--max-bad", "2"}).exit_code == 0);
  const auto published = scene.files("out");
  const std::string error =
      "tfrec: error: out: already contains this set, but it leaves out more bad images than --max-bad allows "
      "now\ntfrec: hint: allow them with --max-bad 2, or fix them and make a new plan\n";
  check_error(scene.finish(), 2, error);
  check_error(scene.finish({"--max-bad", "0"}), 2, error);
  check_error(scene.finish({"--max-bad", "9%"}), 2, error);
  CHECK(scene.finish({"--overwrite"}).exit_code == 1);  // no part is there
  const RunResult allowed = scene.finish({"--max-bad", "10%"});
  CHECK(allowed.exit_code == 0);
  CHECK(allowed.out == "up to date: out\n");
  CHECK(allowed.err == "");
  CHECK(scene.files("out") == published);
}

TEST_CASE("The hint of finish was to fix a bad image, which its part then refused") {
  const Parts scene;
  scene.image("train/rose/2.jpg", "no image");
  scene.make_part("1/1");
  const RunResult one = scene.finish();
  CHECK(one.exit_code == 1);
  CHECK(one.out == "");
  CHECK_THAT(one.err,
             Catch::EndsWith("\ntfrec: hint: skip it with --max-bad 1, or fix it and make a new plan\n"));
  scene.image("val/rose/8.jpg", "no image");
  fs::remove_all(scene.scratch / "out");
  scene.make_part("1/1");
  const RunResult two = scene.finish();
  CHECK(two.exit_code == 1);
  CHECK(two.out == "");
  CHECK_THAT(
      two.err,
      Catch::EndsWith("\ntfrec: hint: skip this many with --max-bad 2, or fix them and make a new plan\n"));
  CHECK(scene.finish({"--max-bad", "2"}).exit_code == 0);
}

TEST_CASE("finish replaces another set with --overwrite alone") {
  const Parts scene;
  REQUIRE(scene.build({"--seed", "9"}).exit_code == 0);
  const auto before = scene.files("out");
  scene.make_part("1/1");
  const RunResult refused = scene.finish();
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err, ContainsSubstring("--overwrite"));
  for (const auto& [name, content] : before) CHECK(scene.files("out").at(name) == content);
  CHECK(scene.finish({"--overwrite"}).exit_code == 0);
  scene.is_as_one_build();
}

TEST_CASE("An image that changed after the plan is reported by name") {
  const Parts scene;
  REQUIRE(scene.plan().exit_code == 0);
  scene.image("train/rose/2.jpg", small_image(2) + "more");
  const RunResult result = scene.part("1/1");
  check_error(result, 1,
              "tfrec: error: images/train/rose/2.jpg: has another size than when it was planned\n"
              "tfrec: hint: make a new plan\n");
  CHECK_FALSE(published_anything(scene.scratch / "out"));
}

TEST_CASE("A part that comes late leaves nothing beside the published set") {
  const Parts scene;
  scene.make_part("1/1");
  REQUIRE(scene.finish().exit_code == 0);
  const RunResult late = scene.part("1/2");
  CHECK(late.exit_code == 0);
  CHECK(late.out == "up to date: out\n");
  scene.is_as_one_build();
}

TEST_CASE("What a finish that was killed at its very end leaves is removed by the next one") {
  const Parts scene;
  scene.make_part("1/1");
  REQUIRE(scene.finish().exit_code == 0);
  scene.scratch.write("out/.tfrec-build/lock", "");
  const RunResult again = scene.finish();
  CHECK(again.exit_code == 0);
  CHECK(again.out == "up to date: out\n");
  scene.is_as_one_build();
}
