// SPDX-License-Identifier: Apache-2.0
#include "shards/publish/publication.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <string>
#include <sys/inotify.h>
#include <unistd.h>
#include <vector>

#include "base/error.hpp"
#include "base/files/file.hpp"
#include "shards/publish/staging.hpp"
#include "support/catch.hpp"
#include "support/error_of.hpp"
#include "support/scenes/publication_scene.hpp"
#include "tfrecord/framing.hpp"

namespace fs = std::filesystem;
using namespace tfrec;
using test::k_published;
using test::PublicationScene;

namespace {

/// What happens to the names in a folder, and when it is opened, as it is to sync it.
class FolderWatch {
 public:
  explicit FolderWatch(const fs::path& folder) : m_events(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK)) {
    REQUIRE(::inotify_add_watch(m_events.get(), folder.c_str(), IN_DELETE | IN_MOVED_TO | IN_OPEN) >= 0);
  }

  /// Such as "removed a.tfrec", "placed b.tfrec", "opened".
  std::vector<std::string> events() const {
    std::vector<std::string> found;
    alignas(inotify_event) std::array<char, 65536> buffer{};
    const ssize_t got = ::read(m_events.get(), buffer.data(), buffer.size());
    for (ssize_t at = 0; at < got;) {
      const auto* event = reinterpret_cast<const inotify_event*>(buffer.data() + at);
      if ((event->mask & IN_DELETE) != 0) found.push_back(std::string("removed ") + event->name);
      if ((event->mask & IN_MOVED_TO) != 0) found.push_back(std::string("placed ") + event->name);
      if ((event->mask & IN_OPEN) != 0 && event->len == 0) found.emplace_back("opened");
      at += static_cast<ssize_t>(sizeof *event + event->len);
    }
    return found;
  }

 private:
  FileDescriptor m_events;
};

}  // namespace

TEST_CASE("Publishing replaces the old set by the new one") {
  const PublicationScene scene;
  publish(scene.staging, scene.out, scene.plan);
  CHECK(scene.names() == k_published);
  CHECK(scene.scratch.read("out/manifest.json") == "new");
  CHECK_FALSE(is_publication_interrupted(scene.staging));
}

TEST_CASE("The old set's manifest is gone from the disk before a shard of it goes") {
  const PublicationScene scene;
  const FolderWatch watch(scene.out);
  publish(scene.staging, scene.out, scene.plan);
  const std::vector<std::string> events = watch.events();
  const std::vector<std::string> wanted{"removed manifest.json", "opened", "removed f00-2.tfrec",
                                        "removed f01-2.tfrec"};
  CHECK(std::search(events.begin(), events.end(), wanted.begin(), wanted.end()) != events.end());
}

TEST_CASE("Shards are safe on the disk before the manifest appears, and it is before a publication ends") {
  const PublicationScene scene;
  fs::create_directory(scene.out / "8x8");
  const FolderWatch watch(scene.out);
  const FolderWatch of_split(scene.out / "8x8");
  publish(scene.staging, scene.out, scene.plan);
  const std::vector<std::string> events = watch.events();
  const std::vector<std::string> wanted{"placed f00-3.tfrec", "opened", "placed manifest.json", "opened"};
  CHECK(std::search(events.begin(), events.end(), wanted.begin(), wanted.end()) != events.end());
  const std::vector<std::string> in_split = of_split.events();
  const std::vector<std::string> placed{"placed f00-3.tfrec", "opened"};
  CHECK(std::search(in_split.begin(), in_split.end(), placed.begin(), placed.end()) != in_split.end());
}

TEST_CASE("Folders that only the old set had go with it, unless something else is in them") {
  const PublicationScene scene;
  for (const char* old : {"8x8/train/f00-2.tfrec", "16x16/train/f00-2.tfrec", "notes/f00-2.tfrec"})
    scene.scratch.write(std::string("out/") + old, "old");
  scene.scratch.write("out/notes/mine.txt", "mine");
  PublicationPlan plan = scene.plan;
  for (const char* old : {"8x8/train/f00-2.tfrec", "16x16/train/f00-2.tfrec", "notes/f00-2.tfrec"})
    plan.removed.emplace_back(old);
  publish(scene.staging, scene.out, plan);
  CHECK_FALSE(fs::exists(scene.out / "16x16"));
  CHECK_FALSE(fs::exists(scene.out / "8x8/train"));
  CHECK(fs::exists(scene.out / "8x8/f00-3.tfrec"));
  CHECK(scene.scratch.read("out/notes/mine.txt") == "mine");
}

TEST_CASE("Nothing but the lock stays in the staging folder of a published set") {
  const PublicationScene scene;
  for (const char* rest : {"lock", "planned.json", "0.json", "train/1.json"})
    scene.scratch.write(std::string("out/.tfrec-build/") + rest, "");
  publish(scene.staging, scene.out, scene.plan);
  CHECK(test::names(scene.scratch.files("out/.tfrec-build")) == std::vector<std::string>{"lock"});
}

TEST_CASE("Files beside the shards are staged in their folders, each with its name and size") {
  const test::ScratchFolder scratch;
  StagedFiles files(scratch.path());
  std::vector<std::string> names;
  for (int i = 0; i < 150; ++i) {
    names.push_back((i % 2 == 0 ? "" : "8x8/train/") + std::to_string(i) + ".labels.txt");
    files.add(names.back(), std::string(static_cast<std::size_t>(i), 'x'));
  }
  const std::vector<Publication> publications = files.commit();
  REQUIRE(publications.size() == names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    CHECK(publications[i].staged == names[i]);
    CHECK(publications[i].name == names[i]);
    CHECK(publications[i].bytes == i);
    CHECK(scratch.read(names[i]) == std::string(i, 'x'));
  }
  CHECK(test::names(scratch.files()).size() == names.size());
}

TEST_CASE("A folder where a file must be is seen before anything is removed") {
  const PublicationScene scene;
  fs::create_directory(scene.out / "f00-3.tfrec");
  CHECK_THROWS_WITH(publish(scene.staging, scene.out, scene.plan), Catch::ContainsSubstring("is a folder"));
  CHECK(scene.scratch.read("out/manifest.json") == test::old_manifest());
  CHECK_FALSE(is_publication_interrupted(scene.staging));
}

TEST_CASE("A staged file that another program cut or removed is never published") {
  for (const bool is_cut : {true, false}) {
    const PublicationScene scene;
    const fs::path shard = scene.staging / "1-0.tfrec";
    if (is_cut) {
      fs::resize_file(shard, 2);
    } else {
      fs::remove(shard);
    }
    CHECK_THROWS_WITH(publish(scene.staging, scene.out, scene.plan),
                      Catch::ContainsSubstring(is_cut ? "has 2 bytes instead of 3" : "removed it"));
    CHECK(scene.scratch.read("out/manifest.json") == test::old_manifest());
    CHECK(fs::exists(scene.out / "f01-2.tfrec"));
    CHECK_FALSE(is_publication_interrupted(scene.staging));
  }
}

TEST_CASE("Publishing replaces no file that is not listed as the old set's") {
  const PublicationScene scene;
  scene.scratch.write("out/f00-3.tfrec", "mine");
  CHECK_THROWS_WITH(publish(scene.staging, scene.out, scene.plan),
                    Catch::ContainsSubstring("f00-3.tfrec: already exists and is not part of a set"));
  CHECK(scene.scratch.read("out/f00-3.tfrec") == "mine");
  CHECK(scene.scratch.read("out/manifest.json") == test::old_manifest());
  CHECK_FALSE(is_publication_interrupted(scene.staging));
}

TEST_CASE("Publishing never follows a link in a split folder's place") {
  const PublicationScene scene;
  scene.scratch.write("victim/f00-3.tfrec", "mine");
  fs::create_symlink("../victim", scene.out / "8x8");
  CHECK_THROWS_WITH(publish(scene.staging, scene.out, scene.plan),
                    Catch::ContainsSubstring("8x8: is a link"));
  CHECK(scene.scratch.read("victim/f00-3.tfrec") == "mine");
  CHECK(scene.scratch.read("out/manifest.json") == test::old_manifest());
}

TEST_CASE("An interrupted publication removed the old set, then failed where a folder is in the way") {
  const PublicationScene scene;
  scene.scratch.write(
      "out/.tfrec-build/publication.json",
      R"({"removed":["manifest.json","f00-2.tfrec","f01-2.tfrec"],"files":[["0-0.tfrec",)"
      R"("f00-3.tfrec",3],["1-0.tfrec","8x8/f00-3.tfrec",3],["manifest.json","manifest.json",3]]})");
  fs::create_directories(scene.out / "8x8/f00-3.tfrec/in the way");
  CHECK_THROWS_AS(finish_interrupted_publication(scene.staging, scene.out), Error);
  CHECK(is_publication_interrupted(scene.staging));
  CHECK(scene.scratch.read("out/manifest.json") == test::old_manifest());
  fs::remove_all(scene.out / "8x8/f00-3.tfrec");
  finish_interrupted_publication(scene.staging, scene.out);
  CHECK(scene.names() == k_published);
  CHECK(scene.scratch.read("out/8x8/f00-3.tfrec") == "new");
}

TEST_CASE("A file where a folder must go left a journal, so that the old set was an unfinished one") {
  const PublicationScene scene;
  scene.scratch.write("out/8x8", "in the way");
  CHECK_THROWS_WITH(publish(scene.staging, scene.out, scene.plan),
                    Catch::ContainsSubstring("8x8: is a file, but the set needs a folder there"));
  CHECK_FALSE(is_publication_interrupted(scene.staging));
  CHECK(scene.names().size() == 3 + 1 + 3);  // old, in the way, staged
  fs::remove(scene.out / "8x8");
  publish(scene.staging, scene.out, scene.plan);
  CHECK(scene.names() == k_published);
}

TEST_CASE("Publishing removed the old set, then left a journal that the next run refused") {
  const std::map<std::string, std::string> problems{
      {"f00-3.tfrec/f01-3.tfrec", "has 'f00-3.tfrec' in the place of a folder"},
      {"f00-3.tfrec", "is listed twice"},
      {".old/f00-3.tfrec", "is a hidden file's"}};
  for (const auto& [name, problem] : problems) {
    const PublicationScene scene;
    PublicationPlan plan = scene.plan;
    plan.files[1].name = name;
    CHECK_THROWS_WITH(
        publish(scene.staging, scene.out, plan),
        Catch::ContainsSubstring("out: can't contain these files: ") && Catch::ContainsSubstring(problem));
    CHECK(scene.scratch.read("out/manifest.json") == test::old_manifest());
    CHECK_FALSE(is_publication_interrupted(scene.staging));
  }
}

TEST_CASE("Publishing left indexes of other bytes beside new shards where no set was replaced") {
  const PublicationScene scene;
  for (const char* stale : {"out/f00-2.tfrec.idx", "out/f00-3.tfrec.idx", "out/8x8/f00-3.tfindex"})
    scene.scratch.write(stale, "0 20\n");
  scene.scratch.write("out/f01-2.tfrec.idx", "my notes");
  publish(scene.staging, scene.out, scene.plan);
  std::vector<std::string> wanted = k_published;
  wanted.insert(wanted.begin() + 2, "f01-2.tfrec.idx");
  CHECK(scene.names() == wanted);
}

TEST_CASE("A build that was killed while publishing is completed by the next one") {
  const PublicationScene scene;
  publish(scene.staging, scene.out, scene.plan);
  // As after a kill before the last rename: the plan is there, the manifest still staged.
  fs::rename(scene.out / "manifest.json", scene.staging / "manifest.json");
  scene.scratch.write("out/.tfrec-build/publication.json",
                      R"({"removed":["manifest.json","f00-2.tfrec"],"files":[["0-0.tfrec","f00-3.tfrec",3],)"
                      R"(["1-0.tfrec","8x8/f00-3.tfrec",3],["manifest.json","manifest.json",3]]})");
  CHECK(complete_interrupted_build(scene.out));
  CHECK(scene.names() == k_published);
  CHECK_FALSE(fs::exists(scene.staging));
  CHECK_FALSE(complete_interrupted_build(scene.out));
}

TEST_CASE("A file that is neither staged nor placed is not counted as placed") {
  const PublicationScene scene;
  scene.scratch.write("out/.tfrec-build/publication.json",
                      R"({"removed":[],"files":[["0-0.tfrec","a.tfrec",3],["manifest.json","m.json",3]]})");
  fs::remove(scene.staging / "manifest.json");
  fs::rename(scene.staging / "0-0.tfrec", scene.out / "a.tfrec");
  const auto unfinished = unfinished_publication(scene.staging);
  REQUIRE(unfinished);
  CHECK(unfinished->placed == 1);
  CHECK(unfinished->files == 2);
}

TEST_CASE("A publication killed at any point, with names that stay, is completed without losing a file") {
  for (std::size_t done = 0; done <= 2; ++done) {
    INFO(done << " files had their names");
    const PublicationScene scene;
    const PublicationPlan same{{"manifest.json", "f00-2.tfrec"},
                               {{"0-0.tfrec", "f00-2.tfrec", 3}, {"manifest.json", "manifest.json", 3}}};
    const std::string journal =
        R"({"removed":["manifest.json","f00-2.tfrec"],)"
        R"("files":[["0-0.tfrec","f00-2.tfrec",3],["manifest.json","manifest.json",3]]})";
    scene.scratch.write("out/.tfrec-build/publication.json", journal);
    for (const std::string& name : same.removed) fs::remove(scene.out / name);
    for (std::size_t i = 0; i < done; ++i)
      fs::rename(scene.staging / same.files[i].staged, scene.out / same.files[i].name);
    finish_interrupted_publication(scene.staging, scene.out);
    CHECK(scene.scratch.read("out/f00-2.tfrec") == "new");
    CHECK(scene.scratch.read("out/manifest.json") == "new");
    CHECK_FALSE(is_publication_interrupted(scene.staging));
  }
}

TEST_CASE("Names that are no UTF-8, and such with a '%', survive the journal") {
  const PublicationScene scene;
  const std::string odd = "f\xff%41\xe9-3.tfrec";
  const PublicationPlan plan{{}, {{"0-0.tfrec", odd, 3}, {"1-0.tfrec", "8x8/" + odd, 3}}};
  scene.scratch.write("out/.tfrec-build/publication.json", journal_json(plan));
  finish_interrupted_publication(scene.staging, scene.out);
  CHECK(scene.scratch.read("out/" + odd) == "new");
  CHECK(scene.scratch.read("out/8x8/" + odd) == "new");
}
