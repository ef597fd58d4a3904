// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "cli/reports/html/page.hpp"
#include "cli/reports/html/parts.hpp"
#include "support/check_error.hpp"
#include "support/scenes/report_scene.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

/// What a page is made of, to be filled in.
struct PageScene {
  ReportResult report;
  VerifyResult verified;

  cli::PageFacts facts() const { return {report, verified, {"out"}, {}, false}; }
};

void add_squares(ReportScene& scene, unsigned images, int width, int height) {
  for (unsigned i = 0; i < images; ++i)
    scene.add("i" + std::to_string(i) + ".ppm", squares_image(width, height, i), i % 2 == 0 ? "cat" : "dog");
}

}  // namespace

TEST_CASE("report page: the command for a large image keeps the small ones that are usual") {
  ReportScene scene(0);
  add_squares(scene, 59, 32, 32);
  scene.add("large.ppm", squares_image(200, 200, 500), "cat");
  scene.build_set();
  CHECK(scene.report_on().exit_code == 0);
  CHECK_THAT(scene.page(), ContainsSubstring("--max-size 128 -o OUT"));
  CHECK_THAT(scene.page(), !ContainsSubstring("--min-size"));
}

TEST_CASE("report page: the command for an odd aspect keeps a set of long images") {
  ReportScene scene(0);
  add_squares(scene, 40, 160, 50);
  scene.add("wide.ppm", squares_image(400, 20, 500), "cat");
  scene.build_set();
  CHECK(scene.report_on().exit_code == 0);
  CHECK_THAT(scene.page(), ContainsSubstring("--max-aspect 6.4 -o OUT"));
}

TEST_CASE("report page: 4 black images of 60 are a finding, and no trait of the set") {
  ReportScene scene(56);
  for (int level = 0; level < 4; ++level) {
    scene.add("black" + std::to_string(level) + ".ppm",
              "P6\n60 45\n255\n" + std::string(std::size_t{60} * 45 * 3, static_cast<char>(level)), "cat");
  }
  scene.build_set({"--encode", "png"});
  const RunResult result = scene.report_on();
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, ContainsSubstring("odd: 4 odd images: of one colour\n"));
  CHECK_THAT(scene.page(), !ContainsSubstring("trait of the set"));
  CHECK_THAT(scene.page(), !ContainsSubstring("No problems found"));
}

TEST_CASE("report page: only all is 100 %") {
  CHECK(cli::percent_text(1, 1) == "100 %");
  CHECK(cli::percent_text(0.99997, 1) == "99.99 %");
  CHECK(cli::percent_text(0.9996, 1) == "99.96 %");
  CHECK(cli::percent_text(0.996, 1) == "99.6 %");
  CHECK(cli::percent_text(0.98, 1) == "98 %");
}

TEST_CASE("report page: shares below 0.1 % sort as numbers") {
  const std::string cell = cli::percent_cell(1, 10'000).text();
  CHECK_THAT(cell, ContainsSubstring("data-sort=\"0.0001\""));
  CHECK_THAT(cell, ContainsSubstring("&lt; 0.1 %"));
}

TEST_CASE("report page: the middle of an axis to 5,000,000 is 2.5M") {
  const cli::BarChart bars{"Sizes", "px", "images", {{"a", 5'000'000}}, {"0", "1"}};
  CHECK_THAT(cli::chart(bars).text(), ContainsSubstring(">2.5M<"));
}

TEST_CASE("report page: drift of records without a split names them so") {
  PageScene scene;
  Drift drift;
  drift.is_split = true;
  drift.property = Property::width;
  drift.effect = 2.5;
  scene.report.drift.push_back(drift);
  CHECK(cli::page_findings(scene.facts()).at(0).text == "no split differs in mean of width");
  const std::string section = cli::drift_section(scene.facts()).text();
  CHECK_THAT(section, ContainsSubstring("no split"));
  CHECK_THAT(section, ContainsSubstring("data-sort=\"2.5\""));
}

TEST_CASE("report page: the 12 largest boxes of an image are drawn") {
  PageScene scene;
  scene.report.shards.push_back({"out/a.tfrec", "", 1, 100});
  ShownImage image;
  image.jpeg = "a";
  image.width = image.height = 100;
  image.more_boxes = 10;
  for (int i = 0; i < 50; ++i) image.boxes.push_back({0, 0, (i + 1) / 60.0, 1, "box" + std::to_string(i)});
  scene.report.shown.push_back(image);
  const std::string figure = cli::figure(scene.facts(), 0).text();
  CHECK_THAT(figure, ContainsSubstring("12 of 60 boxes"));
  CHECK_THAT(figure, ContainsSubstring("box49") && ContainsSubstring("box38"));
  CHECK_THAT(figure, !ContainsSubstring("box37"));
}

TEST_CASE("report page: images that were not compared are named though no repeat was found") {
  PageScene scene;
  scene.report.repeats.not_compared = 3;
  CHECK_THAT(cli::repeats_section(scene.facts()).text(), ContainsSubstring("3 images that may look alike"));
}

TEST_CASE("report page: a class that brightness gives away needs other images, not another size") {
  PageScene scene;
  scene.report.classes = {{"cat", 50, {}}, {"dog", 50, {}}};
  Giveaway rule;
  rule.property = Property::brightness;
  rule.to = 10;
  rule.has_upper = true;
  rule.accuracy = 0.98;
  scene.report.giveaways.push_back(rule);
  const std::string section = cli::giveaways_section(scene.facts()).text();
  CHECK_THAT(section, ContainsSubstring("only other images of these classes help"));
  CHECK_THAT(section, !ContainsSubstring("--size 224"));
}

TEST_CASE("report page: neighbouring bars have different edges") {
  PageScene scene;
  scene.report.images = 2;
  Histogram bytes;
  bytes.property = Property::bytes;
  bytes.edges = {77'500, 77'520, 77'540};
  bytes.counts = {1, 1};
  bytes.low = 77'500;
  bytes.high = 77'530;
  scene.report.histograms.push_back(bytes);
  CHECK_THAT(cli::images_section(scene.facts()).text(), ContainsSubstring("77.5 kB to below 77.52 kB"));
}

TEST_CASE("report page: a stale index leads to the command that writes it again") {
  PageScene scene;
  scene.verified.problems.push_back({"index", "out/a.idx", "does not fit a.tfrec"});
  const std::string section = cli::problems_section(scene.facts()).text();
  CHECK_THAT(section, ContainsSubstring("tfrec index out"));
  CHECK_THAT(section, !ContainsSubstring("tfrec build"));
}

TEST_CASE("report page: warnings of verify were counted as problems") {
  PageScene scene;
  scene.verified.warnings = {"1 record is in what looks like two splits"};
  std::vector<cli::PageFinding> findings = cli::page_findings(scene.facts());
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].text == "1 warning of tfrec verify");
  scene.verified.problems.push_back({"index", "out/a.idx", "does not fit a.tfrec"});
  findings = cli::page_findings(scene.facts());
  REQUIRE(findings.size() == 2);
  CHECK(findings[0].text == "1 problem that tfrec verify finds");
}

TEST_CASE("report page: shards of less than a megabyte had no bar, or one of 1 MB") {
  const BuildScene scene({"--name", "f", "-q"});
  scene.images(8, {"a/", "b/"}, 64);
  REQUIRE(scene.build({"--shards", "2", "--dedupe", "ignore"}).exit_code == 0);
  REQUIRE(scene.run({"report", "out", "-o", "r.html", "-q"}).exit_code == 0);
  const std::string page = scene.scratch.read("r.html");
  const auto bytes = scene.manifest()["shards"][0]["bytes"].get<std::uint64_t>();
  CHECK_THAT(page, ContainsSubstring("Sizes of the shards"));
  CHECK_THAT(page, ContainsSubstring("</th><td>" + std::to_string((bytes + 500) / 1000) + "</td>"));
  CHECK_THAT(page, ContainsSubstring("kB"));
}

TEST_CASE("report page: formats are named, one by one and in ranges, and their mean is mixed") {
  PageScene scene;
  scene.report.classes = {{"cat", 50, {}}, {"dog", 50, {}}};
  Giveaway rule;
  rule.property = Property::format;
  rule.from = static_cast<double>(ImageFormat::png);
  rule.to = static_cast<double>(ImageFormat::bmp);
  rule.accuracy = 0.98;
  scene.report.giveaways.push_back(rule);
  CHECK_THAT(cli::giveaways_section(scene.facts()).text(), ContainsSubstring("is one of PNG, WEBP, BMP"));
  for (const double mean : {0.0, 0.5}) {
    Drift drift;
    drift.is_split = true;
    drift.property = Property::format;
    drift.here = mean;
    drift.elsewhere = static_cast<double>(ImageFormat::tiff);
    scene.report.drift = {drift};
    CHECK_THAT(cli::drift_section(scene.facts()).text(),
               ContainsSubstring(mean == 0 ? ">JPEG<" : ">mixed<") && ContainsSubstring(">TIFF<"));
  }
}
