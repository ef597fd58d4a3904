// SPDX-License-Identifier: Apache-2.0
// Sets whose records hold no image, through the real binary.
#include <nlohmann/json.hpp>

#include "support/scenes/flowers.hpp"

using namespace tfrec::test;

namespace {

void fails(const Flowers& flowers, const Words& more, const std::string& message, const std::string& hint) {
  const RunResult result = flowers.build(more + Words{"-q"});
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK(result.err == "tfrec: error: " + message + "\ntfrec: hint: " + hint + "\n");
  CHECK(flowers.files().empty());
}

const std::string k_none = "no feature stores the image or its pixels";
const std::string k_hint =
    "to keep the usual features, too: --layout auto; for records without an image: --no-image; to store the "
    "image: --feature image=jpeg";

}  // namespace

TEST_CASE("A set without images by mistake is refused") {
  const Flowers flowers;
  fails(flowers, {"--feature", "class=onehot:class"}, k_none, k_hint);
  fails(flowers, {"--feature", "class=multihot:class", "--size", "8"}, k_none, k_hint);
  fails(flowers, {"--layout", "flowers", "--feature", "image=height"}, k_none,
        "for records without an image: --no-image; to store the image: --feature image_bytes=jpeg");
  for (const char* fact : {"h=height", "w=width", "s=sha256", "p=path", "f=format"})
    fails(flowers, {"--feature", fact}, k_none, k_hint);
  CHECK(flowers.build({"-q", "--layout", "xy", "--label-column", "petals", "--size", "8"}).exit_code == 0);
}

TEST_CASE("--no-image makes records without an image, and takes no option of stored images") {
  const Flowers flowers;
  const Words labels{"--no-image", "--feature", "class=index:class", "--feature", "h=height"};
  const std::string out = "leave it out, or add --feature image=jpeg";
  fails(flowers, labels + Words{"--size", "8"}, "--size has no effect: no feature stores an image", out);
  fails(flowers, labels + Words{"--sizes", "8,9"}, "--sizes has no effect: no feature stores an image", out);
  fails(flowers, labels + Words{"--quality", "80"}, "--quality has no effect: no feature stores an image",
        out);
  fails(flowers, labels + Words{"--encode", "copy"}, "--encode has no effect: no feature stores an image",
        out);
  fails(flowers, labels + Words{"--stats"}, "--stats has no effect: no feature stores an image", out);
  fails(flowers, labels + Words{"--feature", "f=format"},
        "feature 'f' is the format of the stored image, and none is stored", out);
  fails(flowers, {"--no-image"}, "--no-image, but a feature stores the image", "leave out one of the two");
  const RunResult built = flowers.build(labels + Words{"--json", "-q"});
  REQUIRE(built.exit_code == 0);
  CHECK(Json::parse(built.out)["options"]["no-image"] == true);
  CHECK_THAT(flowers.build(labels).out, ContainsSubstring("up to date"));
}

TEST_CASE("--like of a set without images makes another, and --feature adds an image") {
  const Flowers flowers;
  REQUIRE(flowers.build({"-q", "--no-image", "--feature", "class=index:class"}).exit_code == 0);
  const auto like = [&](const Words& more) {
    const RunResult result = flowers.build(Words{"--like", "out", "-q"} + more, "again");
    CHECK(result.err.empty());
    return result.exit_code;
  };
  CHECK(like({}) == 0);
  CHECK(like({"--overwrite", "--feature", "image=jpeg"}) == 0);
}

TEST_CASE("--no-image beside --like of a set with images is a contradiction, not ignored") {
  const Flowers flowers;
  REQUIRE(flowers.build({"-q"}).exit_code == 0);
  const RunResult refused = flowers.run(
      {"build", "images", "--labels", "labels.csv", "-o", "again", "-q", "--like", "out", "--no-image"});
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err, ContainsSubstring("--no-image, but a feature stores the image"));
}

TEST_CASE("--like of a set that --drop left without images is refused") {
  const Flowers flowers;
  REQUIRE(flowers.build({"-q"}).exit_code == 0);
  const RunResult dropped = flowers.run({"reshard", "out", "-o", "labels", "--drop", "image"});
  CHECK(dropped.exit_code == 0);
  CHECK_THAT(dropped.err, ContainsSubstring("warning: --drop leaves no feature that stores the image\n"));
  const Words again{"build", "images", "--labels", "labels.csv", "-o", "again", "-q", "--like", "labels"};
  const RunResult refused = flowers.run(again);
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err, ContainsSubstring(k_none));
}

TEST_CASE("Parts and repair --from make sets without images again") {
  const Flowers flowers;
  const Words labels{"--no-image", "--feature", "class=index:class", "--shards", "2"};
  REQUIRE(flowers.build(labels + Words{"-q"}).exit_code == 0);
  REQUIRE(flowers.run(Words{"plan", "images", "-o", "p"} + flowers.options + labels).exit_code == 0);
  REQUIRE(flowers.run({"build", "images", "--plan", "p", "--part", "1/1", "-o", "parts", "-q"}).exit_code ==
          0);
  REQUIRE(flowers.run({"finish", "p", "-o", "parts", "-q"}).exit_code == 0);
  const auto whole = flowers.files("out");
  CHECK(flowers.files("parts") == whole);
  fs::remove(flowers.scratch / "out/flowers00-10.tfrec");
  const RunResult again =
      flowers.run({"repair", "out", "-o", "again", "--from", "images", "--labels", "labels.csv", "-q"});
  CHECK(again.err.empty());
  CHECK(flowers.files("again").at("flowers00-10.tfrec") == whole.at("flowers00-10.tfrec"));
}
