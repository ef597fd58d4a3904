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
  image.fails(
      {"--label-column", "class"}, 1,
      "tfrec: hint: for one record per image, with its boxes: the same command with --layout detection; ");
}

TEST_CASE("build: boxes that are read in a wrong format get no warning") {
  const OneImage image;
  image.rows("a.jpg,cat,150,50,40,30\na.jpg,cat,100,20,90,70\na.jpg,cat,10,10,40,30\n");
  image.fails({"--layout", "detection"}, 1,
              "tfrec: warning: 2 of 3 boxes do not lie in their image: check that they are xyxy in pixels "
              "(--boxes xmin,ymin,xmax,ymax with another --box-format, --box-units, --box-origin)\n");
}

TEST_CASE("build: the warning of boxes in a wrong format named options that were refused") {
  OneImage image;
  image.rows("a.jpg,cat,150,50,40,30\na.jpg,cat,100,20,90,70\n");
  const Words named{"--boxes", "xmin,ymin,xmax,ymax"};
  image.fails(Words{"--layout", "detection"} + named, 1,
              "are xyxy in pixels (--box-format, --box-units, --box-origin)\n");
  CHECK(image.boxes(named + Words{"--box-format", "xywh"}) ==
        Stored{{"a.jpg", "cat 1 0.75 0.5 0.95 0.8\ncat 1 0.5 0.2 0.95 0.9\n"}});
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
  image.rows("a.jpg,cat,1,1,9,9\na.jpg,,1,1,8,8\n");
  image.fails({"--layout", "detection", "--classes", "ids.csv", "--missing", "class=background"}, 1,
              "ids.csv: class 'background' gets the id 0");
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
  CHECK_FALSE(images.files().contains("bad-boxes.csv"));
}

TEST_CASE("build: a crop's count of dropped boxes contained those of bad images") {
  BoxTable images({"a.jpg", "b.jpg"});
  images.image("b.jpg", jpeg_image(200, 100).substr(0, 900));
  images.table("image,class,xmin,ymin,xmax,ymax\na.jpg,x,0,0,9,9\na.jpg,x,90,10,150,90\nb.jpg,x,0,0,9,9\n");
  const Words crop{"--size", "20x20", "--fit", "crop", "--max-bad", "1"};
  CHECK(images.boxes(crop).size() == 1);
  CHECK(images.manifest()["boxes"]["boxes"] == 1);
  CHECK(images.manifest()["boxes"]["boxes_out_of_view"] == 1);
}

TEST_CASE("build: --box-size scale took an empty size for the image's own") {
  OneImage image;
  image.table("image,width,height,class,xmin,ymin,xmax,ymax\na.jpg,20,10,x,1,1,9,9\na.jpg,,,x,1,1,8,8\n");
  image.fails({"--layout", "detection", "--box-size", "scale"}, 1,
              "labels.csv:3: 'a.jpg': the stated size is missing (--box-size scale)\n");
  image.fails({"--layout", "detection", "--box-size", "scale", "--box-units", "fraction"}, 2,
              "--box-size scale needs boxes in pixels, and these are fractions");
}

TEST_CASE("build: --min-visible without a crop was ignored") {
  OneImage image;
  image.rows("a.jpg,cat,1,1,9,9\n");
  image.fails({"--layout", "detection", "--min-visible", "0.5"}, 2,
              "--min-visible has no effect: nothing is cropped");
  image.fails({"--layout", "detection", "--min-visible", "0.5", "--size", "20", "--fit", "pad"}, 2,
              "--min-visible has no effect: nothing is cropped");
}

TEST_CASE("build: --like ignored --min-visible, and a difference in --box-origin") {
  OneImage image;
  image.rows("a.jpg,cat,1,1,60,90\na.jpg,cat,90,10,150,90\n");
  image.boxes({"--size", "20x20", "--fit", "crop", "--min-visible", "0.5", "--box-origin", "1"});
  const RunResult like =
      image.run({"build", "images", "--labels", "labels.csv", "--like", "out", "-o", "again"});
  CHECK(like.exit_code == 0);
  CHECK_THAT(like.err,
             ContainsSubstring("the set of --like was built with --box-origin 1, this one with 0\n"));
  CHECK(image.manifest("again")["options"]["min-visible"] == 0.5);
  CHECK(image.manifest("again")["boxes"]["boxes"] == 1);
}

TEST_CASE("build: another stated size in every row led only to dropped boxes") {
  OneImage image;
  image.table(
      "image,width,height,class,xmin,ymin,xmax,ymax\na.jpg,400,200,x,1,1,9,9\na.jpg,400,200,x,1,1,8,8\n");
  image.fails({"--layout", "detection"}, 1,
              "tfrec: hint: if the images were resized after they were annotated: --box-size scale; else ");
  CHECK_THAT(image.build({"--layout", "detection", "--bad-boxes", "drop"}).err,
             ContainsSubstring("tfrec: warning: all boxes are dropped\n"));
}

TEST_CASE("build: boxes that may have to be rotated, beside others that are, got no warning") {
  BoxTable images({});
  const std::string turned = odd_image("exif_behind_frame.jpg");  // 48x32, orientation 6
  images.image("a.jpg", turned);
  std::string upside_down = turned;
  const std::size_t entry = upside_down.find(std::string("\x12\x01\x03\x00", 4)) == std::string::npos
                                ? upside_down.find(std::string("\x01\x12\x00\x03", 4)) + 9
                                : upside_down.find(std::string("\x12\x01\x03\x00", 4)) + 8;
  upside_down[entry] = 3;
  images.image("b.jpg", upside_down);
  images.table(
      "image,width,height,class,xmin,ymin,xmax,ymax\na.jpg,48,32,x,1,1,9,9\nb.jpg,48,32,x,1,1,9,9\n");
  images.boxes();
  CHECK_THAT(
      images.printed,
      ContainsSubstring("tfrec: warning: boxes of 1 image with an EXIF orientation are not rotated: the "
                        "stated size is that before and after it; check them\n"));
}

TEST_CASE("build: hints about boxes failed when they were typed") {
  OneImage image;
  image.rows("a.jpg,cat,1,1,9,9\n");
  const RunResult no_table = image.run({"build", "images", "--layout", "detection", "-o", "refused"});
  CHECK(no_table.exit_code == 2);
  CHECK_THAT(no_table.err, ContainsSubstring("boxes need a table: there is no --labels\n"
                                             "tfrec: hint: add --labels FILE\n"));
  image.fails({"--feature", "image=jpeg", "--feature", "b=boxes"}, 2,
              "hint: for instance --feature b=boxes:xyxy\n");
  image.table("image,class,left,top,width,height\na.jpg,cat,20,10,40,30\n");
  CHECK(image.boxes() == Stored{{"a.jpg", "cat 1 0.1 0.1 0.3 0.4\n"}});
}

TEST_CASE("build: the summary of several sizes did not name the size whose boxes it counts") {
  OneImage image;
  image.rows("a.jpg,cat,1,1,9,9\na.jpg,cat,90,10,150,90\n");
  const RunResult result = image.build({"--layout", "detection", "--sizes", "20,200x100", "--fit", "crop"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, ContainsSubstring("\nboxes    1 at 20x20; per image: "));
}
