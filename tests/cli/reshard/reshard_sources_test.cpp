// SPDX-License-Identifier: Apache-2.0
// What sources `tfrec reshard` takes, and what it carries over of them.
#include <nlohmann/json.hpp>

#include "support/check_error.hpp"
#include "support/data/deflated.hpp"
#include "support/data/images.hpp"
#include "support/runs/reshard_runs.hpp"

using namespace tfrec;
using namespace tfrec::test;
namespace fs = std::filesystem;

TEST_CASE("reshard: compressed sources give what plain ones give") {
  const ScratchFolder folder;
  write_ten(folder);
  folder.write("packed/f00-4.tfrec", gzipped(flower_shard(4)));
  folder.write("packed/f01-3.tfrec", flower_shard(3, 4));
  folder.write("packed/f02-3.tfrec", zlibbed(flower_shard(3, 7)));
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{}, {"--shuffle"}, {"--filter", "class=2,8", "--drop", "name"}}) {
    fs::remove_all(folder / "a");
    fs::remove_all(folder / "b");
    CHECK(quiet(folder, Words{"in", "-o", "a"} + more).exit_code == 0);
    CHECK(quiet(folder, Words{"packed", "-o", "b"} + more).exit_code == 0);
    REQUIRE(files_in(folder / "a") == files_in(folder / "b"));
    for (const std::string& name : files_in(folder / "a")) {
      CHECK(folder.read("a/" + name) == folder.read("b/" + name));
    }
  }
}

TEST_CASE("reshard refuses a folder whose names show that a shard is missing; the others warn") {
  const ScratchFolder folder;
  folder.write("in/train-00000-of-00003.tfrecord", flower_shard(4));
  folder.write("in/train-00002-of-00003.tfrecord", flower_shard(4, 4));
  const std::string missing =
      "in/train-00001-of-00003.tfrecord: is missing; the folder contains 2 of 3 shards\n";
  const RunResult refused = quiet(folder, {"in", "-o", "out"});
  CHECK(refused.exit_code == 1);
  CHECK(refused.err ==
        "tfrec: error: " + missing + "tfrec: hint: fetch it again, or name the shards to take one by one\n");
  const RunResult taken = run_tfrec(
      {"reshard", "in/train-00000-of-00003.tfrecord", "in/train-00002-of-00003.tfrecord", "-o", "out"},
      in(folder));
  CHECK(taken.exit_code == 0);
  CHECK_THAT(taken.err, Catch::ContainsSubstring("tfrec: warning: " + missing));
  CHECK_THAT(taken.err, Catch::ContainsSubstring("shards are called 'train'"));
  for (const Words& command : {Words{"count", "in"}, Words{"inspect", "in"}, Words{"index", "in"},
                               Words{"extract", "in", "-o", "images"}}) {
    const RunResult warned = run_tfrec(command + Words{"-q"}, in(folder));
    INFO(command.front());
    CHECK_THAT(warned.err, Catch::StartsWith("tfrec: warning: " + missing));
  }
}

TEST_CASE("a broken link with the name of a shard was skipped without a message") {
  const ScratchFolder folder;
  const std::string image = payload_of({{"image", Texts{jpeg_image(16, 16)}}});
  folder.write("in/train-00000-of-00004.tfrecord", shard_of({image}));
  folder.write("in/train-00002-of-00004.tfrecord", shard_of({image}));
  fs::create_symlink("gone", folder / "in/train-00001-of-00004.tfrecord");
  fs::create_symlink("gone", folder / "in/train-00003-of-00004.tfrecord");
  const std::string broken = "in/train-00001-of-00004.tfrecord: links to nothing";
  const std::string both = broken + "; 1 more shard is not a file";
  check_error(
      quiet(folder, {"in", "-o", "out"}), 1,
      "tfrec: error: " + broken + "\ntfrec: hint: fetch it again, or name the shards to take one by one\n");
  for (const Words& command :
       {Words{"count", "in"}, Words{"inspect", "in"}, Words{"index", "in"},
        Words{"reader", "in", "--framework", "tf"}, Words{"extract", "in", "-o", "images"}}) {
    const RunResult warned = run_tfrec(command + Words{"-q"}, in(folder));
    INFO(command.front());
    CHECK(warned.exit_code == 0);
    CHECK_THAT(warned.err, Catch::StartsWith("tfrec: warning: " + both + "\n"));
  }
  fs::remove(folder / "in/train-00003-of-00004.tfrecord");
  CHECK_THAT(run_tfrec({"count", "in", "-q"}, in(folder)).err,
             Catch::StartsWith("tfrec: warning: " + broken + "\n"));
}

TEST_CASE("a missing shard of names that end in -00001-of-00003.gz was not noticed") {
  const ScratchFolder folder;
  folder.write("in/data.tfrecord-00000-of-00003.gz", gzipped(flower_shard(4)));
  folder.write("in/data.tfrecord-00002-of-00003.gz", gzipped(flower_shard(4, 4)));
  const std::string missing =
      "in/data.tfrecord-00001-of-00003.gz: is missing; the folder contains 2 of 3 shards\n";
  for (const Words& command : {Words{"reshard", "in", "-o", "out"}, Words{"verify", "in"}}) {
    const RunResult refused = run_tfrec(command + Words{"-q"}, in(folder));
    INFO(command.front());
    CHECK(refused.exit_code == 1);
    CHECK_THAT(refused.out + refused.err, Catch::ContainsSubstring(missing));
  }
}

TEST_CASE("reshard: damage is named by file, record and byte, and nothing is published") {
  const ScratchFolder folder;
  const std::string sound = flower_shard(10);
  const std::size_t third = 2 * sound.size() / 10;
  struct Case {
    std::string content;
    std::string message;
  };
  const std::vector<Case> cases{
      {with_flipped_bit(sound, third + 20),
       "record 2 at byte 166 (83 bytes): payload and its checksum disagree"},
      {with_flipped_bit(sound, third + 2),
       "record 2 at byte 166 (12 bytes): length and its checksum disagree"},
      {sound.substr(0, sound.size() - 1), "record 9 at byte 747"},
      {sound + "x", "record 10 at byte 830"},
      {gzipped(sound).substr(0, 60), "GZIP stream is cut short"},
      {gzipped(with_flipped_bit(sound, third + 20)), "record 2 at byte 166 (83 bytes)"},
  };
  for (const Case& damaged : cases) {
    folder.write("in/bad.tfrec", damaged.content);
    for (const char* option : {"--allow-mixed", "--shuffle", "--filter=class!=77"}) {
      INFO(damaged.message << " " << option);
      const RunResult result = quiet(folder, {"in", "-o", "out", option});
      CHECK(result.exit_code == 1);
      CHECK(result.out.empty());
      CHECK_THAT(result.err, Catch::ContainsSubstring("tfrec: error: in/bad.tfrec: "));
      CHECK_THAT(result.err, Catch::ContainsSubstring(damaged.message));
      CHECK_THAT(result.err, Catch::ContainsSubstring("`tfrec repair` recovers the intact records"));
      check_nothing_written(folder);
    }
  }
}

TEST_CASE("reshard: records that are not there are missed by name and manifest") {
  const ScratchFolder folder;
  folder.write("in/f00-4.tfrec", flower_shard(3));
  const RunResult named = quiet(folder, {"in", "-o", "out"});
  CHECK(named.exit_code == 1);
  CHECK_THAT(named.err,
             Catch::ContainsSubstring("in/f00-4.tfrec: its name gives 4 records, it contains 3 records\n"));
  Manifest set;
  set.shards = {{"a.tfrec", "", "", 3, 1, 0, ""}, {"b.tfrec", "", "", 7, 1, 0, ""}};
  folder.write("set/a.tfrec", flower_shard(3));
  write_manifest(folder, "set", set);
  const RunResult missing = quiet(folder, {"set", "-o", "out"});
  CHECK(missing.exit_code == 1);
  CHECK_THAT(missing.err,
             Catch::ContainsSubstring("set/manifest.json: lists b.tfrec, but there is no such file\n"));
  CHECK(quiet(folder, {"set/a.tfrec", "-o", "out"}).exit_code == 0);
}

TEST_CASE("reshard: sources that don't fit together are refused, unless --allow-mixed") {
  const ScratchFolder folder;
  folder.write("a.tfrec", flower_shard(3));
  folder.write("kinds.tfrec",
               shard_of({payload_of({{"class", Floats{1}}, {"name", Texts{"x"}}, {"weight", Floats{1}}})}));
  folder.write("names.tfrec", shard_of({payload_of({{"class", Integers{1}}})}));
  const RunResult kinds = quiet(folder, {"a.tfrec", "kinds.tfrec", "-o", "out"});
  CHECK(kinds.exit_code == 2);
  CHECK(kinds.err ==
        "tfrec: error: kinds.tfrec: feature 'class' is float, in a.tfrec it is int64\n"
        "tfrec: hint: make them alike with --drop class, or mix them with --allow-mixed\n");
  const RunResult names = quiet(folder, {"a.tfrec", "names.tfrec", "-o", "out"});
  CHECK(names.exit_code == 2);
  CHECK_THAT(names.err, Catch::ContainsSubstring(
                            "names.tfrec: has no feature 'name', which is in every record of a.tfrec"));
  check_nothing_written(folder);
  CHECK(quiet(folder, {"a.tfrec", "names.tfrec", "-o", "dropped", "--drop", "name", "--drop", "weight"})
            .exit_code == 0);
  CHECK(quiet(folder, {"a.tfrec", "kinds.tfrec", "-o", "out", "--allow-mixed"}).exit_code == 0);
  CHECK(run_tfrec({"count", "out"}, in(folder)).exit_code == 0);
}

TEST_CASE("reshard: a split is not mixed with a set without splits by accident") {
  const ScratchFolder folder;
  for (const auto& [in, split] : {std::pair{"train", "train"}, std::pair{"flat", ""}}) {
    folder.write(std::string(in) + "/f00-3.tfrec", flower_shard(3));
    write_manifest(folder, in, set_of_three({"a", "b", "c"}, split));
  }
  const RunResult result = quiet(folder, {"train", "flat", "-o", "out"});
  CHECK(result.exit_code == 2);
  CHECK(result.err ==
        "tfrec: error: flat/f00-3.tfrec: shards without a split would be mixed with split 'train'\n"
        "tfrec: hint: build the other set with the same splits (--split), or make a set without splits "
        "of this one: tfrec reshard train -o NEW, or mix them with --allow-mixed\n");
  CHECK(quiet(folder, {"train", "-o", "new"}).exit_code == 0);
  CHECK(quiet(folder, {"new", "flat", "-o", "joined"}).exit_code == 0);
  CHECK(quiet(folder, {"train", "flat", "-o", "out", "--allow-mixed"}).exit_code == 0);
}

TEST_CASE("reshard: classes and options are carried over where the manifests agree") {
  const ScratchFolder folder;
  for (const char* source : {"a", "b"}) {
    folder.write(std::string(source) + "/f00-3.tfrec", flower_shard(3));
    write_manifest(folder, source, set_of_three({"ash", "oak", "elm"}));
  }
  CHECK(quiet(folder, {"a", "b", "-o", "out", "--filter", "class=oak,elm"}).exit_code == 0);
  CHECK(payloads_in(folder / "out") == flowers({1, 2, 1, 2}));
  CHECK(folder.read("out/classes.txt") == "ash\noak\nelm\n");
  const auto manifest = nlohmann::json::parse(folder.read("out/manifest.json"));
  CHECK(manifest["classes"][0]["records"] == std::vector<int>{0, 2, 2});
  CHECK(manifest["options"]["quality"] == 90);
  CHECK(manifest["options"]["shuffle"] == false);
  CHECK(manifest["schema"][0]["spec"] == "class=index:kind");
  CHECK_FALSE(manifest["schema"][2].contains("spec"));  // 'weight' is in no manifest

  CHECK(quiet(folder, {"a", "-o", "without", "--drop", "class"}).exit_code == 0);
  CHECK_FALSE(fs::exists(folder / "without/classes.txt"));
}

TEST_CASE("reshard: a class file's name in a hostile manifest") {
  const ScratchFolder folder;
  for (const char* name : {"f00-3.tfrec", "manifest.json", "classes/../../x.txt"}) {
    Manifest set = set_of_three({"a", "b", "c"});
    set.classes[0].file = name;
    folder.write("in/f00-3.tfrec", flower_shard(3));
    write_manifest(folder, "in", set);
    const RunResult result = quiet(folder, {"in", "-o", "out"});
    CHECK(result.exit_code == 1);
    check_nothing_written(folder);
  }
}

TEST_CASE("reshard of a set into itself was first refused with a hint of --overwrite") {
  const ScratchFolder folder;
  folder.write("in/f00-3.tfrec", flower_shard(3));
  write_manifest(folder, "in", set_of_three({"a", "b", "c"}));
  const RunResult result = quiet(folder, {"in", "-o", "in"});
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK(result.err ==
        "tfrec: error: in/f00-3.tfrec: is a source inside the output folder\n"
        "tfrec: hint: name another folder with -o\n");
}

TEST_CASE("reshard reported features that differ one a run, with a hint that could not be pasted") {
  const ScratchFolder folder;
  const auto named = [](const Words& names) {
    std::vector<NamedValues> features{{"class", Integers{1}}};
    for (const std::string& name : names) features.push_back({name, Texts{"x"}});
    return shard_of({payload_of(features)});
  };
  folder.write("a/x.tfrec", named({"a b", "b", "c"}));
  folder.write("a/y.tfrec", named({"a b", "b", "c"}));
  folder.write("b/z.tfrec", named({"d", "e", "f"}));
  const RunResult refused = quiet(folder, {"a", "b", "-o", "out"});
  CHECK(refused.exit_code == 2);
  CHECK(
      refused.err ==
      "tfrec: error: b/z.tfrec: has no feature 'a b', which is in every record of a/x.tfrec; 'b', 'c', 'd', "
      "'e' and 1 other feature differ, too\n"
      "tfrec: hint: make them alike with --drop 'a b' --drop b --drop c --drop d --drop e --drop f, or mix "
      "them with --allow-mixed\n");
  CHECK(quiet(folder, {"a", "b", "-o", "out", "--drop", "a b", "--drop", "b", "--drop", "c", "--drop", "d",
                       "--drop", "e", "--drop", "f"})
            .exit_code == 0);
}

TEST_CASE("reshard led sources without a common feature to --drop all of them") {
  const ScratchFolder folder;
  folder.write("a/a.tfrec", shard_of({payload_of({{"class", Integers{1}}})}));
  folder.write("b/b.tfrec", shard_of({payload_of({{"label", Integers{1}}})}));
  const RunResult refused = quiet(folder, {"a", "b", "-o", "out"});
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err,
             Catch::ContainsSubstring("hint: `tfrec extract` one, and build it with the feature names of "
                                      "the other, or mix them with --allow-mixed\n"));
  const RunResult empty = quiet(folder, {"a", "-o", "out", "--drop", "class"});
  CHECK(empty.exit_code == 2);
  CHECK(empty.err ==
        "tfrec: error: --drop leaves out all features\ntfrec: hint: leave out --drop for those to keep\n");
  check_nothing_written(folder);
}

TEST_CASE("a missing shard of TF-Slim's names, such as train_00001-of-00002.tfrecord, was not noticed") {
  const ScratchFolder folder;
  folder.write("in/x_train_00000-of-00002.tfrecord", flower_shard(4));
  const RunResult refused = quiet(folder, {"in", "-o", "out"});
  CHECK(refused.exit_code == 1);
  CHECK(refused.err ==
        "tfrec: error: in/x_train_00001-of-00002.tfrecord: is missing; the folder contains 1 of 2 shards\n"
        "tfrec: hint: fetch it again, or name the shards to take one by one\n");
  folder.write("in/x_train_00001-of-00002.tfrecord", flower_shard(4));
  CHECK_THAT(reshard(folder, {"in", "-o", "out"}).err,
             Catch::ContainsSubstring("shards are called 'x_train'"));
}

TEST_CASE("reshard took shards without those that broken links beside them had led to") {
  const ScratchFolder folder;
  const std::string shard = shard_of({payload_of({{"image", Texts{jpeg_image(16, 16)}}})});
  folder.write("images/a.jpg", jpeg_image(16, 16, 1));
  REQUIRE(run_tfrec({"build", "images", "-o", "set", "-q"}, in(folder)).exit_code == 0);
  for (const char* place : {"set", "set/extra", "bare/.hidden"}) {
    folder.write(std::string(place) + "/x.tfrec", shard);
    fs::create_symlink("gone", folder / place / "y.tfrec");
    INFO(place);
    for (const fs::path& source : {fs::path(place), fs::path(place).parent_path()}) {
      if (source.empty()) continue;
      const RunResult refused = quiet(folder, {source.string(), "-o", "out"});
      CHECK(refused.exit_code == 1);
      CHECK_THAT(refused.err, Catch::ContainsSubstring("y.tfrec: links to nothing\n"));
    }
    fs::remove(folder / place / "x.tfrec");
    fs::remove(folder / place / "y.tfrec");
  }
  check_nothing_written(folder);
}

TEST_CASE("a shard that a manifest lists was missing without a message where a link led to the set") {
  const ScratchFolder folder;
  folder.write("images/a.jpg", jpeg_image(16, 16, 1));
  folder.write("images/b.jpg", jpeg_image(16, 16, 2));
  REQUIRE(run_tfrec({"build", "images", "-o", "sets/set", "--records-per-shard", "1", "-q"}, in(folder))
              .exit_code == 0);
  fs::create_directories(folder / "view");
  fs::create_directory_symlink("../sets/set", folder / "view/set");
  CHECK(run_tfrec({"count", "view", "-q"}, in(folder)).exit_code == 0);
  fs::remove(folder / "sets/set/images00-1.tfrec");
  const RunResult refused = quiet(folder, {"view", "-o", "out"});
  CHECK(refused.exit_code == 1);
  CHECK_THAT(refused.err, Catch::ContainsSubstring("lists images00-1.tfrec, but there is no such file\n"));
  check_nothing_written(folder);
  for (const char* command : {"count", "verify"})
    CHECK(run_tfrec({command, "view", "-q"}, in(folder)).exit_code == 1);
}
