// SPDX-License-Identifier: Apache-2.0
// repair --from: shards made again from the images, byte for byte.
#include <chrono>
#include <csignal>

#include <nlohmann/json.hpp>

#include "support/check_error.hpp"
#include "support/data/shard_bytes.hpp"
#include "support/scenes/build_scene.hpp"

using namespace tfrec::test;

namespace {

/// Thirty images of two classes with a table, and the set built from them.
class Scene : public BuildScene {
 public:
  explicit Scene(const Words& more) : BuildScene({"--labels", "labels.csv", "--name", "f", "-q"}) {
    std::string csv = "image,class,height\n";
    for (int i = 0; i < 30; ++i) {
      const std::string name = "p" + std::to_string(i) + ".jpg";
      image(name, jpeg_image(16 + i, 24));
      csv += name + (i % 3 == 0 ? ",daisy," : ",tulip,") + std::to_string(i) + "\n";
    }
    table(csv);
    make(more);
  }

  void make(const Words& more) {
    fs::remove_all(scratch / "set");
    const RunResult result = build(more, "set");
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
    sound = files("set");
  }

  RunResult repair(const Words& more = {}) const {
    return run(Words{"repair", "set", "-o", "out", "--from", "images", "--labels", "labels.csv"} + more);
  }

  /// Flips a bit in the first record of each file whose name contains `part`; returns how many.
  int damage(const std::string& part) const {
    int count = 0;
    for (const auto& [name, bytes] : sound) {
      if (name.find(part) == std::string::npos) continue;
      scratch.write("set/" + name, with_flipped_bit(bytes, 100));
      ++count;
    }
    return count;
  }

  Files sound;
};

}  // namespace

TEST_CASE("repair without --from hints at it if it would make lost shards again, and keeps the classes") {
  const Scene scene({"--shards", "3"});
  fs::remove(scene.scratch / "set/f01-10.tfrec");
  const RunResult result = scene.run({"repair", "set", "-o", "out"});
  CHECK(result.exit_code == 1);
  CHECK(result.err ==
        "tfrec: error: set/f01-10.tfrec: is in the manifest with 10 records, but missing\n"
        "tfrec: manifest.json is not copied, because the set is not complete; to make lost "
        "shards again: --from IMAGES\n");
  CHECK(names(scene.files("out")) == Words{"classes.txt", "f00-10.tfrec", "f02-10.tfrec", "label_map.pbtxt"});
}

TEST_CASE("repair --from: a damaged and a missing shard are made again, the set is what it was") {
  const Scene scene({"--shards", "3"});
  REQUIRE(scene.damage("f01-") == 1);
  fs::remove(scene.scratch / "set/f02-10.tfrec");
  const RunResult result = scene.repair({});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, !ContainsSubstring("warning"));
  CHECK_THAT(result.out,
             ContainsSubstring("set/f00-10.tfrec  intact     10     0           0  out/f00-10.tfrec\n"
                               "set/f01-10.tfrec  rebuilt    10     0           0  out/f01-10.tfrec\n"
                               "set/f02-10.tfrec  rebuilt    10     0           0  out/f02-10.tfrec\n"));
  CHECK_THAT(result.out, ContainsSubstring("\nok: kept 30 records, none lost\n"));
  CHECK(scene.files("out") == scene.sound);
}

TEST_CASE("repair --from: splits, sizes, filters and an order of their own") {
  for (const Words& options :
       {Words{"--split", "train=0.7,val=0.3", "--stratify", "class", "--shards", "2", "--seed", "7"},
        {"--sizes", "8,16", "--records-per-shard", "7", "--no-shuffle", "--extension", ".tfrecord"},
        {"--min-size", "20x20", "--encode", "copy", "--hosts", "2", "--quality", "80"},
        {"--split", "train=0.8,test=0.2", "--name-style", "tfds", "--shards", "2", "--record-list",
         "--stats"},
        {"--gzip", "--shards", "2", "--layout", "flowers", "--label-column", "class"},
        {"--folds", "3", "--layout", "flowers", "--label-column", "class", "--size", "12"}}) {
    const Scene scene(options);
    INFO(options.front());
    REQUIRE(scene.damage("1-") + scene.damage("0-") > 0);
    const RunResult result = scene.repair();
    INFO(result.err);
    CHECK(result.exit_code == 0);
    CHECK(scene.files("out") == scene.sound);
  }
}

TEST_CASE("repair --from: images that were bad are left out again") {
  Scene scene({"--shards", "3"});
  scene.scratch.write("images/p4.jpg", "no image");
  scene.make({"--shards", "3", "--max-bad", "1"});
  REQUIRE(scene.damage(".tfrec") == 3);
  const RunResult result = scene.repair();
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(scene.files("out") == scene.sound);
}

TEST_CASE("repair --from: a set with a part from --test") {
  Scene scene({});
  for (int i = 0; i < 7; ++i)
    scene.scratch.write("more/t" + std::to_string(i) + ".jpg", jpeg_image(40 + i, 24));
  scene.make({"--test", "more", "--shards", "2", "--sizes", "8,16"});
  REQUIRE(scene.damage("f01-") == 4);
  const RunResult untold = scene.repair({"-q"});
  CHECK(untold.exit_code == 2);
  CHECK(untold.err ==
        "tfrec: error: set/manifest.json: the set has a split from --test: also give --test IMAGES\n"
        "tfrec: hint: --test IMAGES names them\n");
  const RunResult result = scene.repair({"--test", "more"});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(scene.files("out") == scene.sound);
  scene.make({"--shards", "2"});
  REQUIRE(scene.damage("f01-") == 1);
  const RunResult none = scene.repair({"--test", "more", "-q", "--overwrite"});
  CHECK(none.exit_code == 2);
  CHECK_THAT(none.err, ContainsSubstring("the set has no split from --test"));
}

TEST_CASE("repair --from: a set of which a shard was left out, for all its images were bad") {
  Scene scene({"--no-shuffle"});
  for (int i = 10; i < 20; ++i) scene.scratch.write("images/p" + std::to_string(i) + ".jpg", "no image");
  scene.scratch.write("images/p3.jpg", "no image");
  scene.make({"--shards", "3", "--no-shuffle", "--max-bad", "11"});
  REQUIRE(scene.damage(".tfrec") == 2);
  const RunResult result = scene.repair();
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(scene.files("out") == scene.sound);
  scene.make({"--shards", "3", "--no-shuffle", "--max-bad", "11", "--name-style", "tfds"});
  REQUIRE(scene.damage(".tfrec") == 2);
  const RunResult unclear = scene.repair({"-q", "--overwrite"});
  CHECK(unclear.exit_code == 2);
  CHECK_THAT(unclear.err, ContainsSubstring("images: a shard of the set was left out"));
}

TEST_CASE("repair --from: all shards gone, and classes by folder") {
  const ScratchFolder scratch;
  for (int i = 0; i < 8; ++i) {
    scratch.write((i % 2 == 0 ? "images/a/" : "images/b/") + std::to_string(i) + ".jpg",
                  jpeg_image(16 + i, 16));
  }
  REQUIRE(run_tfrec({"build", "images", "-o", "set", "--name", "f", "--shards", "2", "-q"}, in(scratch))
              .exit_code == 0);
  const Files sound = scratch.files("set");
  fs::remove(scratch / "set/f00-4.tfrec");
  fs::remove(scratch / "set/f01-4.tfrec");
  const RunResult result =
      run_tfrec({"repair", "set", "-o", "out", "--from", "images", "--json"}, in(scratch));
  CHECK(result.exit_code == 0);
  CHECK(scratch.files("out") == sound);
  const auto json = nlohmann::json::parse(result.out);
  CHECK(json["files"][1]["state"] == "rebuilt");
  CHECK(json["files"][1]["path"] == "set/f01-4.tfrec");
  CHECK(json["files"][1]["kept"] == 4);
  CHECK(json["ok"] == true);
}

TEST_CASE("repair --from: a sound set needs no image") {
  const Scene scene({"--shards", "2"});
  fs::remove_all(scene.scratch / "images");
  CHECK(scene.repair().exit_code == 0);
  CHECK(scene.files("out") == scene.sound);
}

TEST_CASE("repair --from: other images or rows are refused, nothing is written") {
  const Scene scene({"--shards", "3"});
  REQUIRE(scene.damage("f01-") == 1);
  const std::string hint =
      "tfrec: hint: use the images and the table that the set was built from; without --from, repair "
      "recovers "
      "what is intact\n";
  SECTION("an image has changed") {
    for (int i = 0; i < 30; ++i)
      scene.scratch.write("images/p" + std::to_string(i) + ".jpg", jpeg_image(17 + i, 24));
    const RunResult result = scene.repair({"-q"});
    check_error(
        result, 1,
        "tfrec: error: images: these are not the images and rows of the set: f01-10.tfrec comes out with "
        "another "
        "checksum than the manifest's\n" +
            hint);
  }
  SECTION("an image is gone") {
    fs::remove(scene.scratch / "images/p3.jpg");
    const RunResult result = scene.repair({"-q"});
    check_error(
        result, 1,
        "tfrec: warning: 1 of 30 rows has no image and is left out: labels.csv:5: no image for 'p3.jpg' "
        "(nearest: 'p0.jpg'); the set's left-out.csv lists them\n"
        "tfrec: error: images: these are not the images and rows of the set: f02-10.tfrec would have 9 "
        "records, not "
        "10\n" +
            hint);
  }
  SECTION("a label has changed") {
    std::string labels = scene.scratch.read("labels.csv");
    for (std::size_t at = 0; (at = labels.find("daisy", at)) != std::string::npos; ++at)
      labels.replace(at, 5, "tulip");
    scene.scratch.write("labels.csv", labels);
    CHECK(scene.repair({"-q"}).exit_code == 1);
  }
  CHECK_FALSE(fs::exists(scene.scratch / "out"));
}

TEST_CASE("repair --from with a table that has grown gave hints with options that it lacks") {
  const Scene scene({"--split", "train=0.7,val=0.3", "--dedupe", "ignore"});
  REQUIRE(scene.damage("train/f00-") == 1);
  const std::string table = scene.scratch.read("labels.csv");
  const std::string hint =
      "tfrec: hint: use the images and the table that the set was built from; without --from, repair "
      "recovers "
      "what is intact\n";
  scene.image("p30.jpg", jpeg_image(60, 24));
  scene.table(table + "p30.jpg,daisy,30\n");
  const RunResult grown = scene.repair({"-q"});
  CHECK(grown.exit_code == 1);
  CHECK(grown.out.empty());
  CHECK_THAT(grown.err,
             Catch::StartsWith("tfrec: error: images: these are not the images and rows of the set: "));
  CHECK_THAT(grown.err, Catch::EndsWith(hint));
  scene.table(table + "p30.jpg,rose,30\n");
  check_error(
      scene.repair({"-q"}), 1,
      "tfrec: error: labels.csv:32: column 'class': unknown class 'rose', none of the 2 known classes\n" +
          hint);
}

TEST_CASE("repair --from: another version of a library that decides about bytes is refused") {
  const Scene scene({"--shards", "3"});
  REQUIRE(scene.damage("f01-") == 1);
  auto manifest = nlohmann::ordered_json::parse(scene.scratch.read("set/manifest.json"));
  manifest["versions"]["opencv"] = "1.2.3";
  scene.scratch.write("set/manifest.json", manifest.dump());
  const RunResult result = scene.repair({"-q"});
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, ContainsSubstring("the set was made with opencv 1.2.3, and this is "));
  CHECK_FALSE(fs::exists(scene.scratch / "out"));
}

TEST_CASE("repair --from: a set built with an option it does not know is refused") {
  const Scene scene({"--shards", "3"});
  REQUIRE(scene.damage("f01-") == 1);
  auto manifest = nlohmann::ordered_json::parse(scene.scratch.read("set/manifest.json"));
  manifest["options"]["of-tomorrow"] = true;
  scene.scratch.write("set/manifest.json", manifest.dump());
  const RunResult result = scene.repair({"-q"});
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK_THAT(
      result.err,
      ContainsSubstring("the set was built with --of-tomorrow, with which --from can't make it again\n"));
  CHECK_FALSE(fs::exists(scene.scratch / "out"));
}

namespace {

/// A set whose images keep the splits that they had by another --split.
class KeptScene : public Scene {
 public:
  KeptScene() : Scene({"--split", "train=0.8,val=0.2"}) { fs::rename(scratch / "set", scratch / "earlier"); }

  void make_kept(const Words& more = {}) {
    make(Words{"--shards", "2", "--split", "train=0.5,val=0.5", "--keep-splits", "earlier"} + more);
  }
};

}  // namespace

TEST_CASE("repair --from: a set built with --keep-splits could not be made again") {
  KeptScene scene;
  scene.make_kept();
  for (const Words& missing : {Words{}, Words{"set/train/f00-12.tfrec"}}) {
    REQUIRE(scene.damage("train/f01-") == 1);
    for (const std::string& file : missing) REQUIRE(fs::remove(scene.scratch / file));
    const RunResult result = scene.repair({"--overwrite"});
    INFO(result.err);
    CHECK(result.exit_code == 0);
    CHECK(scene.files("out") == scene.sound);
  }
}

TEST_CASE("repair --from: lost records of two splits, or beside a bad image, of --keep-splits were refused") {
  KeptScene scene;
  const bool has_bad = GENERATE(false, true);
  if (has_bad) scene.scratch.write("images/p4.jpg", "no image");
  scene.make_kept({"--max-bad", "1"});
  REQUIRE(scene.damage("train/f01-") == 1);
  if (!has_bad) REQUIRE(scene.damage("val/f01-") == 1);
  const RunResult result = scene.repair({"--overwrite"});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(scene.files("out") == scene.sound);
}

TEST_CASE("repair --from: with --keep-splits, records.csv has the splits of lost shards of two splits") {
  KeptScene scene;
  scene.make_kept({"--record-list"});
  for (const char* shard : {"set/train/f00-12.tfrec", "set/val/f00-3.tfrec"})
    REQUIRE(fs::remove(scene.scratch / shard));
  const RunResult result = scene.repair({"--overwrite"});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(scene.files("out") == scene.sound);
}

TEST_CASE("repair --from: with --keep-splits, splits that nothing proves are refused") {
  KeptScene scene;
  scene.make_kept();
  for (const char* shard : {"set/train/f00-12.tfrec", "set/val/f00-3.tfrec"})
    REQUIRE(fs::remove(scene.scratch / shard));
  const RunResult result = scene.repair({"-q"});
  check_error(result, 1,
              "tfrec: error: set/train/f00-12.tfrec: is missing: the splits of all images can't be known\n"
              "tfrec: hint: build it again with --keep-splits and the set that has these splits; without "
              "--from, repair recovers what is intact\n");
  CHECK_FALSE(fs::exists(scene.scratch / "out"));
}

TEST_CASE("repair --from without the table blamed the checksum") {
  const Scene scene({"--shards", "3"});
  REQUIRE(scene.damage("f01-") == 1);
  const RunResult result = scene.run({"repair", "set", "-o", "out", "--from", "images"});
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK_THAT(result.err,
             ContainsSubstring("tfrec: error: images: feature 'class' can't be made without the set's table\n"
                               "tfrec: hint: add the table that the set was built from: --labels FILE\n"));
  CHECK_FALSE(fs::exists(scene.scratch / "out"));
}

TEST_CASE("repair --from without the table of a stratified set had no hint") {
  const Scene scene({"--split", "train=0.5,val=0.5", "--stratify", "class"});
  REQUIRE(scene.damage("train/f00-") == 1);
  const RunResult result = scene.run({"repair", "set", "-o", "out", "--from", "images"});
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.err,
             ContainsSubstring("tfrec: error: --stratify: no column 'class'; the columns are 'image'\n"
                               "tfrec: hint: if the set was built from a table: --labels FILE\n"));
}

TEST_CASE("repair --from needs a manifest and the whole set") {
  const Scene scene({"--shards", "3"});
  const auto refused = [&](const Words& words) {
    const RunResult result = scene.run(Words{"repair"} + words);
    CHECK(result.out.empty());
    CHECK(result.exit_code == 2);
    return result.err;
  };
  const std::string message =
      "tfrec: error: --from makes shards again by their manifest, and there is none that fits\n";
  CHECK_THAT(refused({"set/f01-10.tfrec", "-o", "out", "--from", "images"}), ContainsSubstring(message));
  fs::remove(scene.scratch / "set/manifest.json");
  CHECK_THAT(refused({"set", "-o", "out", "--from", "images"}), ContainsSubstring(message));
  CHECK_THAT(refused({"set", "-o", "out", "--from", "images", "--damaged-only"}),
             ContainsSubstring("--damaged-only"));
  CHECK_THAT(refused({"set", "-o", "out", "--labels", "labels.csv"}), ContainsSubstring("--from"));
}

TEST_CASE("repair --from: an interrupted one begins anew, and does not promise to go on") {
  const ScratchFolder scratch;
  for (int i = 0; i < 16; ++i)
    scratch.write("images/" + std::to_string(i) + ".jpg", jpeg_image(1500, 1500 + i));
  REQUIRE(run_tfrec({"build", "images", "-o", "set", "--encode", "copy", "--check", "structure"}, in(scratch))
              .exit_code == 0);
  for (const auto& shard : scratch.files("set"))
    if (shard.first.ends_with(".tfrec")) fs::remove(scratch / "set" / shard.first);
  RunSettings settings = in(scratch);
  settings.signal = SIGINT;
  settings.signal_after = std::chrono::milliseconds(60);
  const RunResult result =
      run_tfrec({"repair", "set", "-o", "out", "--from", "images", "-q", "-j", "1"}, settings);
  if (result.exit_code != 0) {  // else it was over before the signal
    CHECK(result.exit_code == 130);
    CHECK(result.err == "tfrec: error: interrupted\n");
    CHECK_FALSE(fs::exists(scratch / "out"));
  }
}
