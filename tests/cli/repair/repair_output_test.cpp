// SPDX-License-Identifier: Apache-2.0
// Where `tfrec repair` writes, and what it leaves alone there.
#include <csignal>

#include <nlohmann/json.hpp>

#include "support/check_error.hpp"
#include "support/data/deflated.hpp"
#include "support/runs/repair_runs.hpp"
#include "support/scenes/failing_calls.hpp"

namespace fs = std::filesystem;
using namespace tfrec;
using namespace tfrec::test;

TEST_CASE("repair --damaged-only and --keep-names") {
  const ScratchFolder folder;
  folder.write("in/a00-3.tfrec", flower_shard(3));
  folder.write("in/a01-3.tfrec", with_bad_payload(flower_shard(3), 1));
  folder.write("in/a02-4.tfrec", flower_shard(3));
  const RunResult result = repair(folder, {"in", "-o", "out", "--damaged-only"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.out, Catch::ContainsSubstring("in/a00-3.tfrec   intact      3     0           0  -\n"));
  CHECK(names(folder.files("out")) == Words{"a01-2.tfrec", "a02-3.tfrec"});
  CHECK(repair(folder, {"in", "-o", "kept", "--keep-names"}).exit_code == 1);
  CHECK(names(folder.files("kept")) == Words{"a00-3.tfrec", "a01-3.tfrec", "a02-4.tfrec"});
}

TEST_CASE("repair: DIR that holds the shards themselves is refused") {
  const ScratchFolder folder;
  folder.write("in/a00-3.tfrec", with_bad_payload(flower_shard(3), 1));
  fs::create_directory_symlink(folder / "in", folder / "link");
  for (const std::string out : {"in", "in/", "link", "in/../in", "."}) {
    INFO(out);
    const RunResult result = repair(folder, {"in/a00-3.tfrec", "-o", out});
    CHECK(result.exit_code == 2);
    CHECK(result.out.empty());
    CHECK_THAT(result.err, Catch::ContainsSubstring("contains shards to repair: in/a00-3.tfrec\n"));
  }
  CHECK(names(folder.files("in")) == Words{"a00-3.tfrec"});
  CHECK(folder.read("in/a00-3.tfrec") == with_bad_payload(flower_shard(3), 1));
}

TEST_CASE("repair: DIR inside the folder that is repaired is no part of it") {
  const ScratchFolder folder;
  folder.write("a00-3.tfrec", with_bad_payload(flower_shard(3), 1));
  CHECK(repair(folder, {".", "-o", "out"}).exit_code == 1);
  const RunResult again = repair(folder, {".", "-o", "out", "--overwrite"});
  CHECK(again.exit_code == 1);
  CHECK_THAT(again.out, Catch::ContainsSubstring("total, 1 shard "));
  CHECK(names(folder.files("out")) == Words{"a00-2.tfrec"});
}

TEST_CASE("repair: nothing is overwritten unless asked, and then no shard is there twice") {
  const ScratchFolder folder;
  folder.write("in/a00-3.tfrec", with_bad_payload(flower_shard(3), 1));
  folder.write("out/a00-3.tfrec", "an older try");
  folder.write("out/b00-3.tfrec", "of another set");
  const RunResult refused = repair(folder, {"in", "-o", "out"});
  check_error(refused, 2,
              "tfrec: error: out/a00-3.tfrec: is there already\n"
              "tfrec: hint: use another -o, or replace it with --overwrite\n");
  CHECK(names(folder.files("out")) == Words{"a00-3.tfrec", "b00-3.tfrec"});
  CHECK(repair(folder, {"in", "-o", "out", "--overwrite"}).exit_code == 1);
  CHECK(names(folder.files("out")) == Words{"a00-2.tfrec", "b00-3.tfrec"});
  CHECK(repair(folder, {"in", "-o", "out", "--overwrite"}).exit_code == 1);
  CHECK(folder.read("out/a00-2.tfrec") == flowers_without(3, {1}));
}

TEST_CASE("repair: a set in DIR is replaced as a whole, a manifest of another program never") {
  const ScratchFolder folder;
  write_split_set(folder);
  CHECK(repair(folder, {"set", "-o", "out"}).exit_code == 0);
  folder.write("set/val/f00-3.tfrec", with_bad_payload(flower_shard(3, 10), 1));
  const RunResult refused = repair(folder, {"set", "-o", "out"});
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err, Catch::ContainsSubstring("tfrec: error: out: already contains a set\n"));
  CHECK(names(folder.files("out")) == k_whole_set);
  CHECK(repair(folder, {"set", "-o", "out", "--overwrite"}).exit_code == 1);
  CHECK(names(folder.files("out")) == Words{"classes.txt", "train/f00-3.tfrec", "val/f00-2.tfrec"});
  folder.write("web/manifest.json", R"({"name":"a web page"})");
  const RunResult foreign = repair(folder, {"set", "-o", "web", "--overwrite"});
  CHECK(foreign.exit_code == 2);
  CHECK_THAT(foreign.err,
             Catch::ContainsSubstring("web/manifest.json: already exists, written by another program\n"));
}

TEST_CASE("repair: a manifest that lists a user's file beside its shards never replaces one in DIR") {
  const ScratchFolder folder;
  write_split_set(folder);
  std::string manifest = folder.read("set/manifest.json");
  const std::string entry = "\"classes.txt\"";
  REQUIRE(manifest.find(entry) != std::string::npos);
  folder.write("set/manifest.json", manifest.replace(manifest.find(entry), entry.size(), "\"notes.txt\""));
  folder.write("set/notes.txt", "evil");
  folder.write("out/notes.txt", "mine");
  check_error(
      repair(folder, {"set", "-o", "out", "--overwrite"}), 1,
      "tfrec: error: set/manifest.json: lists 'notes.txt' beside its shards, which is not a file of tfrec\n");
  CHECK(folder.files("out") == Files{{"notes.txt", "mine"}});
}

TEST_CASE("repair --overwrite removed a photo in the way of a shard whose name differs in the count alone") {
  const ScratchFolder folder;
  folder.write("in/IMG1-3.jpg", flower_shard(3));
  folder.write("out/IMG1-22.jpg", "mine");
  check_error(repair(folder, {"in/IMG1-3.jpg", "-o", "out", "--overwrite"}), 2,
              "tfrec: error: out/IMG1-22.jpg: is there already, and is not a file of tfrec\n"
              "tfrec: hint: move it away, or use another -o\n");
  CHECK(folder.files("out") == Files{{"IMG1-22.jpg", "mine"}});
}

TEST_CASE("repair: two shards with one name are an error before anything is written") {
  const ScratchFolder folder;
  folder.write("x/a00-3.tfrec", flower_shard(3));
  folder.write("y/a00-4.tfrec", flower_shard(4));
  const RunResult result = repair(folder, {"x/a00-3.tfrec", "y/a00-4.tfrec", "-o", "out"});
  check_error(
      result, 2,
      "tfrec: error: y/a00-4.tfrec: would be written under the same name as x/a00-3.tfrec, or is the same "
      "shard of a "
      "set\n"
      "tfrec: hint: repair them one by one, or keep the names with --keep-names\n");
  CHECK_FALSE(fs::exists(folder / "out"));
  CHECK(repair(folder, {"x/a00-3.tfrec", "y/a00-4.tfrec", "-o", "out", "--keep-names"}).exit_code == 0);
  CHECK(repair(folder, {"x", "y", "-o", "out2", "--keep-names"}).exit_code == 0);
}

TEST_CASE("repair: a full disk leaves nothing under a final name, and the next run succeeds") {
  const ScratchFolder folder;
  folder.write("in/a00-2000.tfrec", flower_shard(2000));
  folder.write("in/b00-3.tfrec", flower_shard(3));
  RunSettings settings = in(folder);
  settings.largest_file = 50'000;
  const RunResult result = run_tfrec({"repair", "in", "-o", "out"}, settings);
  CHECK(result.exit_code == 3);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, Catch::ContainsSubstring("cannot write: File too large"));
  CHECK(names(folder.files("out")).empty());
  CHECK(repair(folder, {"in", "-o", "out"}).exit_code == 0);
  CHECK(names(folder.files("out")) == Words{"a00-2000.tfrec", "b00-3.tfrec"});
}

TEST_CASE("repair --overwrite refused its own journal after a crash, for names that only repair gives",
          "[no-sanitizer]") {
  const std::string call = GENERATE("unlink", "rename");  // with the old file there, and without
  for (const std::string name : {"train.rec", "train.bin", "part-r-00000", "train.tfrecords-001",
                                 "val.tfrecord.bz2", ".x00-3.tfrec", "train.gz"}) {
    INFO(call << " " << name);
    const ScratchFolder folder;
    const bool is_compressed = name == "train.gz";
    folder.write("in/" + name, is_compressed ? gzipped(flower_shard(3)) : flower_shard(3));
    const Words words{"repair", "in/" + name, "-o", "out", "--overwrite"};
    REQUIRE(run_tfrec(words, in(folder)).exit_code == 0);
    const auto before = folder.files("out");
    const Words faults = environment_of({call, 1, k_kill, false, "out/" + name}, folder);
    REQUIRE(run_tfrec(words, in(folder, faults)).exit_code == 128 + SIGKILL);
    REQUIRE(fs::exists(folder / "out/.tfrec-build/publication.json"));
    const RunResult again = run_tfrec(words, in(folder));
    CHECK(again.exit_code == 0);
    CHECK_THAT(again.err, ContainsSubstring("completed a run that was killed while publishing"));
    CHECK(folder.files("out") == before);
  }
}

TEST_CASE("repair left the label map of others' shards behind without a word") {
  const ScratchFolder folder;
  folder.write("in/train/a.tfrec", with_bad_payload(flower_shard(3), 1));
  folder.write("in/label_map.pbtxt", "item {\n  id: 1\n  name: \"rose\"\n}\n");
  const RunResult result = repair(folder, {"in", "-o", "out"});
  CHECK(result.exit_code == 1);
  CHECK(result.err == "tfrec: " + (folder / "in/label_map.pbtxt").string() +
                          " is not copied; for class names: cp " + (folder / "in/label_map.pbtxt").string() +
                          " out\n");
}

TEST_CASE("repair copied whatever a link in place of a card leads to, and failed beside a huge card") {
  const ScratchFolder folder;
  folder.write("images/0.jpg", jpeg_image(16, 16));
  REQUIRE(run_tfrec({"build", "images", "-o", "set", "--card", "-q"}, in(folder)).exit_code == 0);
  const std::string card = folder.read("set/README.md");
  folder.write("secret", "secret");
  fs::remove(folder / "set/README.md");
  fs::create_symlink("../secret", folder / "set/README.md");
  const RunResult linked = repair(folder, {"set", "-o", "linked", "-q"});
  CHECK(linked.exit_code == 0);
  CHECK(linked.err ==
        "tfrec: warning: set/README.md: is a link that leads out of the set (`cp -rL` copies a set with its "
        "files); written from the manifest\n");
  CHECK(folder.read("linked/README.md") == card);
  fs::remove(folder / "set/README.md");
  folder.write("set/README.md", "");
  fs::resize_file(folder / "set/README.md", 300'000'000);
  const RunResult huge = repair(folder, {"set", "-o", "huge", "-q"});
  CHECK(huge.exit_code == 0);
  CHECK_THAT(huge.err, Catch::ContainsSubstring("set/README.md: has 300000000 bytes, more than 256000000; "
                                                "written from the manifest\n"));
  CHECK(folder.read("huge/README.md") == card);
}

TEST_CASE("repair copied what links lead to in place of files whose content the manifest does not have") {
  const ScratchFolder folder;
  folder.write("images/0.jpg", jpeg_image(16, 16));
  REQUIRE(
      run_tfrec({"build", "images", "-o", "set", "--name-style", "tfds", "--record-list", "-q"}, in(folder))
          .exit_code == 0);
  const std::string features = "set/features.json";
  const std::string own = folder.read(features);
  folder.write("secret", "secret");
  fs::remove(folder / features);
  fs::create_symlink("../secret", folder / features);
  fs::rename(folder / "set/records.csv", folder / "records.csv");
  fs::create_symlink("../records.csv", folder / "set/records.csv");  // its content is compared
  const RunResult result = repair(folder, {"set", "-o", "out", "-q"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err,
             Catch::ContainsSubstring(features + ": is a link that leads out of the set (`cp -rL` copies a "
                                                 "set with its files), and no shard contains its content\n"));
  CHECK_FALSE(fs::exists(folder / "out/features.json"));
  CHECK(folder.read("out/records.csv") == folder.read("records.csv"));
  fs::remove(folder / features);
  folder.write("set/v1/features.json", own);
  fs::create_symlink("v1/features.json", folder / features);  // within the set
  CHECK(repair(folder, {"set", "-o", "within", "-q"}).exit_code == 0);
  CHECK(folder.read("within/features.json") == own);
}

TEST_CASE(
    "repair replaced a repaired shard by the damaged one that its manifest lists beside the shards, too") {
  const ScratchFolder folder;
  folder.write("images/0.jpg", jpeg_image(16, 16));
  REQUIRE(run_tfrec({"build", "images", "-o", "set", "--card", "-q"}, in(folder)).exit_code == 0);
  const std::string manifest = folder.read("set/manifest.json");
  const auto repair_with = [&](const std::string& listed, const std::string& out) {
    std::string edited = manifest;
    const std::size_t at = edited.find("\"README.md\"");
    REQUIRE(at != std::string::npos);
    folder.write("set/manifest.json", edited.replace(at, 11, "\"" + listed + "\""));
    return repair(folder, {"set", "-o", out, "-q"});
  };
  for (const std::string listed : {"images00-1.tfrec", "manifest.json"}) {
    const std::string out = "from " + listed.substr(0, 6);
    const RunResult result = repair_with(listed, out);
    CHECK(result.exit_code == 0);
    CHECK(result.err == "tfrec: warning: set/manifest.json: lists '" + listed + "' twice\n");
    CHECK(names(folder.files(out)) == Words{"images00-1.tfrec"});
  }
  const RunResult refused = repair_with("sub/README.md", "out");
  CHECK(refused.exit_code == 1);
  CHECK_THAT(refused.err,
             Catch::ContainsSubstring("lists 'sub/README.md' beside its shards, which is not a"));
  CHECK_FALSE(fs::exists(folder / "out"));
}

TEST_CASE("repair replaced a good list of classes by an empty one where the manifest has a class twice") {
  const ScratchFolder folder;
  for (const char* image : {"images/a/0.jpg", "images/b/0.jpg"}) folder.write(image, jpeg_image(16, 16));
  REQUIRE(run_tfrec({"build", "images", "-o", "set", "-q"}, in(folder)).exit_code == 0);
  std::string manifest = folder.read("set/manifest.json");
  const std::size_t at = manifest.find("\"b\"", manifest.find("\"names\""));
  REQUIRE(at != std::string::npos);
  folder.write("set/manifest.json", manifest.replace(at, 3, "\"a\""));
  const RunResult result = repair(folder, {"set", "-o", "out", "-q"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err,
             Catch::ContainsSubstring("set/classes.txt: has 'a' on line 1, the manifest has only 0 "
                                      "classes, and the manifest is damaged: 'classes[0].names[1]' is a "
                                      "class that is listed twice\n"));
  CHECK_FALSE(fs::exists(folder / "out/classes.txt"));
}

TEST_CASE("repair lost a list of left-out rows above 256 MB, which agrees with the manifest") {
  const ScratchFolder folder;
  folder.write("images/0.jpg", jpeg_image(16, 16));
  folder.write("labels.csv", "image,class\n0.jpg,a\n1.jpg,\n");
  REQUIRE(run_tfrec({"build", "images", "--labels", "labels.csv", "-o", "set", "--drop-missing", "class",
                     "-q", "--allow-missing-images"},
                    in(folder))
              .exit_code == 0);
  fs::resize_file(folder / "set/left-out.csv", 257'000'000);
  const RunResult result = repair(folder, {"set", "-o", "out", "-q"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK(fs::file_size(folder / "out/left-out.csv") == 257'000'000);
}

TEST_CASE("repair wrote other ids over an intact list where the manifest's ids are damaged") {
  const ScratchFolder folder;
  for (const char* image : {"images/a/0.jpg", "images/b/0.jpg"}) folder.write(image, jpeg_image(16, 16));
  folder.write("ids.pbtxt", "item {\n  id: 5\n  name: \"a\"\n}\nitem {\n  id: 8\n  name: \"b\"\n}\n");
  REQUIRE(run_tfrec({"build", "images", "-o", "set", "--classes", "ids.pbtxt", "-q"}, in(folder)).exit_code ==
          0);
  nlohmann::ordered_json manifest = nlohmann::ordered_json::parse(folder.read("set/manifest.json"));
  manifest["classes"][0]["ids"].erase(0);
  folder.write("set/manifest.json", manifest.dump(2));
  const RunResult result = repair(folder, {"set", "-o", "out", "-q"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err, Catch::ContainsSubstring("and the manifest is damaged: 'classes[0].ids' has another "
                                                  "length than 'names'"));
  CHECK_FALSE(fs::exists(folder / "out/classes.txt"));
}

TEST_CASE("repair into a set with a file in the place of a folder left it unfinished") {
  const ScratchFolder folder;
  write_split_set(folder);
  folder.write("old/f00-3.tfrec", flower_shard(3));
  REQUIRE(run_tfrec({"reshard", "old", "-o", "out", "-q"}, in(folder)).exit_code == 0);
  folder.write("out/train", "mine");
  const auto before = folder.files("out");
  for (const std::string command : {"repair", "reshard"}) {
    const RunResult result = run_tfrec({command, "set", "-o", "out", "--overwrite", "-q"}, in(folder));
    check_error(result, 2,
                "tfrec: error: out/train: is a file, but the set needs a folder there\n"
                "tfrec: hint: move it away, or use another -o\n");
    CHECK(folder.files("out") == before);
  }
}

TEST_CASE("repair put a shard into a hidden folder, where a later run refused it") {
  const ScratchFolder folder;
  folder.write("in/.old/g00-3.tfrec", flower_shard(3));
  folder.write("in/f00-2.tfrec", flower_shard(2));
  const RunResult result = repair(folder, {"in", "-o", "out"});
  CHECK(result.exit_code == 0);
  CHECK(result.err ==
        "tfrec: warning: in/.old/g00-3.tfrec: is skipped, for its folder is hidden: repair that by itself\n");
  CHECK(names(folder.files("out")) == Words{"f00-2.tfrec"});
  for (const std::string path : {"in/.old/g00-3.tfrec", "in/.old"}) {
    CHECK(repair(folder, {path, "-o", "own", "--overwrite"}).exit_code == 0);
    CHECK(names(folder.files("own")) == Words{"g00-3.tfrec"});
  }
}

TEST_CASE("repair refused all shards where one that is lost has the odd name of a file in OUT") {
  const ScratchFolder folder;
  folder.write("x.dat", std::string(300, '\x7f'));
  folder.write("y.dat", flower_shard(3));
  folder.write("out/x.dat", flower_shard(2));
  const RunResult result = repair(folder, {"x.dat", "y.dat", "-o", "out", "--overwrite"});
  CHECK(result.exit_code == 1);
  CHECK(names(folder.files("out")) == Words{"x.dat", "y.dat"});
  CHECK(folder.read("out/x.dat") == flower_shard(2));
}

TEST_CASE("repair --overwrite removed a good set where no record of the damaged shards is intact") {
  const ScratchFolder folder;
  write_split_set(folder);
  const auto set = folder.files("set");
  folder.write("damaged/f00-3.tfrec", std::string(300, '\x7f'));
  CHECK(repair(folder, {"damaged", "-o", "set", "--overwrite"}).exit_code == 1);
  CHECK(folder.files("set") == set);
}

TEST_CASE("repair removed a set, then failed where a shard has the name of another's folder") {
  const ScratchFolder folder;
  write_split_set(folder);
  const auto set = folder.files("set");
  folder.write("a/x.tfrec", flower_shard(3));
  folder.write("b/x.tfrec/y.tfrec", flower_shard(3));
  check_error(repair(folder, {"a", "b", "-o", "set", "--overwrite"}), 2,
              "tfrec: error: set: can't contain these files: has 'x.tfrec' in the place of a folder\n"
              "tfrec: hint: nothing was published\n");
  CHECK(folder.files("set") == set);
}
