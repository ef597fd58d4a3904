// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <string>

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/images.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"

using tfrec::test::jpeg_image;
using tfrec::test::run_tfrec;
using tfrec::test::RunResult;
using tfrec::test::ScratchFolder;
using Json = nlohmann::ordered_json;

TEST_CASE("plan says what build would write, and writes nothing") {
  const ScratchFolder scratch;
  for (int i = 0; i < 60; ++i) {
    const std::string folder = i % 3 == 0 ? "rose/" : "tulip/";
    scratch.write("images/" + folder + std::to_string(i) + ".jpg",
                  jpeg_image(60 + i, 50, static_cast<unsigned>(i)));
  }
  const RunResult text =
      run_tfrec({"plan", "images", "--name", "f", "--shards", "4", "--layout", "flowers"}, in(scratch));
  CHECK(text.exit_code == 0);
  CHECK_THAT(text.out, Catch::ContainsSubstring("60 records in 4 shards"));
  CHECK_THAT(text.out, Catch::ContainsSubstring("rule: --shards 4"));
  CHECK_THAT(text.out, Catch::ContainsSubstring("f00-15.tfrec … f03-15.tfrec"));
  CHECK_THAT(text.out, Catch::ContainsSubstring("rose 20, tulip 40"));
  CHECK_THAT(text.out, Catch::ContainsSubstring("one_hot_class  float[2]"));
  CHECK(std::distance(std::filesystem::directory_iterator(scratch.path()), {}) == 1);

  const RunResult json =
      run_tfrec({"plan", "images", "--name", "f", "--shards", "4", "--json", "-q"}, in(scratch));
  CHECK(json.err.empty());
  const Json planned = Json::parse(json.out);
  REQUIRE(run_tfrec({"build", "images", "--name", "f", "--shards", "4", "-o", "out", "-q"}, in(scratch))
              .exit_code == 0);
  const Json built = Json::parse(scratch.read("out/manifest.json"));
  CHECK(planned["schema"] == built["schema"]);
  CHECK(planned["classes"] == built["classes"]);
  const auto predicted = planned["splits"][0]["predicted_bytes"].get<double>();
  CHECK(std::abs(predicted / built["bytes"].get<double>() - 1) < 0.1);
}

TEST_CASE("Lengths that differ between records are told as a range") {
  const ScratchFolder scratch;
  scratch.write("images/a.jpg", jpeg_image(8, 8));
  scratch.write("images/b.jpg", jpeg_image(8, 8, 1));
  scratch.write("labels.csv", "image,tags\na,fog|rain\nb,fog\n");
  const RunResult result =
      run_tfrec({"plan", "images", "--labels", "labels.csv", "--name", "f", "-q", "--no-image", "--feature",
                 "ids=indices:tags", "--feature", "hot=multihot:tags"},
                in(scratch));
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK_THAT(result.out, Catch::ContainsSubstring("ids  int64[0-2]  (indices:tags)"));
  CHECK_THAT(result.out, Catch::ContainsSubstring("hot  float[2]    (multihot:tags)"));
}

TEST_CASE("A class counts records, however often a cell names it") {
  const ScratchFolder scratch;
  scratch.write("images/a.jpg", jpeg_image(8, 8));
  scratch.write("images/b.jpg", jpeg_image(8, 8, 1));
  scratch.write("labels.csv", "image,tags\na,fog|rain|fog\nb,fog\n");
  const RunResult result = run_tfrec({"plan", "images", "--labels", "labels.csv", "--name", "f", "-q",
                                      "--no-image", "--feature", "ids=indices:tags"},
                                     in(scratch));
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK_THAT(result.out, Catch::ContainsSubstring("classes  2 of 'tags' (classes.txt): fog 2, rain 1\n"));
}

TEST_CASE("plan fails as build would") {
  const ScratchFolder scratch;
  scratch.write("images/a.jpg", jpeg_image(8, 8));
  scratch.write("labels.csv", "image\na.jpg\nb.jpg\n");
  const RunResult result =
      run_tfrec({"plan", "images", "--labels", "labels.csv", "--name", "f", "-q"}, in(scratch));
  CHECK(result.exit_code == 1);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, Catch::ContainsSubstring("labels.csv:3: no image for 'b.jpg'"));
}
