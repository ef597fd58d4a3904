// SPDX-License-Identifier: Apache-2.0
// Likely slips of a first try, and the hint that each gets.
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/scenes/flowers.hpp"

using tfrec::test::Flowers;
using tfrec::test::RunResult;

namespace {

/// The last line of stderr; nothing was built.
std::string hint_of(const Flowers& flowers, const std::vector<std::string>& arguments) {
  const RunResult result = flowers.run(arguments);
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK_FALSE(std::filesystem::exists(flowers.scratch / "out"));
  const std::string lines = result.err.substr(0, result.err.size() - 1);
  return lines.substr(lines.rfind('\n') + 1);
}

}  // namespace

TEST_CASE("A table in the place of the images, or beside them, belongs to --labels") {
  const Flowers flowers;
  CHECK(hint_of(flowers, {"build", "labels.csv", "-o", "out"}) ==
        "tfrec: hint: a table is given as --labels labels.csv");
  CHECK(hint_of(flowers, {"build", "images", "labels.csv", "-o", "out"}) ==
        "tfrec: hint: a table is given as --labels labels.csv");
}

TEST_CASE("A path without a command before it gets commands that take it") {
  const Flowers flowers;
  CHECK(hint_of(flowers, {"images"}) ==
        "tfrec: hint: a command comes first: tfrec build images -o OUT or tfrec inspect images");
  CHECK(hint_of(flowers, {"labels.csv"}) == "tfrec: hint: a command comes first: tfrec inspect labels.csv");
}

TEST_CASE("A mistyped path gets the nearest one in its folder") {
  const Flowers flowers;
  flowers.scratch.write("images/sub/train.csv", "");
  CHECK(hint_of(flowers, {"build", "imags/", "-o", "out"}) == "tfrec: hint: did you mean 'images'?");
  CHECK(hint_of(flowers, {"build", "images", "--labels", "label.csv", "-o", "out"}) ==
        "tfrec: hint: did you mean 'labels.csv'?");
  CHECK(hint_of(flowers, {"build", "images", "--labels", "images/sub/trian.csv", "-o", "out"}) ==
        "tfrec: hint: did you mean 'images/sub/train.csv'?");
  // No folder for a file, and nothing where nothing is near.
  CHECK(hint_of(flowers, {"build", "images", "--labels", "image", "-o", "out"}) ==
        "tfrec: error: image: no such file");
}

TEST_CASE("A folder in brackets is a folder, not a list") {
  const Flowers flowers;
  REQUIRE(flowers.build({"-q"}).exit_code == 0);
  for (const char* name : {"[out]", "[a,b]", "[]"}) {
    std::filesystem::create_directory_symlink("out", flowers.scratch / name);
    const RunResult count = flowers.run({"count", name});
    CHECK(count.exit_code == 0);
    CHECK(count.err.empty());
    CHECK(flowers.run({"verify", "-q", name, "out"}).exit_code == 0);
    CHECK(flowers.run({"count", "--", name}).exit_code == 0);
  }
  flowers.scratch.write("two.csv", "image,[x],y\na00.jpg,1,2\n");
  CHECK(flowers.run({"plan", "images", "--labels", "two.csv", "--label-column", "[x]", "-o", "[p]"})
            .exit_code == 0);
  CHECK(std::filesystem::exists(flowers.scratch / "[p]"));
}
