// SPDX-License-Identifier: Apache-2.0
#include "shards/shard_paths.hpp"

#include <filesystem>

#include "base/error.hpp"
#include "shards/manifest/manifest.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"
#include "tfrecord/framing.hpp"

using namespace tfrec;
namespace fs = std::filesystem;

namespace {

std::string manifest_of(const std::vector<std::string>& paths) {
  Manifest set;
  for (const std::string& path : paths) set.shards.push_back({path, "", "", 1, 10, 0, ""});
  return manifest_json(set);
}

FoundShards find(const std::vector<std::string>& arguments) {
  Observer quiet;
  return find_shards(arguments, quiet);
}

/// What was found, relative to the scratch folder.
std::vector<std::string> names(const test::ScratchFolder& folder, const FoundShards& found) {
  std::vector<std::string> out;
  for (const FoundShard& shard : found.shards) {
    out.push_back(
        shard.path.lexically_normal().lexically_relative(folder.path().lexically_normal()).string());
  }
  return out;
}

Error failure(const std::vector<std::string>& arguments) {
  try {
    Observer quiet;
    find_shards(arguments, quiet);
  } catch (const Error& error) {
    return error;
  }
  return Error(ErrorKind::machine, "", "no error");
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("A folder is searched in a sorted order") {
  const test::ScratchFolder folder;
  for (const char* file : {"b/x.tfrecord", "a.tfrec", "b/a.tfrecords", "c-00000-of-00002", "c-00001-of-00002",
                           "notes.txt", ".tfrec-build/half.tfrec", "b/.tfrec-build/half.tfrec"}) {
    folder.write(file, "");
  }
  const FoundShards found = find({folder.path().string()});
  CHECK(names(folder, found) ==
        Names{"a.tfrec", "b/a.tfrecords", "b/x.tfrecord", "c-00000-of-00002", "c-00001-of-00002"});
  CHECK(found.sets.empty());
}

TEST_CASE("Links to folders are followed, loops are not") {
  const test::ScratchFolder folder;
  folder.write("real/a.tfrec", "");
  fs::create_directory_symlink("..", folder / "real/up");
  fs::create_directory_symlink("real", folder / "zlink");
  fs::create_symlink("nothing", folder / "real/gone.tfrec");
  CHECK(names(folder, find({folder.path().string()})) == Names{"real/a.tfrec", "zlink/a.tfrec"});
}

TEST_CASE("Arguments keep their order, repeats are dropped") {
  const test::ScratchFolder folder;
  const std::string b = folder.write("b.tfrec", "").string();
  folder.write("a.tfrec", "");
  CHECK(names(folder, find({b, folder.path().string(), b})) == Names{"b.tfrec", "a.tfrec"});
  CHECK(names(folder, find({folder.path().string(), folder.path().string() + "/"})) ==
        Names{"a.tfrec", "b.tfrec"});
}

TEST_CASE("A file that two arguments lead to, one through a link, is found once") {
  const test::ScratchFolder folder;
  folder.write("d/manifest.json", manifest_of({"a.tfrec", "train/b.tfrec"}));
  folder.write("d/a.tfrec", "");
  folder.write("d/train/b.tfrec", "");
  fs::create_directory_symlink("d", folder / "link");
  fs::create_directory(folder / "links");
  fs::create_symlink("../d/a.tfrec", folder / "links/a.tfrec");
  fs::create_directory(folder / "hard");
  fs::create_hard_link(folder / "d/a.tfrec", folder / "hard/a.tfrec");
  const std::string d = (folder / "d").string();
  for (const char* other :
       {"link", "link/", "link/train", "links", "hard", "link/a.tfrec", "l*", "d/../link/./a.tfrec"}) {
    INFO(other);
    const FoundShards found = find({d, (folder / other).string()});
    CHECK(names(folder, found) == Names{"d/a.tfrec", "d/train/b.tfrec"});
    REQUIRE(found.sets.size() == 1);
    CHECK(found.sets[0].missing.empty());
  }
  CHECK(names(folder, find({(folder / "link").string(), d})) == Names{"link/a.tfrec", "link/train/b.tfrec"});
}

TEST_CASE("A file under two names in one folder is found under both, as a reader's glob finds it") {
  const test::ScratchFolder folder;
  folder.write("a.tfrec", "");
  fs::create_symlink("a.tfrec", folder / "b.tfrec");
  fs::create_hard_link(folder / "a.tfrec", folder / "c.tfrec");
  const Names all{"a.tfrec", "b.tfrec", "c.tfrec"};
  CHECK(names(folder, find({folder.path().string()})) == all);
  CHECK(names(folder, find({(folder / "*.tfrec").string()})) == all);
}

TEST_CASE("A glob") {
  const test::ScratchFolder folder;
  for (const char* file : {"t0-1.tfrec", "t1-1.tfrec", "v0-1.tfrec", "t[0].tfrec"}) folder.write(file, "");
  CHECK(names(folder, find({(folder / "t?-*.tfrec").string()})) == Names{"t0-1.tfrec", "t1-1.tfrec"});
  CHECK(names(folder, find({(folder / "t[0].tfrec").string()})) == Names{"t[0].tfrec"});
  const Error error = failure({(folder / "z*").string()});
  CHECK(error.kind() == ErrorKind::bad_data);
  CHECK(error.message() == "matches nothing");
}

TEST_CASE("Files of a set beside its shards that a glob matches are skipped, and reported as a detail") {
  const test::ScratchFolder folder;
  for (const char* file : {"a.tfrec", "a.tfrec.idx", "a.tfindex", "b.tfrec", "classes.txt", "left-out.csv"})
    folder.write(file, "");
  struct Details : Observer {
    void detail(const std::string& text) override { all += text; }
    std::string all;
  } details;
  const std::string pattern = (folder / "*").string();
  CHECK(names(folder, find_shards(Names{pattern}, details)) == Names{"a.tfrec", "b.tfrec"});
  CHECK(details.all == pattern + ": 4 files beside shards skipped");
  CHECK(failure({(folder / "*idx").string()}).message() == "matches files beside shards, but no shards");
  CHECK(find({(folder / "a.tfrec.idx").string()}).shards.size() == 1);  // asked for by name
}

TEST_CASE("Files with records that a folder search skips for their names are warned of") {
  const test::ScratchFolder folder;
  std::string record;
  append_frame(record, "payload");
  for (const char* file : {"a.tfrec", "b.bin", "c.data"}) folder.write(file, record);
  folder.write("a.tfrec.idx", "0 23\n");
  folder.write("notes.txt", "twelve bytes of text");
  struct Warnings : Observer {
    void warning(const std::string& text) override { all += text; }
    std::string all;
  } warnings;
  CHECK(find_shards(Names{folder.path().string()}, warnings).shards.size() == 1);
  CHECK(warnings.all == folder.path().string() +
                            ": skipped 2 files with records, but without the name of a shard: " +
                            (folder / "b.bin").string() + ", …; give such files by name");
}

TEST_CASE("Of files without the name of a shard the first 1000 of a folder are looked into") {
  const test::ScratchFolder folder;
  folder.write("a.tfrec", "");
  for (int i = 1000; i < 2000; ++i) folder.write("image" + std::to_string(i), "");
  std::string record;
  append_frame(record, "payload");
  folder.write("late", record);
  struct Warnings : Observer {
    void warning(const std::string& text) override { all += text; }
    std::string all;
  } warnings;
  const auto warned_of = [&] {
    warnings.all.clear();
    find_shards(Names{folder.path().string()}, warnings);
    return warnings.all;
  };
  CHECK(warned_of().empty());
  fs::remove(folder / "image1000");
  CHECK_THAT(warned_of(), Catch::ContainsSubstring("skipped 1 file with records"));
}

TEST_CASE("What has the name of a shard but is no file is reported") {
  const test::ScratchFolder folder;
  folder.write("a.tfrec", "");
  fs::create_symlink("nowhere", folder / "b.tfrec");
  fs::create_symlink("nowhere", folder / "notes");
  const FoundShards found = find({folder.path().string()});
  REQUIRE(found.odd_entries.size() == 1);
  CHECK(found.odd_entries[0].path == folder / "b.tfrec");
  CHECK(found.odd_entries[0].what == "links to nothing");
}

TEST_CASE("A folder with nothing but an unfinished build hints at how to complete it") {
  const test::ScratchFolder folder;
  folder.write("out/.tfrec-build/0-0.tfrec", "");
  const std::string out = (folder / "out").string();
  const Error error = failure({out});
  CHECK(error.kind() == ErrorKind::bad_data);
  CHECK(error.message() == "contains an unfinished build, but no shards");
  CHECK(error.hint() == "complete it: run the same `tfrec build` again, or `tfrec finish PLAN -o " + out +
                            "` after the last part of a plan");
}

TEST_CASE("A shard knows its path beneath the folder that was asked for") {
  const test::ScratchFolder folder;
  folder.write("8x8/train/a.tfrec", "");
  const FoundShards whole = find({folder.path().string()});
  CHECK(whole.shards.at(0).from_folder);
  CHECK(whole.shards.at(0).below == "8x8/train/a.tfrec");
  const FoundShards one = find({(folder / "8x8/train/a.tfrec").string()});
  CHECK_FALSE(one.shards.at(0).from_folder);
  CHECK(one.shards.at(0).below == "a.tfrec");
}

TEST_CASE("A shard whose name has another count than its set lists is that shard") {
  const test::ScratchFolder folder;
  folder.write("manifest.json", manifest_of({"train/f00-1.tfrec", "train/f01-1.tfrec", "test/f02-1.tfrec"}));
  folder.write("train/f00-2.tfrec", "");
  folder.write("train/f02-2.tfrec", "");  // of another folder than the one that is listed
  const FoundShards found = find({folder.path().string()});
  REQUIRE(found.shards.size() == 2);
  CHECK(found.shards[0].set == 0U);
  CHECK(found.shards[0].entry == 0U);
  CHECK_FALSE(found.shards[1].entry);
  CHECK(found.sets.at(0).missing == std::vector<std::size_t>{1, 2});
}

TEST_CASE("A shard renamed beside two sets is that of the set whose manifest lies in its folder") {
  const test::ScratchFolder folder;
  folder.write("manifest.json", manifest_of({"b/f00-1.tfrec"}));
  folder.write("b/manifest.json", manifest_of({"f01-1.tfrec"}));
  folder.write("b/f00-2.tfrec", "");
  folder.write("b/f01-1.tfrec", "");
  const FoundShards found = find({folder.path().string()});
  REQUIRE(found.shards.size() == 2);
  REQUIRE(found.shards[0].set);
  CHECK(found.sets[*found.shards[0].set].folder == folder / "b");
  CHECK_FALSE(found.shards[0].entry);
}

TEST_CASE("A glob that matches nothing hints at its folder, which is searched with its sub-folders") {
  const test::ScratchFolder folder;
  CHECK(failure({(folder / "*.tfrec").string()}).hint() ==
        "a folder is searched with its sub-folders: " + folder.path().string());
}

TEST_CASE("A path that is not there is a wrong command line") {
  const test::ScratchFolder folder;
  const Error error = failure({(folder / "absent.tfrec").string()});
  CHECK(error.kind() == ErrorKind::usage);
  CHECK(error.path() == (folder / "absent.tfrec").string());
  CHECK(failure({""}).kind() == ErrorKind::usage);
  folder.write("file", "");
  CHECK(failure({(folder / "file/x").string()}).kind() == ErrorKind::usage);
}

TEST_CASE("A folder without shards is bad data") {
  const test::ScratchFolder folder;
  folder.write("a.jpg", "");
  const Error error = failure({folder.path().string()});
  CHECK(error.kind() == ErrorKind::bad_data);
  CHECK(error.message() == "contains no shards");
}

TEST_CASE("Shards belong to the manifest beside or above them") {
  const test::ScratchFolder folder;
  folder.write("manifest.json", manifest_of({"224x224/train/a.dat", "224x224/train/b.dat"}));
  folder.write("224x224/train/a.dat", "");
  folder.write("224x224/train/extra.tfrec", "");
  folder.write("stray.tfrec", "");
  folder.write("other/a.tfrec", "");
  for (const char* start : {"", "224x224", "224x224/train"}) {
    const FoundShards found = find({(folder / start).string()});
    INFO(start);
    REQUIRE(found.sets.size() == 1);
    REQUIRE(found.shards.size() >= 2);
    CHECK(found.shards[0].path.filename() == "a.dat");
    REQUIRE(found.listed(found.shards[0]) != nullptr);
    CHECK(found.listed(found.shards[0])->path == "224x224/train/a.dat");
    CHECK(found.sets[0].missing == std::vector<std::size_t>{1});
    CHECK(found.shards[1].path.filename() == "extra.tfrec");
    CHECK(found.shards[1].set == 0U);  // in a folder of its shards, but not in it
    CHECK_FALSE(found.shards[1].entry);
    CHECK(found.shards[1].stray_in == 0U);
    CHECK_FALSE(found.shards[0].stray_in);
  }
  const FoundShards whole = find({folder.path().string()});
  REQUIRE(whole.shards.size() == 4);
  CHECK(whole.shards[2].path.filename() == "a.tfrec");
  CHECK_FALSE(whole.shards[2].set);      // in no folder of the set
  CHECK(whole.shards.back().set == 0U);  // beside the manifest, but not in it
  CHECK_FALSE(whole.shards.back().entry);
  const FoundShards one = find({(folder / "224x224/train/a.dat").string()});
  CHECK(one.listed(one.shards[0]) != nullptr);
  CHECK(one.sets[0].missing.empty());  // nobody asked for the rest
}

TEST_CASE("Another set's shards in a folder of a set, their manifest beside them, were taken for no strays") {
  const test::ScratchFolder folder;
  folder.write("a/manifest.json", manifest_of({"8x8/train/f00-1.tfrec"}));
  folder.write("a/8x8/train/f00-1.tfrec", "");
  folder.write("a/8x8/train/manifest.json", manifest_of({"g00-1.tfrec"}));
  folder.write("a/8x8/train/g00-1.tfrec", "");
  folder.write("a/8x8/h00-1.tfrec", "");
  folder.write("a/own/manifest.json", manifest_of({"i00-1.tfrec"}));
  folder.write("a/own/i00-1.tfrec", "");
  const FoundShards found = find({(folder / "a").string()});
  for (const FoundShard& shard : found.shards) {
    INFO(shard.path);
    const bool is_stray = shard.file_name() == "g00-1.tfrec" || shard.file_name() == "h00-1.tfrec";
    REQUIRE(shard.stray_in.has_value() == (is_stray || shard.file_name() == "f00-1.tfrec"));
    if (is_stray) CHECK(found.sets[*shard.stray_in].folder == folder / "a");
  }
}

TEST_CASE(
    "A shard reached through a link belongs to the set that lists it, whatever the order of the paths") {
  const test::ScratchFolder folder;
  folder.write("set/manifest.json", manifest_of({"train/f00-1.tfrec"}));
  folder.write("set/train/f00-1.tfrec", "");
  const fs::path set = folder / "set";
  fs::create_directory_symlink("set/train", folder / "link");
  fs::create_directory(folder / "hard");
  fs::create_hard_link(folder / "set/train/f00-1.tfrec", folder / "hard/x.tfrec");
  for (const std::vector<std::string>& paths :
       std::vector<std::vector<std::string>>{{(folder / "link").string()},
                                             {(folder / "hard").string(), set.string()},
                                             {set.string(), (folder / "hard").string()},
                                             {(folder / "link/f00-1.tfrec").string(), set.string()}}) {
    const FoundShards found = find(paths);
    INFO(paths.front());
    REQUIRE(found.shards.size() == 1);
    CHECK(found.shards[0].entry == 0U);
  }
}

TEST_CASE("A link in a set's folder belongs to the set that lists the file it leads to") {
  const test::ScratchFolder folder;
  folder.write("set/manifest.json", manifest_of({"f00-1.tfrec"}));
  folder.write("set/f00-1.tfrec", "");
  folder.write("other/manifest.json", manifest_of({"g00-1.tfrec"}));
  fs::create_symlink("../set/f00-1.tfrec", folder / "other/link.tfrec");
  const FoundShards found = find({(folder / "other").string()});
  REQUIRE(found.shards.size() == 1);
  REQUIRE(found.listed(found.shards[0]) != nullptr);
  CHECK(found.listed(found.shards[0])->path == "f00-1.tfrec");
}

TEST_CASE("A file that two manifests list is a shard of both sets") {
  const test::ScratchFolder folder;
  folder.write("a/manifest.json", manifest_of({"f00-1.tfrec"}));
  folder.write("a/f00-1.tfrec", "");
  folder.write("b/manifest.json", manifest_of({"f00-1.tfrec"}));
  fs::create_hard_link(folder / "a/f00-1.tfrec", folder / "b/f00-1.tfrec");
  CHECK(find({(folder / "a").string(), (folder / "b").string()}).shards.size() == 2);
}

TEST_CASE("A set whose shards are all gone is found by its manifest") {
  const test::ScratchFolder folder;
  folder.write("manifest.json", manifest_of({"a.tfrec", "b.tfrec"}));
  const FoundShards found = find({folder.path().string()});
  CHECK(found.shards.empty());
  REQUIRE(found.sets.size() == 1);
  CHECK(found.sets[0].missing == std::vector<std::size_t>{0, 1});
}

TEST_CASE("A broken manifest is reported, a foreign one is none") {
  const test::ScratchFolder folder;
  folder.write("broken/manifest.json", "{\"format\": \"tfrec-mani");
  folder.write("broken/a.tfrec", "");
  folder.write("foreign/manifest.json", "{\"files\": []}");
  folder.write("foreign/a.tfrec", "");
  const FoundShards found = find({folder.path().string()});
  REQUIRE(found.sets.size() == 1);
  CHECK(found.sets[0].problem == "is not JSON");
  CHECK(found.shards[0].set == 0U);
  CHECK_FALSE(found.shards[1].set);
}
