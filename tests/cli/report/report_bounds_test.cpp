// SPDX-License-Identifier: Apache-2.0
// What a report keeps of a large set, and what it reports of the rest.
#include <string>
#include <vector>

#include "support/check_error.hpp"
#include "support/data/example_bytes.hpp"
#include "support/data/shard_bytes.hpp"
#include "support/scenes/report_scene.hpp"

using namespace tfrec;
using namespace tfrec::test;

TEST_CASE("report: the text labels 1 and 01 are two classes") {
  ReportScene scene(0);
  std::vector<std::string> payloads;
  for (unsigned i = 0; i < 9; ++i) {
    const std::string jpeg = jpeg_image(80, 60, i);
    payloads.push_back(payload_of({{"image", Texts{jpeg}}, {"label", Texts{i % 3 == 0 ? "01" : "1"}}}));
  }
  scene.scratch.write("out/a.tfrec", shard_of(payloads));
  CHECK(scene.report_on().exit_code == 0);
  const std::string page = scene.page();
  CHECK_THAT(page, ContainsSubstring("class=\"long\">1</th>"));
  CHECK_THAT(page, ContainsSubstring("class=\"long\">01</th>"));
}

TEST_CASE("report: all images of a compressed shard are shown, however many they are") {
  ReportScene scene(40);
  scene.build_set({"--gzip", "--shards", "1"});
  CHECK(scene.report_on({"--samples", "20"}).exit_code == 0);
  const std::string page = scene.page();
  for (const char* name : {"image0.ppm", "image17.ppm", "image39.ppm"})
    CHECK_THAT(page, ContainsSubstring("<span>" + std::string(name) + "</span>"));
  CHECK(count_of(page, "<img src=\"data:image/jpeg;base64,") == 40);
}

TEST_CASE("report: a note counts the records whose classes are too many to keep") {
  ReportScene scene(0);
  std::vector<std::string> payloads;
  for (std::int64_t i = 0; i < 12'001; ++i)
    payloads.push_back(payload_of({{"label", Integers{i < 2'000 ? i % 2 : i}}}));
  scene.scratch.write("out/a.tfrec", shard_of(payloads));
  const RunResult result = scene.report_on();
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err,
             ContainsSubstring("classes: 3 records have none here, as their shard has more than 10,000"));
}

TEST_CASE("report: the page and the list of findings can't be one file, nor a plan and its page") {
  ReportScene scene(4);
  scene.build_set({});
  const RunResult same = scene.run({"report", "out", "-o", "new.html", "--findings", "./new.html"});
  CHECK(same.exit_code == 2);
  CHECK_THAT(same.err, ContainsSubstring("./new.html: is also the file of --out"));
  const RunResult plan =
      scene.run({"plan", "images", "--labels", "labels.csv", "-o", "new.plan", "--report", "new.plan"});
  CHECK(plan.exit_code == 2);
  CHECK_THAT(plan.err, ContainsSubstring("new.plan: is also the file of -o"));
}

TEST_CASE("report: one long label does not take the classes away") {
  ReportScene scene(0);
  std::vector<std::string> payloads;
  for (int i = 0; i < 60; ++i) {
    payloads.push_back(payload_of({{"label", Texts{i == 7       ? std::string(90, 'x')
                                                   : i % 2 == 0 ? "a"
                                                                : "b"}}}));
  }
  scene.scratch.write("out/a.tfrec", shard_of(payloads));
  CHECK(scene.report_on().exit_code == 0);
  CHECK_THAT(scene.page(), ContainsSubstring("3 classes"));
}
