// SPDX-License-Identifier: Apache-2.0
// Reports on records with several labels.
#include "support/data/shard_bytes.hpp"
#include "support/scenes/report_scene.hpp"

using namespace tfrec::test;

namespace {

/// Twelve images of animals, every third with another label, and two without any.
class Tags : public BuildScene {
 public:
  Tags() : BuildScene({"--labels", "labels.csv", "--name", "f", "--feature", "image=jpeg", "-q"}) {
    std::string csv = "image,tags,part\n";
    for (unsigned i = 0; i < 14; ++i) {
      const std::string name = "i" + std::to_string(i) + ".ppm";
      image(name, squares_image(60, 45, i));
      csv += name +
             (i > 11       ? ","
              : i % 3 == 0 ? ",animal|close-up"
                           : ",animal") +
             (i < 9 ? ",train\n" : ",val\n");
    }
    table(csv);
  }

  void has_a_row_per_class(const std::string& page) const {
    const std::string cells = "</th><td class=\"n\">";
    CHECK_THAT(page, ContainsSubstring(">animal" + cells + "12</td>"));
    CHECK_THAT(page, ContainsSubstring(">close-up" + cells + "4</td>"));
    CHECK_THAT(page, ContainsSubstring(">no class" + cells + "2</td>"));
    CHECK_THAT(page, ContainsSubstring("<p>2 classes; the largest has 12 records, the smallest 4.</p>"));
    CHECK_THAT(page, ContainsSubstring("<h3>animal <span class=\"soft\">of 12 records</span></h3>"));
    CHECK_THAT(page, ContainsSubstring("<h3>close-up <span class=\"soft\">of 4 records</span></h3>"));
    CHECK_THAT(page, ContainsSubstring("<h3>no class <span class=\"soft\">of 2 records</span></h3>"));
    CHECK_THAT(page, !ContainsSubstring(">animal, close-up" + cells));
  }
};

}  // namespace

TEST_CASE("report: combinations of labels were counted as classes") {
  const Tags scene;
  for (const char* kind : {"multihot", "indices"}) {
    const std::string out = kind;
    const RunResult built =
        scene.build({"--split-column", "part", "--feature", "tags=" + out + ":tags"}, out);
    INFO(built.err);
    REQUIRE(built.exit_code == 0);
    const RunResult result = scene.run({"report", out, "-o", "report.html"});
    CHECK(result.exit_code == 0);
    const std::string page = scene.scratch.read("report.html");
    scene.has_a_row_per_class(page);
    // 12 of 14 records; train 9, val 3.
    CHECK_THAT(page, ContainsSubstring("86 %</td><td class=\"n\">9</td><td class=\"n\">3</td>"));
    CHECK_THAT(page, ContainsSubstring("<b>animal, close-up</b>"));  // below an image
  }
}

TEST_CASE("plan --report: cells of several labels were no classes") {
  const Tags scene;
  const RunResult result =
      scene.run({"plan", "images", "--labels", "labels.csv", "--name", "f", "--feature", "image=jpeg",
                 "--feature", "t=multihot:tags", "--split-column", "part", "--report", "plan.html", "-q"});
  CHECK(result.exit_code == 0);
  scene.has_a_row_per_class(scene.scratch.read("plan.html"));
}

TEST_CASE("report, reader: several labels per image are the classes, not another text of layout auto") {
  const BuildScene scene({"--labels", "labels.csv", "--name", "f", "-q"});
  std::string csv = "image,photographer,tags\n";
  for (unsigned i = 0; i < 12; ++i) {
    const std::string name = "i" + std::to_string(i) + ".ppm";
    scene.image(name, squares_image(60, 45, i));
    csv += name + (i % 2 == 0 ? ",mia" : ",tom") + (i % 3 == 0 ? ",animal|green\n" : ",animal\n");
  }
  scene.table(csv);
  REQUIRE(scene.build({"--layout", "auto", "--feature", "tags=multihot:tags"}).exit_code == 0);
  REQUIRE(scene.run({"report", "out", "-o", "r.html", "-q"}).exit_code == 0);
  const std::string page = scene.scratch.read("r.html");
  CHECK_THAT(page, ContainsSubstring(">green</th><td class=\"n\">4</td>"));
  CHECK_THAT(page, !ContainsSubstring(">mia</th>"));
  const RunResult code = scene.run({"reader", "out", "--framework", "tf"});
  CHECK_THAT(code.out, ContainsSubstring("\n# The classes of \"tags\"\nCLASSES = [\"animal\", \"green\"]\n"));
  CHECK_THAT(code.out, ContainsSubstring("\nOTHER_CLASSES = {\n    \"photographer\": "));
}

TEST_CASE("report: lists of class ids that are all 0 or 1 were read as marks") {
  BuildScene scene({"--labels", "labels.csv", "--name", "f", "--feature", "image=jpeg", "-q"});
  std::string csv = "image,vote\n";
  for (unsigned i = 0; i < 8; ++i) {
    const std::string name = "i" + std::to_string(i) + ".ppm";
    scene.image(name, squares_image(60, 45, i));
    for (unsigned vote = 0; vote < 3; ++vote) csv += name + (vote == 0 || i < 3 ? ",bad\n" : ",good\n");
  }
  scene.table(csv);
  const RunResult built = scene.build({"--record-per", "image", "--feature", "vote=index:vote"});
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  REQUIRE(scene.run({"report", "out", "-o", "report.html"}).exit_code == 0);
  const std::string page = scene.scratch.read("report.html");
  CHECK_THAT(page, ContainsSubstring(">bad</th><td class=\"n\">8</td>"));
  CHECK_THAT(page, ContainsSubstring(">good</th><td class=\"n\">5</td>"));
  CHECK_THAT(page, ContainsSubstring("<p>2 classes;"));
}

TEST_CASE("plan --report counted the class of an image's last row alone") {
  BuildScene scene({"--labels", "labels.csv", "--name", "f"});
  std::string csv = "image,vote\n";
  for (unsigned i = 0; i < 4; ++i) {
    const std::string name = "i" + std::to_string(i) + ".ppm";
    scene.image(name, squares_image(60, 45, i));
    csv += name + ",bad\n" + name + ",good\n";
  }
  scene.table(csv);
  const RunResult planned =
      scene.run({"plan", "images", "--labels", "labels.csv", "--name", "f", "--record-per", "image",
                 "--feature", "image=jpeg", "--feature", "vote=index:vote", "--report", "plan.html", "-q"});
  INFO(planned.err);
  REQUIRE(planned.exit_code == 0);
  const std::string page = scene.scratch.read("plan.html");
  CHECK_THAT(page, ContainsSubstring(">bad</th><td class=\"n\">4</td>"));
  CHECK_THAT(page, ContainsSubstring(">good</th><td class=\"n\">4</td>"));
}

TEST_CASE("report took the first class column of the alphabet in place of 'class'") {
  const BuildScene scene({"--labels", "labels.csv", "--name", "f"});
  std::string csv = "image,class,camera\n";
  for (unsigned i = 0; i < 12; ++i) {
    const std::string name = "i" + std::to_string(i) + ".ppm";
    scene.image(name, squares_image(60, 45, i % 11));  // the last is the first again
    csv += name + (i % 2 == 0 || i == 11 ? ",cat" : ",dog") + (i < 6 ? ",cam0\n" : ",cam1\n");
  }
  scene.table(csv);
  REQUIRE(scene.build({}).exit_code == 0);
  REQUIRE(scene.run({"report", "out", "-o", "report.html", "--findings", "f.csv"}).exit_code == 0);
  const std::string findings = scene.scratch.read("f.csv");
  CHECK_THAT(findings, ContainsSubstring("repeat,") && ContainsSubstring(",cat\r\n") &&
                           !ContainsSubstring("several-classes"));
}
