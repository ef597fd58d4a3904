// SPDX-License-Identifier: Apache-2.0
// The columns of zeros and ones that layout target stores as one list.
#include <nlohmann/json.hpp>

#include "support/scenes/build_scene.hpp"

using namespace tfrec::test;

namespace {

/// A set of layout target with the columns bird and water, or with one of larger numbers.
class Columns : public BuildScene {
 public:
  explicit Columns(const std::string& last = "1,1") : BuildScene({"--labels", "labels.csv", "--name", "f"}) {
    images(4);
    table("image,bird,water\n0,1,0\n1,1,1\n2,0,0\n3," + last + "\n");
    REQUIRE(build({"--layout", "target", "--no-shuffle", "-q"}).exit_code == 0);
  }
};

}  // namespace

TEST_CASE("inspect did not name the columns of layout target") {
  const Columns set;
  const RunResult result = set.run({"inspect", "out"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out,
             ContainsSubstring("labels    'target': bird × 3, water × 2; 1 record without a label\n"));
  CHECK_THAT(result.out, ContainsSubstring("  target      int64  [1, 0] (bird)\n"));
  const Json schema = Json::parse(set.run({"inspect", "out", "--json"}).out)["schema"];
  CHECK(schema.back()["classes"] == Json::array({"bird", "water"}));
  CHECK(schema.back()["marks"] == Json::array({3, 2}));
}

TEST_CASE("inspect: columns of other numbers than 0 and 1 are no labels") {
  const Columns set("7,1");
  const RunResult result = set.run({"inspect", "out"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, !ContainsSubstring("labels "));
  CHECK_THAT(result.out, ContainsSubstring("  target      int64  [1, 0]\n"));
  CHECK(set.run({"reshard", "out", "-o", "seven", "--filter", "target=7", "-q"}).exit_code == 0);
}

TEST_CASE("report showed places in place of the columns of layout target") {
  const Columns set;
  REQUIRE(set.run({"report", "out", "-o", "report.html", "-q"}).exit_code == 0);
  const std::string page = set.scratch.read("report.html");
  for (const char* name : {"bird", "water", "no class"})
    CHECK_THAT(page, ContainsSubstring("<th scope=\"row\" class=\"long\">" + std::string(name) + "</th>"));
}

TEST_CASE("--filter refused the columns of layout target") {
  const Columns set;
  const RunResult kept = set.run({"reshard", "out", "-o", "birds", "--filter", "target=bird", "-q"});
  CHECK(kept.exit_code == 0);
  CHECK(kept.err.empty());
  CHECK(set.run({"count", "birds", "-q"}).exit_code == 0);
  CHECK_THAT(set.run({"inspect", "birds"}).out,
             ContainsSubstring("labels    'target': bird × 3, water × 2\n"));
  REQUIRE(set.run({"extract", "out", "-o", "dry", "--filter", "target!=water", "-q"}).exit_code == 0);
  CHECK(set.scratch.read("dry/labels.csv") == "image,bird,water\n0,1,0\n2,0,0\n");
  const RunResult wrong = set.run({"reshard", "out", "-o", "wrong", "--filter", "target=brid"});
  CHECK(wrong.exit_code == 2);
  CHECK_THAT(wrong.err,
             ContainsSubstring("--filter 'target=brid': 'brid' is not a class of feature 'target'\n"
                               "tfrec: hint: did you mean 'bird'?\n"));
}

TEST_CASE("--filter with the name of a column of any numbers kept records with numbers over 0") {
  const Columns set("7,1");
  const RunResult refused = set.run({"reshard", "out", "-o", "birds", "--filter", "target=bird", "-q"});
  CHECK(refused.exit_code == 2);
  CHECK(refused.out.empty());
  CHECK(refused.err ==
        "tfrec: error: --filter 'target=bird': column 'bird' has a 7 in a record; only columns of zeros and "
        "ones "
        "are filtered by name\n"
        "tfrec: hint: filter by numbers, which any of the columns may have\n");
  CHECK(set.run({"reshard", "out", "-o", "water", "--filter", "target=water", "-q"}).exit_code == 0);
}

TEST_CASE("--filter refused a column that another source alone has, though --allow-mixed") {
  const Columns set;
  set.table("image,land,sky\n0,1,0\n1,0,1\n");
  REQUIRE(set.build({"--layout", "target", "--no-shuffle", "-q"}, "more").exit_code == 0);
  const Words mix{"--allow-mixed", "-q", "--filter"};
  const RunResult mixed = set.run(Words{"reshard", "out", "more", "-o", "land"} + mix + Words{"target=land"});
  CHECK(mixed.err.empty());
  CHECK(mixed.exit_code == 0);
  CHECK(set.manifest("land")["shards"][0]["records"] == 1);
  CHECK(set.run(Words{"reshard", "out", "more", "-o", "none"} + mix + Words{"target=fire"}).exit_code == 2);
}
