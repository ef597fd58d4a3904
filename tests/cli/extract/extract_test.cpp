// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/data/deflated.hpp"
#include "support/data/images.hpp"
#include "support/data/shard_bytes.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using namespace tfrec::test;
namespace fs = std::filesystem;

namespace {

RunResult tfrec_in(const ScratchFolder& folder, const Words& arguments) {
  return run_tfrec(arguments, in(folder));
}

RunResult run_extract(const ScratchFolder& folder, const Words& arguments) {
  return run_tfrec(Words{"extract"} + arguments, in(folder));
}

RunResult quiet(const ScratchFolder& folder, const Words& arguments) {
  return run_extract(folder, arguments + Words{"-q"});
}

const std::string& image() {
  static const std::string bytes = jpeg_image(20, 16);
  return bytes;
}

std::string named(const std::string& name, std::int64_t label = 1) {
  return payload_of({{"image", Texts{image()}}, {"image_name", Texts{name}}, {"label", Integers{label}}});
}

Words files_below(const ScratchFolder& folder, const std::string& name = ".") {
  return names(folder.files(name));
}

/// Six images and their labels, as build takes them.
void write_input(const ScratchFolder& folder) {
  std::string csv = "file,kind,petals,height\n";
  for (int i = 0; i < 6; ++i) {
    const std::string name = "p" + std::to_string(i) + ".jpg";
    folder.write("images/" + name, jpeg_image(32, 24 + i, static_cast<unsigned>(i) + 1));
    csv += name + "," + (i % 2 == 0 ? "rose" : "\"tulip, =red\"") + "," + std::to_string(i - 3) + "," +
           std::to_string(i) + ".0\n";
  }
  folder.write("labels.csv", csv);
}

/// Builds, extracts, builds again: the shards are the same.
void check_round_trip(const Words& build, const Words& rebuild) {
  const ScratchFolder folder;
  write_input(folder);
  const Words first{"build",  "images", "--labels", "labels.csv", "-o", "a",
                    "--name", "s",      "--shards", "2",          "-q"};
  REQUIRE(tfrec_in(folder, first + build).exit_code == 0);
  const RunResult extracted = quiet(folder, {"a", "-o", "x"});
  INFO(extracted.err);
  REQUIRE(extracted.exit_code == 0);
  INFO(folder.read("x/labels.csv"));
  const Words second{"build", "x/images", "--labels", "x/labels.csv", "-o",          "b", "--name",
                     "s",     "--shards", "2",        "-q",           "--no-shuffle"};
  const RunResult rebuilt = tfrec_in(folder, second + rebuild);
  INFO(rebuilt.err);
  REQUIRE(rebuilt.exit_code == 0);
  CHECK(folder.read("b/s00-3.tfrec") == folder.read("a/s00-3.tfrec"));
  CHECK(folder.read("b/s01-3.tfrec") == folder.read("a/s01-3.tfrec"));
}

}  // namespace

TEST_CASE("extract: what build makes of the result is the same, bit by bit") {
  check_round_trip({}, {"--encode", "copy"});
  check_round_trip({"--layout", "flowers", "--label-column", "kind"},
                   {"--encode", "copy", "--layout", "flowers", "--label-column", "kind"});
  check_round_trip({"--layout", "target", "--label-column", "petals"},
                   {"--encode", "copy", "--layout", "target", "--label-column", "petals"});
  check_round_trip({"--layout", "unlabelled"}, {"--encode", "copy", "--layout", "unlabelled"});
  check_round_trip(
      {"--feature", "image=jpeg", "--feature", "n=path", "--feature", "y=raw-float32:petals,height",
       "--feature", "z=raw-int64:petals", "--feature", "k=index:kind"},
      {"--encode", "copy", "--feature", "image=jpeg", "--feature", "n=path", "--feature",
       "y=raw-float32:petals,height", "--feature", "z=raw-int64:petals", "--feature", "k=index:kind"});
}

TEST_CASE("extract: raw pixels of a known shape") {
  const std::vector<std::string> raw{"--layout", "raw", "--size", "10x12", "--label-column", "petals"};
  check_round_trip(raw, raw);
  const ScratchFolder folder;
  folder.write("a.tfrec", shard_of({payload_of({{"image_raw", Texts{"012345"}}, {"label", Integers{5}}}),
                                    payload_of({{"image_raw", Texts{"01234"}}, {"label", Integers{6}}})}));
  const RunResult unknown = quiet(folder, {"a.tfrec", "-o", "out"});
  CHECK(unknown.exit_code == 1);
  CHECK(unknown.err ==
        "tfrec: error: a.tfrec: no feature of the first records contains encoded images\n"
        "tfrec: hint: raw pixels need their shape: --shape HEIGHTxWIDTHxCHANNELS\n");
  CHECK_FALSE(fs::exists(folder / "out"));
  const RunResult shaped = quiet(folder, {"a.tfrec", "-o", "out", "--shape", "2x3x1"});
  CHECK(shaped.exit_code == 1);
  CHECK_THAT(shaped.err, Catch::ContainsSubstring("a.tfrec: record 1 at byte "));
  CHECK_THAT(shaped.err, Catch::ContainsSubstring("has 5 bytes of pixels, the shape needs 6\n"));
  CHECK(folder.read("out/images/000000.ppm") == "P5\n3 2\n255\n012345");
  CHECK(folder.read("out/labels.csv") == "image,label\n000000.ppm,5\n");
  CHECK(quiet(folder, {"a.tfrec", "-o", "o", "--shape", "2x3"}).exit_code == 2);
  CHECK(quiet(folder, {"a.tfrec", "-o", "o", "--shape", "2x3x4"}).exit_code == 2);
}

TEST_CASE("extract: names, table and guesses are reported") {
  const ScratchFolder folder;
  folder.write("a.tfrec", shard_of({named("one.jpg", 3), named("two", -4)}));
  const RunResult result = run_extract(folder, {"a.tfrec", "-o", "out", "--metadata"});
  CHECK(result.exit_code == 0);
  CHECK(result.err ==
        "tfrec: feature 'image' contains the images (guessed; --image-feature names another)\n"
        "tfrec: feature 'image_name' names them (guessed; --name-feature names another)\n");
  CHECK_THAT(result.out, Catch::ContainsSubstring("images 2 files, "));
  CHECK_THAT(result.out, Catch::ContainsSubstring("table    out/labels.csv: image, label\n"));
  CHECK(files_below(folder, "out") ==
        std::vector<std::string>{"images/one.jpg", "images/two.jpg", "labels.csv", "metadata.csv"});
  CHECK(folder.read("out/images/one.jpg") == image());
  CHECK(folder.read("out/labels.csv") == "image,label\none.jpg,3\ntwo,-4\n");
  CHECK(folder.read("out/metadata.csv") == "file_name,label\nimages/one.jpg,3\nimages/two.jpg,-4\n");
}

TEST_CASE("extract: features by name") {
  const ScratchFolder folder;
  folder.write("a.tfrec", shard_of({payload_of({{"image", Texts{image()}},
                                                {"mask", Texts{ppm_image(4, 4)}},
                                                {"other", Texts{"n1"}},
                                                {"number", Integers{17}}})}));
  CHECK(
      quiet(folder, {"a.tfrec", "-o", "a", "--image-feature", "mask", "--name-feature", "other"}).exit_code ==
      0);
  CHECK(folder.read("a/images/n1.ppm") == ppm_image(4, 4));
  CHECK(quiet(folder, {"a.tfrec", "-o", "b", "--name-feature", "number"}).exit_code == 0);
  CHECK(folder.read("b/labels.csv") == "image,other\n17,n1\n");
  CHECK(fs::exists(folder / "b/images/17.jpg"));
  const RunResult unknown = quiet(folder, {"a.tfrec", "-o", "c", "--image-feature", "imag"});
  CHECK(unknown.exit_code == 2);
  CHECK(unknown.err ==
        "tfrec: error: --image-feature: the first records have no feature 'imag'\n"
        "tfrec: hint: did you mean 'image'?\n");
  const RunResult noted = run_extract(folder, {"a.tfrec", "-o", "d"});
  CHECK(noted.exit_code == 0);
  CHECK_THAT(noted.err, Catch::ContainsSubstring("tfrec: no feature names the images, so they are numbered"));
  CHECK_THAT(noted.err,
             Catch::ContainsSubstring("tfrec: no column for feature 'mask': its bytes are not text\n"));
}

TEST_CASE("extract: lists become columns, or one cell") {
  const ScratchFolder folder;
  const auto record = [](Integers boxes, Texts tags) {
    return payload_of({{"boxes", std::move(boxes)},
                       {"image", Texts{image()}},
                       {"rgb", Floats{0.5F, -1, 3e10F}},
                       {"tags", std::move(tags)},
                       {"none", Integers{}}});
  };
  folder.write("a.tfrec", shard_of({record({1, -2, 3}, {"x", "y"}), record({7}, {})}));
  CHECK(quiet(folder, {"a.tfrec", "-o", "out"}).exit_code == 0);
  CHECK(folder.read("out/labels.csv") ==
        "image,boxes,none,rgb_0,rgb_1,rgb_2,tags\n"
        "000000.jpg,1|-2|3,,0.5,-1.0,3e+10,x|y\n"
        "000001.jpg,7,,0.5,-1.0,3e+10,\n");
}

TEST_CASE("extract: hostile names stay below OUT") {
  const ScratchFolder folder;
  const std::vector<std::string> names{"../../escape.jpg",
                                       "/tmp/absolute.jpg",
                                       std::string("nul\0byte.jpg", 12),
                                       "line\nbreak.jpg",
                                       "..",
                                       "",
                                       "CON.jpg",
                                       "=cmd|calc.jpg",
                                       "-rf.jpg",
                                       ".hidden.jpg",
                                       "same.jpg",
                                       "same.jpg",
                                       "\xff\xfe.jpg",
                                       std::string(5000, 'x') + ".jpg",
                                       "same.jpg/below.jpg",
                                       "\x1b]0;title\x07.jpg"};
  std::vector<std::string> records;
  for (const std::string& name : names) records.push_back(named(name));
  folder.write("in/a.tfrec", shard_of(records));
  const auto before = files_below(folder);
  const RunResult result = run_extract(folder, {"in", "-o", "out", "--name-feature", "image_name"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, Catch::ContainsSubstring("renamed  "));
  CHECK((result.out + result.err).find('\x1b') == std::string::npos);
  CHECK(files_below(folder, "out/images").size() == names.size());
  CHECK(files_below(folder).size() == before.size() + names.size() + 1);
  const std::vector<std::string> written = files_below(folder, "out/images");
  for (const char* expected :
       {"_-rf.jpg", "_.hidden.jpg", "_=cmd|calc.jpg", "_CON.jpg", "escape.jpg", "line_break.jpg",
        "nul_byte.jpg", "same-2.jpg", "same.jpg", "tmp/absolute.jpg"}) {
    INFO(expected);
    CHECK(std::find(written.begin(), written.end(), expected) != written.end());
  }
  const std::string csv = folder.read("out/labels.csv");
  CHECK(std::count(csv.begin(), csv.end(), '\n') == static_cast<std::ptrdiff_t>(names.size()) + 1);
  // All of it goes back in.
  CHECK(
      tfrec_in(folder, {"build", "out/images", "--labels", "out/labels.csv", "-o", "back", "-q"}).exit_code ==
      0);
}

TEST_CASE("extract: formulas in cells are neutralised, numbers are not") {
  const ScratchFolder folder;
  const auto record = [](const std::string& text) {
    return payload_of({{"image", Texts{image()}}, {"text", Texts{text}}, {"n", Integers{-1}}});
  };
  folder.write("a.tfrec", shard_of({record("=1+1"), record("-5"), record("@x, y"), record("plain")}));
  CHECK(quiet(folder, {"a.tfrec", "-o", "a"}).exit_code == 0);
  CHECK(folder.read("a/labels.csv") ==
        "image,n,text,tfrec_escaped\n000000.jpg,-1,'=1+1,1\n000001.jpg,-1,-5,0\n000002.jpg,-1,\"'@x, y\",1\n"
        "000003.jpg,-1,plain,0\n");
  CHECK(quiet(folder, {"a.tfrec", "-o", "b", "--raw-csv"}).exit_code == 0);
  CHECK(folder.read("b/labels.csv") ==
        "image,n,text\n000000.jpg,-1,=1+1\n000001.jpg,-1,-5\n000002.jpg,-1,\"@x, y\"\n000003.jpg,-1,plain\n");
}

TEST_CASE("extract: damage is reported, the other records are written") {
  const ScratchFolder folder;
  const std::string first = shard_of({named("a.jpg")});
  const std::string second = shard_of({named("b.jpg")});
  const std::string no_image = payload_of({{"image", Texts{"no image"}}, {"image_name", Texts{"d.jpg"}}});
  folder.write("in/a.tfrec", with_flipped_bit(first + second, first.size() + 40) +
                                 shard_of({named("c.jpg"), no_image, "no example"}));
  folder.write("in/b.tfrec", shard_of({named("e.jpg")}));
  const RunResult result = run_extract(folder, {"in", "-o", "out"});
  CHECK(result.exit_code == 1);
  const std::string at = "tfrec: error: in/a.tfrec: record 1 at byte " + std::to_string(first.size()) + " (" +
                         std::to_string(second.size()) + " bytes): payload and its checksum disagree\n";
  CHECK_THAT(result.err, Catch::ContainsSubstring(at));
  CHECK_THAT(result.err, Catch::ContainsSubstring("record 3 at byte "));
  CHECK_THAT(result.err, Catch::ContainsSubstring("): contains no image, but text\n"));
  CHECK_THAT(result.err, Catch::ContainsSubstring("): is not a tf.train.Example\n"));
  CHECK_THAT(result.out, Catch::ContainsSubstring("bad      3 records not extracted\n"));
  CHECK(folder.read("out/labels.csv") == "image,label\na.jpg,1\nc.jpg,1\ne.jpg,1\n");

  const RunResult json = quiet(folder, {"in", "-o", "json", "--json"});
  CHECK(json.exit_code == 1);
  const auto object = nlohmann::json::parse(json.out);
  CHECK(object["ok"] == false);
  CHECK(object["pictures"] == 3);
  CHECK(object["files"][0]["problems"][0]["kind"] == "payload");
  CHECK(object["files"][0]["problems"][0]["record"] == 1);
  CHECK(object["files"][0]["problems"][0]["offset"] == first.size());
  CHECK(object["files"][1]["problems"].empty());
  CHECK(object["columns"] == std::vector<std::string>{"image", "label"});
}

TEST_CASE("extract: the same files with any number of threads, compressed shards too") {
  const ScratchFolder folder;
  for (int i = 0; i < 8; ++i) {
    const std::string shard = shard_of({named("same.jpg", i), named("p" + std::to_string(i) + ".jpg", i)});
    folder.write("in/s" + std::to_string(i) + ".tfrec", i % 2 == 0 ? shard : gzipped(shard));
  }
  CHECK(quiet(folder, {"in", "-o", "a", "-j", "1"}).exit_code == 0);
  CHECK(quiet(folder, {"in", "-o", "b", "-j", "8"}).exit_code == 0);
  CHECK(files_below(folder, "a") == files_below(folder, "b"));
  CHECK(folder.read("a/labels.csv") == folder.read("b/labels.csv"));
  CHECK(files_below(folder, "a/images").size() == 16);
}

TEST_CASE("extract: files of others in OUT are safe") {
  const ScratchFolder folder;
  folder.write("a.tfrec", shard_of({named("one.jpg"), named("link/two.jpg")}));
  folder.write("out/notes.txt", "mine");
  const RunResult refused = quiet(folder, {"a.tfrec", "-o", "out"});
  CHECK(refused.exit_code == 2);
  CHECK(refused.err ==
        "tfrec: error: out: is not empty\n"
        "tfrec: hint: use another -o, or write into this one with --overwrite\n");
  fs::create_directories(folder / "elsewhere");
  fs::create_directories(folder / "out/images");
  fs::create_directory_symlink(folder / "elsewhere", folder / "out/images/link");
  const RunResult linked = quiet(folder, {"a.tfrec", "-o", "out", "--overwrite"});
  CHECK(linked.exit_code == 2);
  CHECK_THAT(linked.err, Catch::ContainsSubstring("out/images/link: is not a real folder"));
  CHECK(files_below(folder, "elsewhere").empty());
  CHECK_FALSE(fs::exists(folder / "out/labels.csv"));
  fs::remove(folder / "out/images/link");
  folder.write("out/labels.csv", "old");
  CHECK(quiet(folder, {"a.tfrec", "-o", "out", "--overwrite"}).exit_code == 0);
  CHECK(folder.read("out/labels.csv") == "image,label\none.jpg,1\nlink/two.jpg,1\n");
  CHECK(folder.read("out/notes.txt") == "mine");
  fs::create_directory_symlink(folder / "elsewhere", folder / "way");
  fs::create_directories(folder / "fresh");
  fs::create_directory_symlink(folder / "elsewhere", folder / "fresh/images");
  CHECK(quiet(folder, {"a.tfrec", "-o", "fresh", "--overwrite"}).exit_code == 2);
  CHECK(files_below(folder, "elsewhere").empty());
}

TEST_CASE("extract: what blocks a table or the folder of the images is reported before the work") {
  for (const char* blocked : {"labels.csv", "metadata.csv", "images"}) {
    INFO(blocked);
    const ScratchFolder folder;
    folder.write("a.tfrec", shard_of({named("one.jpg")}));
    const bool is_folder_wanted = std::string(blocked) == "images";
    folder.write(std::string("out/") + blocked + (is_folder_wanted ? "" : "/notes.txt"), "mine");
    const RunResult result = quiet(folder, {"a.tfrec", "-o", "out", "--overwrite"});
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err, Catch::ContainsSubstring(std::string("out/") + blocked + ": is not a "));
    CHECK(files_below(folder, "out").size() == 1);
  }
}

TEST_CASE("extract: one name that is no UTF-8 leaves the others their names") {
  const ScratchFolder folder;
  folder.write("a.tfrec", shard_of({named("one.jpg"), named("caf\xe9.jpg"), named("two.jpg")}));
  const RunResult result = quiet(folder, {"a.tfrec", "-o", "out"});
  CHECK(result.exit_code == 0);
  CHECK(files_below(folder, "out/images") == std::vector<std::string>{"caf_.jpg", "one.jpg", "two.jpg"});
  CHECK(folder.read("out/labels.csv") == "image,label\none.jpg,1\ncaf_.jpg,1\ntwo.jpg,1\n");
}

TEST_CASE("extract: names that are one file without case are two files") {
  const ScratchFolder folder;
  folder.write("a.tfrec",
               shard_of({named("Rose.jpg"), named("rose.jpg"), named("A/x.jpg"), named("a/X.jpg")}));
  CHECK(quiet(folder, {"a.tfrec", "-o", "out"}).exit_code == 0);
  CHECK(folder.read("out/labels.csv") == "image,label\nRose.jpg,1\nrose-2.jpg,1\nA/x.jpg,1\na/X-2.jpg,1\n");
}

TEST_CASE("extract: a manifest that can't be read is reported, and the images come out") {
  ScratchFolder folder;
  folder.write("s/a00-1.tfrec", shard_of({named("a.jpg")}));
  folder.write("s/manifest.json", "garbage");
  const RunResult run = run_extract(folder, {"s", "-o", "out"});
  CHECK(run.exit_code == 0);
  CHECK(run.err.starts_with(
      "tfrec: warning: s/manifest.json: is not JSON; names of columns and classes are not taken from it\n"));
  CHECK(folder.read("out/images/a.jpg") == image());
}

TEST_CASE("extract: a full disk leaves no table") {
  const ScratchFolder folder;
  folder.write("a.tfrec", shard_of({named("one.jpg")}));
  RunSettings settings = in(folder);
  settings.largest_file = 100;
  const RunResult result = run_tfrec({"extract", "a.tfrec", "-o", "out", "-q"}, settings);
  CHECK(result.exit_code == 3);
  CHECK(result.out.empty());
  CHECK_FALSE(fs::exists(folder / "out"));
}

TEST_CASE("extract: what can't be extracted") {
  const ScratchFolder folder;
  folder.write("text.tfrec", shard_of({"no example", "at all"}));
  const RunResult text = quiet(folder, {"text.tfrec", "-o", "out"});
  CHECK(text.exit_code == 1);
  CHECK_THAT(text.err, Catch::ContainsSubstring("none of the first records is a tf.train.Example"));
  CHECK(quiet(folder, {"absent.tfrec", "-o", "out"}).exit_code == 2);
  CHECK(quiet(folder, {"text.tfrec"}).exit_code == 2);
  CHECK(quiet(folder, {"text.tfrec", "-o", ""}).exit_code == 2);
  CHECK_FALSE(fs::exists(folder / "out"));
}
