// SPDX-License-Identifier: Apache-2.0
// --keep-splits: the splits of images whose records are lost.
#include "support/data/shard_bytes.hpp"
#include "support/scenes/keep_scene.hpp"

using namespace tfrec::test;

TEST_CASE("--keep-splits refuses a set with a damaged or missing shard, whose images would be dealt anew") {
  const KeepScene set;
  REQUIRE(set.build(k_deal).exit_code == 0);
  set.rows(22);
  const std::string shard = "out/train/f00-16.tfrec";
  const std::string whole = set.scratch.read(shard);
  std::string damaged = whole;
  damaged[damaged.size() / 2] ^= 1;
  set.scratch.write(shard, damaged);
  set.refused(k_keep, 1, shard + ": record ");
  set.scratch.write(shard, flower_shard(3));
  set.refused(k_keep, 1, shard + ": ");
  fs::remove(set.scratch / shard);
  set.refused(k_keep, 1, shard + ": ");
  set.scratch.write(shard, whole);
  CHECK(set.build(k_keep + Words{"--overwrite"}).exit_code == 0);
}

TEST_CASE("--keep-splits could not make a damaged set of --keep-splits again in its own folder") {
  const KeepScene set;
  REQUIRE(set.build(k_deal).exit_code == 0);
  set.rows(40);
  REQUIRE(set.build(k_keep + Words{"--overwrite"}).exit_code == 0);
  const auto sound = set.shards();
  const std::string shard = "out/val/f00-8.tfrec";
  set.scratch.write(shard, with_flipped_bit(set.scratch.read(shard), 300));
  const RunResult result = set.build(k_keep + Words{"--overwrite"});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(set.shards() == sound);
  fs::remove(set.scratch / shard);
  set.rows(39);
  set.refused(k_keep, 1,
              shard +
                  ": is missing: the splits of all images can't be known\n"
                  "tfrec: hint: build it again with --keep-splits and the set that has these splits, or use "
                  "--split-column with a column that names the split of each row\n");
}

TEST_CASE(
    "--keep-splits took the names of a shard that is not the manifest's: images of val got into train") {
  const KeepScene set;
  REQUIRE(set.build(k_deal + Words{"--shards", "4"}).exit_code == 0);
  set.rows(24);
  const Words keep = k_keep + Words{"--shards", "4", "--overwrite"};
  SECTION("a set of --split is refused") {
    set.scratch.write("out/val/f01-1.tfrec", set.scratch.read("out/val/f00-1.tfrec"));
    set.refused(k_keep + Words{"--shards", "4"}, 1,
                "out/val/f01-1.tfrec: is not the shard that its manifest lists: the splits of all images "
                "can't be known");
  }
  SECTION("one of --keep-splits is proven by its checksum") {
    REQUIRE(set.build(keep).exit_code == 0);
    const auto before = set.splits();
    const auto sound = set.shards();
    set.scratch.write("out/val/f01-1.tfrec", set.scratch.read("out/val/f02-1.tfrec"));
    const RunResult built = set.build(keep);
    INFO(built.err);
    CHECK(built.exit_code == 0);
    CHECK_THAT(built.err, ContainsSubstring("warning: out/val/f01-1.tfrec is not the shard that its manifest "
                                            "lists; the set's checksum proves the splits of its images"));
    CHECK(set.shards() == sound);
  }
}

TEST_CASE("--keep-splits refused a damaged set with a bad image") {
  const KeepScene set;
  set.image("5.jpg", "not an image");
  const Words keep = k_keep + Words{"--max-bad", "1", "--overwrite", "--shards", "4"};
  REQUIRE(set.build(keep).exit_code == 0);
  set.rows(40);
  REQUIRE(set.build(keep).exit_code == 0);
  const auto sound = set.shards();
  for (const char* split : {"train", "val"}) {
    const fs::path shard = fs::directory_iterator(set.scratch / "out" / split)->path().filename();
    const std::string path = "out/" + std::string(split) + "/" + shard.string();
    set.scratch.write(path, with_flipped_bit(set.scratch.read(path), 300));
    const RunResult built = set.build(keep);
    INFO(built.err);
    CHECK(built.exit_code == 0);
    CHECK(set.shards() == sound);
  }
}

TEST_CASE("--keep-splits ignored records.csv, which has the splits that damaged shards lack") {
  const KeepScene set;
  REQUIRE(set.build(k_deal + Words{"--record-list"}).exit_code == 0);
  const auto before = set.splits();
  set.scratch.write("out/train/f00-16.tfrec", flower_shard(3));
  fs::remove(set.scratch / "out/val/f00-4.tfrec");
  set.rows(22);
  const RunResult built = set.build(k_keep, "new");
  INFO(built.err);
  CHECK(built.exit_code == 0);
  CHECK_THAT(built.err, ContainsSubstring("records.csv has the splits of its images (--keep-splits)"));
  CHECK(set.splits("new").size() == 22);
  set.keeps(before, "new");
  const std::string list = set.scratch.read("out/records.csv");
  set.scratch.write("out/records.csv", list.substr(0, list.rfind("val/")));  // a record of val is not listed
  set.refused(k_keep, 1, "the splits of all images can't be known");
}

TEST_CASE("--keep-splits refused sets whose records have no names, with records.csv, too") {
  const KeepScene set;
  REQUIRE(set.build(k_deal + Words{"--record-list"}).exit_code == 0);
  const auto before = set.splits();
  const Words nameless = k_deal + Words{"--record-list", "--feature", "image=jpeg"};
  REQUIRE(set.build(nameless, "nameless").exit_code == 0);
  set.rows(22);
  const RunResult built = set.build(k_deal + Words{"--keep-splits", "nameless"}, "new");
  INFO(built.err);
  CHECK(built.exit_code == 0);
  CHECK(set.splits("new").size() == 22);
  set.keeps(before, "new");
}

TEST_CASE("--keep-splits dealt images anew whose names records.csv marks as formulas") {
  const KeepScene set;
  std::string rows;
  for (const char* name : {"=a.jpg", "-b.jpg", "+c.jpg", "@d.jpg"}) {
    set.image(name, jpeg_image(16, 16, 90));
    rows += std::string(name) + ",c0\n";
  }
  set.rows(10, rows);
  REQUIRE(set.build(k_deal + Words{"--record-list", "--feature", "image=jpeg"}).exit_code == 0);
  const RunResult built = set.build(k_deal + Words{"--keep-splits", "out"}, "new");
  INFO(built.err);
  CHECK(built.exit_code == 0);
  CHECK_THAT(built.err, ContainsSubstring("--keep-splits: 14 rows keep their split, 0 are dealt"));
}

TEST_CASE("A changed records.csv passed verify, and --keep-splits dealt its images anew") {
  const KeepScene set;
  const Words nameless = k_deal + Words{"--record-list", "--feature", "image=jpeg"};
  REQUIRE(set.build(nameless).exit_code == 0);
  std::string list = set.scratch.read("out/records.csv");
  set.scratch.write("out/records.csv", list.replace(list.find(",7.jpg"), 6, ",x.jpg"));
  const RunResult verified = set.run({"verify", "out"});
  CHECK(verified.exit_code == 1);
  CHECK_THAT(verified.out,
             ContainsSubstring("out/records.csv: was changed: its checksum is not the manifest's\n"));
  CHECK(set.build(k_deal + Words{"--keep-splits", "out"}, "new").exit_code == 2);
  std::string other_system;
  for (const char c : set.scratch.read("out/records.csv"))
    if (c != '\r') other_system += c;
  set.scratch.write("out/records.csv", other_system.replace(other_system.find(",x.jpg"), 6, ",7.jpg"));
  CHECK(set.run({"verify", "out"}).exit_code == 0);
}
