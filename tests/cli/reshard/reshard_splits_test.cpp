// SPDX-License-Identifier: Apache-2.0
// What `tfrec reshard` does with sets that have splits.
#include <nlohmann/json.hpp>

#include "support/runs/reshard_runs.hpp"
#include "support/scenes/flowers.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

/// Two sources of three flowers each, in folders `a` and `b`.
void write_sources(const ScratchFolder& folder, const std::string& split_of_a,
                   const std::string& split_of_b) {
  for (const auto& [in, split] : {std::pair{"a", split_of_a}, std::pair{"b", split_of_b}}) {
    folder.write(std::string(in) + "/f00-3.tfrec", flower_shard(3));
    write_manifest(folder, in, set_of_three({"ash", "oak", "elm"}, split));
  }
}

Words splits_in(const Json& manifest) {
  Words names;
  for (const Json& totals : manifest["splits"]) names.push_back(totals["split"]);
  return names;
}

}  // namespace

TEST_CASE("reshard refused a set with splits, and the splits of one resharded by split were lost") {
  const Flowers flowers;
  const Json made = flowers.report({"--split", "train=0.6,val=0.2,test=0.2", "--shards", "3"});
  const RunResult result = flowers.run({"reshard", "out", "-o", "again", "--shards", "2"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, ContainsSubstring("train    2 shards, 12 records"));
  CHECK_THAT(result.out, ContainsSubstring("# likewise val, test"));
  for (const char* split : {"train", "val", "test"}) {
    const std::string name = split;
    CHECK(payloads_in(flowers.scratch / "again" / name) == payloads_in(flowers.scratch / "out" / name));
  }
  const Json again = flowers.manifest("again");
  CHECK(splits_in(again) == Words{"train", "val", "test"});
  CHECK(again["shards"][0]["path"] == "train/flowers00-6.tfrec");
  CHECK(again["classes"][0]["records_by_split"] == made["classes"][0]["records_by_split"]);
  CHECK(again["classes"][0]["records"] == made["classes"][0]["records"]);
  CHECK(flowers.run({"verify", "again"}).exit_code == 0);
  const RunResult reader = flowers.run({"reader", "again", "--framework", "tf"});
  CHECK_THAT(reader.out, ContainsSubstring("\"val\""));
}

TEST_CASE("Each split is resharded, shuffled and compressed as if it were alone") {
  const Flowers flowers;
  flowers.report({"--split", "train=0.5,val=0.5", "--shards", "3"});
  const Words options{"-q",       "--shuffle", "--gzip", "--shards", "2",
                      "--filter", "class=1",   "--drop", "petals"};
  REQUIRE(flowers.run(Words{"reshard", "out", "-o", "all"} + options).exit_code == 0);
  REQUIRE(flowers.run(Words{"reshard", "out/val", "-o", "val"} + options).exit_code == 0);
  const Files alone = flowers.shards("val");
  Files in_set;
  for (const auto& [path, content] : flowers.shards("all")) {
    if (path.starts_with("val/")) in_set[path.substr(4)] = content;
  }
  CHECK(alone.size() == 2);
  CHECK(in_set == alone);
}

TEST_CASE("The splits of several sources are joined by their names") {
  const Flowers flowers;
  flowers.report({"--split", "train=0.5,val=0.5"});
  flowers.report({"--split", "train=0.8,test=0.2"}, "more");
  REQUIRE(flowers.run({"reshard", "more", "out", "-o", "all", "-q"}).exit_code == 0);
  const Json all = flowers.manifest("all");
  CHECK(splits_in(all) == Words{"train", "val", "test"});
  CHECK(all["splits"][0]["records"] == 26);
  CHECK(all["splits"][1]["records"] == 10);
  CHECK(all["splits"][2]["records"] == 4);
  const Words joined = payloads_in(flowers.scratch / "all/train");
  CHECK(joined == payloads_in(flowers.scratch / "more/train") + payloads_in(flowers.scratch / "out/train"));
}

TEST_CASE("A dry run and --json describe each split") {
  const Flowers flowers;
  flowers.report({"--split", "train=0.5,val=0.5"});
  const RunResult text = flowers.run({"reshard", "out", "-o", "all", "--dry-run"});
  CHECK_THAT(text.out, ContainsSubstring("val      10 records in 1 shard"));
  const RunResult json = flowers.run({"reshard", "out", "-o", "all", "--dry-run", "--json"});
  REQUIRE(json.exit_code == 0);
  CHECK(splits_in(Json::parse(json.out)) == Words{"train", "val"});
  CHECK_FALSE(fs::exists(flowers.scratch / "all"));
}

TEST_CASE("--allow-mixed puts all splits in one set without splits") {
  const Flowers flowers;
  flowers.report({"--split", "train=0.5,val=0.5"});
  REQUIRE(flowers.run({"reshard", "out", "-o", "all", "-q", "--allow-mixed"}).exit_code == 0);
  CHECK(files_in(flowers.scratch / "all") ==
        Words{"classes.txt", "flowers00-20.tfrec", "label_map.pbtxt", "manifest.json"});
  CHECK(flowers.manifest("all")["splits"][0]["split"] == "");
}

TEST_CASE("A test split without labels keeps its own features") {
  const Flowers flowers;
  flowers.scratch.write("unseen/x.jpg", jpeg_image(20, 20, 7));
  flowers.report({"--split", "train=0.5,val=0.5", "--test", "unseen"});
  REQUIRE(flowers.run({"reshard", "out", "-o", "all", "-q"}).exit_code == 0);
  const Json made = flowers.manifest();
  const Json all = flowers.manifest("all");
  CHECK(all["splits"][2]["features"] == made["splits"][2]["features"]);
  CHECK_FALSE(all["splits"][0].contains("features"));
  CHECK(all["schema"].size() == made["schema"].size());
  CHECK(flowers.run({"verify", "all"}).exit_code == 0);
}

TEST_CASE("Shards without a manifest in folders named train and test stay apart") {
  const ScratchFolder folder;
  folder.write("in/train/f00-3.tfrec", flower_shard(3));
  folder.write("in/test/f00-2.tfrec",
               shard_of({payload_of({{"id", Texts{"x"}}}), payload_of({{"id", Texts{"y"}}})}));
  CHECK(quiet(folder, {"in", "-o", "out"}).exit_code == 0);
  CHECK(payloads_in(folder / "out/train") == payloads_in(folder / "in/train"));
  CHECK(payloads_in(folder / "out/test") == payloads_in(folder / "in/test"));
  const auto manifest = nlohmann::json::parse(folder.read("out/manifest.json"));
  CHECK(manifest["splits"][0]["features"] == Words{"class", "name", "weight"});
  CHECK(manifest["splits"][1]["features"] == Words{"id"});
  folder.write("in/test/f00-2.tfrec",
               shard_of({payload_of({{"class", Texts{"x"}}}), payload_of({{"class", Texts{"y"}}})}));
  const RunResult refused = quiet(folder, {"in", "-o", "kinds"});
  CHECK(refused.exit_code == 2);
  CHECK(refused.err ==
        "tfrec: error: in/test/f00-2.tfrec: feature 'class' is bytes, in the other splits it is int64\n"
        "tfrec: hint: make them alike with --drop class, or mix them with --allow-mixed\n");
}

TEST_CASE("reshard mixed train and val without a word where one more shard was in no split") {
  const Flowers flowers;
  flowers.report({"--split", "train=0.5,val=0.5"});
  flowers.scratch.write("out/stray-3.tfrec", flower_shard(3));
  const RunResult stray = flowers.run({"reshard", "out", "-o", "x"});
  CHECK(stray.exit_code == 2);
  CHECK_THAT(stray.err,
             ContainsSubstring("out/stray-3.tfrec: the shard is in no known split, but others are in 'train' "
                               "and 'val'\ntfrec: hint: reshard it alone, "));
  CHECK_FALSE(std::filesystem::exists(flowers.scratch / "x"));
  for (const char* name : {"train", "val", "holdout2"})
    flowers.scratch.write(std::string("plain/") + name + "/f-3.tfrec", flower_shard(3));
  const RunResult plain = flowers.run({"reshard", "plain", "-o", "x"});
  CHECK(plain.exit_code == 2);
  CHECK_THAT(plain.err, ContainsSubstring("plain/holdout2/f-3.tfrec: the shard is in no known split"));
  CHECK(flowers.run({"reshard", "plain", "-o", "x", "--allow-mixed", "-q"}).exit_code == 0);
  CHECK(flowers.run({"reshard", "plain/train", "plain/holdout2", "-o", "y", "-q"}).exit_code == 0);
}

TEST_CASE("reshard of a set's splits or shards accepted OUT inside the set") {
  const Flowers flowers;
  flowers.report({"--split", "train=0.5,val=0.5"});
  for (const Words& sources : {Words{"out/train", "out/val"}, Words{"out/train/flowers00-10.tfrec"}}) {
    const RunResult result = flowers.run(Words{"reshard"} + sources + Words{"-o", "out/new"});
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err, ContainsSubstring("out/new: lies in the source out, which would contain"));
    CHECK_FALSE(std::filesystem::exists(flowers.scratch / "out/new"));
  }
}

TEST_CASE("A split whose records all fail --filter is an error") {
  const ScratchFolder folder;
  folder.write("in/train/f00-3.tfrec", flower_shard(3));
  folder.write("in/val/f00-2.tfrec", flower_shard(2));
  const RunResult result = quiet(folder, {"in", "-o", "out", "--filter", "class=2"});
  CHECK(result.exit_code == 1);
  CHECK(result.err ==
        "tfrec: error: split 'val' would have no records: none of its records passes --filter\n"
        "tfrec: hint: name the shards of the other splits, or put all in one set with --allow-mixed\n");
  check_nothing_written(folder);
}

TEST_CASE("More shards than a split has records: the error names the split") {
  const ScratchFolder folder;
  folder.write("in/train/f00-3.tfrec", flower_shard(3));
  folder.write("in/val/f00-2.tfrec", flower_shard(2));
  const RunResult result = quiet(folder, {"in", "-o", "out", "--shards", "3"});
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.err, Catch::StartsWith("tfrec: error: split val: "));
  check_nothing_written(folder);
}

TEST_CASE("reshard: a split's name in a hostile manifest can't lead out of OUT") {
  const ScratchFolder folder;
  for (const char* name : {"../b", "x/y", ".tfrec-build", "manifest.json"}) {
    write_sources(folder, "train", name);
    const RunResult result = quiet(folder, {"a", "b", "-o", "out"});
    INFO(name);
    CHECK(result.exit_code == 1);
    CHECK_THAT(result.err, Catch::StartsWith("tfrec: error: b/f00-3.tfrec: the split's name '"));
    check_nothing_written(folder);
  }
  write_sources(folder, "train", "Train");
  CHECK(quiet(folder, {"a", "b", "-o", "out"}).err ==
        "tfrec: error: splits 'Train' and 'train' differ only in case\n"
        "tfrec: hint: reshard them one by one, or mix them with --allow-mixed\n");
  check_nothing_written(folder);
}
