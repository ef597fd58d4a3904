// SPDX-License-Identifier: Apache-2.0
// What the shards of a build are called.
#include <filesystem>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/images.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"

namespace fs = std::filesystem;
using tfrec::test::jpeg_image;
using tfrec::test::run_tfrec;
using tfrec::test::RunResult;
using tfrec::test::ScratchFolder;

namespace {

RunResult build(const ScratchFolder& scratch, const std::vector<std::string>& more) {
  scratch.write("images/a.jpg", jpeg_image(8, 8));
  std::vector<std::string> arguments{"build", "images", "-o", "out", "--name", "f", "-q"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_tfrec(arguments, in(scratch));
}

}  // namespace

TEST_CASE("--extension is for readers that glob another one") {
  const ScratchFolder scratch;
  const RunResult result = build(scratch, {"--extension", ".tfrecords"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK_THAT(result.out, Catch::ContainsSubstring("names    f00-1.tfrecords\n"));
  CHECK(fs::exists(scratch / "out/f00-1.tfrecords"));
  CHECK_THAT(scratch.read("out/manifest.json"), Catch::ContainsSubstring("\"extension\": \".tfrecords\""));
  CHECK(run_tfrec({"verify", "out"}, in(scratch)).exit_code == 0);
}

TEST_CASE("Shards of any extension are found through their manifest") {
  const ScratchFolder scratch;
  REQUIRE(build(scratch, {"--extension", ".data"}).exit_code == 0);
  const RunResult counted = run_tfrec({"count", "out"}, in(scratch));
  CHECK(counted.exit_code == 0);
  CHECK(counted.err.empty());
  CHECK_THAT(counted.out, Catch::ContainsSubstring("f00-1.data"));
}

TEST_CASE("Shards of others are noticed whatever they are called") {
  for (const char* name : {"other.tfrecords", "other.tfrecord-00000-of-00001"}) {
    const ScratchFolder scratch;
    scratch.write("out/" + std::string(name), "");
    const RunResult result = build(scratch, {});
    INFO(name);
    CHECK(result.exit_code == 2);
    CHECK(result.out.empty());
    CHECK_THAT(result.err, Catch::StartsWith("tfrec: error: out/" + std::string(name) +
                                             ": is a shard that no set of tfrec here owns"));
  }
}

TEST_CASE("An extension that would fool readers is refused") {
  const ScratchFolder scratch;
  for (const char* extension : {"tfrecords", ".a-7.x", ".a/b", "."}) {
    const RunResult result = build(scratch, {"--extension=" + std::string(extension)});
    INFO(extension);
    CHECK(result.exit_code == 2);
    CHECK(result.out.empty());
    CHECK_THAT(result.err, Catch::StartsWith("tfrec: error: --extension '" + std::string(extension) + "'"));
    CHECK_FALSE(fs::exists(scratch / "out"));
  }
}
