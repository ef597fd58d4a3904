// SPDX-License-Identifier: Apache-2.0
#include "support/data/test_data.hpp"
#include "support/scenes/build_scene.hpp"

using namespace tfrec::test;

TEST_CASE("a mask that lies upright beside an image with an EXIF orientation is kept, and counted") {
  BuildScene scene({"--name", "f", "--masks", "masks", "--layout", "segmentation"});
  scene.image("turned.jpg", odd_image("exif_6.jpg"));  // 48x32 as stored
  const std::string note =
      "tfrec: 1 mask lies upright beside an image that is rotated by its EXIF orientation, and is not "
      "rotated "
      "(--mask-orientation)\n";
  scene.scratch.write("masks/turned.png", mask_image(32, 48, 2));
  const RunResult upright = scene.build();
  CHECK(upright.exit_code == 0);
  CHECK_THAT(upright.err, ContainsSubstring(note));
  scene.scratch.write("masks/turned.png", mask_image(48, 32, 2));
  const RunResult stored = scene.build({}, "stored");
  CHECK(stored.exit_code == 0);
  CHECK_THAT(stored.err, !ContainsSubstring("upright"));
}
