// SPDX-License-Identifier: Apache-2.0
// verify --spec, --report, GitHub annotations, leaks, what is no file, and compressed bombs.
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "base/text/printable.hpp"
#include "base/text/utf8.hpp"
#include "shards/manifest/manifest.hpp"
#include "support/build_paths.hpp"
#include "support/check_error.hpp"
#include "support/data/deflated.hpp"
#include "support/data/example_bytes.hpp"
#include "support/runs/verify_runs.hpp"
#include "tfrecord/crc32c.hpp"

namespace fs = std::filesystem;
using namespace tfrec;
using namespace tfrec::test;

namespace {

const std::vector<std::string> k_in_actions{"GITHUB_ACTIONS=true"};

std::string flower_manifest(std::int64_t records, const std::string& shard) {
  Manifest set;
  set.features = {{"class", "int64:class", "int64", 1, 1},
                  {"name", "bytes:name", "bytes", 1, 1},
                  {"weight", "float:a,b", "float", 2, 2}};
  set.shards.push_back({"f00-" + std::to_string(records) + ".tfrec", "", "",
                        static_cast<std::uint64_t>(records), shard.size(), crc32c(shard), ""});
  set.totals = {{"", "", 1, static_cast<std::uint64_t>(records), shard.size(), 0, ""}};
  return manifest_json(set);
}

/// Whether every byte is one that XML may hold and that moves no cursor.
bool is_plain_utf8(const std::string& text) {
  return is_utf8(text) && std::none_of(text.begin(), text.end(), [](char c) {
           return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7F;
         });
}

}  // namespace

TEST_CASE("verify --spec: the short form, a manifest's schema and a whole manifest mean the same") {
  const ScratchFolder folder;
  const std::string shard = flower_shard(3);
  folder.write("f00-3.tfrec", shard);
  const std::string manifest = flower_manifest(3, shard);
  folder.write("specs/short.json", R"({"class":"int64","name":"bytes","weight":"float[2]"})");
  folder.write("specs/manifest.json", manifest);
  folder.write("specs/schema.json", Json::parse(manifest)["schema"].dump());
  folder.write("specs/loose.json",
               R"({"class":"int64[0-3]","name":"bytes[]","weight":"float[1-]","x":"bytes?"})");
  folder.write("specs/inspected.json", run_tfrec({"inspect", "--json", "f00-3.tfrec"}, in(folder)).out);
  for (const char* spec : {"short", "manifest", "schema", "loose", "inspected"}) {
    INFO(spec);
    const RunResult result =
        verify(folder, {"--spec", "specs/" + std::string(spec) + ".json", "f00-3.tfrec"});
    CHECK(result.exit_code == 0);
    CHECK(result.out == "ok: 1 shard, 3 intact records, 249 B\n");
    CHECK(result.err.empty());
  }
}

TEST_CASE("verify --spec: missing, extra, another kind, another length, by record and feature") {
  const ScratchFolder folder;
  folder.write("f00-2.tfrec", shard_of({flower(1), payload_of({{"class", Integers{1, 2}}})}));
  folder.write("spec.json", R"({"class":"int64","id":"bytes","weight":"bytes"})");
  const RunResult result = verify(folder, {"-q", "--spec", "spec.json", "f00-2.tfrec"});
  CHECK(result.exit_code == 1);
  CHECK(result.err.empty());
  CHECK(result.out ==
        "f00-2.tfrec: record 0 at byte 12 (67 bytes): feature 'id' is missing\n"
        "f00-2.tfrec: record 0 at byte 12 (67 bytes): feature 'name' is not in the spec\n"
        "f00-2.tfrec: record 0 at byte 12 (67 bytes): feature 'weight' is float, not bytes\n"
        "f00-2.tfrec: record 1 at byte 95 (19 bytes): feature 'class' has 2 values, not 1\n"
        "f00-2.tfrec: record 1 at byte 95 (19 bytes): feature 'id' is missing\n"
        "f00-2.tfrec: record 1 at byte 95 (19 bytes): feature 'weight' is missing\n"
        "bad: 6 problems, 1 of 1 shard; 2 intact records, 118 B\n");
  const RunResult as_json = verify(folder, {"--json", "--spec", "spec.json", "f00-2.tfrec"});
  const Json problem = Json::parse(as_json.out)["files"][0]["problems"][0];
  CHECK(problem["kind"] == "spec");
  CHECK(problem["feature"] == "id");
}

TEST_CASE("verify --spec: what all records lack is reported of a few and counted") {
  const ScratchFolder folder;
  folder.write("f00-40.tfrec", flower_shard(40));
  folder.write("spec.json", R"({"class":"int64","name":"bytes","weight":"float[2]","image":"bytes"})");
  const RunResult result = verify(folder, {"-q", "--spec", "spec.json", "f00-40.tfrec"});
  CHECK(result.exit_code == 1);
  CHECK(result.err.empty());
  CHECK_THAT(result.out,
             Catch::ContainsSubstring(
                 "record 4 at byte 344 (67 bytes): feature 'image' is missing in 35 more records behind "
                 "this one\nbad: 6 problems, 1 of 1 shard; "));
}

TEST_CASE("verify --spec: payloads that are no examples, and records without features") {
  const ScratchFolder folder;
  folder.write("spec.json", R"({"class":"int64"})");
  folder.write("f00-2.tfrec", shard_of({"first", "second"}));
  const RunResult opaque = verify(folder, {"-q", "--spec", "spec.json", "f00-2.tfrec"});
  CHECK(opaque.exit_code == 1);
  CHECK_THAT(opaque.out,
             Catch::ContainsSubstring("no record is a tf.train.Example, which the spec asks for\n"));
  folder.write("f00-2.tfrec", shard_of({"", payload_of({{"class", Integers{1}}})}));
  const RunResult empty = verify(folder, {"-q", "--spec", "spec.json", "f00-2.tfrec"});
  CHECK(empty.exit_code == 1);
  CHECK_THAT(empty.out,
             Catch::StartsWith("f00-2.tfrec: record 0 at byte 12 (0 bytes): feature 'class' is missing\n"));
}

TEST_CASE("verify --spec: 'optional' decides, whatever the counts of records are") {
  const ScratchFolder folder;
  folder.write("f00-2.tfrec", shard_of({payload_of({{"class", Integers{1}}}),
                                        payload_of({{"class", Integers{2}}, {"name", Texts{"a"}}})}));
  const auto result_of = [&](const std::string& optional) {
    folder.write("spec.json",
                 R"([{"name":"class","kind":"int64"},{"name":"name","kind":"bytes","in_records":1,)"
                 R"("optional":)" +
                     optional + "}]");
    return verify(folder, {"-q", "--spec", "spec.json", "f00-2.tfrec"});
  };
  CHECK(result_of("true").exit_code == 0);
  const RunResult required = result_of("false");
  CHECK(required.exit_code == 1);
  CHECK_THAT(required.out,
             Catch::ContainsSubstring("record 0 at byte 12 (18 bytes): feature 'name' is missing\n"));
  check_error(result_of("\"no\""), 1, "tfrec: error: spec.json: '[1].optional' is neither true nor false\n");
}

TEST_CASE("verify --spec: a file that is no spec") {
  const ScratchFolder folder;
  folder.write("f00-1.tfrec", flower_shard(1));
  const auto error_of = [&](const std::string& text, int exit_code) {
    folder.write("spec.json", text);
    const RunResult result = verify(folder, {"--spec", "spec.json", "f00-1.tfrec"});
    CHECK(result.exit_code == exit_code);
    CHECK(result.out.empty());
    return result.err;
  };
  CHECK(error_of("{\"class\":", 1) == "tfrec: error: spec.json: is not JSON\n");
  CHECK(error_of("3", 1) == "tfrec: error: spec.json: is neither a JSON object nor a list\n");
  CHECK(error_of("{}", 1) == "tfrec: error: spec.json: names no feature\n");
  CHECK(error_of(R"({"class":"integer"})", 1) ==
        "tfrec: error: spec.json: 'class' 'integer' is not a rule; write bytes, int64[3], float[1-5], "
        "int64[] or "
        "bytes?\n");
  CHECK(error_of(R"([{"name":"a","kind":"text"}])", 1) ==
        "tfrec: error: spec.json: '[0].kind' 'text' is none of bytes, float, int64\n");
  CHECK(error_of(R"([{"name":"a","kind":"bytes","min_length":3,"max_length":1}])", 1) ==
        "tfrec: error: spec.json: '[0].min_length' is more than 'max_length'\n");
  CHECK(error_of(R"([{"name":"a","kind":"bytes"},{"name":"a","kind":"bytes"}])", 1) ==
        "tfrec: error: spec.json: names feature 'a' twice\n");
  CHECK(error_of(R"({"a":"bytes","a":"float"})", 1) == "tfrec: error: spec.json: has key 'a' twice\n");
  const RunResult absent = verify(folder, {"--spec", "none.json", "f00-1.tfrec"});
  CHECK(absent.exit_code == 2);
  CHECK(absent.err == "tfrec: error: none.json: no such file\n");
  std::filesystem::create_directory(folder / "specs");
  const RunResult not_a_file = verify(folder, {"--spec", "specs", "f00-1.tfrec"});
  check_error(not_a_file, 2,
              "tfrec: error: specs: is not a regular file\ntfrec: hint: --spec takes a JSON file\n");
}

TEST_CASE("verify --report: a test case per shard and one for the set") {
  const ScratchFolder folder;
  folder.write("a00-3.tfrec", with_flipped_bit(flower_shard(3), 83 + 40));
  folder.write("b-00000-of-00002", flower_shard(1));
  const RunResult result = verify(folder, {"-q", "--report", "report.xml", "."});
  CHECK(result.exit_code == 1);
  CHECK(result.err.empty());
  CHECK_THAT(result.out, Catch::ContainsSubstring("bad: 2 problems, 1 of 2 shards; "));
  CHECK(
      folder.read("report.xml") ==
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites tests=\"3\" failures=\"2\" errors=\"0\">\n"
      "  <testsuite name=\"tfrec verify\" tests=\"3\" failures=\"2\" errors=\"0\" skipped=\"0\" time=\"0\">\n"
      "    <testcase classname=\"tfrec.verify\" name=\"./a00-3.tfrec\" file=\"./a00-3.tfrec\" time=\"0\">\n"
      "      <failure type=\"payload\" message=\"./a00-3.tfrec: record 1 at byte 83 (83 bytes): payload and "
      "its "
      "checksum disagree\">./a00-3.tfrec: record 1 at byte 83 (83 bytes): payload and its checksum disagree\n"
      "</failure>\n"
      "    </testcase>\n"
      "    <testcase classname=\"tfrec.verify\" name=\"./b-00000-of-00002\" file=\"./b-00000-of-00002\" "
      "time=\"0\"/>\n"
      "    <testcase classname=\"tfrec.verify\" name=\"the set\" time=\"0\">\n"
      "      <failure type=\"name\" message=\"./b-00001-of-00002: is missing; the folder contains 1 of 2 "
      "shards\">./b-00001-of-00002: is missing; the folder contains 1 of 2 shards\n"
      "</failure>\n"
      "      <system-out>./b-00000-of-00002: expected record count unknown, as usual for shards of "
      "other tools: missing records can&apos;t be detected\n"
      "1 record occurs more than once, first ./a00-3.tfrec record 0 and ./b-00000-of-00002 record 0\n"
      "</system-out>\n"
      "    </testcase>\n"
      "  </testsuite>\n"
      "</testsuites>\n");
}

TEST_CASE("verify --report: of a sound set, over an older report, and beside --json") {
  const ScratchFolder folder;
  folder.write("a00-3.tfrec", flower_shard(3));
  folder.write("a01-4.tfrec", flower_shard(3));
  REQUIRE(verify(folder, {"-q", "--report", "report.xml", "a01-4.tfrec"}).exit_code == 1);
  REQUIRE_THAT(folder.read("report.xml"), Catch::ContainsSubstring("<failure"));
  const RunResult result = verify(folder, {"--json", "--report", "report.xml", "a00-3.tfrec"});
  CHECK(result.exit_code == 0);
  CHECK(Json::accept(result.out));
  const std::string report = folder.read("report.xml");
  CHECK_THAT(report, Catch::ContainsSubstring("tests=\"2\" failures=\"0\""));
  CHECK(report.find("<failure") == std::string::npos);
}

TEST_CASE("verify --report: another file is never overwritten") {
  const ScratchFolder folder;
  const std::string shard = flower_shard(3);
  folder.write("a00-3.tfrec", shard);
  folder.write("a01-3.tfrec", flower_shard(3, 5));
  const RunResult result = verify(folder, {"--report", "a00-3.tfrec", "a01-3.tfrec"});
  check_error(result, 2,
              "tfrec: error: a00-3.tfrec: is there already, and is not a report of tfrec verify\n"
              "tfrec: hint: --report needs a file name\n");
  CHECK(folder.read("a00-3.tfrec") == shard);
  const RunResult nowhere = verify(folder, {"--report", "none/report.xml", "a01-3.tfrec"});
  CHECK(nowhere.exit_code == 2);
  CHECK(nowhere.err ==
        "tfrec: error: none: does not exist\ntfrec: hint: make the folder of --report first\n");
}

TEST_CASE("verify --report and annotations: hostile names are escaped") {
  const ScratchFolder folder;
  const std::string evil = "a\"<&>'\n::error ::\x1b[31m\xFF,%0A\xC2\x9B\xEF\xBF\xBE.tfrec";
  folder.write(evil, with_flipped_bit(flower_shard(3), 40));
  const RunResult result = verify(folder, {"--report", "report.xml", "."}, k_in_actions);
  CHECK(result.exit_code == 1);
  const std::string report = folder.read("report.xml");
  CHECK(is_plain_utf8(report));
  CHECK(report.find("\xC2\x9B") == std::string::npos);
  CHECK(report.find("\xEF\xBF\xBE") == std::string::npos);
  CHECK_THAT(report,
             Catch::ContainsSubstring("name=\"./a&quot;&lt;&amp;&gt;&apos;\\n::error ::\\x1B[31m\\xFF"));
  CHECK(is_plain_utf8(result.err));
  CHECK(is_plain_utf8(result.out));
  CHECK_THAT(result.err, Catch::ContainsSubstring(
                             "::error file=./a\"<&>'\\n%3A%3Aerror %3A%3A\\x1B[31m\\xFF%2C%250A\\u{9B}"));
}

TEST_CASE("verify in GitHub Actions: an annotation per bad shard on stderr, JSON stays alone on stdout") {
  const ScratchFolder folder;
  folder.write("a00-3.tfrec", with_flipped_bit(with_flipped_bit(flower_shard(3), 40), 83 + 40));
  folder.write("a01-3.tfrec", flower_shard(3, 10));
  const RunResult result = verify(folder, {"--json", "-q", "."}, k_in_actions);
  CHECK(result.exit_code == 1);
  CHECK(Json::accept(result.out));
  CHECK(result.err ==
        "::error file=./a00-3.tfrec,title=tfrec verify%3A 2 problems::./a00-3.tfrec: record 0 at byte 0 (83 "
        "bytes): "
        "payload and its checksum disagree%0A./a00-3.tfrec: record 1 at byte 83 (83 bytes): payload and its "
        "checksum "
        "disagree\n");
  CHECK(verify(folder, {"-q", "."}).err.empty());
  CHECK(verify(folder, {"-q", "."}, {"GITHUB_ACTIONS=false"}).err.empty());
}

TEST_CASE("verify in GitHub Actions: ten annotations at most, the last tells of the rest") {
  const ScratchFolder folder;
  for (int i = 0; i < 14; ++i)
    folder.write("a" + std::to_string(10 + i) + "-2.tfrec", with_flipped_bit(flower_shard(2, 5 * i), 40));
  const RunResult result = verify(folder, {"-q", "."}, k_in_actions);
  CHECK(result.exit_code == 1);
  CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 10);
  CHECK_THAT(result.err, Catch::EndsWith("::error title=tfrec verify::and 5 more, see the step's output\n"));
}

TEST_CASE("verify: a record in two splits of one set is a leak") {
  const ScratchFolder folder;
  folder.write("train/f00-3.tfrec", flower_shard(3));
  folder.write("test/f00-2.tfrec", flower_shard(2, 2));
  const RunResult result = verify(folder, {"."});
  CHECK(result.exit_code == 0);
  CHECK(result.err ==
        "tfrec: warning: 1 record is in what looks like two splits, first ./test/f00-2.tfrec record 0 and "
        "./train/f00-3.tfrec record 2: a leak if it is\n");
  const RunResult as_json = verify(folder, {"--json", "-q", "."});
  CHECK(Json::parse(as_json.out)["warnings"].size() == 1);
  CHECK_THAT(
      verify(folder, {"-q", "."}, k_in_actions).err,
      Catch::ContainsSubstring("::warning title=tfrec verify::1 record is in what looks like two splits"));
}

TEST_CASE("verify: a leak between splits that the manifest names, or the names of one folder") {
  const ScratchFolder folder;
  Manifest set;
  set.features = {{"class", "int64:class", "int64", 1, 1},
                  {"name", "bytes:name", "bytes", 1, 1},
                  {"weight", "float:a,b", "float", 2, 2}};
  for (const char* split : {"train", "val"}) {
    const std::string path = std::string(split) + "/f00-2.tfrec";
    const std::string shard = flower_shard(2);
    folder.write("set/" + path, shard);
    set.shards.push_back({path, split, "", 2, shard.size(), crc32c(shard), ""});
    set.totals.push_back({split, "", 1, 2, shard.size(), 0, ""});
  }
  folder.write("set/manifest.json", manifest_json(set));
  CHECK_THAT(verify(folder, {"set"}).err,
             Catch::ContainsSubstring("warning: 2 records are in more than one split, first ") &&
                 Catch::ContainsSubstring("; `tfrec report … --findings FILE.csv` lists all\n"));
  folder.write("tfds/x-train.tfrecord-00000-of-00001", flower_shard(2));
  folder.write("tfds/x-test.tfrecord-00000-of-00001", flower_shard(1));
  CHECK_THAT(verify(folder, {"tfds"}).err,
             Catch::ContainsSubstring("warning: 1 record is in what looks like two splits"));
}

TEST_CASE("verify: repeats within a split, between sizes and between sets are no leak") {
  const ScratchFolder folder;
  folder.write("set/f00-2.tfrec", shard_of({flower(1), flower(1)}));
  folder.write("sizes/192x192/f00-1.tfrec", flower_shard(1, 20));
  folder.write("sizes/224x224/f00-1.tfrec", flower_shard(1, 20));
  folder.write("other/deep/f00-1.tfrec", flower_shard(1, 20));
  const RunResult result = verify(folder, {"."});
  CHECK(result.exit_code == 0);
  CHECK(result.err ==
        "tfrec: 3 records occur more than once, first ./other/deep/f00-1.tfrec record 0 and "
        "./sizes/192x192/f00-1.tfrec record 0\n");
}

TEST_CASE("verify: payloads of another kind that occur more than once") {
  const ScratchFolder folder;
  folder.write("f00-3.tfrec", shard_of({"first", "second", "first"}));
  CHECK_THAT(verify(folder, {"."}).err,
             Catch::ContainsSubstring("1 record occurs more than once, first ./f00-3.tfrec record 0 and "
                                      "./f00-3.tfrec record 2\n"));
}

TEST_CASE("verify: a FIFO, a socket's like and a dead link under a shard's name") {
  const ScratchFolder folder;
  folder.write("set/a00-1.tfrec", flower_shard(1));
  REQUIRE(::mkfifo((folder / "set/b00-1.tfrec").c_str(), 0600) == 0);
  fs::create_symlink("nowhere", folder / "set/c00-1.tfrec");
  fs::create_symlink("/dev/null", folder / "set/d00-1.tfrec");
  fs::create_symlink("nowhere", folder / "set/readme.txt");
  RunSettings settings = in(folder);
  settings.seconds = 20;
  const RunResult result = run_tfrec({"verify", "-q", "set"}, settings);
  CHECK(result.exit_code == 1);
  CHECK(result.err.empty());
  CHECK(result.out ==
        "set/b00-1.tfrec: is a FIFO, not a file\n"
        "set/c00-1.tfrec: links to nothing\n"
        "set/d00-1.tfrec: is a device, not a file\n"
        "bad: 3 problems of the set; 1 shard, 1 intact record, 83 B\n");
  const RunResult by_name = run_tfrec({"verify", "set/b00-1.tfrec"}, settings);
  CHECK(by_name.exit_code == 1);
  CHECK_THAT(by_name.err, Catch::StartsWith("tfrec: error: set/b00-1.tfrec: "));
}

TEST_CASE("verify: a compressed file that inflates to very much takes little memory and can be stopped") {
  const ScratchFolder folder;
  std::string bomb = gzipped(std::string(std::size_t{256} << 20, '\0'));
  const std::string member = bomb;
  for (int i = 0; i < 2; ++i) bomb += member;
  folder.write("a.tfrec", bomb);
  RunSettings settings = in(folder);
  if (!k_has_sanitizers) settings.address_space = std::uint64_t{512} << 20;
  const RunResult result = run_tfrec({"verify", "-q", "-j", "1", "a.tfrec"}, settings);
  CHECK(result.exit_code == 1);
  CHECK(result.err.empty());
  CHECK_THAT(result.out, Catch::StartsWith("a.tfrec: record 0 at byte 0 (805306368 bytes): "));
  for (int i = 0; i < 6; ++i) bomb += bomb;
  folder.write("a.tfrec", bomb);
  settings.signal = SIGINT;
  settings.signal_after = std::chrono::milliseconds(300);
  const RunResult stopped = run_tfrec({"verify", "a.tfrec"}, settings);
  CHECK(stopped.exit_code == 130);
  CHECK(stopped.after_signal.count() < 2);
}

TEST_CASE("inspect --json and verify --json hold no character that a terminal acts on") {
  const ScratchFolder folder;
  const std::string name = "x\x7F\xC2\x9B\xE2\x80\xAE\xF3\xA0\x80\x81\xC3\xA9";
  folder.write(name + ".tfrec", shard_of({payload_of({{name, Texts{name}}})}));
  for (const char* command : {"inspect", "verify", "count"}) {
    const RunResult result = run_tfrec({command, "--json", "."}, in(folder));
    INFO(result.out);
    CHECK(result.exit_code == 0);
    CHECK(printable(result.out.substr(0, result.out.size() - 1)) ==
          result.out.substr(0, result.out.size() - 1));
    CHECK(Json::parse(result.out)["files"][0]["path"] == "./" + name + ".tfrec");
    CHECK_THAT(result.out, Catch::ContainsSubstring("x\\u007f\\u009b\\u202e\\udb40\\udc01\xC3\xA9"));
  }
}
