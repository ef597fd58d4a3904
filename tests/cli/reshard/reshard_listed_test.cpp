// SPDX-License-Identifier: Apache-2.0
// reshard of shards without a manifest, beside a file that lists their classes.
#include <nlohmann/json.hpp>

#include "support/data/test_data.hpp"
#include "support/runs/reshard_runs.hpp"

using namespace tfrec;
using namespace tfrec::test;
using Catch::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

constexpr const char* k_ten = "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n";

nlohmann::json manifest_of(const ScratchFolder& folder, const std::string& set) {
  return nlohmann::json::parse(folder.read(set + "/manifest.json"));
}

std::string boxed(const Integers& ids, const Texts& texts) {
  const Floats low(ids.size(), 0.25F);
  const Floats high(ids.size(), 0.5F);
  return payload_of({{"image/object/bbox/xmax", high},
                     {"image/object/bbox/xmin", low},
                     {"image/object/bbox/ymax", high},
                     {"image/object/bbox/ymin", low},
                     {"image/object/class/label", ids},
                     {"image/object/class/text", texts}});
}

}  // namespace

TEST_CASE("reshard did not give the new set the classes that are listed beside others' shards") {
  const ScratchFolder folder;
  write_ten(folder);
  folder.write("in/classes.txt", k_ten);
  const RunResult result = reshard(folder, {"in", "-o", "out"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring("tfrec: 'class' has the classes of " +
                                           (folder / "in/classes.txt").string() + "\n"));
  CHECK(payloads_in(folder / "out") == flowers({0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  CHECK(folder.read("out/classes.txt") == k_ten);
  CHECK_THAT(folder.read("out/label_map.pbtxt"), ContainsSubstring("id: 9\n  name: \"j\""));
  CHECK(manifest_of(folder, "out")["classes"][0]["records"] == std::vector<int>(10, 1));
  CHECK(run_tfrec({"verify", "-q", "out"}, in(folder)).exit_code == 0);
  CHECK_THAT(run_tfrec({"inspect", "out"}, in(folder)).out,
             ContainsSubstring("from 0 (a) to 9 (j), 1 record each"));
  // The list comes along from set to set.
  CHECK(quiet(folder, {"out", "-o", "again"}).exit_code == 0);
  CHECK(folder.read("again/classes.txt") == k_ten);
}

TEST_CASE("reshard --filter refused the names of classes that are listed beside others' shards") {
  const ScratchFolder folder;
  write_ten(folder);
  folder.write("in/classes.txt", k_ten);
  CHECK(quiet(folder, {"in", "-o", "out", "--filter", "class=b,j"}).exit_code == 0);
  CHECK(payloads_in(folder / "out") == flowers({1, 9}));
  folder.write("in/classes.txt", "rose\nb\nc\nd\ne\nf\ng\nh\ni\nj\n");
  const RunResult result = quiet(folder, {"in", "-o", "none", "--filter", "class=roes"});
  CHECK(result.exit_code == 2);
  CHECK(result.err ==
        "tfrec: error: --filter 'class=roes': 'roes' is not a class of feature 'class'\n"
        "tfrec: hint: did you mean 'rose'?\n");
}

TEST_CASE("reshard: listed ids that begin at 1, or have gaps, stay with their classes") {
  const ScratchFolder folder;
  folder.write("in/f00-3.tfrec", flower_shard(3, 1));
  SECTION("from 1, by the number of classes") {
    folder.write("in/classes.txt", "a\nb\nc\n");
    CHECK(quiet(folder, {"in", "-o", "out"}).exit_code == 0);
    CHECK(manifest_of(folder, "out")["options"]["label-base"] == 1);
  }
  SECTION("with gaps, by a label map") {
    folder.write("in/label_map.pbtxt",
                 "item { id: 1 name: 'a' } item { id: 2 name: 'b' } item { id: 3 name: 'c' } "
                 "item { id: 9 name: 'd' }");
    CHECK(quiet(folder, {"in", "-o", "out"}).exit_code == 0);
    CHECK(manifest_of(folder, "out")["classes"][0]["ids"] == std::vector<int>{1, 2, 3, 9});
  }
  SECTION("TF-Slim's labels.txt") {
    folder.write("in/labels.txt", "0:none\n1:a\n2:b\n3:c\n");
    CHECK(quiet(folder, {"in", "-o", "out"}).exit_code == 0);
    CHECK(folder.read("out/classes.txt") == "none\na\nb\nc\n");
  }
  CHECK_THAT(run_tfrec({"inspect", "out"}, in(folder)).out,
             ContainsSubstring("from 1 (a) to 3 (c), 1 record each"));
  CHECK(run_tfrec({"verify", "-q", "out"}, in(folder)).exit_code == 0);
}

TEST_CASE("reshard: a list of classes that others' shards do not fit is not used, and why") {
  const ScratchFolder folder;
  write_ten(folder);
  std::string reason = "it lists 1 class without ids, and 'class' has numbers from 0 to 9";
  std::string file = "classes.txt";
  SECTION("too short") {
    folder.write("in/classes.txt", "rose\n");
  }
  SECTION("a label map that lacks an id") {
    file = "label_map.pbtxt";
    folder.write("in/label_map.pbtxt", "item { id: 0 name: 'a' }");
    reason = "it lists no class 1, which 'class' has";
  }
  SECTION("a labels.txt that is longer may list images") {
    file = "labels.txt";
    folder.write("in/labels.txt", std::string(k_ten) + "k\n");
    reason = "it lists 11 classes without ids, and 'class' has numbers from 0 to 9";
  }
  SECTION("malformed") {
    folder.write("in/classes.txt", "a\n\nb\n");
    file = "classes.txt:2";
    reason = "a blank line between classes";
  }
  SECTION("names that a label map can't have") {
    folder.write("in/classes.txt", " a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n");
    reason = "a label map can't have such names or ids";
  }
  const RunResult result = reshard(folder, {"in", "-o", "out"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring("tfrec: " + (folder / "in" / file).string() +
                                           " is not used: " + reason + "\n"));
  CHECK(manifest_of(folder, "out")["classes"].empty());
  CHECK_FALSE(fs::exists(folder / "out/label_map.pbtxt"));
}

TEST_CASE("reshard: a label map of others' boxes, whose texts are its display names") {
  const ScratchFolder folder;
  folder.write("in/b00-3.tfrec",
               shard_of({boxed({1, 2}, {"cat", "dog"}), boxed({}, {}), boxed({2}, {"dog"})}));
  folder.write("in/label_map.pbtxt",
               "item { id: 1 name: '/m/1' display_name: 'cat' } "
               "item { id: 2 name: '/m/2' display_name: 'dog' } "
               "item { id: 3 name: '/m/3' display_name: 'eel' }");
  CHECK(quiet(folder, {"in", "-o", "out"}).exit_code == 0);
  const nlohmann::json manifest = manifest_of(folder, "out");
  CHECK(manifest["classes"][0]["names"] == Words{"cat", "dog", "eel"});
  CHECK(manifest["classes"][0]["records"] == std::vector<int>{1, 2, 0});  // boxes
  CHECK(manifest["boxes"]["boxes"] == 3);
  CHECK(run_tfrec({"verify", "-q", "out"}, in(folder)).out.empty());
  CHECK(quiet(folder, {"out", "-o", "again"}).exit_code == 0);
  CHECK(manifest_of(folder, "again")["boxes"]["boxes"] == 3);
}

TEST_CASE("reshard: a label map that the texts of others' boxes contradict is not used") {
  const ScratchFolder folder;
  folder.write("in/b00-2.tfrec", shard_of({boxed({1}, {"tabby"}), boxed({2}, {"dog"})}));
  folder.write("in/label_map.pbtxt", "item { id: 1 name: 'cat' } item { id: 2 name: 'dog' }");
  const RunResult result = reshard(folder, {"in", "-o", "out", "--filter", "image/object/class/label=tabby"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring("label_map.pbtxt is not used: class names differ: id 1 of "
                                           "'image/object/class/label' is 'cat' in the list of classes, and "
                                           "'tabby' in 'image/object/class/text'\n"));
  CHECK(payloads_in(folder / "out") == Words{boxed({1}, {"tabby"})});
}

TEST_CASE("reshard: display names of a label map were those of another list") {
  const ScratchFolder folder;
  folder.write("up/in/b00-2.tfrec", shard_of({boxed({0}, {"cat"}), boxed({1}, {"dog"})}));
  folder.write("up/in/classes.txt", "cat\ndog\nelk\n");
  SECTION("of another map") {
    folder.write("up/label_map.pbtxt", "item { id: 2 name: 'x' display_name: 'eel' }");
  }
  SECTION("of a malformed map") {
    folder.write("up/label_map.pbtxt", "item {");
  }
  CHECK(quiet(folder, {"up/in", "-o", "out"}).exit_code == 0);
  CHECK(folder.read("out/classes.txt") == "cat\ndog\nelk\n");
}

TEST_CASE("reshard: one shard of several does not show the ids of a list without ids") {
  const ScratchFolder folder;
  folder.write("in/a.tfrec", flower_shard(3));
  folder.write("in/b.tfrec", flower_shard(1, 3));  // so 0 is the background, and 1 the first class
  folder.write("in/classes.txt", "a\nb\nc\n");
  const RunResult result = reshard(folder, {"in/a.tfrec", "-o", "out"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err,
             ContainsSubstring("/in/classes.txt is not used: it has no ids, and those of the shards "
                               "beside these are not known; name the folder\n"));
  CHECK(manifest_of(folder, "out")["classes"].empty());
}

TEST_CASE("reshard took lists of the same names for equal where numbers begin at 0 and at 1") {
  const ScratchFolder folder;
  folder.write("a/a.tfrec", flower_shard(3));
  folder.write("a/classes.txt", "a\nb\nc\n");
  folder.write("b/b.tfrec", flower_shard(3, 1));
  folder.write("b/classes.txt", "a\nb\nc\n");
  CHECK_THAT(quiet(folder, {"a", "b", "-o", "out"}).err,
             ContainsSubstring(
                 "b: feature 'class' numbers its classes differently: 0 is no class, in a 0 is 'a'\n"));
  CHECK(quiet(folder, {"a", "b", "-o", "out", "--renumber"}).exit_code == 0);
  CHECK(payloads_in(folder / "out").size() == 6);
  CHECK(manifest_of(folder, "out")["classes"][0]["records"] == std::vector<int>{2, 2, 2});
}

TEST_CASE("reshard: shards of one list in several folders, which lack some classes, are one source") {
  const ScratchFolder folder;
  for (const char* source : {"a", "b"}) {
    const std::string name = source;
    folder.write(name + "/train/x.tfrec", flower_shard(3));
    folder.write(name + "/val/y.tfrec", flower_shard(1, 2));
  }
  folder.write("a/classes.txt", "a\nb\nc\n");
  folder.write("b/classes.txt", "c\nb\na\n");
  CHECK(quiet(folder, {"a", "b", "-o", "out", "--renumber"}).exit_code == 0);
  CHECK(manifest_of(folder, "out")["classes"][0]["records"] == std::vector<int>{3, 2, 3});
}

TEST_CASE("reshard did not merge a set and others' shards that list the same classes") {
  const ScratchFolder folder;
  folder.write("set/f00-3.tfrec", flower_shard(3));
  write_manifest(folder, "set", set_of_three({"a", "b", "c"}));
  folder.write("in/train/x-00000-of-00001.tfrecord", flower_shard(3));
  folder.write("in/classes.txt", "a\nb\nc\n");
  CHECK(quiet(folder, {"set", "in", "-o", "out"}).exit_code == 0);
  CHECK(manifest_of(folder, "out")["classes"][0]["records"] == std::vector<int>{2, 2, 2});
  CHECK(run_tfrec({"verify", "-q", "out"}, in(folder)).exit_code == 0);
  folder.write("in/classes.txt", "a\nb\nd\n");
  CHECK_THAT(
      quiet(folder, {"set", "in", "-o", "other"}).err,
      ContainsSubstring("feature 'class' numbers its classes differently: 2 is 'd', in set 2 is 'c'\n"));
  CHECK(quiet(folder, {"set", "in", "-o", "merged", "--renumber"}).exit_code == 0);
  CHECK(folder.read("merged/classes.txt") == "a\nb\nc\nd\n");
  fs::remove(folder / "in/classes.txt");
  CHECK_THAT(quiet(folder, {"set", "in", "-o", "none"}).err,
             ContainsSubstring("feature 'class' has classes that no list names"));
  CHECK_THAT(reshard(folder, {"in", "-o", "one"}).err,
             ContainsSubstring("tfrec: all shards are of split 'train'; the new set has no splits\n"));
}

TEST_CASE("reshard mixed shards of others that have lists of other classes") {
  const ScratchFolder folder;
  folder.write("a/a.tfrec", flower_shard(3));
  folder.write("a/classes.txt", "a\nb\nc\n");
  folder.write("b/b.tfrec", flower_shard(3));
  folder.write("b/classes.txt", "a\nb\nd\n");
  const RunResult refused = quiet(folder, {"a", "b", "-o", "out"});
  CHECK(refused.exit_code == 2);
  CHECK(refused.err ==
        "tfrec: error: b: feature 'class' numbers its classes differently: 2 is 'd', in a 2 is 'c'\n"
        "tfrec: hint: give all records one list of classes with --renumber, or keep the numbers as they are "
        "with --allow-mixed\n");
  check_nothing_written(folder);
  CHECK(quiet(folder, {"a", "b", "-o", "dropped", "--drop", "class"}).exit_code == 0);
  const RunResult mixed = quiet(folder, {"a", "b", "-o", "mixed", "--allow-mixed"});
  CHECK_THAT(mixed.err, ContainsSubstring("; the new set lists no classes of it\n"));
  CHECK(manifest_of(folder, "mixed")["classes"].empty());
  CHECK(quiet(folder, {"a", "b", "-o", "one", "--renumber"}).exit_code == 0);
  CHECK(folder.read("one/classes.txt") == "a\nb\nc\nd\n");
  CHECK(manifest_of(folder, "one")["classes"][0]["records"] == std::vector<int>{2, 2, 1, 1});
  CHECK(payloads_in(folder / "one").back() ==
        payload_of({{"class", Integers{3}}, {"name", Texts{"flower2.jpg"}}, {"weight", Floats{0.5F, 1.0F}}}));
  folder.write("b/classes.txt", "a\nb\nc\n");
  CHECK(quiet(folder, {"a", "b", "-o", "same"}).exit_code == 0);
  CHECK(manifest_of(folder, "same")["classes"][0]["records"] == std::vector<int>{2, 2, 2});
  folder.write("c/c.tfrec", flower_shard(3));
  CHECK_THAT(
      quiet(folder, {"a", "c", "-o", "unlisted"}).err,
      ContainsSubstring("c: feature 'class' has classes that no list names, and would be mixed with a\n"
                        "tfrec: hint: put the label map of the others' shards beside them, or leave the "
                        "feature out with --drop, or keep the numbers as they are with --allow-mixed\n"));
}

TEST_CASE(
    "reshard of shards without a manifest into a set with --label-base lost the id of its first class") {
  const ScratchFolder folder;
  folder.write("set/f00-3.tfrec", flower_shard(3, 1));
  Manifest set = set_of_three({"a", "b", "c"});
  set.options.emplace_back("label-base", std::int64_t{1});
  write_manifest(folder, "set", set);
  folder.write("bare/x.tfrec", shard_of({payload_of({{"name", Texts{"x"}}})}));
  CHECK(quiet(folder, {"set", "bare", "-o", "out", "--allow-mixed"}).exit_code == 0);
  const nlohmann::json manifest = manifest_of(folder, "out");
  CHECK(manifest["options"]["label-base"] == 1);
  CHECK(manifest["classes"][0]["records"] == std::vector<int>{1, 1, 1});
}

TEST_CASE("reshard: of others' shards whose boxes are all missing, a message named a class that none has") {
  const ScratchFolder folder;
  folder.write("in/b.tfrec", shard_of({boxed({}, {}), boxed({}, {})}));
  folder.write("in/label_map.pbtxt", "item { id: 1 name: 'cat' }");
  const RunResult result = reshard(folder, {"in", "-o", "out"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, !ContainsSubstring("is not used"));
  CHECK(manifest_of(folder, "out")["classes"][0]["records"] == std::vector<int>{0});
}
