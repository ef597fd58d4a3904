// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <nlohmann/json.hpp>

#include "support/check_error.hpp"
#include "support/data/example_bytes.hpp"
#include "support/data/shard_bytes.hpp"
#include "support/scenes/report_scene.hpp"

using namespace tfrec;
using namespace tfrec::test;

TEST_CASE("report: a clean set gets one line of praise, and its sections") {
  ReportScene scene(40);
  scene.build_set({"--shards", "2"});
  const RunResult result = scene.report_on();
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK_THAT(result.out, ContainsSubstring("report.html: 40 images in 2 shards, no findings, "));
  const std::string page = scene.page();
  CHECK_THAT(page,
             ContainsSubstring("No problems found: all 40 records are intact; no equal or similar images, "));
  CHECK_THAT(page,
             ContainsSubstring("were found. Mirrored images and files outside the set are not compared."));
  for (const char* id : {"summary", "classes", "samples", "images", "shards"}) {
    INFO(id);
    CHECK(has_section(page, id));
  }
  for (const char* id : {"problems", "repeats", "odd", "giveaways", "drift", "boxes", "masks"}) {
    INFO(id);
    CHECK_FALSE(has_section(page, id));
  }
  CHECK(count_of(page, "<figure>") == 8);
  CHECK_THAT(page, ContainsSubstring("default-src &#39;none&#39;") ||
                       ContainsSubstring("default-src &apos;none&apos;"));
}

TEST_CASE("report: the same bytes with 1 and with 8 threads, and a rerun replaces the page") {
  ReportScene scene(60);
  scene.build_set({"--shards", "3"});
  REQUIRE(scene.report_on({"-j", "1"}).exit_code == 0);
  const std::string first = scene.page();
  REQUIRE(scene.report_on({"-j", "8"}).exit_code == 0);
  CHECK(scene.page() == first);
  REQUIRE(scene.report_on({"--seed", "7"}).exit_code == 0);
  CHECK(scene.page() != first);
}

TEST_CASE("report listed the split test before train") {
  ReportScene scene(40);
  scene.build_set({"--split", "train=0.5,val=0.25,test=0.25"});
  REQUIRE(scene.report_on().exit_code == 0);
  const std::string page = scene.page();
  const std::size_t train = page.find(">train<");
  const std::size_t val = page.find(">val<");
  REQUIRE(val != std::string::npos);
  CHECK(train < val);
  CHECK(val < page.find(">test<"));
}

TEST_CASE("report: another file is never replaced") {
  ReportScene scene(4);
  scene.build_set();
  scene.scratch.write("report.html", "<!DOCTYPE html><title>mine</title>");
  const RunResult result = scene.report_on();
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, ContainsSubstring("report.html"));
  CHECK(scene.page() == "<!DOCTYPE html><title>mine</title>");
  const RunResult findings = scene.run({"report", "out", "-o", "new.html", "--findings", "labels.csv"});
  CHECK(findings.exit_code == 2);
  CHECK_THAT(findings.err, ContainsSubstring("labels.csv"));
}

TEST_CASE("report: planted faults are found, with their files") {
  ReportScene scene(60);
  scene.add("plain.ppm", "P6\n60 45\n255\n" + std::string(60 * 45 * 3, '\x60'), "cat");
  scene.add("wide.ppm", squares_image(400, 20, 500), "dog");
  scene.add("large.ppm", squares_image(600, 450, 501), "dog");
  scene.add("again.ppm", squares_image(60, 45, 3), "cat");
  scene.build_set({"--encode", "png"});
  const RunResult result = scene.report_on({"--findings", "findings.csv"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK_THAT(result.out,
             ContainsSubstring("repeats: 1 image is byte for byte another's; 1 group has several classes\n"));
  const std::string page = scene.page();
  CHECK(has_section(page, "repeats"));
  CHECK(has_section(page, "odd"));
  CHECK_THAT(page, ContainsSubstring("with different classes"));
  const std::string findings = scene.scratch.read("findings.csv");
  CHECK_THAT(findings, ContainsSubstring("finding,shard,record,image,class\r\n"));
  CHECK_THAT(findings, ContainsSubstring(",plain.ppm,cat\r\n"));
  CHECK_THAT(findings, ContainsSubstring(",wide.ppm,dog\r\n"));
  CHECK_THAT(findings, ContainsSubstring(",large.ppm,dog\r\n"));
  // Nobody knows which of the two classes is right.
  CHECK_THAT(findings, ContainsSubstring(",again.ppm,cat\r\n"));
  CHECK_THAT(findings, ContainsSubstring(",image3.ppm,dog\r\n"));
  CHECK(count_of(findings, "several-classes,") == 2);
  CHECK(count_of(findings, "\r\n") == 6);
  CHECK_THAT(result.out, ContainsSubstring("\nfindings.csv: 5 images to leave out\n"));
}

TEST_CASE("report: the advice was to delete rows by name, also where records have no names") {
  ReportScene scene(20);
  scene.add("plain.ppm", "P6\n60 45\n255\n" + std::string(60 * 45 * 3, '\x60'), "cat");
  scene.build_set({"--feature", "image=png", "--feature", "class=index:label"});
  REQUIRE(scene.report_on({"--findings", "findings.csv"}).exit_code == 0);
  CHECK_THAT(scene.page(),
             ContainsSubstring("<code>tfrec reshard out -o better --without findings.csv</code>"));
  const RunResult result = scene.run({"reshard", "out", "-o", "better", "--without", "findings.csv"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, ContainsSubstring("; 1 record left out by --without\n"));
}

TEST_CASE("report: the advice for a damaged set, or one of several sizes, was a command that fails") {
  ReportScene scene(20);
  scene.add("plain.ppm", "P6\n60 45\n255\n" + std::string(60 * 45 * 3, '\x60'), "cat");
  SECTION("damaged") {
    scene.build_set({"--shards", "1"});
    const std::string shard = "out/f00-21.tfrec";
    scene.scratch.write(shard, with_flipped_bit(scene.scratch.read(shard), 300));
    REQUIRE(scene.report_on().exit_code == 0);
    CHECK_THAT(scene.page(), ContainsSubstring("reshard repaired -o better --without findings.csv") &&
                                 !ContainsSubstring("reshard out"));
  }
  SECTION("several sizes") {
    scene.build_set({"--sizes", "32,48"});
    REQUIRE(scene.report_on().exit_code == 0);
    CHECK_THAT(scene.page(), ContainsSubstring("Delete their rows") && !ContainsSubstring("tfrec reshard"));
  }
}

TEST_CASE("reshard --without refused the names that report has from records.csv alone") {
  ReportScene scene(20);
  scene.add("plain.ppm", "P6\n60 45\n255\n" + std::string(60 * 45 * 3, '\x60'), "cat");
  scene.build_set({"--feature", "image=png", "--record-list"});
  REQUIRE(scene.report_on({"--findings", "findings.csv"}).exit_code == 0);
  CHECK_THAT(scene.scratch.read("findings.csv"), ContainsSubstring(",plain.ppm,"));
  const Words words{"reshard", "out", "-o", "better", "--without", "findings.csv"};
  CHECK(scene.run(words + Words{"--dry-run"}).exit_code == 0);
  std::string list = scene.scratch.read("out/records.csv");
  list.replace(list.find("plain.ppm"), 9, "other.ppm");
  scene.scratch.write("out/records.csv", list);
  CHECK_THAT(scene.run(words).err, ContainsSubstring(" is not 'plain.ppm'\n"));
}

TEST_CASE("report: names of images that a damaged records.csv hides are a note") {
  ReportScene scene(20);
  scene.build_set({"--feature", "image=png", "--record-list"});
  std::string list = scene.scratch.read("out/records.csv");
  list.insert(list.find("\r\n") + 2, "\"");
  scene.scratch.write("out/records.csv", list);
  const RunResult result = scene.report_on();
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring("names of images: "));
}

TEST_CASE("report printed 1 finding beside a list without any: damage is on the page alone") {
  ReportScene scene(12);
  scene.build_set({"--shards", "1"});
  const std::string bytes = scene.scratch.read("out/f00-12.tfrec");
  scene.scratch.write("out/f00-12.tfrec", with_flipped_bit(bytes, bytes.size() / 2));
  const RunResult result = scene.report_on({"--findings", "findings.csv"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, ContainsSubstring(", 1 finding, "));
  CHECK_THAT(result.out, ContainsSubstring("\nfindings.csv: no images to leave out\n"));
  CHECK(scene.scratch.read("findings.csv") == "finding,shard,record,image,class\r\n");
}

TEST_CASE("report: a class whose images have another size is given away by it") {
  ReportScene scene(0);
  for (unsigned i = 0; i < 200; ++i) {
    const int width = i % 2 == 0 ? 60 : 64;
    scene.add("i" + std::to_string(i) + ".ppm", squares_image(width, 45, i), i % 2 == 0 ? "ok" : "defect");
  }
  scene.build_set();
  const RunResult result = scene.report_on();
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, ContainsSubstring("giveaways: "));
  CHECK_THAT(result.out, ContainsSubstring("balanced accuracy 100 %"));
  CHECK(has_section(scene.page(), "giveaways"));
}

TEST_CASE("report: class names and file names that are markup are shown as text") {
  ReportScene scene(0);
  const std::string hostile = "<script>alert(1)</script>";
  for (unsigned i = 0; i < 8; ++i) {
    scene.add("i" + std::to_string(i) + ".ppm", squares_image(60, 45, i),
              i % 2 == 0 ? hostile : "\"\"><img src=x onerror=alert(2)>'&amp;");
  }
  scene.build_set();
  CHECK(scene.report_on().exit_code == 0);
  const std::string page = scene.page();
  CHECK_THAT(page, ContainsSubstring("&lt;script&gt;alert(1)&lt;/script&gt;"));
  CHECK_THAT(page, !ContainsSubstring("<script>alert"));
  CHECK_THAT(page, !ContainsSubstring("<img src=x"));
  CHECK(count_of(page, "<script>") == 1);
}

TEST_CASE("report: damage is shown, and the exit code is 0") {
  ReportScene scene(10);
  scene.build_set({"--shards", "1"});
  const std::string name = "out/f00-10.tfrec";
  std::string shard = scene.scratch.read(name);
  shard[shard.size() / 2] = static_cast<char>(shard[shard.size() / 2] ^ 1);
  scene.scratch.write(name, shard);
  const RunResult result = scene.report_on();
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, ContainsSubstring("problems that tfrec verify finds"));
  CHECK(has_section(scene.page(), "problems"));
  CHECK_THAT(scene.page(), ContainsSubstring("tfrec repair out -o repaired"));
}

TEST_CASE("report: raw pixels by --shape, in compressed shards without a manifest") {
  ReportScene scene(12);
  scene.build_set({"--layout", "raw", "--size", "40x30", "--gzip", "--shards", "1"});
  scene.scratch.write("bare/a.tfrec", scene.scratch.read("out/f00-12.tfrec"));
  const RunResult without = scene.run({"report", "bare", "-o", "bare.html"});
  CHECK(without.exit_code == 0);
  CHECK_THAT(without.out, ContainsSubstring("0 images in 1 shard"));
  CHECK_THAT(without.err, ContainsSubstring("--shape"));
  const RunResult with = scene.run({"report", "bare", "-o", "bare.html", "--shape", "30x40x3"});
  CHECK(with.exit_code == 0);
  CHECK(with.err.empty());
  CHECK_THAT(with.out, ContainsSubstring("12 images in 1 shard, no findings"));
  CHECK(count_of(scene.scratch.read("bare.html"), "<img src=\"data:image/jpeg;base64,") == 8);
}

TEST_CASE("report: the sources of the images are compared") {
  ReportScene scene(10);
  scene.build_set({"--size", "30x20"});
  const RunResult result = scene.report_on({"--source", "images"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK_THAT(scene.page(), ContainsSubstring("source format"));
  CHECK_THAT(scene.page(), ContainsSubstring("fewer pixels than the source"));
}

TEST_CASE("report --source: images that are not compared are counted in a warning") {
  ReportScene scene(10);
  scene.build_set();
  std::filesystem::remove(scene.scratch.path() / "images/image0.ppm");
  std::filesystem::rename(scene.scratch.path() / "images/image1.ppm",
                          scene.scratch.path() / "images/renamed.ppm");
  const RunResult result = scene.report_on({"--source", "images"});
  CHECK(result.exit_code == 0);
  CHECK(result.err ==
        "tfrec: warning: --source: 2 of 10 images not compared: not one image in images has the name in the "
        "record\n");
  scene.build_set({"--feature", "image=jpeg", "--overwrite", "--allow-missing-images"});
  const RunResult unnamed = scene.report_on({"--source", "images"});
  CHECK(unnamed.exit_code == 0);
  CHECK_THAT(unnamed.err, ContainsSubstring("warning: --source: 8 of 8 images not compared: no feature "
                                            "contains the names of images\n"));
}

TEST_CASE("report: names come from the record list where no feature has them") {
  ReportScene scene(6);
  scene.build_set({"--feature", "image=jpeg", "--feature", "label=index:label", "--record-list"});
  CHECK(scene.report_on().exit_code == 0);
  CHECK_THAT(scene.page(), ContainsSubstring("<span>image0.ppm</span>"));
}

TEST_CASE("report --json: the page and its findings") {
  ReportScene scene(20);
  scene.add("wide.ppm", squares_image(400, 20, 500), "dog");
  scene.build_set();
  const RunResult result = scene.report_on({"--json"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  const Json json = Json::parse(result.out);
  CHECK(json["report"] == "report.html");
  CHECK(json["images"] == 21);
  REQUIRE(json["findings"].size() == 1);
  CHECK(json["findings"][0]["section"] == "odd");
}

TEST_CASE("build --report: the page of the set just built, and of one that is up to date") {
  ReportScene scene(20);
  scene.build_set({"--report", "set.html"});
  const std::string page = scene.scratch.read("set.html");
  CHECK_THAT(page, ContainsSubstring("No problems found: all 20 records are intact"));
  const RunResult again = scene.build({"--labels", "labels.csv", "--report", "set.html"});
  CHECK(again.exit_code == 0);
  CHECK_THAT(again.out, ContainsSubstring("up to date: out\n"));
  CHECK_THAT(again.out, ContainsSubstring("set.html: 20 images in 1 shard, no findings"));
  CHECK(scene.scratch.read("set.html") == page);
}

TEST_CASE("build --report: another file is refused before the build") {
  ReportScene scene(4);
  scene.table("image,label\nimage0.ppm,cat\n");
  const RunResult result = scene.build({"--labels", "labels.csv", "--report", "labels.csv"});
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, ContainsSubstring("labels.csv"));
  CHECK_FALSE(published_anything(scene.scratch / "out"));
}

TEST_CASE("plan --report: images, classes and planned shards before a build") {
  ReportScene scene(24);
  scene.add("wide.ppm", squares_image(400, 20, 500), "dog");
  std::string table = "image,label\nwide.ppm,dog\n";
  for (int i = 0; i < 24; ++i)
    table += "image" + std::to_string(i) + ".ppm," + (i % 2 == 0 ? "cat" : "dog") + "\n";
  scene.table(table);
  const RunResult result = scene.run(
      {"plan", "images", "--labels", "labels.csv", "--split", "train=0.8,val=0.2", "--report", "plan.html"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out,
             ContainsSubstring("odd: 1 odd image: odd aspect\nplan.html: 25 images in 2 shards, 1 finding "
                               "(pixels were not checked), "));
  const std::string page = scene.scratch.read("plan.html");
  for (const char* id : {"summary", "odd", "classes", "samples", "images", "shards"}) {
    INFO(id);
    CHECK(has_section(page, id));
  }
  CHECK_THAT(page, ContainsSubstring("<span>wide.ppm</span>"));
  CHECK_THAT(page, ContainsSubstring("--max-aspect 3"));
  CHECK_THAT(page, !ContainsSubstring("tfrec inspect"));
}

TEST_CASE("plan --report found nothing in a truncated image, and did not state that it has not decoded it") {
  const BuildScene scene(Words{});
  scene.images(6);
  const std::string whole = jpeg_image(60, 45, 99);
  scene.image("cut.jpg", whole.substr(0, whole.size() / 2));
  scene.table("image,label\n0.jpg,a\n1.jpg,a\n2.jpg,a\n3.jpg,b\n4.jpg,b\n5.jpg,b\ncut.jpg,b\n");
  const RunResult result = scene.run({"plan", "images", "--labels", "labels.csv", "--report", "plan.html"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out,
             ContainsSubstring("plan.html: 7 images in 1 shard, no findings (pixels were not checked), "));
  CHECK_THAT(result.err, ContainsSubstring("warning: 1 of 7 decoded images is bad: 'cut.jpg': "));
  CHECK_THAT(result.err, !ContainsSubstring("the build finds"));
}

TEST_CASE("report: of a set of several sizes the images of one are shown, and none is a repeat of itself") {
  ReportScene scene(30);
  scene.build_set({"--sizes", "40x30,80x60"});
  const RunResult result = scene.report_on();
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, ContainsSubstring("report.html: 30 images in 2 shards, no findings"));
  CHECK_THAT(result.err,
             ContainsSubstring("the set has 2 sizes: features, images and labels are those of 40x30"));
  CHECK_THAT(scene.page(),
             ContainsSubstring("<td class=\"n\">15</td><td class=\"n\" data-sort=\"0.5\">50 %</td>"));
}

TEST_CASE(
    "report left out sets of several sizes beside another, and counted their texts once for each size") {
  const BuildScene scene({"--labels", "labels.csv", "-q"});
  std::string table = "image,title\n";
  for (unsigned i = 0; i < 30; ++i) {
    scene.image("i" + std::to_string(i) + ".ppm", squares_image(60, 45, i));
    table += "i" + std::to_string(i) + ".ppm,title " + std::to_string(i) + "\n";
  }
  scene.table(table);
  const auto report_on = [&](const Words& sets) {
    return scene.run(Words{"report"} + sets + Words{"-o", "report.html"});
  };
  REQUIRE(scene.build({"--sizes", "40x30,80x60"}).exit_code == 0);
  CHECK(report_on({"out"}).exit_code == 0);
  CHECK_FALSE(has_section(scene.scratch.read("report.html"), "classes"));
  REQUIRE(scene.build({"--size", "30x20"}, "one").exit_code == 0);
  const RunResult result = report_on({"one", "out"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, ContainsSubstring("report.html: 60 images in 3 shards"));
}

TEST_CASE("report: images that are cut short within intact records are problems") {
  ReportScene scene(0);
  for (unsigned i = 0; i < 6; ++i) scene.image("i" + std::to_string(i) + ".jpg", jpeg_image(80, 60, i));
  std::vector<std::string> payloads;
  for (unsigned i = 0; i < 6; ++i) {
    std::string jpeg = jpeg_image(80, 60, i);
    if (i == 4) jpeg.resize(jpeg.size() - 100);
    payloads.push_back(payload_of({{"image", Texts{jpeg}}, {"label", Integers{i % 2}}}));
  }
  scene.scratch.write("out/a.tfrec", shard_of(payloads));
  const RunResult result = scene.report_on();
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, ContainsSubstring("problems: 1 problem that tfrec verify finds"));
  CHECK_THAT(scene.page(), ContainsSubstring("<td>pixels</td>"));
}
