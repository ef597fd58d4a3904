// SPDX-License-Identifier: Apache-2.0
// build, extract, build again: each defect that once changed records on the way, or lost them without a word.
#include "support/scenes/round_trip.hpp"

#include <filesystem>
#include <limits>

#include <nlohmann/json.hpp>

#include "support/data/shard_bytes.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

const std::string k_hostile = R"csv(image,age>=65,"sex (0=f, 1=m)","a:b","say ""hi""","@image"
p0.jpg,1,0,4.5,rose,x
p1.jpg,0,1,5.5,tulip,y
p2.jpg,1,1,6.5,rose,x
p3.jpg,0,0,7.5,tulip,z
)csv";

}  // namespace

TEST_CASE("round trip: columns whose names hold '=', ':' or ',' are unknown kinds") {
  const RoundTrip scene(k_hostile);
  const nlohmann::json report = scene.check(k_copy, k_copy);
  CHECK(report["not_rebuilt"].empty());
  CHECK(report["columns"] ==
        nlohmann::json{"image", "@image", "say \"hi\"", "age>=65", "sex (0=f, 1=m)", "a:b"});
  const nlohmann::json manifest = nlohmann::json::parse(scene.scratch.read("a/manifest.json"));
  CHECK(manifest["schema"][2]["spec"] == "\"age>=65\"=int64:age>=65");
  CHECK(manifest["schema"][2]["made_of"] == nlohmann::json{{"kind", "int64"}, {"columns", {"age>=65"}}});
  scene.must({"reshard", "a", "-o", "r"});
  CHECK(nlohmann::json::parse(scene.scratch.read("r/manifest.json"))["schema"][2] ==
        nlohmann::json::parse(scene.scratch.read("a/manifest.json"))["schema"][2]);
  scene.must({"reshard", "a", "-o", "filtered", "--filter", "\"age>=65\"=1"});
  scene.must({"build", "images", "--labels", "labels.csv", "-o", "like", "--like", "a", "--name", "s",
              "--no-shuffle"});
  CHECK(scene.shards("like") == scene.shards("a"));
}

TEST_CASE("round trip: plans, parts and repair of columns with hostile names") {
  const RoundTrip scene(k_hostile);
  scene.make("images", "labels.csv", "a", k_copy + Words{"--shards", "2"});
  scene.must(Words{"plan", "images", "--labels", "labels.csv", "-o", "p.plan", "--name", "s", "--no-shuffle",
                   "--shards", "2"} +
             k_copy);
  scene.must({"build", "images", "--plan", "p.plan", "--part", "1/2", "-o", "parts"});
  scene.must({"build", "images", "--plan", "p.plan", "--part", "2/2", "-o", "parts"});
  scene.must({"finish", "p.plan", "-o", "parts"});
  CHECK(scene.shards("parts") == scene.shards("a"));
  fs::remove(scene.scratch / "parts/s00-2.tfrec");
  scene.must({"repair", "parts", "--from", "images", "--labels", "labels.csv", "-o", "repaired"});
  CHECK(scene.scratch.read("repaired/s00-2.tfrec") == scene.scratch.read("a/s00-2.tfrec"));
}

TEST_CASE("round trip: a manifest from before records features as text alone") {
  const RoundTrip scene(k_hostile);
  scene.make("images", "labels.csv", "a", k_copy);
  nlohmann::ordered_json manifest = nlohmann::ordered_json::parse(scene.scratch.read("a/manifest.json"));
  for (auto& feature : manifest["schema"]) {
    feature.erase("made_of");
    const std::string spec = feature["spec"];
    const std::string name = feature["name"];
    if (spec.starts_with('"')) feature["spec"] = name + spec.substr(spec.find("\"=") + 1);
  }
  scene.scratch.write("a/manifest.json", manifest.dump());
  scene.extract("a");
  scene.make("x/images", "x/labels.csv", "b", k_copy);
  CHECK(scene.shards("a") == scene.shards("b"));
}

TEST_CASE("round trip: of two kinds made of one column the one that lost text is shown") {
  const RoundTrip scene(
      "image,n,c,d\np0.jpg,007,1.50,0.1\np1.jpg,+7,2,0.10\np2.jpg,7,1.50,1e-1\np3.jpg,-0,2,0.1\n");
  const Words layout{"--feature",  "image=jpeg", "--feature",        "name=bytes:image", "--feature",
                     "a=int64:n",  "--feature",  "b=bytes:n",        "--feature",        "c=index:c",
                     "--feature",  "e=float:c",  "--feature",        "f=float:d",        "--feature",
                     "g=onehot:d", "--feature",  "h=raw-float32:n,d"};
  const nlohmann::json report = scene.check(layout + k_copy, layout + k_copy);
  CHECK(report["not_rebuilt"].empty());
  CHECK_THAT(scene.scratch.read("x/labels.csv"),
             Catch::ContainsSubstring("p0.jpg,007,1.50,0.1\np1.jpg,+7,2,0.10\n"));
}

TEST_CASE("round trip: cells and classes that look like formulas change") {
  const RoundTrip scene("image,kind,'note\np0.jpg,-ve,=1\np1.jpg,+,'=1\np2.jpg,=1,''@\np3.jpg,+,-5\n");
  const Words layout{"--feature", "image=jpeg",      "--feature", "name=bytes:image",
                     "--feature", "kind=index:kind", "--feature", "\"=n\"=bytes:'note"};
  const nlohmann::json report =
      scene.check(layout + k_copy, layout + k_copy + Words{"--classes", "x/classes.txt"});
  CHECK(report["not_rebuilt"].empty());
  CHECK(report["escaped"] == 7);
  CHECK_THAT(scene.scratch.read("x/labels.csv"), Catch::ContainsSubstring(",tfrec_escaped\n"));
  CHECK_THAT(scene.scratch.read("x/labels.csv"), Catch::ContainsSubstring("p0.jpg,'=1,'-ve,2\n"));
  const RunResult rebuilt = scene.run({"build", "x/images", "--labels", "x/labels.csv", "-o", "c"});
  CHECK_THAT(rebuilt.err, Catch::ContainsSubstring("tfrec: column 'tfrec_escaped' marks a table that"));
  scene.must(
      Words{"plan", "x/images", "--labels", "x/labels.csv", "-o", "p.plan", "--name", "s", "--no-shuffle"} +
      layout + k_copy);
  scene.must({"build", "x/images", "--plan", "p.plan", "--part", "1/1", "-o", "parts"});
  scene.must({"finish", "p.plan", "-o", "parts"});
  CHECK(scene.shards("parts") == scene.shards("a"));
}

TEST_CASE("round trip: the largest float and the smallest are out of range") {
  const RoundTrip scene(
      "image,f\np0.jpg,3.4028234663852886e38\np1.jpg,-3.4028234663852886e38\np2.jpg,1e-45\np3.jpg,-0.0\n");
  const nlohmann::json report = scene.check(k_copy, k_copy);
  CHECK(report["not_rebuilt"].empty());
  CHECK(scene.scratch.read("x/labels.csv") ==
        "image,f\np0.jpg,3.4028235e+38\np1.jpg,-3.4028235e+38\np2.jpg,1e-45\np3.jpg,-0.0\n");
}

TEST_CASE("round trip: different lists of texts become one cell") {
  const ScratchFolder folder;
  const auto record = [](Texts tags, Texts more, Texts unclear) {
    const std::string image = jpeg_image(20, 16);
    return payload_of({{"image", Texts{image}}, {"more", more}, {"tags", tags}, {"unclear", unclear}});
  };
  folder.write("a.tfrec",
               shard_of({record({"x|y", "z"}, {}, {"a", "b"}), record({"x", "y|z"}, {"1", "2"}, {""}),
                         record({"x", "y", "z"}, {"-", "3", "4"}, {})}));
  const RunResult result = run_tfrec({"extract", "a.tfrec", "-o", "x", "--json"}, in(folder));
  CHECK(result.exit_code == 0);
  CHECK(folder.read("x/labels.csv") ==
        "image,more,tags,tfrec_escaped\n"
        "000000.jpg,,\"x|y;z\",0\n000001.jpg,1|2,\"x;y|z\",0\n000002.jpg,'-|3|4,\"x;y;z\",1\n");
  const nlohmann::json report = nlohmann::json::parse(result.out);
  CHECK(report["not_rebuilt"].size() == 3);  // each once
  CHECK(report["not_rebuilt"][1]["reason"] == "build can't make lists of texts; cells have ';' between them");
  CHECK(report["left_out"] ==
        nlohmann::json{"'unclear': lists without a text and lists of one empty text look the same"});
}

TEST_CASE("round trip: NaN of --missing was stored as class ids") {
  const RoundTrip scene("image,n,x\np0.jpg,1,n/a\np1.jpg,2,0.5\np2.jpg,3,\np3.jpg,4,1.5\n");
  const Words first{"--layout", "auto", "--feature", "x=float:x", "--missing", "x=nan"};
  const nlohmann::json report = scene.check_as_printed(first);
  CHECK(report["not_rebuilt"].empty());
}

TEST_CASE("round trip: records without a feature, NaN and lists are not reported") {
  const ScratchFolder folder;
  const std::string image = jpeg_image(20, 16);
  folder.write("a.tfrec",
               shard_of({payload_of({{"f", Floats{std::numeric_limits<float>::infinity()}},
                                     {"g", Integers{1, 2}},
                                     {"image", Texts{image}},
                                     {"only", Integers{1}}}),
                         payload_of({{"f", Floats{1}}, {"g", Integers{1}}, {"image", Texts{image}}})}));
  const RunResult result = run_tfrec({"extract", "a.tfrec", "-o", "x", "--json"}, in(folder));
  CHECK(reasons(nlohmann::json::parse(result.out)) ==
        Words{"g: build can't make lists of different lengths, or without a value",
              "f: it contains 1 value that is NaN or infinite, which build does not read as numbers",
              "only: it is missing in 1 record, and build needs a value in each"});
  CHECK(folder.read("x/labels.csv") == "image,f,g,only\n000000.jpg,inf,1|2,1\n000001.jpg,1.0,1,\n");
}

TEST_CASE("extract printed a build command that build refuses") {
  const ScratchFolder folder;
  const auto record = [](int i, const Integers& more, const Floats& score, const Integers& label) {
    return payload_of({{"image", Texts{jpeg_image(8, 8, static_cast<unsigned>(i))}},
                       {"image_name", Texts{"p" + std::to_string(i) + ".jpg"}},
                       {"label", label},
                       {"lists", more},
                       {"n", Integers{i}},
                       {"score", score}});
  };
  folder.write("a.tfrec",
               shard_of({record(1, {1, 2}, {0.5}, {1}), record(2, {}, {}, {2}), record(3, {3}, {1}, {})}));
  const RunResult result = run_tfrec({"extract", "a.tfrec", "-o", "x"}, in(folder));
  CHECK(result.exit_code == 0);
  for (const char* feature : {"label", "lists", "score"}) {
    CHECK_THAT(result.err, Catch::ContainsSubstring("a rebuilt set has no feature '" + std::string(feature) +
                                                    "': build can't make lists of different lengths, or "
                                                    "without a value\n"));
  }
  CHECK_THAT(result.out,
             Catch::ContainsSubstring("rebuild  tfrec build x/images --labels x/labels.csv --feature "
                                      "image=jpeg --feature image_name=bytes:image --feature n=int64:n "
                                      "--encode copy -o NEW\n"));
  const RunResult rebuilt =
      run_tfrec({"build", "x/images", "--labels", "x/labels.csv", "--feature", "image=jpeg", "--feature",
                 "image_name=bytes:image", "--feature", "n=int64:n", "--encode", "copy", "-o", "y"},
                in(folder));
  CHECK(rebuilt.exit_code == 0);
}

TEST_CASE("round trip: an option for classes is not printed where no class is built") {
  const RoundTrip scene("image,tags,n\np0.jpg,a,1\np1.jpg,b,2\np2.jpg,a,3\np3.jpg,b,4\n");
  scene.scratch.write("test/t.jpg", jpeg_image(20, 16, 9));
  scene.make("images", "labels.csv", "a",
             k_copy + Words{"--layout", "auto", "--label-base", "3", "--test", "test"});
  const nlohmann::json report = scene.extract("a");
  CHECK(reasons(report) == Words{"tags: it is missing in 1 record, and build needs a value in each",
                                 "n: it is missing in 1 record, and build needs a value in each"});
  scene.make("x/images", "x/labels.csv", "b", report["build_options"].get<Words>());
}

TEST_CASE("round trip: a feature called nothing is left out") {
  const RoundTrip scene("image,n\np0.jpg,1\np1.jpg,2\np2.jpg,3\np3.jpg,4\n");
  const Words first{"--feature", "image=jpeg", "--feature", "name=bytes:image", "--feature", "\"\"=int64:n"};
  CHECK(scene.check(first + k_copy, first + k_copy)["not_rebuilt"].empty());
  fs::remove(scene.scratch / "a/manifest.json");
  fs::remove_all(scene.scratch / "x");
  const nlohmann::json report = scene.extract("a");
  CHECK(report["columns"] == nlohmann::json{"image", "unnamed"});
  CHECK(report["build_options"] == Words{"--feature", "image=jpeg", "--feature", "name=bytes:image",
                                         "--feature", "\"\"=int64:unnamed", "--encode", "copy"});
  const RunResult unquoted = scene.run({"build", "images", "-o", "c", "--feature", "=jpeg"});
  CHECK(unquoted.exit_code == 2);
  CHECK_THAT(unquoted.err, Catch::ContainsSubstring("--feature '=jpeg': expected NAME=KIND[:COLUMN,…]"));
}

TEST_CASE("round trip: the splits of a set are dropped") {
  const RoundTrip scene("image,split,n\np0.jpg,val,1\np1.jpg,train,2\np2.jpg,=x,3\np3.jpg,train,4\n");
  const Words layout{"--feature", "image=jpeg", "--feature", "name=bytes:image", "--feature", "n=int64:n"};
  nlohmann::json report = scene.check(layout + k_copy + Words{"--split-column", "split"},
                                      layout + k_copy + Words{"--split-column", "split"});
  CHECK(report["split_column"] == "split");
  CHECK(scene.scratch.read("x/labels.csv") ==
        "image,n,split,tfrec_escaped\np2.jpg,3,'=x,1\np1.jpg,2,train,0\np3.jpg,4,train,0\np0.jpg,1,val,0\n");
  fs::remove_all(scene.scratch / "x");
  const RunResult one = scene.run({"extract", "a/train", "-o", "x"});
  CHECK_THAT(one.err,
             Catch::ContainsSubstring("all records are of split 'train'; the table has no column for it"));
  CHECK(scene.scratch.read("x/labels.csv") == "image,n\np1.jpg,2\np3.jpg,4\n");
}

TEST_CASE("round trip: a split of --test has fewer features, and nothing is printed about it") {
  const RoundTrip scene("image,n\np0.jpg,1\np1.jpg,2\np2.jpg,3\np3.jpg,4\n");
  scene.scratch.write("test/t.jpg", jpeg_image(20, 16, 9));
  scene.make("images", "labels.csv", "a", k_copy + Words{"--test", "test"});
  CHECK(reasons(scene.extract("a")) ==
        Words{"n: it is missing in 1 record, and build needs a value in each"});
}

TEST_CASE("round trip: raw pixels of a size that no option tells") {
  for (const Words& options : {Words{"--size", "10x12"},
                               {"--size", "10", "--fit", "long"},
                               {"--size", "10", "--fit", "short"},
                               {"--size", "100", "--no-upscale"},
                               {"--size", "10x12", "--color", "gray"},
                               {"--color", "keep"},
                               {}}) {
    CAPTURE(options);
    const RoundTrip scene("image,n\np0.jpg,1\np1.jpg,2\np2.jpg,3\np3.jpg,4\n");
    const Words layout = Words{"--layout", "raw", "--label-column", "n"} + options;
    CHECK(scene.check(layout, layout)["not_rebuilt"].empty());
    scene.must({"reshard", "a", "-o", "r"});
    scene.must({"extract", "r", "-o", "again"});
    CHECK(scene.scratch.read("again/images/000000.ppm") == scene.scratch.read("x/images/000000.ppm"));
  }
}

TEST_CASE("round trip: pixels as floats have no files") {
  const RoundTrip scene("image,n\np0.jpg,1\np1.jpg,2\np2.jpg,3\np3.jpg,4\n");
  const Words layout{"--layout", "xy", "--label-column", "n"};
  scene.check(layout + Words{"--size", "10x12", "--scale", "0.25"}, layout);
  CHECK(fs::exists(scene.scratch / "x/images/000000.npy"));
}

TEST_CASE("round trip: records tell the shape of their pixels themselves") {
  const ScratchFolder folder;
  const auto record = [](std::int64_t height, std::int64_t width, std::int64_t depth,
                         const std::string& pixels) {
    return payload_of({{"depth", Integers{depth}},
                       {"height", Integers{height}},
                       {"image_raw", Texts{pixels}},
                       {"width", Integers{width}}});
  };
  const std::string first(8 * 9 * 3, 'a');
  const std::string second(10 * 9, 'b');
  folder.write("a.tfrec", shard_of({record(8, 9, 3, first), record(10, 9, 1, second)}));
  const RunResult result = run_tfrec({"extract", "a.tfrec", "-o", "x"}, in(folder));
  CHECK(result.exit_code == 0);
  CHECK(folder.read("x/images/000000.ppm") == "P6\n9 8\n255\n" + first);
  CHECK(folder.read("x/images/000001.ppm") == "P5\n9 10\n255\n" + second);
}

TEST_CASE("round trip: a path that is another one afterwards is not reported") {
  const RoundTrip scene("image,n\nsub/q,1\np1.jpg,2\n");
  scene.scratch.write("images/sub/q.jpg", jpeg_image(20, 16, 9));
  scene.make("images", "labels.csv", "a",
             k_copy + Words{"--feature", "image=jpeg", "--feature", "name=bytes:image", "--feature",
                            "where=path", "--feature", "other=raw-uint8"});
  CHECK(reasons(scene.extract("a")) ==
        Words{"other: it contains the images again, and build makes it from the extracted ones"});
}

TEST_CASE("record list: row is the line of the table on which the row begins") {
  const RoundTrip scene(
      "image,note\np0.jpg,\"two\nlines\"\np1.jpg,\"three\r\nmore\nlines\"\np2.jpg,x\nbad.jpg,y\n");
  scene.scratch.write("images/bad.jpg", "no image");
  scene.make("images", "labels.csv", "a", k_copy + Words{"--record-list", "--max-bad", "1"});
  CHECK(scene.scratch.read("a/records.csv") ==
        "split,shard,record,row,image\r\n,s00-3.tfrec,0,2,p0.jpg\r\n,s00-3.tfrec,1,4,p1.jpg\r\n"
        ",s00-3.tfrec,2,7,p2.jpg\r\n");
  CHECK_THAT(scene.scratch.read("a/bad.csv"), Catch::ContainsSubstring("\n8,bad.jpg,"));
}
