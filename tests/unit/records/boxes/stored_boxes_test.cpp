// SPDX-License-Identifier: Apache-2.0
#include "records/boxes/stored_boxes.hpp"

#include "support/catch.hpp"

using namespace tfrec;

namespace {

const std::vector<RowBox> k_boxes{{0, {0.0, 0.0, 0.5, 1.0}}, {1, {0.5, 0.25, 0.75, 0.75}}};

ResizeOptions resize(int width, int height, Fit fit) {
  ResizeOptions options;
  options.width = width;
  options.height = height;
  options.fit = fit;
  return options;
}

}  // namespace

TEST_CASE("Fractions of boxes stay as they are if the whole image is stored") {
  for (const Fit fit : {Fit::stretch, Fit::shorter, Fit::longer}) {
    const auto stored = stored_boxes(k_boxes, placement({200, 100}, resize(50, 50, fit)), 1);
    REQUIRE(stored.size() == 2);
    CHECK(stored[1].box == k_boxes[1].box);
  }
}

TEST_CASE("A crop moves and cuts boxes, and drops those that it leaves too little of") {
  // 200x100 is scaled to 100x50, of which the columns 25 to 75 are kept.
  const Placement place = placement({200, 100}, resize(50, 50, Fit::crop));
  const auto stored = stored_boxes(k_boxes, place, 0);
  REQUIRE(stored.size() == 2);
  CHECK(stored[0].box == Box{0.0, 0.0, 0.5, 1.0});
  CHECK(stored[1].box == Box{0.5, 0.25, 1.0, 0.75});
  const auto whole = stored_boxes(k_boxes, place, 0.6);
  REQUIRE(whole.size() == 1);
  CHECK(whole[0].row == 1);
  CHECK(stored_boxes(std::vector<RowBox>{{0, {0.0, 0.0, 0.25, 1.0}}}, place, 0).empty());
}

TEST_CASE("Padding moves boxes") {
  const Placement place = placement({200, 100}, resize(50, 50, Fit::pad));
  CHECK(stored_boxes(k_boxes, place, 0).at(0).box == Box{0.0, 0.24, 0.5, 0.74});
}

TEST_CASE("A crop drops boxes of which it leaves less than floats can tell apart") {
  // The columns 50 to 150 of 200 are kept.
  const Placement place = placement({200, 100}, resize(50, 50, Fit::crop));
  CHECK(stored_boxes(std::vector<RowBox>{{0, {0.0, 0.0, 0.25 + 1e-9, 1.0}}}, place, 0).empty());
}
