// SPDX-License-Identifier: Apache-2.0
#include "dataset/boxes/sample_boxes.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "support/catch.hpp"

using namespace tfrec;

namespace {

using Rows = std::vector<std::vector<std::string>>;

/// Columns: image, class, left, top, right, bottom, width, height.
class Boxes {
 public:
  Boxes() {
    rules.from.columns = {2, 3, 4, 5};
    rules.from.names = {"xmin", "ymin", "xmax", "ymax"};
    rules.from.stated_width = 6;
    rules.from.stated_height = 7;
    rules.class_column = 1;
    lists.per_image = {true, false, false, false, false, false, true, true};
  }

  SampleBoxes read(const Rows& rows) const { return sample_boxes(rows, lists, rules, frame); }
  /// The one fault of a box "a" with these numbers and size.
  FaultyBox fault(const std::vector<std::string>& numbers, const std::string& width = "",
                  const std::string& height = "") const {
    const SampleBoxes read_boxes =
        read({{"i", "a", numbers[0], numbers[1], numbers[2], numbers[3], width, height}});
    REQUIRE(read_boxes.faults.size() == 1);
    CHECK(read_boxes.boxes.size() == (read_boxes.faults.front().is_kept ? 1 : 0));
    return read_boxes.faults.front();
  }

  BoxRules rules;
  RowLists lists;
  SourceFrame frame{200, 100, 1};
};

void check_box(const Box& box, const Box& expected) {
  CHECK(box.left == Approx(expected.left));
  CHECK(box.top == Approx(expected.top));
  CHECK(box.right == Approx(expected.right));
  CHECK(box.bottom == Approx(expected.bottom));
}

}  // namespace

TEST_CASE("A box in pixels becomes fractions of the image") {
  const SampleBoxes read = Boxes().read({{"i", "a", "20", "10", "100", "50", "200", "100"}});
  REQUIRE(read.boxes.size() == 1);
  check_box(read.boxes[0].box, {0.1, 0.1, 0.5, 0.5});
  CHECK(read.faults.empty());
}

TEST_CASE("Each format of a box is read") {
  Boxes boxes;
  const auto read = [&](BoxFormat format, const std::vector<std::string>& n) {
    boxes.rules.from.format = format;
    return boxes.read({{"i", "a", n[0], n[1], n[2], n[3], "", ""}}).boxes.at(0).box;
  };
  check_box(read(BoxFormat::xyxy, {"20", "10", "100", "50"}), {0.1, 0.1, 0.5, 0.5});
  check_box(read(BoxFormat::xxyy, {"20", "100", "10", "50"}), {0.1, 0.1, 0.5, 0.5});
  check_box(read(BoxFormat::xywh, {"20", "10", "80", "40"}), {0.1, 0.1, 0.5, 0.5});
  check_box(read(BoxFormat::cxcywh, {"60", "30", "80", "40"}), {0.1, 0.1, 0.5, 0.5});
  boxes.rules.origin = 1;
  check_box(read(BoxFormat::xyxy, {"21", "11", "100", "50"}), {0.1, 0.1, 0.5, 0.5});
  check_box(read(BoxFormat::xywh, {"21", "11", "80", "40"}), {0.1, 0.1, 0.5, 0.5});
  check_box(read(BoxFormat::cxcywh, {"61", "31", "80", "40"}), {0.1, 0.1, 0.5, 0.5});
}

TEST_CASE("Four numbers in one cell are a box") {
  Boxes boxes;
  boxes.rules.from.columns = {2};
  boxes.rules.from.names = {"bbox"};
  boxes.rules.from.format = BoxFormat::xywh;
  const SampleBoxes read = boxes.read({{"i", "a", "[20.0, 10.0, 80.0, 40.0]", "", "", "", "", ""}});
  REQUIRE(read.boxes.size() == 1);
  check_box(read.boxes[0].box, {0.1, 0.1, 0.5, 0.5});
  CHECK(boxes.read({{"i", "a", "[1, 2, 3]", "", "", "", "", ""}}).faults.at(0).fault ==
        BoxFault::not_a_number);
}

TEST_CASE("Every fault of a box is found") {
  const Boxes boxes;
  CHECK(boxes.fault({"x", "10", "100", "50"}).fault == BoxFault::not_a_number);
  CHECK(boxes.fault({"", "10", "100", "50"}).reason == "xmin is missing");
  for (const char* nan : {"nan", "NaN", "NAN", "-nan", "nan(1)"})
    CHECK(boxes.fault({nan, "10", "100", "50"}).fault == BoxFault::not_a_number);
  for (const char* infinite : {"inf", "-Infinity", "1e999"})
    CHECK(boxes.fault({infinite, "10", "100", "50"}).fault == BoxFault::not_finite);
  CHECK(boxes.fault({"100", "10", "20", "50"}).fault == BoxFault::swapped);
  CHECK(boxes.fault({"20", "50", "100", "50"}).reason == "top 50 is not less than bottom 50");
  CHECK(boxes.fault({"20", "10", "202", "50"}).reason == "right 202 is outside the image of 200x100 pixels");
  CHECK(boxes.fault({"-5", "10", "20", "50"}).fault == BoxFault::outside);
  CHECK(boxes.fault({"1e308", "10", "1.5e308", "50"}).fault == BoxFault::outside);
  CHECK(boxes.fault({"-1", "10", "0", "50"}).fault == BoxFault::no_area);
  CHECK(boxes.fault({"20", "10", "100", "50"}, "400", "100").fault == BoxFault::other_size);
  CHECK(boxes.fault({"20", "10", "100", "50"}, "wide", "100").fault == BoxFault::other_size);
}

TEST_CASE("A repeated box, a missing class and an unknown one are faults") {
  Boxes boxes;
  const SampleBoxes repeated = boxes.read({{"i", "a", "20", "10", "100", "50", "", ""},
                                           {"i", "b", "20", "10", "100", "50", "", ""},
                                           {"i", "a", "20", "10", "100", "50", "", ""}});
  REQUIRE(repeated.faults.size() == 1);
  CHECK(repeated.faults[0].row == 2);
  CHECK(repeated.boxes.size() == 2);
  CHECK(boxes.read({{"i", "", "20", "10", "100", "50", "", ""}}).faults.at(0).fault == BoxFault::no_class);
  boxes.rules.is_class = [](std::string_view name) { return name == "a"; };
  CHECK(boxes.read({{"i", "b", "20", "10", "100", "50", "", ""}}).faults.at(0).fault ==
        BoxFault::unknown_class);
}

TEST_CASE("Only the first fault of a box was reported") {
  const Boxes boxes;
  const SampleBoxes read = boxes.read({{"i", "", "", "x", "inf", "50", "7", "8"},
                                       {"i", "a", "300", "60", "20", "50", "", ""},
                                       {"i", "a", "-5", "0", "300", "50", "", ""}});
  std::vector<std::string> reasons;
  for (const FaultyBox& fault : read.faults) reasons.push_back(fault.reason);
  CHECK(reasons ==
        std::vector<std::string>{"the class is missing", "the stated size is 7x8, but the image is 200x100",
                                 "xmin is missing", "ymin 'x' is not a number", "xmax 'inf' is not finite",
                                 "left 300 is not less than right 20", "top 60 is not less than bottom 50",
                                 "left 300 is outside the image of 200x100 pixels",
                                 "left -5 and right 300 are outside the image of 200x100 pixels"});
}

TEST_CASE("A box that differed from another before it was cut was stored twice") {
  Boxes boxes;
  const Rows rows{{"i", "a", "20", "10", "200.4", "50", "", ""},
                  {"i", "a", "20", "10", "200.7", "50", "", ""},
                  {"i", "a", "20", "10", "300", "50", "", ""},
                  {"i", "b", "20", "10", "300", "50", "", ""}};
  boxes.rules.bad = BadBoxes::clip;
  const SampleBoxes read = boxes.read(rows);
  REQUIRE(read.boxes.size() == 2);
  CHECK(read.boxes[0].row == 0);
  CHECK(read.boxes[1].row == 3);
  REQUIRE(read.faults.size() == 4);
  CHECK(read.faults[0].fault == BoxFault::repeated);
  CHECK(read.faults[1].fault == BoxFault::outside);
  CHECK_FALSE(read.faults[1].is_kept);
  CHECK(read.faults[2].fault == BoxFault::repeated);
  CHECK(read.faults[3].is_kept);
}

TEST_CASE("A dropped box was counted as rounded") {
  Boxes boxes;
  CHECK(boxes.read({{"i", "", "20", "10", "200.4", "50", "", ""}}).rounded == 0);
}

TEST_CASE("--missing did not fill the class of a box") {
  Boxes boxes;
  boxes.rules.missing_class = "a";
  CHECK(boxes.read({{"i", "", "20", "10", "100", "50", "", ""}}).boxes.size() == 1);
  boxes.rules.is_class = [](std::string_view name) { return name == "b"; };
  CHECK(boxes.read({{"i", "", "20", "10", "100", "50", "", ""}}).faults.at(0).reason == "unknown class 'a'");
}

TEST_CASE("A number in brackets that is infinite was called no number") {
  Boxes boxes;
  boxes.rules.from.columns = {2};
  boxes.rules.from.names = {"bbox"};
  for (const char* cell : {"[1, 2, inf, 4]", "[1, 2, 1e999, 4]", "[1, 2, -Infinity, 4]"})
    CHECK(boxes.read({{"i", "a", cell, "", "", "", "", ""}}).faults.at(0).fault == BoxFault::not_finite);
}

TEST_CASE("An EXIF orientation that is not applied is named as the cause of another size") {
  Boxes boxes;
  boxes.frame.ignored_orientation = 6;
  CHECK(boxes.fault({"20", "10", "100", "50"}, "100", "200").reason ==
        "the stated size is 100x200, but the image is 200x100: its EXIF orientation 6 is not applied "
        "(--orientation ignore)");
}

TEST_CASE("A row whose other cells are all empty has no box") {
  const SampleBoxes read = Boxes().read({{"i", "", "", "", "", "", "200", "100"}});
  CHECK(read.boxes.empty());
  CHECK(read.faults.empty());
}

TEST_CASE("Up to a pixel outside the image is rounding") {
  const SampleBoxes read = Boxes().read({{"i", "a", "-1", "0", "201", "101", "", ""}});
  REQUIRE(read.boxes.size() == 1);
  check_box(read.boxes[0].box, {0, 0, 1, 1});
  CHECK(read.rounded == 1);
  CHECK(read.faults.empty());
}

TEST_CASE("clip cuts a box that lies partly outside, and drops one without numbers or area") {
  Boxes boxes;
  boxes.rules.bad = BadBoxes::clip;
  const FaultyBox cut = boxes.fault({"100", "10", "300", "50"});
  CHECK(cut.is_kept);
  check_box(boxes.read({{"i", "a", "100", "10", "300", "50", "", ""}}).boxes.at(0).box, {0.5, 0.1, 1, 0.5});
  CHECK_FALSE(boxes.fault({"300", "10", "400", "50"}).is_kept);
  CHECK_FALSE(boxes.fault({"nan", "10", "400", "50"}).is_kept);
  boxes.rules.bad = BadBoxes::drop;
  CHECK_FALSE(boxes.fault({"100", "10", "300", "50"}).is_kept);
}

TEST_CASE("Boxes of an image with an EXIF orientation are turned if the stated size is that before it") {
  Boxes boxes;
  boxes.frame = {200, 100, 6};  // upright: 100x200
  const SampleBoxes upright = boxes.read({{"i", "a", "10", "20", "50", "100", "100", "200"}});
  CHECK_FALSE(upright.is_turned);
  check_box(upright.boxes.at(0).box, {0.1, 0.1, 0.5, 0.5});
  const SampleBoxes turned = boxes.read({{"i", "a", "20", "10", "100", "50", "200", "100"}});
  CHECK(turned.is_turned);
  check_box(turned.boxes.at(0).box, {0.5, 0.1, 0.9, 0.5});
  CHECK(turned.faults.empty());
}

TEST_CASE("--box-size scale takes the stated size as the boxes' own scale") {
  Boxes boxes;
  boxes.rules.size = BoxSize::scale;
  check_box(boxes.read({{"i", "a", "2", "1", "10", "5", "20", "10"}}).boxes.at(0).box, {0.1, 0.1, 0.5, 0.5});
}

TEST_CASE("--box-size scale turns boxes with the image if their scale is that before its EXIF orientation") {
  Boxes boxes;
  boxes.rules.size = BoxSize::scale;
  boxes.frame.orientation = 6;  // to be turned clockwise: upright 100 x 200
  const SampleBoxes wide = boxes.read({{"i", "a", "2", "1", "10", "5", "20", "10"}});
  CHECK(wide.is_turned);
  check_box(wide.boxes.at(0).box, {0.5, 0.1, 0.9, 0.5});
  const SampleBoxes high = boxes.read({{"i", "a", "1", "2", "5", "10", "10", "20"}});
  CHECK_FALSE(high.is_turned);
  check_box(high.boxes.at(0).box, {0.1, 0.1, 0.5, 0.5});
}

TEST_CASE("Boxes in fractions may lie outside by up to a pixel of the image") {
  Boxes boxes;
  boxes.rules.units = BoxUnits::fraction;
  CHECK(boxes.read({{"i", "a", "0.5", "0.5", "1.005", "1.01", "", ""}}).rounded == 1);
  CHECK(boxes.fault({"0.5", "0.5", "1.01", "1"}).fault == BoxFault::outside);
}

TEST_CASE("A box too narrow for its edges to differ as floats has no area") {
  const Boxes boxes;
  CHECK(boxes.fault({"10.00000001", "10", "10.00000002", "20"}).fault == BoxFault::no_area);
  CHECK(boxes.fault({"10", "10", "20", "10.00000001"}).fault == BoxFault::no_area);
  CHECK(boxes.read({{"i", "a", "10", "10", "10.001", "10.001", "", ""}}).boxes.size() == 1);
}

TEST_CASE("Edges are never negative zeros") {
  const Box box = Boxes().read({{"i", "a", "-0", "-0", "20", "10", "", ""}}).boxes.at(0).box;
  CHECK_FALSE(std::signbit(box.left));
  CHECK_FALSE(std::signbit(box.top));
}
