// SPDX-License-Identifier: Apache-2.0
// What the audit of a build reports without failing.
#include "support/scenes/build_scene.hpp"

using namespace tfrec::test;

TEST_CASE("The audit's examples name the line of the table") {
  const BuildScene scene({"--labels", "labels.csv", "--name", "f"});
  scene.images(2, {"a", "b"}, 8);
  scene.table("image,tag\na0,1\na0,2\na0,2\nc,1\n");
  const RunResult result = scene.build({"--allow-repeats", "--allow-missing-images"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, ContainsSubstring("1 shard, 3 records"));
  for (const char* finding : {"2 of 4 rows name an image of an earlier row, first labels.csv:3: "
                              "'a0.jpg' is already the image of line 2",
                              "1 of 4 rows equals an earlier one: labels.csv:4: equals line 3\n",
                              "warning: 1 of 4 rows has no image and is left out: labels.csv:5: no image for "
                              "'c'; the set's left-out.csv lists them",
                              "1 of 2 images has no row and is left out: 'b1.jpg'"}) {
    CHECK_THAT(result.err, ContainsSubstring(finding));
  }
}

TEST_CASE("A copy of a listed image that has no row was reported as left out, not as a copy") {
  const BuildScene scene({"--labels", "labels.csv", "--name", "f"});
  scene.images(2, {"a", "b"}, 8);
  scene.table("image,tag\na0,1\nb1,2\n");
  CHECK_THAT(scene.build().err, !ContainsSubstring("same bytes"));
  const std::string original = scene.scratch.read("images/b1.jpg");
  scene.image("copy.jpg", original);
  scene.image("other.jpg", original.substr(0, original.size() - 1) + "x");
  const RunResult result = scene.build({}, "out2");
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err,
             ContainsSubstring("1 image without a row has the same bytes as one with a row, for instance "
                               "'copy.jpg' and 'b1.jpg' (labels.csv:3)"));
}

TEST_CASE("Which images have no row could not be seen") {
  const BuildScene scene({"--labels", "labels.csv", "--name", "f"});
  scene.images(3, {"a", "b", "c"}, 8);
  scene.table("image,tag\na0,1\n");
  const RunResult result = scene.build();
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring("2 of 3 images have no row and are left out, first 'b1.jpg'; -v "
                                           "lists them\n") &&
                             !ContainsSubstring("no row for"));
  CHECK_THAT(scene.build({"-v"}, "out2").err, ContainsSubstring("no row for 'b1.jpg'\n") &&
                                                  ContainsSubstring("no row for 'c2.jpg'\n") &&
                                                  !ContainsSubstring("no row for 'a0.jpg'"));
}
