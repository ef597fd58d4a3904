// SPDX-License-Identifier: Apache-2.0
#include "dataset/boxes/box.hpp"

#include "support/catch.hpp"

using namespace tfrec;

TEST_CASE("A box follows each EXIF orientation") {
  // A box at the upper left of the stored image, wider than high.
  const Box stored{0.0, 0.0, 0.5, 0.25};
  CHECK(upright_box(stored, 1) == stored);
  CHECK(upright_box(stored, 2) == Box{0.5, 0.0, 1.0, 0.25});
  CHECK(upright_box(stored, 3) == Box{0.5, 0.75, 1.0, 1.0});
  CHECK(upright_box(stored, 4) == Box{0.0, 0.75, 0.5, 1.0});
  CHECK(upright_box(stored, 5) == Box{0.0, 0.0, 0.25, 0.5});
  CHECK(upright_box(stored, 6) == Box{0.75, 0.0, 1.0, 0.5});
  CHECK(upright_box(stored, 7) == Box{0.75, 0.5, 1.0, 1.0});
  CHECK(upright_box(stored, 8) == Box{0.0, 0.5, 0.25, 1.0});
}

TEST_CASE("The part of a box in the image") {
  CHECK(cut_to({-5, 2, 30, 8}, 20, 10) == Box{0, 2, 20, 8});
  CHECK(cut_to({25, 2, 30, 8}, 20, 10).area() == 0);
}
