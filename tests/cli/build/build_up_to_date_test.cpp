// SPDX-License-Identifier: Apache-2.0
// A second run of the same command: what is left alone, what is refused, what is made again.
#include <chrono>

#include <nlohmann/json.hpp>

#include "support/data/shard_bytes.hpp"
#include "support/scenes/build_scene.hpp"
#include "support/small_disk.hpp"

using namespace tfrec::test;

namespace {

/// Twelve images and their labels, built into out/ once.
class BuiltSet : public BuildScene {
 public:
  BuiltSet() : BuildScene({"--labels", "labels.csv", "--name", "f", "--shards", "3"}) {
    images(12, {"p"}, 12);
    std::string csv = "image,class\n";
    for (int i = 0; i < 12; ++i)
      csv += "p" + std::to_string(i) + (i % 2 == 0 ? ".jpg,rose\n" : ".jpg,tulip\n");
    table(csv);
    REQUIRE(build({"-q"}).exit_code == 0);
  }
  void age_manifest() const {
    fs::last_write_time(scratch / "out/manifest.json",
                        fs::last_write_time(scratch / "out/manifest.json") - std::chrono::hours(1));
  }
  void is_up_to_date(const Words& more = {}) const {
    const auto before = times();
    const RunResult result = build(more);
    INFO(result.err);
    CHECK(result.exit_code == 0);
    CHECK_THAT(result.out, ContainsSubstring("up to date: out"));
    auto after = times();
    CHECK(after["manifest.json"] >= before.at("manifest.json"));
    after["manifest.json"] = before.at("manifest.json");
    CHECK(after == before);
  }
  /// With the hint to make only what is missing or changed.
  void is_damaged(const std::string& damage) const {
    const RunResult result = build({"-q"});
    CHECK(result.exit_code == 2);
    CHECK(result.out.empty());
    CHECK(result.err == "tfrec: error: out: already contains this set, but " + damage +
                            "\ntfrec: hint: to make only what is missing or changed: --overwrite\n");
  }
  void is_refused(const Words& more, const std::string& difference) const {
    const auto before = times();
    const RunResult result = build(more + Words{"-q"});
    CHECK(result.exit_code == 2);
    CHECK(result.out.empty());
    CHECK_THAT(result.err,
               ContainsSubstring("out: already contains a set built with different options or inputs: " +
                                 difference));
    CHECK_THAT(result.err, ContainsSubstring("--overwrite"));
    CHECK(times() == before);
  }
};

}  // namespace

TEST_CASE("The same command again finds the set up to date and moves the manifest's time alone") {
  const BuiltSet set;
  set.is_up_to_date();
  set.age_manifest();
  const auto aged = set.times();
  set.is_up_to_date();  // images are newer than the manifest now: compared by content
  CHECK(set.times().at("manifest.json") > aged.at("manifest.json"));
  set.is_up_to_date({"-j", "3", "--max-bad", "5", "--memory", "64MiB"});
  set.is_up_to_date({"--overwrite"});
}

TEST_CASE("Where manifest.json is a link, the link's own time was moved, and make never settled") {
  const BuiltSet set;
  set.age_manifest();
  fs::rename(set.scratch / "out/manifest.json", set.scratch / "stored");
  fs::create_symlink("../stored", set.scratch / "out/manifest.json");
  const auto aged = fs::last_write_time(set.scratch / "stored");
  const RunResult result = set.build();
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, ContainsSubstring("up to date: out"));
  CHECK(fs::last_write_time(set.scratch / "stored") > aged);
  CHECK(fs::is_symlink(set.scratch / "out/manifest.json"));
}

TEST_CASE("Up to date with --json prints the manifest's content and the bad images") {
  const BuiltSet set;
  set.image("p3.jpg", "no image, \"no\" thing");
  REQUIRE(set.build({"-q", "--overwrite", "--max-bad", "1"}).exit_code == 0);
  const RunResult again = set.build({"-q", "--json", "--max-bad", "1"});
  CHECK(again.exit_code == 0);
  CHECK(again.err.empty());
  const Json report = Json::parse(again.out);
  CHECK(report["records"] == 11);
  CHECK(report["seconds"]["total"] >= 0);
  CHECK(report["bad"][0]["row"] == 5);
  CHECK(report["bad"][0]["image"] == "p3.jpg");
  set.is_refused({}, "it leaves out more bad images than --max-bad allows now");
}

TEST_CASE("Inputs with new times and old content are up to date, as after a checkout") {
  const BuiltSet set;
  for (const auto& entry : fs::directory_iterator(set.scratch / "images")) {
    const std::string name = "images/" + entry.path().filename().string();
    set.scratch.write(name, set.scratch.read(name));
  }
  set.table(set.scratch.read("labels.csv"));
  set.is_up_to_date();
}

TEST_CASE("Another set than the one that is there is refused with what differs") {
  const BuiltSet set;
  set.is_refused({"--quality", "80"}, "--quality was 95, now 80");
  set.is_refused({"--size", "8"}, "--size was not given, now 8x8");
  set.is_refused({"--seed", "7"}, "its seed was 42");
  set.is_refused({"--layout", "flowers"}, "feature 'one_hot_class=onehot:class' is new");
  set.is_refused({"--feature", "image=jpeg"}, "feature 'image_name' is gone");
  set.is_refused({"--layout", "auto", "--feature", "class=bytes:class"},
                 "feature 'class=index:class' is now 'class=bytes:class'");
}

TEST_CASE("Of several options that differ only the first was named") {
  const BuiltSet set;
  set.is_refused({"--size", "8", "--quality", "80"},
                 "--quality was 95, now 80; --size was not given, now 8x8\n");
  set.is_refused({"--quality", "80", "--size", "8", "--fit", "crop", "--gzip", "--color", "keep"},
                 "--quality was 95, now 80; --color was rgb, now keep; --size was not given, now 8x8; "
                 "2 other options differ\n");
}

TEST_CASE("A set of other rows or images is refused with what differs, and where") {
  const BuiltSet set;
  const std::string labels = set.scratch.read("labels.csv");
  set.table(labels.substr(0, labels.rfind("tulip")) + "rose\n");
  set.is_refused({}, "column 'class': class 'rose' had 6 records, now 7");
  set.table(labels.substr(0, labels.rfind("tulip")) + "oak\n");
  set.is_refused({}, "column 'class': class 'oak' is new");
  set.table(labels.substr(0, labels.rfind("p11")));
  set.is_refused({}, "it was made from 12 images, now there are 11");
  set.table("image,class\np1.jpg,rose\np0.jpg,tulip\n" + labels.substr(labels.find("p2.jpg")));
  set.is_refused({}, "cells of its rows differ, or names or sizes of images");
  set.table(labels);
  set.image("p5.jpg", jpeg_image(30, 30));
  set.is_refused({}, "image 'p5.jpg' is newer than the set");
}

TEST_CASE("A changed image of the same size is found, and --overwrite makes the set anew") {
  const BuiltSet set;
  std::string image = set.scratch.read("images/p5.jpg");
  image.replace(image.find("JFIF"), 4, "JFIG");  // the size stays
  set.image("p5.jpg", image);
  set.is_refused({}, "an image has changed");
  CHECK(set.build({"-q", "--overwrite"}).exit_code == 0);
  set.is_up_to_date();
}

TEST_CASE("A clock that was ahead while the set was made hides no changed image") {
  const BuiltSet set;
  std::string image = set.scratch.read("images/p5.jpg");
  image.replace(image.find("JFIF"), 4, "JFIG");  // the size stays
  set.image("p5.jpg", image);
  fs::last_write_time(set.scratch / "out/manifest.json",
                      fs::file_time_type::clock::now() + std::chrono::hours(24));
  set.is_refused({}, "an image has changed");
}

TEST_CASE("A set with a shard missing or cut is not up to date") {
  const BuiltSet set;
  fs::resize_file(set.scratch / "out/f01-4.tfrec", 100);
  set.is_damaged("f01-4.tfrec is not as it was written");
  CHECK(set.build({"-q", "--overwrite"}).exit_code == 0);
  set.is_up_to_date();
  fs::remove(set.scratch / "out/f01-4.tfrec");
  set.is_damaged("f01-4.tfrec is missing");
  const RunResult again = set.build({"--overwrite"});
  CHECK(again.exit_code == 0);
  CHECK_THAT(again.out + again.err, ContainsSubstring("already built"));
  set.is_up_to_date();
  fs::remove(set.scratch / "out/classes.txt");
  set.is_damaged("classes.txt is missing");
}

TEST_CASE("--overwrite called a set with a flipped bit in a shard up to date") {
  const BuiltSet set;
  const Files sound = set.files("out");
  set.scratch.write("out/f01-4.tfrec", with_flipped_bit(sound.at("f01-4.tfrec"), 200));
  const RunResult trusting = set.build({"--overwrite", "--no-reread"});
  CHECK_THAT(trusting.out, ContainsSubstring("up to date"));
  const RunResult result = set.build({"--overwrite"});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring("2 shards are already built"));
  CHECK(set.files("out") == sound);
  set.is_up_to_date({"--overwrite"});
}

TEST_CASE("An up-to-date set on a read-only disk is up to date, also with what a killed run left") {
  if (!has_small_disks()) return;
  const BuiltSet scene;
  const std::string build = "\"$TFREC\" build images --labels labels.csv --name f --shards 3 -q -o disk/out";
  const RunResult result = run_on_small_disk("disk", 10'000'000,
                                             build +
                                                 " && mkdir disk/out/.tfrec-build && touch "
                                                 "disk/out/.tfrec-build/lock && mount -o remount,ro disk; " +
                                                 build,
                                             in(scene.scratch));
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
}
