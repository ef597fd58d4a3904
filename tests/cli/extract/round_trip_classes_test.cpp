// SPDX-License-Identifier: Apache-2.0
// build, extract, build again: each defect that once changed class ids or labels without a report.
#include <algorithm>

#include <nlohmann/json.hpp>

#include "support/data/shard_bytes.hpp"
#include "support/scenes/round_trip.hpp"
#include "support/scenes/stored_records.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

const Words k_named{"--feature", "image=jpeg", "--feature", "image_name=bytes:image"};
const Words k_class = k_named + Words{"--feature", "class=index:class"};

const std::string k_animals = "image,class,kind\np0.jpg,cat,y\np1.jpg,bee,x\np2.jpg,ant,z\np3.jpg,bee,y\n";

}  // namespace

TEST_CASE("round trip: extract does not print --label-base, so class ids begin at 0") {
  const RoundTrip scene(k_animals);
  const nlohmann::json report = scene.check_as_printed(k_class + Words{"--label-base", "1"});
  CHECK(report["label_base"] == 1);
  CHECK(report["classes_file"] == "x/classes.txt");
  CHECK(report["not_rebuilt"].empty());
  const RunResult printed = scene.run({"extract", "a", "-o", "y"});
  CHECK_THAT(printed.out,
             Catch::ContainsSubstring(" --classes y/classes.txt --label-base 1 --encode copy -o NEW\n"));
}

TEST_CASE("round trip: a slim set with class ids from 0 gets ids from 1") {
  const RoundTrip scene(k_animals);
  scene.make("images", "labels.csv", "a",
             k_copy + Words{"--layout", "slim", "--label-column", "class", "--label-base", "0"});
  const RunResult printed = scene.run({"extract", "a", "-o", "x"});
  CHECK(printed.exit_code == 0);
  CHECK_THAT(printed.out,
             Catch::ContainsSubstring(
                 "\nrebuild  tfrec build x/images --labels x/labels.csv --layout slim --label-column class "
                 "--classes x/classes.txt --label-base 0 --encode copy -o NEW\n"));
}

TEST_CASE("round trip: classes that are not sorted get the ids of sorted ones") {
  struct Case {
    Words features;
    Words options;
  };
  for (const Case& more : {Case{},
                           {{"--feature", "o=onehot:class"}, {}},
                           {{"--feature", "m=multihot:class"}, {}},
                           {{"--feature", "t=bytes:class"}, {"--label-base", "3"}}}) {
    CAPTURE(more.features);
    const RoundTrip scene(k_animals);
    scene.scratch.write("ord.txt", "cat\nbee\nant\n");
    const nlohmann::json report =
        scene.check_as_printed(k_class + more.features + more.options + Words{"--classes", "ord.txt"});
    CHECK(report["not_rebuilt"].empty());
    CHECK(report["classes_file"].get<std::string>().starts_with("x/classes"));
    const RunResult printed = scene.run({"extract", "a", "-o", "y z"});
    CHECK_THAT(printed.out, Catch::ContainsSubstring(" --classes 'y z/classes"));
  }
}

TEST_CASE("round trip: a filter removes classes of two columns, and both get new ids") {
  const RoundTrip scene(k_animals);
  const Words features = k_class + Words{"--feature", "kind=index:kind"};
  scene.make("images", "labels.csv", "a", features + k_copy);
  scene.must({"reshard", "a", "-o", "r", "--name", "s", "--filter", "class=bee,cat", "--filter", "kind=y"});
  const nlohmann::json report = scene.check_extracted("r");
  CHECK(report["classes_file"] == "x/classes-class.txt");
  CHECK(reasons(report) ==
        Words{"kind: its class ids need a list of classes of their own, and build takes one --classes"});
}

TEST_CASE("round trip: the one list that is needed was lost beside a sorted one of another column") {
  const RoundTrip scene("image,tags,author\np0.jpg,b;a,x\np1.jpg,b,y\np2.jpg,a,x\np3.jpg,a,y\n");
  scene.scratch.write("order.txt", "b\nlast\na\n");
  const Words features{"--feature",        "tags=multihot:tags", "--feature",
                       "ids=indices:tags", "--feature",          "author=index:author"};
  const nlohmann::json report =
      scene.check_as_printed(k_named + features + Words{"--label-column", "tags", "--classes", "order.txt"});
  CHECK(report["not_rebuilt"].empty());
  CHECK(report["classes_file"] == "x/classes-tags.txt");
  const RunResult printed = scene.run({"extract", "a", "-o", "y"});
  CHECK_THAT(printed.out, Catch::ContainsSubstring(" --label-column tags --classes y/classes-tags.txt "));
}

TEST_CASE("round trip: ids stay if only the last classes have no record, and are reported") {
  const RoundTrip scene(k_animals);
  const Words features = k_class + Words{"--feature", "kind=index:kind", "--feature", "hot=onehot:kind"};
  scene.make("images", "labels.csv", "a", features + k_copy);
  scene.must({"reshard", "a", "-o", "r", "--name", "s", "--filter", "class=bee,cat"});
  CHECK(reasons(scene.check_extracted("r")) ==
        Words{"hot: its class ids need a list of classes of their own, and build takes one --classes"});
}

TEST_CASE("round trip: labels that are stored as text, too, lose their separator") {
  const Words features = k_named + Words{"--feature", "text=bytes:tags", "--feature"};
  for (const char* labels : {"tags=multihot:tags", "tags=indices:tags"}) {
    CAPTURE(labels);
    const RoundTrip scene("image,tags\np0.jpg,cat/dog\np1.jpg,dog\np2.jpg,cat\np3.jpg,dog/ cat\n");
    const nlohmann::json report = scene.check_as_printed(features + Words{labels, "--label-separator", "/"});
    CHECK(report["label_separator"] == "/");
    CHECK(report["not_rebuilt"].empty());
  }
  const RoundTrip guessed("image,tags\np0.jpg,cat;dog\np1.jpg,dog\np2.jpg,cat\np3.jpg,dog;cat\n");
  CHECK(guessed.check_as_printed(features + Words{"tags=multihot:tags"})["label_separator"] == ";");
}

TEST_CASE("round trip: texts with two separators are split at one of them") {
  const RoundTrip scene("image,tags,more\np0.jpg,a;b,x|y\np1.jpg,b,x\np2.jpg,a,y\np3.jpg,a,y\n");
  const Words features = k_named + Words{"--feature", "t=bytes:tags", "--feature", "tags=multihot:tags",
                                         "--feature", "m=bytes:more", "--feature", "more=multihot:more"};
  CHECK(reasons(scene.check_as_printed(features)) ==
        Words{"more: its column, split at ';', has other labels in 1 record"});
}

TEST_CASE("round trip: sets with two separators are split at one of them") {
  const RoundTrip scene("image,tags\np0.jpg,a;b|c\np1.jpg,b\np2.jpg,a\np3.jpg,a\n");
  const Words features = k_named + Words{"--feature", "t=bytes:tags", "--feature", "tags=multihot:tags"};
  scene.make("images", "labels.csv", "a", features + k_copy + Words{"--label-separator", "|"});
  scene.make("images", "labels.csv", "c", features + k_copy + Words{"--label-separator", ";"});
  scene.must({"reshard", "a", "c", "-o", "r", "--renumber"});
  CHECK(reasons(scene.extract("r")).front() ==
        "tags: its column, split at '|', has other labels in 1 record");
}

TEST_CASE("round trip: a separator of two characters joins ends of labels that hold one of them") {
  const RoundTrip scene("image,tags\np0.jpg,a| ||b\np1.jpg,\"a|;,\"\np2.jpg,/#\np3.jpg,b\n");
  const nlohmann::json report =
      scene.check_as_printed(k_named + Words{"--feature", "tags=indices:tags", "--label-separator", "||"});
  CHECK(report["label_separator"] == "~");
  CHECK(report["not_rebuilt"].empty());
}

TEST_CASE("round trip: a class number that no list has becomes a class") {
  const RoundTrip scene(k_animals);
  scene.make("images", "labels.csv", "a", k_class + k_copy);
  nlohmann::ordered_json manifest = nlohmann::ordered_json::parse(scene.scratch.read("a/manifest.json"));
  manifest["classes"][0]["names"].erase(2);
  manifest["classes"][0]["records"].erase(2);
  scene.scratch.write("a/manifest.json", manifest.dump());
  CHECK(reasons(scene.extract("a")) ==
        Words{"class: it contains 1 class number that its list of classes does not have"});
}

TEST_CASE("round trip: the ids of two sets' features begin at the number of the first set") {
  const RoundTrip scene(k_animals);
  scene.make("images", "labels.csv", "a", k_class + k_copy);
  scene.make("images", "labels.csv", "c",
             k_named + Words{"--feature", "kind=index:kind", "--label-base", "1"} + k_copy);
  const RunResult result = scene.run({"extract", "a", "c", "-o", "x", "--json"});
  CHECK_THAT(
      reasons(nlohmann::json::parse(result.out)),
      Catch::VectorContains(std::string("kind: its class ids begin at 1, those of another feature at 0")));
  CHECK_THAT(scene.scratch.read("x/labels.csv"), Catch::ContainsSubstring("p0-2.jpg,,y\np1-2.jpg,,x\n"));
}

TEST_CASE("round trip: the class texts of joined sets were lost, whose column is made from another feature") {
  const RoundTrip scene(k_animals);
  const Words slim = k_copy + Words{"--layout", "slim"};
  scene.scratch.write("text.csv", "image,image/class/text\np0.jpg,cat\np1.jpg,bee\n");
  scene.make("images", "text.csv", "one", slim + Words{"--label-column", "image/class/text"});
  scene.scratch.write("name.csv", "image,name\np2.jpg,ant\np3.jpg,bee\n");
  scene.make("images", "name.csv", "two", slim + Words{"--label-column", "name"});
  scene.must({"reshard", "one", "two", "-o", "both", "--renumber"});
  const nlohmann::json report = scene.extract("both");
  CHECK(reasons(report).empty());
  scene.make("x/images", "x/labels.csv", "again", report["build_options"].get<Words>());
  const auto texts = [&](const char* set) {
    auto values = values_in(scene.scratch / set, "image/class/text");
    std::ranges::sort(values);
    return values;
  };
  CHECK(texts("both") == Words{"ant", "bee", "bee", "cat"});
  CHECK(texts("again") == texts("both"));
}
