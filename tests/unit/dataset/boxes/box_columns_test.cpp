// SPDX-License-Identifier: Apache-2.0
#include "dataset/boxes/box_columns.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "dataset/table/csv_table.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;

namespace {

using Columns = std::vector<std::size_t>;

Columns boxes_in(const std::string& csv) {
  const test::ScratchFolder folder;
  const auto table = read_csv_table(folder.write("labels.csv", csv));
  const auto found = find_box_columns(*table);
  return found ? found->columns : Columns();
}

}  // namespace

TEST_CASE("Columns of boxes are found by their usual names") {
  CHECK(boxes_in("image,xmin,ymin,xmax,ymax\na,1,2,3,4\n") == Columns{1, 2, 3, 4});
  CHECK(boxes_in("ImageID,XMin,XMax,YMin,YMax\na,0.1,0.2,0.3,0.4\n") == Columns{1, 2, 3, 4});
  CHECK(boxes_in("image,x_min,y_min,x_max,y_max\na,1,2,3,4\n") == Columns{1, 2, 3, 4});
  CHECK(boxes_in("image,x1,y1,x2,y2\na,1,2,3,4\n") == Columns{1, 2, 3, 4});
  CHECK(boxes_in("left,top,right,bottom,image\n1,2,3,4,a\n") == Columns{0, 1, 2, 3});
  CHECK(boxes_in("image,x,y,w,h\na,1,2,3,4\n") == Columns{1, 2, 3, 4});
  CHECK(boxes_in("image,width,height,x,y\na,1,2,3,4\n") == Columns{3, 4, 1, 2});
  CHECK(boxes_in("image,x,y,w,h,width,height\na,1,2,3,4,5,6\n") == Columns{1, 2, 3, 4});
  CHECK(boxes_in("image,bbox\na,\"[834.0, 222.0, 56.0, 36.0]\"\nb,\n") == Columns{1});
  CHECK(boxes_in("image,bbox\na,(1 2 3 4)\n") == Columns{1});
}

TEST_CASE("The order of four edges in the table is their format") {
  const test::ScratchFolder folder;
  const auto open_images = read_csv_table(folder.write("a.csv", "ImageID,XMin,XMax,YMin,YMax\na,0,0,0,0\n"));
  CHECK(find_box_columns(*open_images)->format == BoxFormat::xxyy);
  const auto tutorial = read_csv_table(folder.write("b.csv", "image,xmin,ymin,xmax,ymax\na,0,0,0,0\n"));
  CHECK(find_box_columns(*tutorial)->format == BoxFormat::xyxy);
}

TEST_CASE("The centres that YOLO writes are found by their names") {
  for (const char* header : {"image,cx,cy,w,h", "image,x_center,y_center,width,height"}) {
    const test::ScratchFolder folder;
    const auto table = read_csv_table(folder.write("a.csv", std::string(header) + "\na,0.5,0.5,0.1,0.1\n"));
    const auto found = find_box_columns(*table);
    REQUIRE(found);
    CHECK(found->format == BoxFormat::cxcywh);
    CHECK(found->columns == Columns{1, 2, 3, 4});
  }
}

TEST_CASE("A format that contradicts the names of columns is refused, others reorder them") {
  BoxColumns edges{{1, 2, 3, 4}, {"xmin", "ymin", "xmax", "ymax"}, BoxFormat::xyxy};
  CHECK(reorder(edges, BoxFormat::xxyy));
  CHECK(edges.columns == Columns{1, 3, 2, 4});
  CHECK(edges.names == std::vector<std::string>{"xmin", "xmax", "ymin", "ymax"});
  CHECK(reorder(edges, BoxFormat::xyxy));
  CHECK(edges.columns == Columns{1, 2, 3, 4});
  CHECK_FALSE(reorder(edges, BoxFormat::xywh));
  BoxColumns sides{{1, 2, 3, 4}, {"x", "y", "w", "h"}, BoxFormat::xywh};
  CHECK(reorder(sides, BoxFormat::cxcywh));
  CHECK(sides.columns == Columns{1, 2, 3, 4});
  BoxColumns centres{{1, 2, 3, 4}, {"cx", "cy", "w", "h"}, BoxFormat::cxcywh};
  CHECK_FALSE(reorder(centres, BoxFormat::xywh));
  BoxColumns corners{{1, 2, 3, 4}, {"left", "top", "width", "height"}, BoxFormat::xywh};
  CHECK_FALSE(reorder(corners, BoxFormat::cxcywh));
}

TEST_CASE("Empty cells and a few odd ones do not hide boxes") {
  CHECK(boxes_in("image,xmin,ymin,xmax,ymax\na,,,,\nb,,,,\n") == Columns{1, 2, 3, 4});
  CHECK(boxes_in("image,xmin,ymin,xmax,ymax\na,1,2,3,4\nb,none,2,3,4\nc,1,2,3,4\n") == Columns{1, 2, 3, 4});
}

TEST_CASE("Other columns are not taken for boxes") {
  CHECK(boxes_in("image,x,y\na,1,2\n").empty());
  CHECK(boxes_in("image,width,height\na,1,2\n").empty());
  CHECK(boxes_in("image,xmin,ymin,xmax\na,1,2,3\n").empty());
  CHECK(boxes_in("image,left,top,right,bottom\na,arm,hat,leg,foot\n").empty());
  CHECK(boxes_in("image,bbox\na,yes\nb,no\n").empty());
  CHECK(boxes_in("image,bbox\na,\"[1, 2, 3]\"\n").empty());
  CHECK(boxes_in("image,bbox\na,\n").empty());
}

TEST_CASE("Four numbers are read from a cell, and nothing is skipped between commas") {
  using Numbers = std::array<double, 4>;
  CHECK(four_numbers("[834.0, 222.0, 56.0, 36.0]") == Numbers{834, 222, 56, 36});
  CHECK(four_numbers(" ( 1 2\t3 , 4 ) ") == Numbers{1, 2, 3, 4});
  CHECK(four_numbers("1,2,3,-4e1") == Numbers{1, 2, 3, -40});
  for (const char* cell : {"", " ", "[]", "[", "[1,2,3]", "[1,2,3,4,5]", "[1,2,3,4", "1,2,3,4]", "[1,2,3,4)",
                           "[[1,2,3,4]]", "[1,,2,3,4]", "[,1,2,3,4]", "[1,2,3,4,]", "1;2;3;4", "[1e5,3]"}) {
    INFO(cell);
    const auto numbers = four_numbers(cell);
    CHECK_FALSE(
        (numbers && std::ranges::none_of(*numbers, [](double number) { return std::isnan(number); })));
  }
}
