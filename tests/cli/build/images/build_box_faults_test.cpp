// SPDX-License-Identifier: Apache-2.0
// What is printed about tables whose boxes are not as they should be, and what becomes of them.
#include <nlohmann/json.hpp>

#include "support/data/test_data.hpp"
#include "support/scenes/box_table.hpp"

using namespace tfrec::test;

namespace {

using Stored = BoxTable::Stored;

/// One image, with columns in the order xmin, ymin, xmax, ymax.
class OneImage : public BoxTable {
 public:
  OneImage() : BoxTable({"a.jpg"}) {}
  void rows(const std::string& text) const { table("image,class,xmin,ymin,xmax,ymax\n" + text); }
};

}  // namespace

TEST_CASE("build: --box-format xxyy stored wrong boxes of columns that were found by their names") {
  BoxTable images({"a.jpg"});
  images.table("ImageID,LabelName,XMin,XMax,YMin,YMax\na,cat,0.1,0.5,0.2,0.4\n");
  const Stored expected{{"a.jpg", "cat 1 0.1 0.2 0.5 0.4\n"}};
  CHECK(images.boxes() == expected);
  CHECK_THAT(images.printed,
             ContainsSubstring("columns 'XMin', 'XMax', 'YMin', 'YMax', xxyy in fractions of the image"));
  CHECK(images.boxes({"--box-format", "xxyy"}, "xxyy") == expected);
  CHECK(images.boxes({"--box-format", "xyxy"}, "xyxy") == expected);
  CHECK(images.boxes({"--boxes", "XMin,XMax,YMin,YMax", "--box-format", "xxyy"}, "listed") == expected);
  images.fails(
      {"--layout", "detection", "--box-format", "xywh"}, 2,
      "--box-format xywh: by their names, columns 'XMin', 'XMax', 'YMin', 'YMax' are xxyy\n"
      "tfrec: hint: to use them in this order all the same: --boxes XMin,XMax,YMin,YMax --box-format "
      "xywh\n");
}

TEST_CASE("build: boxes that a crop makes equal were stored twice, and extract's table did not build") {
  OneImage image;
  image.rows("a.jpg,cat,0,0,60,50\na.jpg,cat,20,0,60,50\na.jpg,dog,20,0,60,50\n");
  const Words crop{"--size", "20x20", "--fit", "crop"};
  CHECK(image.boxes(crop) == Stored{{"a.jpg", "cat 1 0 0 0.1 0.5\ndog 2 0 0 0.1 0.5\n"}});
  CHECK_THAT(image.printed, ContainsSubstring("1 box is dropped: "));
  CHECK(image.manifest()["boxes"]["boxes_out_of_view"] == 1);
}

TEST_CASE("build: an empty row was counted as the class of --missing") {
  OneImage image;
  image.rows("a.jpg,cat,1,1,9,9\na.jpg,,2,2,9,9\n");
  const Words missing{"--missing", "class=dog"};
  CHECK(image.boxes(missing) ==
        Stored{{"a.jpg", "cat 1 0.005 0.01 0.045 0.09\ndog 2 0.01 0.02 0.045 0.09\n"}});
  image.rows("a.jpg,cat,1,1,9,9\na.jpg,dog,2,2,9,9\na.jpg,,,,,\n");
  image.boxes(missing, "empty");
  CHECK(image.manifest("empty")["classes"][0]["records"] == Json::array({1, 1}));
}

TEST_CASE("build: box columns with mostly malformed cells were not found") {
  const OneImage image;
  image.rows("a.jpg,cat,?,?,?,?\na.jpg,cat,1,1,9,9\na.jpg,cat,?,1,9,9\na.jpg,cat,?,1,8,9\n");
  image.fails({"--layout", "detection"}, 1, "labels.csv:4: 'a.jpg': xmin '?' is not a number\n");
}

TEST_CASE("build --json: the error of faulty boxes did not list them") {
  const OneImage image;
  image.rows("a.jpg,cat,1,1,999,9\na.jpg,,2,2,9,9\n");
  const RunResult result = image.build({"--layout", "detection", "--json"});
  CHECK(result.exit_code == 1);
  CHECK(Json::parse(result.out)["error"]["bad_boxes"] ==
        Json::parse(R"([{"row":2,"image":"a.jpg","reason":"right 999 is outside the image of 200x100 pixels"},
                        {"row":3,"image":"a.jpg","reason":"the class is missing"}])"));
}

TEST_CASE("build: an image in several rows of boxes leads to the layout that stores them") {
  const OneImage image;
  image.rows("a.jpg,cat,1,1,9,9\na.jpg,cat,2,2,9,9\n");
  image.fails({}, 1,
              "tfrec: hint: for one record per image, with its boxes: tfrec build images --labels labels.csv "
              "--layout detection -o refused; for one record with all rows of an image: --record-per image");
}

TEST_CASE("build: boxes that are read in a wrong format get no warning") {
  const OneImage image;
  image.rows("a.jpg,cat,150,50,40,30\na.jpg,cat,100,20,90,70\na.jpg,cat,10,10,40,30\n");
  image.fails({"--layout", "detection"}, 1,
              "tfrec: warning: 2 of 3 boxes do not lie in their image: check that they are xyxy in pixels "
              "(--box-format, --box-units, --box-origin)\n");
}

TEST_CASE("build: a class of --classes with the id 0 was stored in boxes, and verify refused the set") {
  OneImage image;
  image.rows("a.jpg,cat,1,1,9,9\n");
  image.scratch.write("ids.csv", "id,name\n0,cat\n1,dog\n");
  image.fails(
      {"--layout", "detection", "--classes", "ids.csv"}, 1,
      "tfrec: error: ids.csv: class 'cat' gets the id 0, which readers of boxes take for the background\n"
      "tfrec: hint: use ids from 1, or list only the names, which get them\n");
  image.scratch.write("names.txt", "cat\ndog\n");
  CHECK(image.boxes({"--classes", "names.txt"}) == Stored{{"a.jpg", "cat 1 0.005 0.01 0.045 0.09\n"}});
  image.scratch.write("ids.csv", "id,name\n0,background\n1,cat\n");
  CHECK(image.boxes({"--classes", "ids.csv"}, "named") == Stored{{"a.jpg", "cat 1 0.005 0.01 0.045 0.09\n"}});
}

TEST_CASE("build: an EXIF orientation behind 64 KiB of a JPEG did not turn the boxes' image") {
  // Segments of 60,000 bytes between the frame header and the EXIF data.
  const std::string file = odd_image("exif_behind_frame.jpg");
  const std::size_t exif = file.find("\xFF\xE1");
  const std::string comment = "\xFF\xFE\xEA\x62" + std::string(60'000, ' ');
  BoxTable images({});
  images.image("near.jpg", file);
  images.image("far.jpg", file.substr(0, exif) + comment + comment + file.substr(exif));
  images.table("image,class,xmin,ymin,xmax,ymax\nnear.jpg,cat,4,4,30,40\nfar.jpg,cat,4,4,30,40\n");
  const Stored found = images.boxes();
  CHECK(found.at("near.jpg") == found.at("far.jpg"));
  CHECK(images.files().count("bad-boxes.csv") == 0);
}
