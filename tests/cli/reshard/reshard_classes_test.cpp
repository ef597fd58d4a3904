// SPDX-License-Identifier: Apache-2.0
// reshard and the commands beside it: sources whose class numbers mean different classes.
#include <nlohmann/json.hpp>

#include "support/runs/reshard_runs.hpp"
#include "support/scenes/flowers.hpp"

using namespace tfrec;
using namespace tfrec::test;
namespace fs = std::filesystem;

namespace {

using Names = std::vector<std::string>;

/// One record: the class of column 'kind' as a number and one-hot, the labels of 'tags' as numbers and
/// multi-hot.
struct LabelledRecord {
  std::string name;
  std::int64_t kind = 0;
  std::vector<std::int64_t> tags;
};

struct Source {
  Names kinds;
  Names tags;
  std::int64_t base = 0;
};

Floats hot(const std::vector<std::int64_t>& ids, std::size_t classes) {
  Floats values(classes, 0.0F);
  for (const std::int64_t id : ids) values[static_cast<std::size_t>(id)] = 1.0F;
  return values;
}

std::string labelled_payload(const LabelledRecord& record, const Source& source) {
  Integers tags = record.tags;
  for (std::int64_t& tag : tags) tag += source.base;
  return test::payload_of({{"hot", hot({record.kind}, source.kinds.size())},
                           {"id", Integers{record.kind + source.base}},
                           {"ids", tags},
                           {"many", hot(record.tags, source.tags.size())},
                           {"name", Texts{record.name}}});
}

ClassColumn column_of(const std::string& name, const Names& classes) {
  ClassColumn column{name, "classes-" + name + ".txt", {}};
  for (const std::string& known : classes) column.classes.push_back({known, 0});
  return column;
}

void write_set(const ScratchFolder& folder, const std::string& in, const Source& source,
               const std::vector<LabelledRecord>& records) {
  std::vector<std::string> payloads;
  for (const LabelledRecord& record : records) payloads.push_back(labelled_payload(record, source));
  const std::string shard = shard_of(payloads);
  const std::string name = "s00-" + std::to_string(records.size()) + ".tfrec";
  folder.write(in + "/" + name, shard);
  Manifest set;
  set.name = "s";
  const std::uint64_t kinds = source.kinds.size();
  const std::uint64_t tags = source.tags.size();
  set.features = {{"hot", "hot=onehot:kind", "float", kinds, kinds},
                  {"id", "id=index:kind", "int64", 1, 1},
                  {"ids", "ids=indices:tags", "int64", 0, tags},
                  {"many", "many=multihot:tags", "float", tags, tags},
                  {"name", "name=bytes:file", "bytes", 1, 1}};
  set.options = {{"shuffle", true}};
  if (source.base != 0) set.options.emplace_back("label-base", source.base);
  set.classes = {column_of("kind", source.kinds), column_of("tags", source.tags)};
  set.shards = {{name, "", "", records.size(), shard.size(), 0, ""}};
  write_manifest(folder, in, set);
}

const Source k_first{{"cat", "dog"}, {"x", "y"}};
const Source k_second{{"bird", "cat"}, {"y", "z"}};

/// Two sets: 0 and 1 are cat and dog in one, bird and cat in the other.
void write_two(const ScratchFolder& folder) {
  write_set(folder, "a", k_first, {{"a0", 0, {0, 1}}, {"a1", 1, {1}}});
  write_set(folder, "b", k_second, {{"b0", 0, {0, 1}}, {"b1", 1, {1}}, {"b2", 1, {}}});
}

}  // namespace

TEST_CASE("reshard: sources that number classes differently gave one column with two numberings") {
  const ScratchFolder folder;
  write_two(folder);
  for (const char* verbosity : {"-q", "-v"}) {
    const RunResult result = reshard(folder, {"a", "b", "-o", "out", verbosity});
    CHECK(result.exit_code == 2);
    CHECK(result.out.empty());
    CHECK(
        result.err ==
        "tfrec: error: b: feature 'hot' numbers its classes differently: 0 is 'bird', in a 0 is 'cat'\n"
        "tfrec: hint: give all records one list of classes with --renumber, or keep the numbers as they are "
        "with --allow-mixed\n");
    check_nothing_written(folder);
  }
  CHECK(quiet(folder, {"a", "b", "-o", "out", "--dry-run"}).exit_code == 2);
  CHECK(quiet(folder, {"a", "a", "-o", "same"}).exit_code == 0);
}

TEST_CASE("reshard --renumber: index, indices, onehot and multihot get the numbers of one list") {
  const ScratchFolder folder;
  write_two(folder);
  const RunResult result = quiet(folder, {"a", "b", "-o", "out", "--renumber"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  // Both lists are sorted as build sorts them, so the union is, too.
  CHECK(folder.read("out/classes-kind.txt") == "bird\ncat\ndog\n");
  CHECK(folder.read("out/classes-tags.txt") == "x\ny\nz\n");
  const Source merged{{"bird", "cat", "dog"}, {"x", "y", "z"}};
  const std::vector<LabelledRecord> wanted{
      {"a0", 1, {0, 1}}, {"a1", 2, {1}}, {"b0", 0, {1, 2}}, {"b1", 1, {2}}, {"b2", 1, {}}};
  const std::vector<std::string> payloads = payloads_in(folder / "out");
  REQUIRE(payloads.size() == wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) CHECK(payloads[i] == labelled_payload(wanted[i], merged));
  const auto manifest = nlohmann::json::parse(folder.read("out/manifest.json"));
  CHECK(manifest["classes"][0]["records"] == std::vector<int>{1, 3, 1});
  CHECK(manifest["classes"][1]["records"] == std::vector<int>{1, 3, 2});
  CHECK(manifest["options"]["renumber"] == true);
  CHECK(run_tfrec({"verify", "-q", "out"}, in(folder)).exit_code == 0);
}

TEST_CASE("reshard --renumber: a list in an order of its own stays first, and its records as they are") {
  const ScratchFolder folder;
  write_set(folder, "a", {{"dog", "cat"}, {"x"}}, {{"a0", 0, {0}}, {"a1", 1, {}}});
  write_set(folder, "b", {{"ant", "cat"}, {"x"}}, {{"b0", 0, {0}}, {"b1", 1, {0}}});
  CHECK(quiet(folder, {"a", "b", "-o", "out", "--renumber"}).exit_code == 0);
  CHECK(folder.read("out/classes-kind.txt") == "dog\ncat\nant\n");
  const Source merged{{"dog", "cat", "ant"}, {"x"}};
  CHECK(payloads_in(folder / "out") == std::vector<std::string>{labelled_payload({"a0", 0, {0}}, merged),
                                                                labelled_payload({"a1", 1, {}}, merged),
                                                                labelled_payload({"b0", 2, {0}}, merged),
                                                                labelled_payload({"b1", 1, {0}}, merged)});
  for (const char* threads : {"1", "4"}) {
    const std::string out = std::string("j") + threads;
    CHECK(quiet(folder, {"a", "b", "-o", out, "--renumber", "--name", "s", "-j", threads, "--shards", "2"})
              .exit_code == 0);
  }
  CHECK(folder.read("j1/s00-2.tfrec") == folder.read("j4/s00-2.tfrec"));
}

TEST_CASE("reshard: sources with another --label-base") {
  const ScratchFolder folder;
  write_set(folder, "a", {{"cat"}, {"x"}, 1}, {{"a0", 0, {0}}});
  write_set(folder, "b", {{"cat"}, {"x"}, 0}, {{"b0", 0, {0}}});
  const RunResult refused = quiet(folder, {"a", "b", "-o", "out"});
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err,
             Catch::ContainsSubstring("b: feature 'id' numbers its classes differently: 0 is 'cat', "
                                      "in a 0 is no class\n"));
  CHECK(quiet(folder, {"a", "b", "-o", "out", "--renumber"}).exit_code == 0);
  const Source merged{{"cat"}, {"x"}, 1};
  CHECK(payloads_in(folder / "out") == std::vector<std::string>{labelled_payload({"a0", 0, {0}}, merged),
                                                                labelled_payload({"b0", 0, {0}}, merged)});
  const auto manifest = nlohmann::json::parse(folder.read("out/manifest.json"));
  CHECK(manifest["options"]["label-base"] == 1);
  CHECK(manifest["classes"][0]["records"] == std::vector<int>{2});
}

TEST_CASE("reshard: class numbers of which no manifest lists the names are not mixed with known ones") {
  const ScratchFolder folder;
  write_set(folder, "a", k_first, {{"a0", 0, {0, 1}}});
  folder.write("b/s00-1.tfrec", shard_of({labelled_payload({"b0", 1, {0}}, k_first)}));
  const RunResult refused = quiet(folder, {"a", "b", "-o", "out"});
  CHECK(refused.exit_code == 2);
  CHECK(refused.err ==
        "tfrec: error: b: feature 'hot' has classes that no list names, and would be mixed with a\n"
        "tfrec: hint: put the label map of the others' shards beside them, or leave the feature out with "
        "--drop, or keep the numbers as they are with --allow-mixed\n");
  const RunResult renumbered = quiet(folder, {"a", "b", "-o", "out", "--renumber", "--allow-mixed"});
  CHECK(renumbered.exit_code == 2);
  CHECK_THAT(renumbered.err, Catch::ContainsSubstring("--renumber needs the classes of all sources"));
  check_nothing_written(folder);
  const RunResult mixed = reshard(folder, {"a", "b", "-o", "out", "--allow-mixed"});
  CHECK(mixed.exit_code == 0);
  CHECK_THAT(mixed.err,
             Catch::ContainsSubstring("warning: b: feature 'id' has classes that no list names, and "
                                      "would be mixed with a; the new set lists no classes of it\n"));
  CHECK_FALSE(fs::exists(folder / "out/classes-kind.txt"));
  const auto manifest = nlohmann::json::parse(folder.read("out/manifest.json"));
  for (const auto& feature : manifest["schema"]) CHECK_FALSE(feature.contains("spec"));
  const RunResult nothing = quiet(folder, {"b", "-o", "other", "--renumber"});
  CHECK(nothing.exit_code == 2);
  CHECK(nothing.err ==
        "tfrec: error: --renumber: no source lists classes\n"
        "tfrec: hint: leave out --renumber\n");
}

TEST_CASE("reshard --renumber: a class number outside its source's list is named by file and record") {
  const ScratchFolder folder;
  write_two(folder);
  folder.write("b/s00-3.tfrec", shard_of({labelled_payload({"b0", 0, {0}}, k_second),
                                          labelled_payload({"b1", 0, {1}}, k_second),
                                          labelled_payload({"b2", 0, {7}}, {k_second.kinds, Names(9, "")})}));
  const RunResult result = quiet(folder, {"a", "b", "-o", "out", "--renumber", "--drop", "many"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err, Catch::ContainsSubstring("tfrec: error: b/s00-3.tfrec: record 2 at byte "));
  CHECK_THAT(result.err,
             Catch::ContainsSubstring(
                 "feature 'ids' has class number 7, and the manifest lists 2 classes from 0 on\n"));
  check_nothing_written(folder);
}

TEST_CASE("reshard --renumber --filter: names mean the same class in all sources, numbers do not") {
  const ScratchFolder folder;
  write_two(folder);
  CHECK(quiet(folder, {"a", "b", "-o", "cats", "--renumber", "--filter", "id=cat"}).exit_code == 0);
  CHECK(payloads_in(folder / "cats").size() == 3);
  CHECK(quiet(folder, {"a", "b", "-o", "dogs", "--renumber", "--filter", "id=dog"}).exit_code == 0);
  CHECK(payloads_in(folder / "dogs").size() == 1);
  const RunResult number = quiet(folder, {"a", "b", "-o", "out", "--renumber", "--filter", "id=1"});
  CHECK(number.exit_code == 2);
  CHECK_THAT(number.err,
             Catch::ContainsSubstring("--filter 'id=1': the sources number these classes differently\n"));
}

TEST_CASE("reshard --filter compared class names with the marks of one-hot and multi-hot features") {
  const ScratchFolder folder;
  write_two(folder);
  const auto kept = [&](const Words& sources, const std::string& filter, const Words& more = {}) {
    const RunResult result =
        quiet(folder, sources + Words{"-o", "out", "--overwrite", "--filter", filter} + more);
    CHECK(result.exit_code == 0);
    CHECK(result.err.empty());
    return payloads_in(folder / "out");
  };
  const std::string a0 = labelled_payload({"a0", 0, {0, 1}}, k_first);
  const std::string a1 = labelled_payload({"a1", 1, {1}}, k_first);
  using Payloads = std::vector<std::string>;
  CHECK(kept({"a"}, "many=x") == Payloads{a0});
  CHECK(kept({"a"}, "many=x,y") == Payloads{a0, a1});
  CHECK(kept({"a"}, "many!=x") == Payloads{a1});
  CHECK(kept({"a"}, "hot=dog") == Payloads{a1});
  CHECK(kept({"a"}, "ids=x") == Payloads{a0});
  // 'y' is the second class of one source, the first of the other; only the other has 'z'.
  CHECK(kept({"a", "b"}, "many=y", {"--renumber"}).size() == 3);
  CHECK(kept({"a", "b"}, "many=z", {"--renumber"}).size() == 2);
}

TEST_CASE("reshard --filter compared numbers with the marks of a multi-hot feature") {
  const ScratchFolder folder;
  write_set(folder, "a", {{"cat"}, {"dark", "red"}}, {{"a0", 0, {0, 1}}, {"a1", 0, {1}}});
  const std::pair<const char*, const char*> refused[] = {
      {"1", "write the name of a class, for instance 'dark'"},
      {"2", "write the name of a class, for instance 'dark'"},
      {"drak", "did you mean 'dark'?"}};
  for (const auto& [value, hint] : refused) {
    const std::string filter = "many=" + std::string(value);
    const RunResult result = quiet(folder, {"a", "-o", "out", "--filter", filter});
    CHECK(result.exit_code == 2);
    CHECK(result.err == "tfrec: error: --filter '" + filter + "': '" + value +
                            "' is not a class of feature 'many'\ntfrec: hint: " + hint + "\n");
  }
  const RunResult id = quiet(folder, {"a", "-o", "out", "--filter", "ids=y"});
  CHECK(id.exit_code == 2);
  CHECK(id.err ==
        "tfrec: error: --filter 'ids=y': 'y' is not a class of feature 'ids'\n"
        "tfrec: hint: write the name of a class, for instance 'dark'\n");
  // A class may be called as a number.
  write_set(folder, "b", {{"cat"}, {"1", "2"}}, {{"b0", 0, {0}}, {"b1", 0, {1}}});
  CHECK(quiet(folder, {"b", "-o", "out", "--filter", "many=2"}).exit_code == 0);
  CHECK(payloads_in(folder / "out").size() == 1);
}

TEST_CASE("reshard --dry-run printed 0 records of each class") {
  const ScratchFolder folder;
  write_set(folder, "a", k_first, {{"a0", 0, {0, 1}}, {"a1", 1, {1}}});
  for (const Words& filter : {Words{}, Words{"--filter", "id=cat"}}) {
    const Words dry = Words{"a", "-o", "out", "--dry-run"} + filter;
    CHECK_THAT(reshard(folder, dry).out,
               Catch::ContainsSubstring("classes  2 of 'kind' (classes-kind.txt): cat, dog\n"
                                        "classes  2 of 'tags' (classes-tags.txt): x, y\n"));
    const auto json = nlohmann::json::parse(reshard(folder, dry + Words{"--json"}).out);
    CHECK(json["classes"][0]["names"] == Names{"cat", "dog"});
    CHECK_FALSE(json["classes"][0].contains("records"));
  }
  CHECK_THAT(reshard(folder, {"a", "-o", "out"}).out,
             Catch::ContainsSubstring("classes  2 of 'kind' (classes-kind.txt): cat 1, dog 1\n"));
}

TEST_CASE("reshard --allow-mixed: numbers of two lists leave no list in the new set") {
  const ScratchFolder folder;
  write_two(folder);
  for (const char* option : {"--allow-mixed", "--mixed"}) {
    const std::string out = std::string("out") + option;
    const RunResult result = reshard(folder, {"a", "b", "-o", out, option});
    CHECK(result.exit_code == 0);
    CHECK_THAT(result.err,
               Catch::ContainsSubstring("warning: b: feature 'id' numbers its classes differently"));
    const auto manifest = nlohmann::json::parse(folder.read(out + "/manifest.json"));
    CHECK(manifest["classes"].empty());
    CHECK_FALSE(
        manifest["schema"][1].contains("spec"));  // 'id': --like and extract must not read numbers as classes
    CHECK(manifest["schema"][4]["spec"] == "name=bytes:file");
  }
}

TEST_CASE("verify and inspect: sets with different class numbers are pointed out") {
  const ScratchFolder folder;
  write_two(folder);
  const RunResult verified = run_tfrec({"verify", "a", "b"}, in(folder));
  CHECK(verified.exit_code == 1);  // the manifests made for the test know no checksums
  const std::string note = "b: feature 'id' numbers its classes differently: 0 is 'bird', in a 0 is 'cat'";
  CHECK_THAT(verified.err, Catch::ContainsSubstring(note));
  const RunResult inspected = run_tfrec({"inspect", "a", "b"}, in(folder));
  CHECK(inspected.exit_code == 0);
  CHECK_THAT(inspected.err, Catch::ContainsSubstring(note));
  CHECK_THAT(run_tfrec({"inspect", "a"}, in(folder)).err, !Catch::ContainsSubstring("numbers its classes"));
}

TEST_CASE("extract shows the ids of each source by its own class names") {
  const Flowers flowers;
  flowers.scratch.write("other.csv",
                        "image,class\na00.jpg,daisy\na01.jpg,rose\na02.jpg,daisy\na03.jpg,tulip\n");
  const auto build = [&](const std::string& labels, const std::string& out) {
    REQUIRE(flowers
                .run({"build", "images", "--labels", labels, "-o", out, "--name", "s", "-q",
                      "--allow-missing-images", "--no-shuffle", "--feature", "image=jpeg", "--feature",
                      "image_name=bytes:image", "--feature", "class=index:class"})
                .exit_code == 0);
  };
  build("labels.csv", "a");
  build("other.csv", "b");
  const RunResult result = flowers.run({"extract", "a", "b", "-o", "files", "-q"});
  CHECK(result.exit_code == 0);
  const std::string table = flowers.scratch.read("files/labels.csv");
  CHECK_THAT(table, Catch::ContainsSubstring("\na00.jpg,rose\na01.jpg,tulip\n"));
  CHECK_THAT(table,
             Catch::ContainsSubstring("a00-2.jpg,daisy\na01-2.jpg,rose\na02-2.jpg,daisy\na03-2.jpg,tulip\n"));
  CHECK(flowers.scratch.read("files/classes.txt") == "daisy\nrose\ntulip\n");
  for (const char* file : {"manifest.json", "label_map.pbtxt", "classes.txt"})
    std::filesystem::remove(flowers.scratch / "b" / file);
  const RunResult unknown = flowers.run({"extract", "a", "b", "-o", "other", "-q"});
  CHECK(unknown.exit_code == 2);
  CHECK_THAT(unknown.err, Catch::ContainsSubstring(
                              "b: feature 'class' has classes that no list names, and would be mixed with a\n"
                              "tfrec: hint: extract each source into a folder of its own\n"));
}

TEST_CASE("extract and --like took the list of a column's labels for that of its cells") {
  const Flowers flowers;
  flowers.scratch.write("tags.csv", "image,tags\na00.jpg,y\na01.jpg,x|y\na02.jpg,x\na03.jpg,x|y\n");
  const auto build = [&](const std::string& out, const Words& more) {
    const Words first{"build",       "images", "--labels", "tags.csv", "-o",
                      out,           "--name", "s",        "-q",       "--allow-missing-images",
                      "--no-shuffle"};
    CHECK(flowers.run(first + more).exit_code == 0);
  };
  build("a", {"--feature", "image=jpeg", "--feature", "image_name=bytes:image", "--feature", "one=index:tags",
              "--feature", "many=multihot:tags"});
  CHECK(flowers.run({"extract", "a", "-o", "files", "-q"}).exit_code == 0);
  CHECK(flowers.scratch.read("files/labels.csv") ==
        "image,tags\na00.jpg,y\na01.jpg,x|y\na02.jpg,x\na03.jpg,x|y\n");
  build("b", {"--like", "a"});
  CHECK(flowers.scratch.read("a/classes-tags.txt") == flowers.scratch.read("b/classes-tags.txt"));
  CHECK(flowers.scratch.read("a/s00-4.tfrec") == flowers.scratch.read("b/s00-4.tfrec"));
}

TEST_CASE("reshard --renumber did not mention that ids of the first source change") {
  const ScratchFolder folder;
  write_two(folder);
  const RunResult result = reshard(folder, {"a", "b", "-o", "out", "--renumber"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err,
             Catch::ContainsSubstring(
                 "tfrec: class ids of a change: 'cat' of 'hot' was 0, is 1, and 1 other differs\n"));
}
