// SPDX-License-Identifier: Apache-2.0
// build, extract, build again: defects in the names of images and in columns that are used more than once.
#include <nlohmann/json.hpp>

#include "support/check_error.hpp"
#include "support/data/shard_bytes.hpp"
#include "support/scenes/round_trip.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

const Words k_named_features{"--feature", "image=jpeg", "--feature", "image_name=bytes:image"};

}  // namespace

TEST_CASE("round trip: names that are replaced by numbers are not reported") {
  const ScratchFolder folder;
  const std::string image = jpeg_image(20, 16);
  std::vector<std::string> records;
  for (const Texts& name : {Texts{".."}, {"."}, {"/"}, {""}, {"a", "b"}, {}, {"kept.jpg"}})
    records.push_back(payload_of({{"image", Texts{image}}, {"image_name", name}}));
  records.push_back(payload_of({{"image", Texts{image}}}));
  folder.write("a.tfrec", shard_of(records));
  const RunResult result =
      run_tfrec({"extract", "a.tfrec", "-o", "x", "--name-feature", "image_name", "--json"}, in(folder));
  const nlohmann::json report = nlohmann::json::parse(result.out);
  CHECK(report["renamed"] == 7);
  CHECK(reasons(report) == Words{"image_name: 7 images are named differently in the record"});
  const RunResult numbered = run_tfrec({"extract", "a.tfrec", "-o", "y", "--json"}, in(folder));
  CHECK(numbered.exit_code == 0);
}

TEST_CASE("round trip: a column twice in one feature becomes two columns of one name") {
  const RoundTrip scene("image,b,c,k\np0.jpg,1.5,3,7\np1.jpg,2.5,4.5,8\np2.jpg,0,0,0\np3.jpg,-1,9,3\n");
  const nlohmann::json report = scene.check_as_printed(
      k_named_features + Words{"--feature", "k=int64:k,k", "--feature", "r=raw-float32:b,c,b"});
  CHECK(report["not_rebuilt"].empty());
  CHECK(report["columns"] == nlohmann::json{"image", "k", "b", "c"});
}

TEST_CASE("round trip: features of the image column are not compared") {
  const RoundTrip scene("id,v\n007,1\n7,2\n");
  for (const char* name : {"7", "007"})
    scene.scratch.write(std::string("n/") + name + ".jpg", jpeg_image(20, 16));
  const Words features{"--feature", "image=jpeg", "--feature", "x=index:id", "--feature", "y=int64:id"};
  scene.make("n", "labels.csv", "a", features + k_copy);
  CHECK(reasons(scene.extract("a")) == Words{"x: its column has another value in 1 record",
                                             "x: 1 image is named differently in the record",
                                             "y: 1 image is named differently in the record"});
}

TEST_CASE("round trip: labels in the image column have no separator") {
  const RoundTrip scene("image\np0.jpg\np1.jpg\np2.jpg\np3.jpg\n");
  const nlohmann::json report =
      scene.check_as_printed(k_named_features + Words{"--feature", "parts=multihot:image", "--feature",
                                                      "x=onehot:image", "--label-separator", "."});
  CHECK(report["label_separator"] == ".");
  CHECK(report["not_rebuilt"].empty());
}

TEST_CASE("round trip: floats of two scales become files in one folder") {
  const RoundTrip scene("image\np0.jpg\np1.jpg\np2.jpg\np3.jpg\n");
  const Words features{"--feature", "image=raw-float32", "--feature", "image_name=bytes:image"};
  scene.make("images", "labels.csv", "a", features + Words{"--scale", "0.5"});
  scene.make("images", "labels.csv", "c", features);
  const RunResult result = scene.run({"extract", "a", "c", "-o", "x", "-q"});
  check_error(result, 2,
              "tfrec: error: c: feature 'image' is scaled by 1, in a by 0.5\n"
              "tfrec: hint: extract each source into a folder of its own\n");
  CHECK_FALSE(std::filesystem::exists(scene.scratch / "x"));
}

TEST_CASE("extract prints all options that cells with several labels need") {
  const RoundTrip scene("image,tags,s\np0.jpg,a;b,x\np1.jpg,b,y\np2.jpg,a,x\np3.jpg,a,y\n");
  scene.make("images", "labels.csv", "a",
             k_copy + k_named_features + Words{"--feature", "tags=multihot:tags", "--split-column", "s"});
  const nlohmann::json report = scene.check_extracted("a");
  CHECK(report["build_options"] == Words{"--layout", "auto", "--feature", "tags=multihot:tags", "--classes",
                                         "x/classes.txt", "--label-separator", ";", "--split-column", "split",
                                         "--encode", "copy"});
  const RunResult result = scene.run({"extract", "a", "-o", "y"});
  CHECK_THAT(result.out,
             Catch::ContainsSubstring(
                 "\nrebuild  tfrec build y/images --labels y/labels.csv --layout auto "
                 "--feature tags=multihot:tags --classes y/classes.txt --label-separator ';' --split-column "
                 "split --encode copy -o NEW\n"));
}

TEST_CASE("round trip: numbers of images that a filter or another source changed were not reported") {
  const RoundTrip scene("image,class\np0.jpg,cat\np1.jpg,bee\np2.jpg,bee\np3.jpg,cat\n");
  const Words ids{"--feature", "id=sample-id", "--feature", "source_id=sample-id-text"};
  const Words words = k_named_features + ids + Words{"--feature", "class=index:class"};
  CHECK(scene.check_as_printed(words)["not_rebuilt"].empty());
  scene.make("images", "labels.csv", "set", words);
  scene.must({"reshard", "set", "-o", "bees", "--filter", "class=bee"});
  const RunResult result = scene.run({"extract", "bees", "-o", "y"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring(
                             "a rebuilt set has other values of 'id' and 1 other feature: build numbers the "
                             "extracted images from 1\n"));
}
