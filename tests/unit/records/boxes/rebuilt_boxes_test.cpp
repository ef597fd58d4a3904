// SPDX-License-Identifier: Apache-2.0
#include "records/boxes/rebuilt_boxes.hpp"

#include "support/catch.hpp"
#include "support/data/shard_bytes.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

using Rows = std::vector<std::vector<std::string>>;

/// Looks at one record: a list of xyxy, an image of 40x20, rows of four edges and a class.
RebuiltBoxes looked_at(const Floats& stored, const Rows& rows) {
  BoxRules rules;
  rules.from.columns = {0, 1, 2, 3};
  rules.from.names = {"xmin", "ymin", "xmax", "ymax"};
  rules.class_column = 4;
  RowLists lists;
  lists.per_image.assign(5, false);
  RebuiltBoxes boxes({{"b", box_form_named("xyxy").value()}}, lists, rules);
  const std::string payload = payload_of({{"b", stored}});
  ExampleView example;
  REQUIRE(example.parse(payload));
  boxes.look_at(example, rows, {40, 20});
  return boxes;
}

}  // namespace

TEST_CASE("Boxes that build makes again are neither faulty nor different") {
  const RebuiltBoxes boxes = looked_at({0.25F, 0.5F, 1, 1}, {{"10", "10", "40", "20", "a"}});
  CHECK(boxes.faulty() == 0);
  CHECK(boxes.differing().empty());
  CHECK(looked_at({}, {{"", "", "", "", ""}}).differing().empty());
}

TEST_CASE("Boxes that build clips or rounds are different") {
  CHECK(looked_at({0.25F, 0.5F, 1.001F, 1}, {{"10", "10", "40.04", "20", "a"}}).differing() ==
        std::map<std::string, std::uint64_t>{{"b", 1}});
  CHECK(looked_at({0.25F, 0.5F, 1, 1}, {{"10.001", "10", "40", "20", "a"}}).differing().size() == 1);
}

TEST_CASE("Boxes that build refuses are faulty, each once") {
  RebuiltBoxes boxes = looked_at({0.5F, 0.5F, 0.25F, 1, 0.5F, 0.5F, 0.25F, 1},
                                 {{"20", "10", "10", "20", ""}, {"20", "10", "10", "20", ""}});
  CHECK(boxes.faulty() == 2);
  CHECK(boxes.reason() == "the class is missing");
  CHECK(looked_at({0, 0, 1, 1}, {{"nan", "0", "40", "inf", "a"}}).reason() == "xmin 'nan' is not a number");
  CHECK(boxes.differing().empty());
  boxes.add(looked_at({0, 0, 1, 1}, {{"0", "0", "80", "20", "a"}}));
  CHECK(boxes.faulty() == 3);
}
