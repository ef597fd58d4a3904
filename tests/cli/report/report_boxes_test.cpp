// SPDX-License-Identifier: Apache-2.0
// Reports on records with boxes and with masks.
#include <algorithm>

#include <nlohmann/json.hpp>

#include "support/data/shard_bytes.hpp"
#include "support/scenes/report_scene.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

std::string page_of(const BuildScene& scene, const std::string& set) {
  const RunResult result = scene.run({"report", set, "-o", "report.html", "-q"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  return scene.scratch.read("report.html");
}

/// An image of 200x100 with one box per class, or per class id.
std::string boxed(unsigned seed, const Texts& classes, const std::vector<std::int64_t>& ids = {}) {
  const std::size_t boxes = std::max(classes.size(), ids.size());
  const std::string image = jpeg_image(200, 100, seed);
  std::vector<NamedValues> values{{"image/encoded", Texts{image}},
                                  {"image/object/bbox/xmin", Floats(boxes, 0.25F)},
                                  {"image/object/bbox/ymin", Floats(boxes, 0.25F)},
                                  {"image/object/bbox/xmax", Floats(boxes, 0.75F)},
                                  {"image/object/bbox/ymax", Floats(boxes, 0.75F)}};
  if (!classes.empty()) values.push_back({"image/object/class/text", classes});
  if (!ids.empty()) values.push_back({"image/object/class/label", ids});
  return payload_of(values);
}

/// Images whose masks have one id but for the corner.
class MaskSet : public BuildScene {
 public:
  MaskSet() : BuildScene({"--masks", "masks", "--layout", "segmentation", "--name", "f", "-q"}) {
    for (int i = 0; i < 4; ++i) {
      const std::string name = std::to_string(i);
      image(name + ".ppm", squares_image(20, 10, static_cast<unsigned>(i)));
      scratch.write("masks/" + name + ".png", mask_image(20, 10, 1 + i % 2));
    }
    scratch.write("classes.csv", "id,name\n0,background\n1,cat\n2,dog\n");
    report({"--mask-classes", "classes.csv"});
  }
};

}  // namespace

TEST_CASE("report: boxes are counted by size and place, and drawn over their image") {
  const BuildScene scene({"--labels", "labels.csv", "--name", "f", "--layout", "detection", "-q"});
  for (unsigned i = 0; i < 3; ++i)
    scene.image(std::string(1, static_cast<char>('a' + i)) + ".ppm", squares_image(200, 100, i));
  scene.table(
      "image,class,xmin,ymin,xmax,ymax\na.ppm,cat,0,0,200,100\na.ppm,dog,10,10,11,60\n"
      "b.ppm,dog,50,25,150,75\nc.ppm,,,,,\n");
  scene.report();
  const std::string page = page_of(scene, "out");
  CHECK_THAT(page, ContainsSubstring("<p>3 boxes on 2 images; 1 without any. Small, medium and large by "
                                     "COCO's definition: 1, 1, 1.</p>"));
  CHECK_THAT(page, ContainsSubstring("<p>1 box covers the whole image.</p>"));
  CHECK_THAT(page, ContainsSubstring("<p>1 box is narrower or lower than 1 % of the image.</p>"));
  const std::string third = "</th><td class=\"n\">";
  const std::string next = "</td><td class=\"n\">";
  CHECK_THAT(page, ContainsSubstring(">top" + third + "0" + next + "0" + next + "0</td>"));
  CHECK_THAT(page, ContainsSubstring(">middle" + third + "1" + next + "2" + next + "0</td>"));
  CHECK_THAT(page,
             ContainsSubstring("<rect x=\"0\" y=\"0\" width=\"200\" height=\"100\"><title>cat</title>"));
  CHECK_THAT(page, ContainsSubstring("<rect x=\"10\" y=\"10\" width=\"1\" height=\"50\"><title>dog</title>"));
  CHECK_THAT(page, ContainsSubstring("<span>2 boxes</span>"));
}

TEST_CASE("report: thirds of the centres of boxes were cut at 6 and 11 of 16 cells") {
  const BuildScene scene({"--labels", "labels.csv", "--name", "f", "--layout", "detection", "-q"});
  scene.image("a.ppm", squares_image(300, 300, 1));
  scene.table(
      "image,class,xmin,ymin,xmax,ymax\na.ppm,cat,90,90,108,108\na.ppm,cat,93,93,113,113\n"
      "a.ppm,cat,190,190,208,208\na.ppm,cat,193,193,213,213\n");
  scene.report();
  const std::string page = page_of(scene, "out");
  const std::string third = "</th><td class=\"n\">";
  const std::string next = "</td><td class=\"n\">";
  CHECK_THAT(page, ContainsSubstring(">top" + third + "1" + next + "0" + next + "0</td>"));
  CHECK_THAT(page, ContainsSubstring(">middle" + third + "0" + next + "2" + next + "0</td>"));
  CHECK_THAT(page, ContainsSubstring(">bottom" + third + "0" + next + "0" + next + "1</td>"));
}

TEST_CASE("report: a box wider than its image was left out of the tables of boxes") {
  const BuildScene scene;
  const std::string image = jpeg_image(200, 100, 1);
  scene.scratch.write("wide/a.tfrec", shard_of({payload_of({{"image/encoded", Texts{image}},
                                                            {"image/object/bbox/xmin", Floats{0.04F}},
                                                            {"image/object/bbox/ymin", Floats{0.1F}},
                                                            {"image/object/bbox/xmax", Floats{1.2F}},
                                                            {"image/object/bbox/ymax", Floats{0.3F}}})}));
  const RunResult result = scene.run({"report", "wide", "-o", "report.html", "-q"});
  CHECK_THAT(
      scene.scratch.read("report.html"),
      ContainsSubstring(">top</th><td class=\"n\">0</td><td class=\"n\">1</td><td class=\"n\">0</td>"));
}

TEST_CASE("report: without a list of classes, that of an image's first box is its class") {
  const BuildScene scene;
  scene.scratch.write("texts/a.tfrec", shard_of({boxed(1, {"cat", "dog"}), boxed(2, {"dog"}),
                                                 boxed(3, {"dog"}), boxed(4, {})}));
  const std::string page = page_of(scene, "texts");
  CHECK_THAT(page, ContainsSubstring("The class of an image is that of its first box."));
  CHECK_THAT(page, ContainsSubstring("<p>2 classes; the largest has 2 records, the smallest 1.</p>"));
  CHECK_THAT(page, ContainsSubstring("<p>4 boxes on 3 images; 1 without any."));
}

TEST_CASE("report: ids of boxes without texts are the classes, and named as ids") {
  const BuildScene scene;
  scene.scratch.write("ids/a.tfrec", shard_of({boxed(1, {}, {7, 8}), boxed(2, {}, {8}), boxed(3, {}, {8})}));
  const std::string page = page_of(scene, "ids");
  CHECK_THAT(page, ContainsSubstring(">id 7</th><td class=\"n\">1</td>"));
  CHECK_THAT(page, ContainsSubstring(">id 8</th><td class=\"n\">3</td>"));
  CHECK_THAT(page, ContainsSubstring("height=\"50\"><title>8</title>"));
}

TEST_CASE("report: beyond 100 boxes of an image, the others are counted") {
  const BuildScene scene;
  scene.scratch.write("many/a.tfrec", shard_of({boxed(1, Texts(130, "cat"))}));
  const std::string page = page_of(scene, "many");
  CHECK_THAT(page, ContainsSubstring("<p>130 boxes on 1 image; 0 without any."));
  CHECK_THAT(page, ContainsSubstring("<span>12 of 130 boxes</span>"));
}

TEST_CASE("report: the pixels of masks are counted by id, and the samples are shown with their masks") {
  const MaskSet scene;
  const std::string page = page_of(scene, "out");
  CHECK_THAT(page, ContainsSubstring("<p>4 masks. On the samples, each id but 0 has a colour.</p>"));
  // 2 masks of 199 pixels each.
  CHECK_THAT(page, ContainsSubstring("</svg> 1</th><td class=\"long\">cat</td><td class=\"n\">398</td>"));
  CHECK_THAT(page, ContainsSubstring("</svg> 2</th><td class=\"long\">dog</td><td class=\"n\">398</td>"));
  CHECK_THAT(page,
             ContainsSubstring("</svg> 0</th><td class=\"long\">background</td><td class=\"n\">4</td>"));
  CHECK_THAT(page, ContainsSubstring("<span>with its mask</span>"));
  CHECK_THAT(page, !ContainsSubstring("so there are no classes"));  // the masks have names
}
