// SPDX-License-Identifier: Apache-2.0
#include "shards/publish/existing_set.hpp"

#include "shards/manifest/manifest.hpp"
#include "support/catch.hpp"
#include "support/data/deflated.hpp"
#include "support/error_of.hpp"
#include "support/scratch_folder.hpp"
#include "tfrecord/framing.hpp"

using namespace tfrec;
namespace fs = std::filesystem;

namespace {

const std::string k_move_it = " (move it away, or use another -o)";

/// OUT with a set of one shard and its list of classes.
void write_set(const test::ScratchFolder& scratch) {
  Manifest set;
  set.totals = {{"", "", 1, 1, 10, 10}};
  set.shards = {{"train/f00-1.tfrec", "", "", 1, 10, 0, ""}};
  set.classes = {{"class", "classes.txt", {{"rose", 1}}}};
  scratch.write("out/manifest.json", manifest_json(set));
  scratch.write("out/train/f00-1.tfrec", "shard");
  scratch.write("out/classes.txt", "rose\n");
}

std::string refusal(const fs::path& out, bool overwrite) {
  return test::error_of([&] { look_at_output(out, overwrite); });
}

}  // namespace

TEST_CASE("An output folder may be missing or without shards, and below a folder") {
  const test::ScratchFolder scratch;
  scratch.write("file", "");
  scratch.write("out/notes.txt", "");
  scratch.write("out/.tfrec-build/half.tfrec", "");
  fs::create_symlink("nowhere", scratch / "broken");
  CHECK(look_at_output(scratch / "new/deep", false).files.empty());
  CHECK_FALSE(look_at_output(scratch / "out", false).complete);
  const std::string file = (scratch / "file").string();
  CHECK(refusal(file, false) == file + ": is not a folder ()");
  CHECK(refusal(scratch / "file/out", false) == file + ": is not a folder ()");
  const std::string broken = (scratch / "broken").string();
  CHECK(refusal(broken + "/out", false) == broken + ": is a broken link ()");
}

TEST_CASE("A set is replaced only on demand, and no shard of another set") {
  const test::ScratchFolder scratch;
  write_set(scratch);
  const fs::path out = scratch / "out";
  CHECK(refusal(out, false) == out.string() +
                                   ": already contains a set (use another -o, or replace the set with "
                                   "--overwrite)");
  const ExistingSet existing = look_at_output(out, true);
  CHECK(existing.complete);
  CHECK(existing.files == std::vector<std::string>{"manifest.json", "train/f00-1.tfrec", "classes.txt"});
  scratch.write("out/train/g.tfrec", "");
  CHECK(refusal(out, true) ==
        (out / "train/g.tfrec").string() +
            ": is a shard of another set (readers would mix it with the new shards; use "
            "another -o)");
}

TEST_CASE("Links in a circle and names that are too long can't be an output folder") {
  const test::ScratchFolder scratch;
  fs::create_symlink("circle", scratch / "circle");
  for (const std::string& out : {(scratch / "circle").string(), (scratch / std::string(300, 'n')).string()}) {
    INFO(out);
    CHECK_THAT(refusal(out, true), Catch::StartsWith(out + ": can't be a folder: "));
  }
}

TEST_CASE("Indexes are those of a shard by name and content, and no link leads to them") {
  const test::ScratchFolder scratch;
  const fs::path out = scratch / "out";
  scratch.write("out/train/f00-1.tfrec.idx", "0 20\n");
  scratch.write("out/train/f00-1.tfindex", "my notes");
  using Names = std::vector<std::string>;
  CHECK(indexes_of(out, "train/f00-1.tfrec") == Names{"train/f00-1.tfrec.idx"});
  fs::remove(out / "train/f00-1.tfrec.idx");
  scratch.write("elsewhere.idx", "0 20\n");
  fs::create_symlink("../../elsewhere.idx", out / "train/f00-1.tfrec.idx");
  scratch.write("out/train/f00-1.tfindex", "0 20\n");
  CHECK(indexes_of(out, "train/f00-1.tfrec") == Names{"train/f00-1.tfindex"});
  scratch.write("out/classes.txt.idx", "0 20\n");
  CHECK(indexes_of(out, "classes.txt").empty());
}

TEST_CASE("A shard that a manifest lists may be gone, and one in a staging folder is not another set's") {
  const test::ScratchFolder scratch;
  write_set(scratch);
  fs::remove(scratch / "out/train/f00-1.tfrec");
  scratch.write("out/train/.tfrec-build/half.tfrec", "");
  CHECK(look_at_output(scratch / "out", true).files.size() == 3);
  scratch.write("out/train/half.tfrec", "");
  CHECK_THAT(refusal(scratch / "out", true), Catch::ContainsSubstring("half.tfrec: is a shard of another"));
}

TEST_CASE("A set with a split that is called as a shard could not be replaced") {
  const test::ScratchFolder scratch;
  write_set(scratch);
  fs::create_directory(scratch / "out/a.tfrecord");
  CHECK(look_at_output(scratch / "out", true).files.size() == 3);
}

TEST_CASE("A file lies within a folder where no link leads to it") {
  const test::ScratchFolder scratch;
  scratch.write("out/a/f", "");
  scratch.write("elsewhere/f", "");
  fs::create_symlink("f", scratch / "out/a/link");
  fs::create_directory_symlink("a", scratch / "out/inside");
  fs::create_directory_symlink("../elsewhere", scratch / "out/outside");
  const fs::path out = scratch / "out";
  for (const char* within : {"a/f", "a/gone", "gone/gone"}) {
    INFO(within);
    CHECK(is_file_within(out, within));
  }
  for (const char* not_within : {"a", "a/link", "inside/f", "inside/gone", "outside/f", "outside/gone",
                                 "outside/gone/gone", "../elsewhere/f"}) {
    INFO(not_within);
    CHECK_FALSE(is_file_within(out, not_within));
  }
  CHECK_FALSE(is_file_within(out, std::string(300, 'x')));  // can't be looked at
}

TEST_CASE("A manifest that named a file that is gone, behind a link, had folders elsewhere removed") {
  const test::ScratchFolder scratch;
  write_set(scratch);
  fs::create_directories(scratch / "elsewhere/sub");
  fs::create_directory_symlink("../elsewhere", scratch / "out/link");
  std::string manifest = scratch.read("out/manifest.json");
  manifest.replace(manifest.find("train/f00-1.tfrec"), 17, "link/sub/f-1.tfrec");
  scratch.write("out/manifest.json", manifest);
  fs::remove_all(scratch / "out/train");
  CHECK_THAT(
      refusal(scratch / "out", true),
      Catch::ContainsSubstring("link/sub/f-1.tfrec: is named in the set's manifest, but is not a file"));
}

TEST_CASE("A manifest that is no manifest of a set, or names files that no set has, is left as it is") {
  const test::ScratchFolder scratch;
  write_set(scratch);
  const fs::path out = scratch / "out";
  const std::string manifest = scratch.read("out/manifest.json");
  scratch.write("out/manifest.json", "{\"name\": \"app\"}");
  const std::string start =
      (out / "manifest.json").string() + ": is not a manifest of tfrec, and was not changed: ";
  CHECK(refusal(out, true) == start + "it belongs to another program" + k_move_it);
  scratch.write("out/manifest.json", manifest.substr(0, manifest.size() / 2));
  CHECK_THAT(refusal(out, true), Catch::StartsWith(start));
  const auto with_shard = [&](const std::string& name) {
    std::string text = manifest;
    scratch.write("out/manifest.json", text.replace(text.find("train/f00-1.tfrec"), 17, name));
    return refusal(out, true);
  };
  scratch.write("out/notes.txt", "mine");
  const std::string not_own =
      ": is named in the set's manifest, but is not a file of tfrec (if it is a damaged shard, remove it; "
      "else move it and manifest.json away, or use another -o)";
  CHECK(with_shard("notes.txt") == (out / "notes.txt").string() + not_own);
  std::string with_notes = manifest;
  scratch.write("out/manifest.json", with_notes.replace(with_notes.find("classes.txt"), 11, "notes.txt"));
  CHECK(refusal(out, true) == (out / "notes.txt").string() + not_own);
  scratch.write("elsewhere/f00-1.tfrec", "mine");
  fs::create_directory_symlink("../elsewhere", out / "link");
  CHECK(with_shard("link/f00-1.tfrec") == (out / "link/f00-1.tfrec").string() + not_own);
  // It could become a file of the new set.
  CHECK_THAT(with_shard(".tfrec-build/0-0.tfrec"), Catch::ContainsSubstring("is in a hidden folder"));
}

TEST_CASE(
    "A manifest's photo of a name with a count was taken for a shard, and others' lists for the set's") {
  const test::ScratchFolder scratch;
  write_set(scratch);
  const std::string manifest = scratch.read("out/manifest.json");
  const auto refusal_with = [&](const std::string& old, const std::string& name) {
    std::string text = manifest;
    scratch.write("out/manifest.json", text.replace(text.find(old), old.size(), name));
    return refusal(scratch / "out", true);
  };
  for (const auto& [old, name] :
       {std::pair("train/f00-1.tfrec", "IMG1-22.jpg"), std::pair("classes.txt", "sub/README.md"),
        std::pair("classes.txt", "classes_old.txt")}) {
    scratch.write(std::string("out/") + name, "mine");
    CHECK(refusal_with(old, name) ==
          (scratch / "out" / name).string() +
              ": is named in the set's manifest, but is not a file of tfrec (if it is a damaged shard, "
              "remove it; else move it and manifest.json away, "
              "or use another -o)");
  }
  std::string shard;
  append_frame(shard, "payload");
  fs::remove(scratch / "out/train/f00-1.tfrec");
  for (const std::string& content : {shard, test::gzipped(shard)}) {
    scratch.write("out/f00-1.bin", content);
    CHECK(refusal_with("train/f00-1.tfrec", "f00-1.bin").empty());
  }
}

TEST_CASE("Names of a set's files") {
  for (const char* name : {"manifest.json", "bad.csv", "bad-boxes.csv", "left-out.csv", "records.csv",
                           "features.json", "dataset_info.json", "README.md", "x.labels.txt", "classes.txt",
                           "classes-2.txt", "label_map.pbtxt", "a.tfrec", "x-00000-of-00001", "f00-3.bin"}) {
    INFO(name);
    CHECK(is_file_of_set(name));
  }
  for (const char* name : {"notes.txt", "classes.csv", "my-classes.txt", "classes_old.txt", "label_map.txt",
                           "a.tfrec.idx", "bad.txt"}) {
    INFO(name);
    CHECK_FALSE(is_file_of_set(name));
  }
}

TEST_CASE("Files and folders of the new set's names are free, or belong to the old set") {
  const test::ScratchFolder scratch;
  scratch.write("out/a.tfrec", "");
  scratch.write("out/8x8/b.tfrec", "");
  fs::create_symlink("nowhere", scratch / "out/broken.tfrec");
  fs::create_directory_symlink("8x8", scratch / "out/link");
  const fs::path out = scratch / "out";
  const std::string exists = ": already exists and is not part of a set" + k_move_it;
  require_free_names(out, {true, {"a.tfrec"}}, {"a.tfrec", "c.tfrec"});
  CHECK(test::error_of([&] {
          require_free_names(out, {}, {"c.tfrec", "a.tfrec"});
        }) == (out / "a.tfrec").string() + exists);
  CHECK(test::error_of([&] { require_free_names(out, {}, {"broken.tfrec"}); }) ==
        (out / "broken.tfrec").string() + exists);
  require_free_folders(out, {"8x8", "8x8/train", "new/deep"});
  CHECK(test::error_of([&] { require_free_folders(out, {"8x8/b.tfrec/deep"}); }) ==
        (out / "8x8/b.tfrec").string() + ": is a file, but the set needs a folder there" + k_move_it);
  CHECK(test::error_of([&] { require_free_folders(out, {"link"}); }) ==
        (out / "link").string() +
            ": is a link, but the set needs a folder of its own there (remove the link, or use "
            "another -o)");
}

TEST_CASE("A folder of the set on another file system is refused, for nothing can be renamed into it") {
  const test::ScratchFolder scratch;
  fs::create_directory(scratch / "out");
  fs::create_directory_symlink("/proc", scratch / "out/mounted");
  CHECK(test::error_of([&] { require_free_folders(scratch / "out", {"mounted"}); }) ==
        (scratch / "out/mounted").string() +
            ": is on another file system, so files can't be moved there (unmount it, remove the link, or use "
            "another -o)");
}

TEST_CASE("Refusals of a set that is there state the difference or the damage") {
  CHECK(complete_set_refused("out", "--quality 90, not 95").message() ==
        "already contains a set built with different options or inputs: --quality 90, not 95");
  CHECK(complete_set_refused("my out", "it has fewer images", true).hint() ==
        "use another -o, or replace the set with --overwrite; to keep each image in its split, add "
        "--keep-splits 'my out'");
  CHECK(damaged_set_refused("out", "a.tfrec is missing").message() ==
        "already contains this set, but a.tfrec is missing");
}
