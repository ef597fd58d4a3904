// SPDX-License-Identifier: Apache-2.0
// What is printed after a build: aligned columns, and the line that reads the set.
#include <nlohmann/json.hpp>

#include "support/scenes/build_scene.hpp"
#include "support/scenes/flowers.hpp"

using namespace tfrec::test;

TEST_CASE("Splits, sizes and features are aligned in columns") {
  const Flowers flowers;
  const RunResult result = flowers.build({"--split", "train=0.5,val=0.5", "--sizes", "16,128"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, ContainsSubstring("\n16x16 train   1 shard, 10 records, "));
  CHECK_THAT(result.out, ContainsSubstring("\n128x128 val   1 shard, 10 records, "));
  CHECK_THAT(result.out, ContainsSubstring("\n128x128 train 1 shard, 10 records, "));
  CHECK_THAT(result.out, ContainsSubstring("\nfeatures image       bytes  (jpeg)\n"
                                           "         image_name  bytes  (bytes:image)\n"
                                           "         class       int64  (index:class)\n"));
  CHECK_THAT(
      result.out,
      ContainsSubstring("\nread     tf.data.TFRecordDataset(tf.io.gfile.glob(\"out/16x16/train/*.tfrec\"))  "
                        "# likewise val\n"));
}

TEST_CASE("A warning of --shard-size came once for each split") {
  const Flowers flowers;
  const std::string text = "--shard-size 400 kB is outside the 10-100 MB that readers like\n";
  const std::string once = "tfrec: warning: in each split: " + text;
  const RunResult built = flowers.build({"--split", "train=0.6,val=0.2,test=0.2", "--shard-size", "400kB"});
  CHECK(built.exit_code == 0);
  CHECK_THAT(built.err, ContainsSubstring(once));
  CHECK(built.err.find(text) == built.err.rfind(text));
  const RunResult dealt = flowers.run({"reshard", "out", "-o", "again", "--shard-size", "400kB"});
  CHECK_THAT(dealt.err, ContainsSubstring(once));
  CHECK(dealt.err.find(text) == dealt.err.rfind(text));
  CHECK_THAT(flowers.run({"reshard", "out/val", "-o", "val", "--shard-size", "400kB"}).err,
             ContainsSubstring("tfrec: warning: " + text));
}

TEST_CASE("A warning about some splits did not name them in one line") {
  const Flowers flowers;
  const RunResult built = flowers.build({"--split", "train=0.6,val=0.2,test=0.2", "--dedupe", "ignore",
                                         "--hosts", "2", "--records-per-shard", "8"});
  CHECK(built.exit_code == 0);
  CHECK_THAT(built.err,
             ContainsSubstring("warning: splits val, test: 1 shard for 2 hosts: some hosts get no file"));
  CHECK_THAT(built.err, ContainsSubstring("warning: split train: 2 shards for 2 hosts are fewer than"));
}

TEST_CASE("The line that reads a set knows its folder, its names and its compression") {
  const Flowers flowers;
  const RunResult gzip =
      flowers.run({"build", "images", "-o", "a \"b\"", "--gzip", "--extension", ".tfrecord"});
  CHECK_THAT(gzip.out,
             ContainsSubstring(R"(tf.data.TFRecordDataset(tf.io.gfile.glob("a \"b\"/*.tfrecord"), "GZIP"))"
                               "\n"));
  const RunResult tfds = flowers.run({"build", "images", "-o", "set", "--name-style", "tfds"});
  CHECK(tfds.exit_code == 0);
  CHECK_THAT(tfds.out, ContainsSubstring("\nread     tfds.builder_from_directory(\"set\")\n"));
}

TEST_CASE("Summaries list train before val before test, JSON keeps the order of names") {
  const BuildScene set({"--name", "f"});
  set.images(12, {"test/a/", "train/a/", "train/b/", "validation/b/"});
  const RunResult built = set.build();
  CHECK(built.exit_code == 0);
  CHECK_THAT(built.err, ContainsSubstring("the sub-folders train, validation, test are splits"));
  const std::size_t train = built.out.find("\ntrain");
  CHECK(train < built.out.find("\nvalidation"));
  CHECK(built.out.find("\nvalidation") < built.out.find("\ntest"));
  CHECK_THAT(built.out,
             ContainsSubstring("a 6 (train 3, validation 0, test 3), b 6 (train 3, validation 3, test 0)"));
  CHECK_THAT(built.out, ContainsSubstring("names    train/f00-6.tfrec … test/f00-3.tfrec"));
  const Json manifest = set.manifest();
  CHECK(manifest["splits"][0]["split"] == "test");
  CHECK(manifest["splits"][1]["split"] == "train");
}
