// SPDX-License-Identifier: Apache-2.0
// The tables that data sets with boxes come with: what is typed for each, and the records, computed by hand.
#include "example/example_view.hpp"
#include "support/scenes/box_table.hpp"
#include "support/scenes/stored_records.hpp"

using namespace tfrec;
using namespace tfrec::test;

TEST_CASE("build: the table of the Object Detection API's tutorial") {
  BoxTable tutorial({"raccoon-1.jpg", "raccoon-2.jpg"});
  tutorial.table(
      "filename,width,height,class,xmin,ymin,xmax,ymax\n"
      "raccoon-1.jpg,200,100,raccoon,20,10,100,50\n"
      "raccoon-2.jpg,200,100,raccoon,0,0,200,100\n"
      "raccoon-1.jpg,200,100,cat,150,75,160,100\n");
  CHECK(tutorial.boxes() ==
        BoxTable::Stored{{"raccoon-1.jpg", "raccoon 2 0.1 0.1 0.5 0.5\ncat 1 0.75 0.75 0.8 1\n"},
                         {"raccoon-2.jpg", "raccoon 2 0 0 1 1\n"}});
  CHECK_THAT(tutorial.printed, ContainsSubstring("xyxy in pixels"));
}

TEST_CASE("build: the table that Roboflow exports, whose names contain two extensions") {
  const std::string name = "street-3_jpg.rf.0a1b2c.jpg";
  BoxTable roboflow({name, "street-3_jpg.rf.9f9f9f.jpg"});
  roboflow.table("filename,width,height,class,xmin,ymin,xmax,ymax\n" + name +
                 ",200,100,stop sign,1,2,21,42\nstreet-3_jpg.rf.9f9f9f.jpg,200,100,car,50,50,100,100\n");
  CHECK(roboflow.boxes() == BoxTable::Stored{{name, "stop sign 2 0.005 0.02 0.105 0.42\n"},
                                             {"street-3_jpg.rf.9f9f9f.jpg", "car 1 0.25 0.5 0.5 1\n"}});
}

TEST_CASE("build: the table of Open Images, with ids for names and fractions in its own order") {
  BoxTable open_images({"000a1249af2bc5f0.jpg", "0001eeaf4aed83f9.jpg"});
  open_images.table(
      "ImageID,Source,LabelName,Confidence,XMin,XMax,YMin,YMax,IsOccluded,IsTruncated,IsGroupOf,IsDepiction,"
      "IsInside\n"
      "0001eeaf4aed83f9,xclick,/m/0cmf2,1,0.022673,0.9642,0.071038,0.80054,0,-1,0,0,0\n"
      "000a1249af2bc5f0,xclick,/m/02wbm,1,0,0.25,0.5,1,1,0,1,0,0\n"
      "000a1249af2bc5f0,activemil,/m/02wbm,1,0.5,0.75,0.125,0.375,0,0,0,1,0\n");
  CHECK(open_images.boxes() ==
        BoxTable::Stored{
            {"0001eeaf4aed83f9.jpg", "/m/0cmf2 2 0.022673 0.071038 0.9642 0.80054\n"},
            {"000a1249af2bc5f0.jpg", "/m/02wbm 1 0 0.5 0.25 1\n/m/02wbm 1 0.5 0.125 0.75 0.375\n"}});
  CHECK_THAT(open_images.printed, ContainsSubstring("in fractions of the image"));
  for (const std::string& payload : payloads_in(open_images.scratch / "out")) {
    ExampleView view;
    REQUIRE(view.parse(payload));
    if (values_of<std::int64_t>(view, "class/label") == std::vector<std::int64_t>{2}) {
      CHECK(values_of<std::int64_t>(view, "truncated") == std::vector<std::int64_t>{-1});
    } else {
      CHECK(values_of<std::int64_t>(view, "occluded") == std::vector<std::int64_t>{1, 0});
      CHECK(values_of<std::int64_t>(view, "group_of") == std::vector<std::int64_t>{1, 0});
      CHECK(values_of<std::int64_t>(view, "depiction") == std::vector<std::int64_t>{0, 1});
    }
  }
}

TEST_CASE("build: the table of Global Wheat, which has no column of classes") {
  BoxTable wheat({"b6ab77fd7.jpg", "b53afdf5c.jpg"});
  const std::string header = "image_id,width,height,bbox,source";
  const std::string first = "b6ab77fd7,200,100,\"[34.0, 22.0, 56.0, 36.0]\",usask_1";
  const std::string second = "b53afdf5c,200,100,\"[100.0, 0.0, 100.0, 25.5]\",arvalis_1";
  wheat.table(header + "\n" + first + "\n" + second + "\n");
  // The only other column is where the image was taken.
  wheat.fails({"--layout", "detection"}, 2, "needs a column with the class of each box");
  wheat.fails({"--layout", "detection"}, 2,
              "hint: add a column 'class'; if 'source' is the class: --label-column source\n");
  wheat.table(header + ",class\n" + first + ",wheat\n" + second + ",wheat\n");
  CHECK(wheat.boxes() == BoxTable::Stored{{"b6ab77fd7.jpg", "wheat 1 0.17 0.22 0.45 0.58\n"},
                                          {"b53afdf5c.jpg", "wheat 1 0.5 0 1 0.255\n"}});
  CHECK_THAT(wheat.printed, ContainsSubstring("boxes: column 'bbox', xywh in pixels"));
}

TEST_CASE("build: boxes of Pascal VOC, whose pixels are counted from 1") {
  BoxTable voc({"2007_000027.jpg"});
  voc.table(
      "filename,width,height,class,xmin,ymin,xmax,ymax\n"
      "2007_000027.jpg,200,100,person,1,1,200,100\n"
      "2007_000027.jpg,200,100,dog,21,51,21,60\n");
  CHECK(voc.boxes({"--box-origin", "1"}) ==
        BoxTable::Stored{{"2007_000027.jpg", "person 2 0 0 1 1\ndog 1 0.1 0.5 0.105 0.6\n"}});
}

TEST_CASE("build: centres of YOLO, in fractions") {
  BoxTable yolo({"a.jpg"});
  yolo.table(
      "image,class,x_center,y_center,width,height\na.jpg,car,0.5,0.25,0.5,0.5\na.jpg,bus,0.9,0.9,0.2,0.2\n");
  CHECK(yolo.boxes({"--boxes", "x_center,y_center,width,height", "--box-format", "cxcywh"}) ==
        BoxTable::Stored{{"a.jpg", "car 2 0.25 0 0.75 0.5\nbus 1 0.8 0.8 1 1\n"}});
}

TEST_CASE("build: x, y, w and h beside the size of the image") {
  BoxTable beside({"a.jpg"});
  beside.table("image,width,height,class,x,y,w,h\na.jpg,200,100,car,20,10,40,50\n");
  CHECK(beside.boxes() == BoxTable::Stored{{"a.jpg", "car 1 0.1 0.1 0.3 0.6\n"}});
  beside.table("image,width,height,class,x,y,w,h\na.jpg,300,100,car,20,10,40,50\n");
  beside.fails({"--layout", "detection"}, 1, "the stated size is 300x100, but the image is 200x100");
}
