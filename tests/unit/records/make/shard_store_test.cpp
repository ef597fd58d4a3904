// SPDX-License-Identifier: Apache-2.0
#include "records/make/shard_store.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/scratch_folder.hpp"
#include "tfrecord/crc32c.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// A finished shard 3 with two files, and what describes it.
class Stored {
 public:
  Stored() {
    StagedShard made;
    made.files = {file(0, "first"), file(1, "other set's")};
    made.image_crc32c = {7, 4'000'000'000};
    made.bad = {{SampleIndex(5), "is cut"}};
    made.images.add("jpeg", 2);
    store.keep(3, made);
  }

  /// Changes the record, with the checksum that belongs to it.
  void change(const std::function<void(Json&)>& work) const {
    Json json = Json::parse(scratch.read("3.json"));
    work(json);
    json.erase("crc32c");
    json["crc32c"] = crc32c(json.dump());
    scratch.write("3.json", json.dump());
  }

  ScratchFolder scratch;
  ShardStore store{scratch.path(), {"plan", "versions"}};

 private:
  StagedFile file(std::size_t variant, const std::string& content) const {
    StagedFile made;
    made.file = store.draft(3, variant);
    scratch.write(made.file.filename().string(), content);
    made.facts = {1, content.size(), crc32c(content)};
    made.sums = {6, {1, 2, 3}, {4, 5, 6}};
    made.shape = {2, 3};
    made.mask_pixels = {{9, 6}};
    return made;
  }
};

}  // namespace

TEST_CASE("The checksum of a shard's images is that of theirs, the lowest of their bytes first") {
  StagedShard shard;
  CHECK(sources_crc32c(shard) == 0);
  shard.image_crc32c = {7, 4'000'000'000};
  CHECK(sources_crc32c(shard) == crc32c(std::string_view("\x07\0\0\0\0\x28\x6B\xEE", 8)));
}

TEST_CASE("A finished shard is found as it was made, under its own names") {
  const Stored scene;
  CHECK(names(scene.scratch.files()) == std::vector<std::string>{"3-0.tfrec", "3-1.tfrec", "3.json"});
  const auto found = scene.store.find(3);
  REQUIRE(found);
  REQUIRE(found->files.size() == 2);
  CHECK(found->files[1].file == scene.scratch / "3-1.tfrec");
  CHECK(found->files[1].facts.records == 1);
  CHECK(found->files[1].facts.bytes == 11);
  CHECK(found->files[1].facts.crc32c == crc32c("other set's"));
  CHECK(found->files[1].sums.squares == std::array<std::uint64_t, 3>{4, 5, 6});
  CHECK(found->files[1].shape == std::vector<std::uint64_t>{2, 3});
  CHECK(found->files[1].mask_pixels == MaskPixels{{9, 6}});
  CHECK(found->image_crc32c == std::vector<std::uint32_t>{7, 4'000'000'000});
  REQUIRE(found->bad.size() == 1);
  CHECK(found->bad[0].sample.value() == 5);
  CHECK(found->bad[0].reason == "is cut");
  CHECK(found->images.entries() == std::vector<std::pair<std::string, std::uint64_t>>{{"jpeg", 2}});
  CHECK_FALSE(scene.store.find(4));
}

TEST_CASE("A shard of another plan or of other versions is not used, and its versions are known") {
  const Stored scene;
  CHECK_FALSE(ShardStore(scene.scratch.path(), {"other", "versions"}).find(3));
  const ShardStore newer(scene.scratch.path(), {"plan", "newer"});
  CHECK_FALSE(newer.find(3));
  CHECK(newer.versions_of(3) == "versions");
  CHECK_FALSE(ShardStore(scene.scratch.path(), {"other", "newer"}).versions_of(3));
  CHECK_FALSE(newer.versions_of(4));
}

TEST_CASE("A shard whose file is missing, cut or a link is not used") {
  const auto is_found = [](const std::function<void(const fs::path&)>& change) {
    const Stored scene;
    change(scene.scratch / "3-1.tfrec");
    return scene.store.find(3).has_value();
  };
  CHECK(is_found([](const fs::path&) {}));
  CHECK_FALSE(is_found([](const fs::path& file) { fs::remove(file); }));
  CHECK_FALSE(is_found([](const fs::path& file) { fs::resize_file(file, 10); }));
  CHECK_FALSE(is_found([](const fs::path& file) {
    fs::rename(file, file.parent_path() / "elsewhere");
    fs::create_symlink("elsewhere", file);
  }));
}

TEST_CASE("A record of a shard that was changed, or has other fields, is not used") {
  const auto is_found = [](const std::function<void(Json&)>& change) {
    const Stored scene;
    scene.change(change);
    return scene.store.find(3).has_value();
  };
  CHECK(is_found([](Json&) {}));
  CHECK_FALSE(is_found([](Json& json) { json.erase("plan"); }));
  CHECK_FALSE(is_found([](Json& json) { json.erase("sources"); }));
  CHECK_FALSE(is_found([](Json& json) { json["sources"][0] = std::uint64_t{1} << 32; }));
  CHECK_FALSE(is_found([](Json& json) { json["bad"][0]["row"] = -1; }));
  CHECK_FALSE(is_found([](Json& json) { json["files"][0]["sums"]["squares"].push_back(1); }));
  CHECK_FALSE(is_found([](Json& json) { json["files"][0]["mask_pixels"]["65536"] = 1; }));

  const Stored scene;
  const std::string whole = scene.scratch.read("3.json");
  std::string changed = whole;
  changed.replace(changed.find("is cut"), 2, "so");  // its checksum is that of the other reason
  scene.scratch.write("3.json", changed);
  CHECK_FALSE(scene.store.find(3));
  CHECK(scene.store.versions_of(3) == "versions");
  scene.scratch.write("3.json", whole.substr(0, whole.size() / 2));
  CHECK_FALSE(scene.store.find(3));
  CHECK_FALSE(scene.store.versions_of(3));
}

TEST_CASE("A shard that is dropped is gone with its files") {
  const Stored scene;
  scene.store.drop(3, 2);
  CHECK(scene.scratch.files().empty());
  CHECK_FALSE(scene.store.find(3));
}
