// SPDX-License-Identifier: Apache-2.0
// What a rerun makes again after a build that failed, and what --overwrite makes again of a set that is
// there.
#include "support/scenes/build_scene.hpp"

using namespace tfrec::test;

namespace {

std::string other_image(int i) {
  return jpeg_image(20, 20, static_cast<unsigned>(i));
}

/// Twelve images in folders of two classes, to be built into three shards.
class ResumeScene : public BuildScene {
 public:
  ResumeScene() : BuildScene({"--name", "f", "--shards", "3"}) {
    for (int i = 0; i < 12; ++i) write(i, other_image(i));
  }
  void write(int i, const std::string& content) const {
    image((i % 2 == 0 ? "rose/" : "tulip/") + std::to_string(i) + ".jpg", content);
  }
  /// The set is what a build into a fresh folder makes.
  void is_as_fresh(const Words& more = {}) const {
    fs::remove_all(scratch / "fresh");
    REQUIRE(build(more, "fresh").exit_code == 0);
    CHECK(files("out") == files("fresh"));
  }
  /// When each shard was written.
  std::map<std::string, fs::file_time_type> shard_times() const {
    auto found = times();
    std::erase_if(found, [](const auto& file) { return !file.first.ends_with(".tfrec"); });
    return found;
  }
};

int shards_in_both(const std::map<std::string, fs::file_time_type>& a,
                   const std::map<std::string, fs::file_time_type>& b) {
  int same = 0;
  for (const auto& [name, time] : a) same += b.contains(name) && b.at(name) == time ? 1 : 0;
  return same;
}

}  // namespace

TEST_CASE("Raising --max-bad after a failed run makes no shard again") {
  const ResumeScene scene;
  scene.write(4, "no image");
  const RunResult failed = scene.build();
  CHECK(failed.exit_code == 1);
  CHECK(failed.out.empty());
  CHECK_FALSE(published_anything(scene.scratch / "out"));
  const RunResult again = scene.build({"--max-bad", "1"});
  CHECK(again.exit_code == 0);
  CHECK_THAT(again.err, ContainsSubstring("3 shards are already built"));
  CHECK_THAT(again.out, ContainsSubstring("kept     3 finished shards of an earlier run\n"));
  scene.is_as_fresh({"--max-bad", "1"});
}

TEST_CASE(
    "A build with too many bad images reported that nothing was published, the next that shards were there") {
  const ResumeScene scene;
  scene.write(4, "no image");
  const RunResult failed = scene.build({"-q"});
  CHECK(failed.exit_code == 1);
  CHECK_THAT(
      failed.err,
      ContainsSubstring(
          "; no set was published, and 3 finished shards are kept in out/.tfrec-build for the next run\n"));
}

TEST_CASE("verify did not mention the unfinished work that a failed --overwrite left in the set") {
  const ResumeScene scene;
  REQUIRE(scene.build({"-q"}).exit_code == 0);
  CHECK_THAT(scene.run({"verify", "out"}).err, !ContainsSubstring("unfinished"));
  scene.write(4, "no image");
  REQUIRE(scene.build({"-q", "--overwrite"}).exit_code == 1);
  const RunResult result = scene.run({"verify", "out"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring("out/.tfrec-build: unfinished work of a build, "));
  CHECK_THAT(result.err, ContainsSubstring("; the next build in out continues with it, or removes it\n"));
  CHECK_THAT(result.out, ContainsSubstring("ok: "));
}

TEST_CASE("A build whose images are all bad keeps no shard for the next run") {
  const ResumeScene scene;
  for (int i = 0; i < 12; ++i) scene.write(i, "no image");
  const RunResult failed = scene.build({"-q"});
  CHECK(failed.exit_code == 1);
  CHECK_THAT(failed.err, ContainsSubstring("(and 11 more bad images); no set was published\n"));
}

TEST_CASE("An image repaired after a failed run: its shard alone is made again") {
  const ResumeScene scene;
  scene.write(4, "no image");
  CHECK(scene.build().exit_code == 1);
  scene.write(4, other_image(4));
  const RunResult again = scene.build();
  CHECK(again.exit_code == 0);
  CHECK_THAT(again.err, ContainsSubstring("2 shards are already built"));
  scene.is_as_fresh();
}

TEST_CASE("A changed image: --overwrite makes its shard again and touches no other") {
  const ResumeScene scene;
  const Words options = GENERATE(Words{}, Words{"--stats"}, Words{"--gzip"}, Words{"--sizes", "8,16"},
                                 Words{"--name-style", "tfds"});
  REQUIRE(scene.build(options).exit_code == 0);
  const auto before = scene.shard_times();
  scene.write(7, other_image(99));
  CHECK(scene.build(options).exit_code == 2);
  const RunResult result = scene.build(options + Words{"--overwrite"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring("2 shards are already built"));
  if (!before.empty() && before.begin()->first.starts_with("f0"))
    CHECK(shards_in_both(before, scene.shard_times()) == 2);
  scene.is_as_fresh(options);
}

TEST_CASE("Raw values: shards made at different times still need one shape") {
  const ResumeScene scene;
  const Words raw{"--layout", "raw", "--overwrite"};
  REQUIRE(scene.build(raw).exit_code == 0);
  for (int i = 0; i < 12; ++i) scene.write(i, jpeg_image(24, 24, static_cast<unsigned>(i)));
  REQUIRE(scene.build(raw).exit_code == 0);
  scene.write(3, other_image(3));
  const RunResult result = scene.build(raw);
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err, ContainsSubstring("raw values need one shape"));
}

TEST_CASE("A damaged shard of a complete set is made again by --overwrite, the others stay") {
  const ResumeScene scene;
  REQUIRE(scene.build().exit_code == 0);
  std::string bytes = scene.scratch.read("out/f01-4.tfrec");
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  scene.scratch.write("out/f01-4.tfrec", bytes);
  fs::remove(scene.scratch / "out/f00-4.tfrec");
  const RunResult result = scene.build({"--overwrite"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring("1 shard is already built"));
  scene.is_as_fresh();
}

TEST_CASE("Shards of which one size is damaged: --overwrite that fails has written into no published file") {
  const ResumeScene scene;
  const Words sizes{"--sizes", "8,16"};
  REQUIRE(scene.build(sizes).exit_code == 0);
  const Words shards{"f00-4.tfrec", "f01-4.tfrec", "f02-4.tfrec"};
  std::map<std::string, fs::file_time_type> before;
  for (const std::string& shard : shards) {
    fs::resize_file(scene.scratch / ("out/16x16/" + shard), 100);
    before[shard] = fs::last_write_time(scene.scratch / ("out/8x8/" + shard));  // whole, and first
  }
  scene.write(4, "no image");
  CHECK(scene.build({"--sizes", "8,16", "--overwrite"}).exit_code == 1);
  for (const std::string& shard : shards)
    CHECK(fs::last_write_time(scene.scratch / ("out/8x8/" + shard)) == before[shard]);
  scene.write(4, other_image(4));
  CHECK(scene.build({"--sizes", "8,16", "--overwrite"}).exit_code == 0);
  scene.is_as_fresh(sizes);
}

TEST_CASE("An unfinished build whose planned.json is damaged is refused, and discarded by --overwrite") {
  const ResumeScene scene;
  scene.write(4, "no image");
  CHECK(scene.build().exit_code == 1);
  scene.scratch.write("out/.tfrec-build/planned.json", "{\"format\":");
  const RunResult refused = scene.build({"--max-bad", "1"});
  CHECK(refused.exit_code == 2);
  CHECK(refused.out.empty());
  CHECK_THAT(refused.err,
             ContainsSubstring("out: contains an unfinished build of another set: its planned.json "
                               "is damaged: is not JSON"));
  CHECK_THAT(refused.err, ContainsSubstring("--overwrite"));
  CHECK(scene.build({"--max-bad", "1", "--overwrite"}).exit_code == 0);
  scene.is_as_fresh({"--max-bad", "1"});
}

TEST_CASE("An up-to-date set was an error beside an unfinished build whose planned.json is damaged") {
  const ResumeScene scene;
  REQUIRE(scene.build().exit_code == 0);
  const auto set = scene.files("out");
  const std::string planned = "other/.tfrec-build/planned.json";
  const auto is_up_to_date = [&] {
    fs::copy(scene.scratch / "other/.tfrec-build", scene.scratch / "out/.tfrec-build",
             fs::copy_options::recursive);
    const RunResult result = scene.build();
    CHECK(result.exit_code == 0);
    CHECK_THAT(result.out, ContainsSubstring("up to date"));
    CHECK(fs::exists(scene.scratch / "out/.tfrec-build/planned.json"));
    fs::remove_all(scene.scratch / "out/.tfrec-build");
    CHECK(scene.files("out") == set);
  };
  scene.write(12, "no image");
  CHECK(scene.build({}, "other").exit_code == 1);
  fs::remove(scene.scratch / "images/rose/12.jpg");
  is_up_to_date();
  scene.scratch.write(planned, "{\"format\":");
  is_up_to_date();
  fs::remove(scene.scratch / planned);
  fs::create_directory(scene.scratch / planned);
  is_up_to_date();
}

TEST_CASE("An unfinished build of another plan is refused with the difference; --overwrite discards it") {
  const ResumeScene scene;
  scene.write(4, "no image");
  CHECK(scene.build().exit_code == 1);
  const RunResult refused = scene.build({"--quality", "80", "--max-bad", "1"});
  CHECK(refused.exit_code == 2);
  CHECK(refused.out.empty());
  CHECK_THAT(refused.err,
             ContainsSubstring("out: contains an unfinished build of another set: --quality was 95, now 80"));
  CHECK_THAT(refused.err, ContainsSubstring("--overwrite"));
  REQUIRE(scene.build({"--max-bad", "1"}, "fresh").exit_code == 0);
  const RunResult reshard = scene.run({"reshard", "fresh", "-o", "out"});
  CHECK(reshard.exit_code == 2);
  CHECK_THAT(reshard.err, ContainsSubstring("contains an unfinished build"));
  CHECK(scene.build({"--quality", "80", "--max-bad", "1", "--overwrite"}).exit_code == 0);
  scene.is_as_fresh({"--quality", "80", "--max-bad", "1"});
}

TEST_CASE("--overwrite goes on with an unfinished build of the same plan") {
  const ResumeScene scene;
  scene.write(4, "no image");
  CHECK(scene.build().exit_code == 1);
  const RunResult again = scene.build({"--max-bad", "1", "--overwrite"});
  CHECK(again.exit_code == 0);
  CHECK_THAT(again.err, ContainsSubstring("3 shards are already built"));
}

TEST_CASE("A finished shard whose file or record was damaged meanwhile is made again") {
  const ResumeScene scene;
  scene.write(4, "no image");
  CHECK(scene.build().exit_code == 1);
  scene.scratch.write("out/.tfrec-build/0.json", "{\"files\":");
  std::string bytes = scene.scratch.read("out/.tfrec-build/1-0.tfrec");
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  scene.scratch.write("out/.tfrec-build/1-0.tfrec", bytes);
  const RunResult again = scene.build({"--max-bad", "1"});
  CHECK(again.exit_code == 0);
  CHECK_THAT(again.err, ContainsSubstring("1 shard is already built"));
  scene.is_as_fresh({"--max-bad", "1"});
}

TEST_CASE("A finished shard whose record was edited to other sources or images is made again") {
  const ResumeScene scene;
  scene.write(4, "no image");
  CHECK(scene.build().exit_code == 1);
  const std::string name = "out/.tfrec-build/0.json";
  std::string record = scene.scratch.read(name);
  const std::size_t at = record.find("\"sources\":[") + 11;
  record[at] = record[at] == '1' ? '2' : '1';
  scene.scratch.write(name, record);
  const RunResult again = scene.build({"--max-bad", "1"});
  CHECK(again.exit_code == 0);
  CHECK_THAT(again.err, ContainsSubstring("2 shards are already built"));
  scene.is_as_fresh({"--max-bad", "1"});
}

TEST_CASE("A link in a finished shard's place is not published as a link") {
  const ResumeScene scene;
  scene.write(4, "no image");
  CHECK(scene.build().exit_code == 1);
  fs::rename(scene.scratch / "out/.tfrec-build/1-0.tfrec", scene.scratch / "mine");
  fs::create_symlink(scene.scratch / "mine", scene.scratch / "out/.tfrec-build/1-0.tfrec");
  CHECK(scene.build({"--max-bad", "1"}).exit_code == 0);
  CHECK(fs::exists(scene.scratch / "mine"));
  for (const auto& entry : fs::directory_iterator(scene.scratch / "out")) CHECK_FALSE(entry.is_symlink());
  scene.is_as_fresh({"--max-bad", "1"});
}

TEST_CASE("A damaged publication.json is reported with what to move away") {
  const ResumeScene scene;
  scene.scratch.write("out/.tfrec-build/publication.json", "junk");
  const RunResult result = scene.build();
  CHECK(result.exit_code == 1);
  CHECK(result.out.empty());
  CHECK_THAT(result.err,
             ContainsSubstring("publication.json: is not JSON\n"
                               "tfrec: hint: move out/.tfrec-build away, then run the same command again"));
}
