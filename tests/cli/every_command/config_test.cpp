// SPDX-License-Identifier: Apache-2.0
// --config FILE, TFREC_* variables, --print-config: the same for every command.
#include "support/scenes/build_scene.hpp"

using namespace tfrec::test;

namespace {

/// Twelve images and a table with a column for each kind of value.
void write_photos(const ScratchFolder& scratch) {
  std::string table = "image,class,tags\n";
  for (int i = 0; i < 12; ++i) {
    const std::string name = std::to_string(i) + ".jpg";
    scratch.write("photos/" + name, jpeg_image(40 + i, 30, static_cast<unsigned>(i)));
    table += name + (i % 3 == 0 ? ",rose" : ",tulip") + (i % 2 == 0 ? ",red|wild\n" : ",red\n");
  }
  scratch.write("train.csv", table);
}

RunResult build_with(const ScratchFolder& scratch, const std::string& line) {
  scratch.write("c.toml", "# comment\n[build]\n" + line + "\n");
  return run_tfrec({"build", "photos", "-o", "out", "--config", "c.toml"}, in(scratch));
}

void check_refused(const RunResult& result, const std::string& message) {
  INFO(result.err);
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, ContainsSubstring("tfrec: error: " + message));
}

std::string printed(const ScratchFolder& scratch, const Words& words, const Words& environment = {}) {
  const RunResult result = run_tfrec(words + Words{"--print-config"}, in(scratch, environment));
  INFO(result.err);
  CHECK(result.exit_code == 0);
  return result.out;
}

}  // namespace

TEST_CASE("A file sets arguments, values, lists and flags") {
  const ScratchFolder scratch;
  write_photos(scratch);
  scratch.write("d.toml",
                "[build]\nimages = \"photos\"\nlabels = 'train.csv'\nout = \"out\"\nname = \"p\"\n"
                "shards = 2\nquality = 80\nsizes = [16, \"8x8\"]\nno-shuffle = true\nstrict = false\n"
                "feature = [\n  \"image=jpeg\",\n  \"hot=multihot:tags\",\n]\n");
  const RunResult from_file = run_tfrec({"build", "--config", "d.toml", "-q"}, in(scratch));
  INFO(from_file.err);
  REQUIRE(from_file.exit_code == 0);
  const RunResult from_flags = run_tfrec({"build",
                                          "photos",
                                          "--labels",
                                          "train.csv",
                                          "-o",
                                          "flags",
                                          "--name",
                                          "p",
                                          "--shards",
                                          "2",
                                          "--quality",
                                          "80",
                                          "--sizes",
                                          "16,8x8",
                                          "--no-shuffle",
                                          "--feature",
                                          "image=jpeg",
                                          "--feature",
                                          "hot=multihot:tags",
                                          "-q"},
                                         in(scratch));
  REQUIRE(from_flags.exit_code == 0);
  CHECK(scratch.files("out") == scratch.files("flags"));
}

TEST_CASE("A flag wins over the environment, the environment over the file") {
  const ScratchFolder scratch;
  scratch.write("c.toml", "[build]\nquality = 70\nseed = 1\nshards = 3\nno-shuffle = true\n");
  const std::string text = printed(
      scratch, {"build", "photos", "-o", "o", "--config", "c.toml", "--quality", "90", "--no-shuffle=false"},
      {"TFREC_QUALITY=80", "TFREC_SEED=2", "TFREC_STRICT=yes", "TFREC_GZIP=0", "TFREC_LABELS="});
  CHECK_THAT(text, ContainsSubstring("quality = 90\n"));
  CHECK_THAT(text, ContainsSubstring("seed = 2\n"));
  CHECK_THAT(text, ContainsSubstring("shards = 3\n"));
  CHECK_THAT(text, ContainsSubstring("strict = true\n"));
  CHECK_THAT(text, ContainsSubstring("no-shuffle = false\n"));
  CHECK_THAT(text, !ContainsSubstring("gzip"));
  CHECK_THAT(text, !ContainsSubstring("labels"));
}

TEST_CASE("TFREC_CONFIG names the file, for the commands that it has a table for") {
  const ScratchFolder scratch;
  scratch.write("c.toml", "[build]\nquality = 70\n");
  CHECK_THAT(printed(scratch, {"build", "p", "-o", "o"}, {"TFREC_CONFIG=c.toml"}),
             ContainsSubstring("quality = 70"));
  CHECK_THAT(printed(scratch, {"plan", "p"}, {"TFREC_CONFIG=c.toml"}),
             ContainsSubstring("[plan]\nimages = \"p\"\nquality = 70"));
  CHECK_THAT(printed(scratch, {"count", "p"}, {"TFREC_CONFIG=c.toml"}),
             ContainsSubstring("[count]\npath = \"p\"\n"));
  check_refused(run_tfrec({"count", "p", "--config", "c.toml"}, in(scratch)), "c.toml: has no table [count]");
}

TEST_CASE("plan takes the options of a build from [build]") {
  const ScratchFolder scratch;
  write_photos(scratch);
  scratch.write(
      "c.toml",
      "[build]\nimages = \"photos\"\nlabels = \"train.csv\"\nout = \"out\"\nname = \"p\"\nshards = 2\n");
  const RunResult result = run_tfrec({"plan", "--config", "c.toml"}, in(scratch));
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, ContainsSubstring("12 records in 2 shards"));
}

TEST_CASE("What is wrong in a file is named by file, line and key") {
  const ScratchFolder scratch;
  write_photos(scratch);
  check_refused(build_with(scratch, "lables = \"train.csv\""),
                "c.toml:3: unknown key 'lables'\ntfrec: hint: did you mean 'labels'?");
  check_refused(build_with(scratch, "quality = 101"),
                "c.toml:3: --quality: '101' is not a whole number from 1 to 100");
  scratch.write("c.toml", "labels = \"train.csv\"\n");
  check_refused(run_tfrec({"build", "photos", "-o", "out", "--config", "c.toml"}, in(scratch)),
                "c.toml:1: 'labels' is in no table\ntfrec: hint: options belong below a line with their "
                "command: [build]");
  check_refused(run_tfrec({"build", "photos", "-o", "out", "--config", "none.toml"}, in(scratch)),
                "none.toml: does not exist");
  check_refused(run_tfrec({"build", "photos", "-o", "out", "--config", "photos"}, in(scratch)),
                "photos: is not a regular file");
  CHECK_FALSE(fs::exists(scratch.path() / "out"));
}

TEST_CASE("What is wrong in a variable is named by the variable") {
  const ScratchFolder scratch;
  check_refused(run_tfrec({"count", "x"}, in(scratch, {"TFREC_THREADS=0"})),
                "TFREC_THREADS: --threads: '0' is not a whole number");
  const RunResult warned =
      run_tfrec({"count", "x"}, in(scratch, {"TFREC_QUALTIY=90", "TFREC_INTEROP_PYTHON=python3"}));
  CHECK(warned.exit_code == 2);  // x does not exist
  CHECK(warned.err.find("tfrec: warning: the environment variable TFREC_QUALTIY is not the variable of an "
                        "option; did you mean TFREC_QUALITY?\n") == 0);
  CHECK_THAT(warned.err, !ContainsSubstring("INTEROP"));
}

TEST_CASE("A variable that this command can't use is not meant for it") {
  const ScratchFolder scratch;
  const std::string text = printed(scratch, {"reshard", "x", "-o", "o"}, {"TFREC_SEED=7", "TFREC_QUALITY=3"});
  CHECK_THAT(text, !ContainsSubstring("seed"));
  CHECK_THAT(printed(scratch, {"reshard", "x", "-o", "o", "--shuffle"}, {"TFREC_SEED=7"}),
             ContainsSubstring("seed = 7"));
}

TEST_CASE("TFREC_JSON asks for JSON, errors of the command line among it") {
  const ScratchFolder scratch;
  const RunResult result = run_tfrec({"count", "--frm-names"}, in(scratch, {"TFREC_JSON=true"}));
  CHECK(result.exit_code == 2);
  CHECK(result.out.rfind("{\"error\":{\"kind\":\"usage\"", 0) == 0);
}

TEST_CASE("A setting that excludes a flag is ignored, and that is reported") {
  const ScratchFolder scratch;
  write_photos(scratch);
  scratch.write("c.toml", "[plan]\nshards = 3\nlabels = \"train.csv\"\n");
  const RunResult result =
      run_tfrec({"plan", "photos", "--config", "c.toml", "--records-per-shard", "6"}, in(scratch));
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, ContainsSubstring("12 records in 2 shards"));
  CHECK_THAT(result.err, ContainsSubstring(
                             "tfrec: c.toml:2: 'shards' is ignored, because --records-per-shard is given\n"));
}

TEST_CASE("A printed configuration, --print-config, is a file that repeats the run") {
  const ScratchFolder scratch;
  write_photos(scratch);
  scratch.write("own \"classes\"\t\xc3\xa9\xc2\x9b.txt", "tulip\nrose\nlily\n");
  Words run{"build",
            "photos",
            "--labels",
            "train.csv",
            "--classes",
            "own \"classes\"\t\xc3\xa9\xc2\x9b.txt",
            "--layout",
            "flowers",
            "--feature",
            "name=path",
            "--feature",
            "tags=indices:tags",
            "--missing",
            "",
            "--label-separator",
            "|",
            "--sizes",
            "32,16x8",
            "--fit",
            "pad",
            "--pad-color",
            "#102030",
            "--split",
            "train=0.5,val=0.5",
            "--max-bad",
            "1%",
            "--name",
            "007",
            "--shard-size",
            "1MB",
            "--no-shuffle",
            "-q",
            "-j",
            "2",
            "-o",
            "set"};
  const RunResult first = run_tfrec(run, in(scratch));
  INFO(first.err);
  REQUIRE(first.exit_code == 0);
  fs::rename(scratch.path() / "set", scratch.path() / "one");
  const std::string config = printed(scratch, run);
  CHECK_THAT(config, ContainsSubstring("[build]\nimages = \"photos\"\nlabels = \"train.csv\"\n"));
  CHECK_THAT(config, ContainsSubstring("feature = [\"name=path\", \"tags=indices:tags\"]\n"));
  CHECK_THAT(config, ContainsSubstring("classes = \"own \\\"classes\\\"\\u0009\xc3\xa9\\u009B.txt\"\n"));
  CHECK_THAT(config, ContainsSubstring("name = \"007\"\n"));
  scratch.write("c.toml", config);
  const RunResult second = run_tfrec({"build", "--config", "c.toml"}, in(scratch));
  INFO(second.err);
  REQUIRE(second.exit_code == 0);
  CHECK(scratch.files("one") == scratch.files("set"));
  CHECK(printed(scratch, {"build", "--config", "c.toml"}) == config);
}

TEST_CASE("A manifest repeats its build from the same images and labels") {
  const ScratchFolder scratch;
  write_photos(scratch);
  scratch.write("classes.txt", "tulip\nrose\nlily\n");
  const Words first{"build",      "photos", "--labels",      "train.csv",   "-o",        "one",
                    "--name",     "p",      "--seed",        "9",           "--classes", "classes.txt",
                    "--shards",   "3",      "--quality",     "70",          "--size",    "24",
                    "--fit",      "pad",    "--pad-color",   "#102030",     "--split",   "train=0.5,val=0.5",
                    "--stratify", "class",  "--record-list", "--extension", ".tfr",      "--stats",
                    "-q"};
  REQUIRE(run_tfrec(first, in(scratch)).exit_code == 0);
  const Words again{"build", "photos",   "--labels",          "train.csv", "-o",
                    "two",   "--config", "one/manifest.json", "-q"};
  const RunResult second = run_tfrec(again, in(scratch));
  INFO(second.err);
  REQUIRE(second.exit_code == 0);
  CHECK(scratch.files("one") == scratch.files("two"));
  const RunResult third =
      run_tfrec({"build", "photos", "--labels", "train.csv", "-o", "one", "--config", "one/manifest.json"},
                in(scratch));
  CHECK(third.exit_code == 0);
  CHECK(third.out == "up to date: one\n");
  check_refused(
      run_tfrec({"build", "photos", "-o", "three", "--config", "one/manifest.json", "--quality", "50"},
                in(scratch)),
      "one/manifest.json: --quality can't be used beside --config with a manifest, which decides features, "
      "classes and images");
  check_refused(run_tfrec({"build", "-o", "three", "--config", "one/manifest.json"}, in(scratch)),
                "one/manifest.json: a manifest names no folder of images, and IMAGES is required\n"
                "tfrec: hint: tfrec build IMAGES --config one/manifest.json -o OUT, and --labels as before");
  check_refused(run_tfrec({"count", "one", "--config", "one/manifest.json"}, in(scratch)),
                "one/manifest.json: is not TOML");
}

TEST_CASE("A manifest of a set with masks repeats its build once --masks names their folder") {
  const ScratchFolder scratch;
  for (const char* name : {"0", "1"}) {
    scratch.write(std::string("photos/") + name + ".jpg", jpeg_image(16, 16));
    scratch.write(std::string("masks/") + name + ".png", mask_image(16, 16, 3));
  }
  const Words build{"build", "photos", "-q", "-o"};
  const Words masks{"--masks", "masks"};
  const Words first = build + Words{"one", "--layout", "segmentation", "--name", "p"} + masks;
  REQUIRE(run_tfrec(first, in(scratch)).exit_code == 0);
  const Words again = build + Words{"two", "--config", "one/manifest.json"};
  check_refused(run_tfrec(again, in(scratch)),
                "one/manifest.json: does not name the folder of --masks\n"
                "tfrec: hint: also give --masks\n");
  CHECK(run_tfrec(again + masks, in(scratch)).exit_code == 0);
  CHECK(scratch.files("one") == scratch.files("two"));
}

TEST_CASE("A file of options of more than 1 MiB is refused unread") {
  const ScratchFolder scratch;
  scratch.write("large.toml", std::string((1U << 20U) + 1, '#'));
  check_refused(run_tfrec({"count", "set", "--config", "large.toml"}, in(scratch)),
                "large.toml: is too large for a file of options");
}
