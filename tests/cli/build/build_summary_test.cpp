// SPDX-License-Identifier: Apache-2.0
// What is printed after a build: columns that stand under each other, and the line that reads the set.
#include "support/scenes/flowers.hpp"

using namespace tfrec::test;

TEST_CASE("Splits, sizes and features stand in columns") {
  const Flowers flowers;
  const RunResult result = flowers.build({"--split", "train=0.5,val=0.5", "--sizes", "16,128"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, ContainsSubstring("\n16x16 train   1 shard, 10 records, "));
  CHECK_THAT(result.out, ContainsSubstring("\n128x128 val   1 shard, 10 records, "));
  CHECK_THAT(result.out, ContainsSubstring("\n128x128 train 1 shard, 10 records, "));
  CHECK_THAT(result.out, ContainsSubstring("\nfeatures image       bytes  (jpeg)\n"
                                           "         image_name  bytes  (bytes:image)\n"
                                           "         class       int64  (index:class)\n"));
  CHECK_THAT(result.out,
             ContainsSubstring(
                 "\nread     tf.data.TFRecordDataset(tf.io.gfile.glob(\"out/16x16/train/*.tfrec\"))\n"));
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
