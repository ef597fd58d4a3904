// SPDX-License-Identifier: Apache-2.0
// --missing and --drop-missing through the real binary.
#include <algorithm>
#include <sstream>

#include <nlohmann/json.hpp>

#include "support/data/test_data.hpp"
#include "support/scenes/build_scene.hpp"

using namespace tfrec::test;

namespace {

/// Images 0.jpg … 4.jpg and a table whose columns x (floats), n (whole numbers) and word have gaps.
class Gaps : public BuildScene {
 public:
  Gaps() : BuildScene({"--labels", "labels.csv", "--name", "f"}) {
    images(5);
    table("image,x,n,word\n0,0.5,1,oak\n1,,2,elm\n2,2.5,,oak\n3,1.5,4,\n4,4,5,elm\n");
  }
  /// What extract makes of the set: image,word,n,x, sorted.
  Words rows() const {
    REQUIRE(run({"extract", "out", "-o", "back", "-q"}).exit_code == 0);
    std::istringstream csv(scratch.read("back/labels.csv"));
    Words lines;
    for (std::string line; std::getline(csv, line);) lines.push_back(line);
    std::sort(lines.begin(), lines.end());
    return lines;
  }
  /// A build onto the set in `out` is refused.
  void refuses_out(const Words& more, const std::string& message) const {
    const RunResult result = build(more);
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err, ContainsSubstring(message));
  }
};

const Words k_all{"--missing", "x=nan", "--missing", "n=-1", "--missing", "word=none"};

}  // namespace

TEST_CASE("--missing COLUMN=VALUE stores another value for each column") {
  const Gaps set;
  const Json built = set.report(k_all);
  CHECK(built["options"]["missing"] == Json::array({"x=nan", "n=-1", "word=none"}));
  CHECK(built["classes"][0]["names"] == Json::array({"elm", "none", "oak"}));
  CHECK(built["classes"][0]["records"] == Json::array({2, 1, 2}));
  CHECK(set.rows() ==
        Words{"0,oak,1,0.5", "1,elm,2,nan", "2,oak,-1,2.5", "3,none,4,1.5", "4,elm,5,4.0", "image,word,n,x"});
  CHECK_FALSE(set.scratch.files("out").contains("left-out.csv"));
}

TEST_CASE("--missing VALUE holds for the columns that have no value of their own") {
  const Gaps set;
  const Json built = set.report({"--missing", "word=none", "--missing", "0"});
  CHECK(built["options"]["missing"] == Json::array({"0", "word=none"}));
  CHECK(set.rows() ==
        Words{"0,oak,1,0.5", "1,elm,2,0.0", "2,oak,0,2.5", "3,none,4,1.5", "4,elm,5,4.0", "image,word,n,x"});
}

TEST_CASE("--missing names columns that exist and are stored, each once") {
  const Gaps set;
  set.fails({"--missing", "wrod=none"}, 2, "hint: --missing word=none");
  set.fails({"--missing", "x=1", "--missing", "x=2"}, 2, "--missing is given twice for column 'x'");
  set.fails({"--missing", "1", "--missing", "2"}, 2, "--missing is given twice for all columns");
  set.fails({"--feature", "image=jpeg", "--missing", "x=1"}, 2,
            "--missing x=1 has no effect: no feature is made from column 'x'");
  set.fails({"--missing", "nan"}, 2, "hint: to store floats: --feature n=float:n");
  set.fails({"--missing", "word=none", "--missing", "x=nan"}, 1,
            "name a value to store with --missing n=VALUE");
}

TEST_CASE("--missing COLUMN=nan was refused for whole numbers, and had no effect on numbers with an n/a") {
  const Gaps set;
  set.table(
      "image,n,price,word,zip\n0,1,0.5,oak,01\n1,,n/a,elm,02\n2,3,1.5,oak,03\n3,4,,7,01\n4,5,2,elm,x\n");
  const Words nan{"--missing", "n=nan",    "--missing", "price=nan",
                  "--missing", "word=nan", "--missing", "zip=nan"};
  const RunResult built = set.build(nan);
  CHECK(built.exit_code == 0);
  CHECK_THAT(built.err, ContainsSubstring("n=float:n, price=float:price, word=index:word, zip=index:zip\n"));
  CHECK_THAT(built.err, ContainsSubstring(
                            "column 'price': 1 empty cell and 1 malformed cell stored as 'nan' (--missing)"));
}

TEST_CASE("--missing COLUMN=NUMBER other than nan had no effect on numbers with an n/a") {
  const Gaps set;
  set.table("image,n,price,word\n0,1,0.5,oak\n1,n/a,n/a,elm\n2,3,1.5,oak\n3,4,2,7\n");
  const RunResult built = set.build({"--missing", "n=-1", "--missing", "price=-1", "--missing", "word=-1"});
  CHECK(built.exit_code == 0);
  CHECK_THAT(built.err, ContainsSubstring("n=int64:n, price=float:price, word=index:word\n"));
  CHECK_THAT(built.err, ContainsSubstring("column 'n': 1 malformed cell stored as '-1' (--missing)"));
}

TEST_CASE("--missing of a column beside --label-column had only the hint to leave it out") {
  const Gaps set;
  const Words label = {"--label-column", "word", "--missing", "word=elm"};
  set.fails(label + Words{"--missing", "x=nan"}, 2,
            "hint: leave it out, or store the column: --layout auto --feature x=float:x\n");
  set.fails(label + Words{"--missing", "x=-1", "--layout", "auto"}, 2,
            "hint: leave it out, or store the column: --feature x=int64:x\n");
  set.fails(label + Words{"--missing", "x=none", "--layout", "auto"}, 2,
            "hint: leave it out, or store the column: --feature x=bytes:x\n");
}

TEST_CASE(
    "A set with --missing COLUMN=VALUE is up to date, and built in parts or like it with the same values") {
  const Gaps set;
  set.report(k_all);
  CHECK_THAT(set.build(k_all).out, ContainsSubstring("up to date"));
  set.refuses_out({"--missing", "x=nan", "--missing", "n=-2", "--missing", "word=none"},
                  "missing was x=nan,n=-1");
  const RunResult like = set.build({"--like", "out"}, "like");
  REQUIRE(like.exit_code == 0);
  CHECK(set.shards("like") == set.shards());
  Words plan{"plan", "images", "--labels", "labels.csv", "--name", "f", "-o", "set.plan"};
  plan.insert(plan.end(), k_all.begin(), k_all.end());
  REQUIRE(set.run(plan).exit_code == 0);
  REQUIRE(set.run({"build", "images", "--plan", "set.plan", "--part", "1/1", "-o", "parts"}).exit_code == 0);
  REQUIRE(set.run({"finish", "set.plan", "-o", "parts"}).exit_code == 0);
  CHECK(set.files("parts") == set.files());
}

TEST_CASE("--drop-missing leaves out rows with an empty cell, and lists them") {
  const Gaps set;
  const Json built = set.report({"--drop-missing", "x,n,word"});
  CHECK(built["records"] == 2);
  CHECK(built["left_out_rows"] == 3);
  CHECK(built["left_out"][1] == Json{{"row", 4}, {"image", "2.jpg"}, {"action", "dropped: 'n' is empty"}});
  CHECK(built["options"]["drop-missing"] == "x,n,word");
  CHECK(set.scratch.read("out/left-out.csv") ==
        "row,image,action\r\n3,1.jpg,dropped: 'x' is empty\r\n4,2.jpg,dropped: 'n' is empty\r\n"
        "5,3.jpg,dropped: 'word' is empty\r\n");
  CHECK(set.run({"verify", "out"}).exit_code == 0);
  const RunResult again = set.build({"--drop-missing", "x,n,word", "--json"});
  CHECK(Json::parse(again.out)["left_out"] == built["left_out"]);
}

TEST_CASE("--drop-missing is counted in the summaries of build and plan") {
  const Gaps set;
  const std::string line = "left out 1 row, listed in left-out.csv\n";
  const Words options{"--drop-missing", "n", "--missing", "x=0", "--missing", "word=none"};
  const RunResult built = set.build(options);
  CHECK(built.exit_code == 0);
  CHECK_THAT(built.out, ContainsSubstring(line));
  CHECK_THAT(built.err, ContainsSubstring("warning: 1 row is left out by --drop-missing: labels.csv:4 "
                                          "(dropped: 'n' is empty); the set's left-out.csv lists them"));
  Words plan{"plan", "images", "--labels", "labels.csv"};
  plan.insert(plan.end(), options.begin(), options.end());
  CHECK_THAT(set.run(plan).out, ContainsSubstring("left out 1 row; build will list them in left-out.csv\n"));
}

TEST_CASE("--drop-missing: parts and repair --from make the same set") {
  const Gaps set;
  const Words options{"--drop-missing", "x,n,word", "--shards", "2"};
  set.report(options);
  Words plan{"plan", "images", "--labels", "labels.csv", "--name", "f", "-o", "set.plan"};
  plan.insert(plan.end(), options.begin(), options.end());
  REQUIRE(set.run(plan).exit_code == 0);
  for (const char* part : {"1/2", "2/2"})
    REQUIRE(set.run({"build", "images", "--plan", "set.plan", "--part", part, "-o", "parts"}).exit_code == 0);
  REQUIRE(set.run({"finish", "set.plan", "-o", "parts"}).exit_code == 0);
  CHECK(set.files("parts") == set.files());
  const Files whole = set.files();
  std::filesystem::remove(set.scratch / ("parts/" + set.shards().begin()->first));
  const RunResult repaired =
      set.run({"repair", "parts", "--from", "images", "--labels", "labels.csv", "-o", "whole"});
  INFO(repaired.err);
  REQUIRE(repaired.exit_code == 0);
  CHECK(set.shards("whole") == set.shards());
}

TEST_CASE("--drop-missing: a set is not up to date if other rows are dropped") {
  const Gaps set;
  set.report({"--drop-missing", "x,n,word"});
  set.table("image,x,n,word\n0,0.5,1,oak\n1,,2,elm\n2,2.5,,oak\n4,4,5,elm\n");
  set.refuses_out({"--drop-missing", "x,n,word"}, "it left out 3 rows, now 2");
  CHECK(set.report({"--drop-missing", "x,n,word", "--overwrite"})["left_out_rows"] == 2);
}

TEST_CASE("--drop-missing names columns of a table and leaves a row") {
  const Gaps set;
  set.fails({"--drop-missing", "wrod"}, 2, "hint: --drop-missing word");
  set.table("image,x\n0,\n1,\n");
  set.fails({"--drop-missing", "x"}, 1, "all rows are left out by --drop-missing");
  const RunResult flat = set.run({"build", "images", "-o", "out", "--drop-missing", "x"});
  CHECK(flat.exit_code == 2);
  CHECK_THAT(flat.err, ContainsSubstring("--drop-missing needs a table"));
}

TEST_CASE("No warning of class ids beside a kind that --feature gives") {
  BuildScene set({"--labels", "labels.csv", "--name", "f"});
  set.images(4);
  set.table("image,n\n0,1\n1,2\n2,3\n3,?\n");
  CHECK_THAT(set.run({"plan", "images", "--labels", "labels.csv"}).err,
             ContainsSubstring("stored as text, because"));
  const RunResult result = set.build({"--layout", "auto", "--feature", "n=int64:n", "--missing", "n=0"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.find("stored as text") == std::string::npos);
}

TEST_CASE("--drop-missing lists an image without a known extension by its name") {
  const Gaps set;
  set.image("odd.data", jpeg_image(16, 16));
  set.table("image,x\n0,1\nodd.data,\n");
  REQUIRE(set.build({"--drop-missing", "x"}).exit_code == 0);
  CHECK_THAT(set.files().at("left-out.csv"), ContainsSubstring("3,odd.data,dropped: 'x' is empty\r\n"));
}

TEST_CASE("--drop-missing: rows that it skips do not stop the build in the audit") {
  const Gaps set;
  set.table("image,x\n0,1\n1,\ngone,\n0,\n2,5\n");
  const RunResult result = set.build({"--drop-missing", "x"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, ContainsSubstring("left out 3 rows, listed in left-out.csv\n"));
  CHECK(set.files().at("left-out.csv") ==
        "row,image,action\r\n3,1.jpg,dropped: 'x' is empty\r\n4,gone,dropped: 'x' is empty\r\n"
        "5,0.jpg,dropped: 'x' is empty\r\n");
  CHECK_THAT(result.err, ContainsSubstring("2 of 5 images have no row and are left out"));  // not 1.jpg
}

TEST_CASE("--drop-missing leaves out texts where the layout needs numbers") {
  const Gaps set;
  set.table("image,x,n\n0,1.5,1\n1,abc,2\n2,2.5,3.5\n3,0.5,?\n");
  const Words kinds{"--feature", "image=jpeg", "--feature", "x=float:x", "--feature", "n=int64:n"};
  REQUIRE(set.build(kinds + Words{"--drop-missing", "x,n"}).exit_code == 0);
  CHECK(set.files().at("left-out.csv") ==
        "row,image,action\r\n3,1.jpg,dropped: 'x': 'abc' is not a number\r\n"
        "4,2.jpg,dropped: 'n': '3.5' is not a whole number\r\n5,3.jpg,dropped: 'n' is '?'\r\n");
  // Of layout auto a column with a text is text.
  REQUIRE(set.build({"--drop-missing", "x"}, "auto").exit_code == 0);
  CHECK_FALSE(set.files("auto").contains("left-out.csv"));
}

TEST_CASE("--drop-missing: the order of its columns makes no difference") {
  const Gaps set;
  set.table("image,x,n,word\n0,0.5,1,oak\n1,,,elm\n2,2.5,2,oak\n3,1,3,elm\n");
  set.report({"--drop-missing", "x,n"});
  const RunResult again = set.build({"--drop-missing", "n,x"});
  CHECK(again.exit_code == 0);
  CHECK_THAT(again.out, ContainsSubstring("up to date"));
}

TEST_CASE("A set whose left-out.csv would list other rows is not up to date") {
  const Gaps set;
  set.table("image,x,n\n0,0.5,1\n1,,2\n2,2.5,3\n3,1,4\n");
  set.report({"--drop-missing", "x,n"});
  set.table("image,x,n\n0,0.5,1\n1,2,\n2,2.5,3\n3,1,4\n");
  set.refuses_out({"--drop-missing", "x,n"}, "left-out.csv lists other rows or reasons");
}

TEST_CASE("--quiet: a warning counts the rows and images that are left out and names the file") {
  const Gaps set;
  set.image("2.jpg", "no image");
  set.table("image,x\n0,1\n1,\n2,3\n3,4\ngone,5\n");
  const RunResult result =
      set.build({"--drop-missing", "x", "--allow-missing-images", "--max-bad", "1", "-q"});
  CHECK(result.exit_code == 0);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, ContainsSubstring("warning: 1 row is left out by --drop-missing: labels.csv:3 "));
  CHECK_THAT(result.err,
             ContainsSubstring("warning: 1 of 4 rows has no image and is left out: labels.csv:6: "));
  CHECK_THAT(result.err, ContainsSubstring("warning: 1 bad image is left out: 2.jpg; see bad.csv\n"));
}

TEST_CASE("--allow-missing-images lists the rows without an image in left-out.csv") {
  const Gaps set;
  set.table("image,x\n0,1\n1,2\ngone,3\n,4\n");
  const Json built = set.report({"--allow-missing-images"});
  CHECK(built["left_out_rows"] == 2);
  CHECK(set.files().at("left-out.csv") ==
        "row,image,action\r\n4,gone,left out: it has no image\r\n5,,left out: it has no image\r\n");
  CHECK(set.run({"verify", "out"}).exit_code == 0);
}

TEST_CASE("A cell of blanks is an empty cell") {
  const Gaps set;
  set.table("image,class\n0,oak\n1, \n2,elm\n3,oak\n4,elm\n");
  set.fails({}, 1, "labels.csv:3: column 'class': is empty");
  const Json built = set.report({"--missing", "none"});
  CHECK(built["classes"][0]["names"] == Json::array({"elm", "none", "oak"}));
  CHECK(built["classes"][0]["records"] == Json::array({2, 1, 2}));
}

TEST_CASE("Classes that look like missing values get a warning with the option to type") {
  const Gaps set;
  set.table("image,class\n0,oak\n1,NA\n2,?\n3,oak\n4,NA\n");
  CHECK_THAT(set.build({"--layout", "flowers"}).err,
             ContainsSubstring(
                 "warning: column 'class': '?', 'NA' look like missing values; to store another class, empty "
                 "the cells and use --missing; to skip such rows: "
                 "--drop-missing class\n"));
  const RunResult dropped = set.build({"--layout", "flowers", "--drop-missing", "class"}, "dropped");
  CHECK(dropped.exit_code == 0);
  CHECK(set.files("dropped").at("classes.txt") == "oak\n");
}

TEST_CASE("--missing COLUMN=VALUE takes the longest column that exists") {
  const Gaps set;
  set.table("image,a,a=b\n0,,\n1,2,5\n2,3,6\n");
  REQUIRE(set.build({"--missing", "a=b=7", "--missing", "a=0"}).exit_code == 0);
  CHECK(set.rows() == Words{"0,0,7", "1,2,5", "2,3,6", "image,a,a=b"});
}

TEST_CASE("--missing never replaces numbers with a fraction, or all values of a column") {
  const Gaps set;
  set.table("image,a,b\n0,0.0,1.0\n1,1.0,0.0\n2,0,1\n3,,1\n4,1,0\n");
  const RunResult floats = set.build({"--layout", "target", "--missing", "0"});
  CHECK(floats.exit_code == 1);
  CHECK_THAT(floats.err, ContainsSubstring("'0.0' is not a whole number"));
  CHECK_THAT(floats.err, ContainsSubstring("to store floats: --feature target=float:a,b"));
  set.table("image,a\n0,yes\n1,no\n2,yes\n3,\n4,no\n");
  const RunResult text = set.build({"--layout", "target", "--missing", "0"});
  CHECK(text.exit_code == 1);
  CHECK_THAT(text.err, ContainsSubstring("labels.csv:2: column 'a': 'yes' is not a whole number"));
}

TEST_CASE("The warning of a column with a few other cells led to an error about these cells") {
  const Gaps set;
  set.table("image,n\n0,1\n1,three\n2,2\n3,3\n4,four\n");
  CHECK_THAT(
      set.build().err,
      ContainsSubstring("to store numbers: fix such cells, or give --missing n=VALUE or --drop-missing "
                        "n with --layout auto --feature n=int64:n\n"));
  const Words numbers{"--layout", "auto", "--feature", "n=int64:n"};
  set.fails(numbers, 1, "labels.csv:3: column 'n': 'three' is not a whole number");
  CHECK(set.build(numbers + Words{"--missing", "n=-1"}, "stored").exit_code == 0);
  CHECK(set.build(numbers + Words{"--drop-missing", "n"}, "dropped").exit_code == 0);
  CHECK_THAT(set.build({"--missing", "n=-1"}, "named").err, !ContainsSubstring("to store numbers"));
  CHECK_THAT(set.build({"--missing", "n=none"}, "other").err,
             ContainsSubstring("to store numbers: --layout auto --feature n=int64:n\n"));
}

TEST_CASE("A column of floats whose first value is nan is not pointed to int64") {
  const Gaps set;
  set.table("image,h\n0,nan\n1,0.5\n2,1.5\n3,2.5\n4,3\n");
  const RunResult result = set.build();
  CHECK_THAT(result.err, ContainsSubstring("to store numbers: fix the cell, or give --missing h=VALUE or "
                                           "--drop-missing h with --layout auto --feature h=float:h\n"));
}

TEST_CASE("--missing of a column that only --feature left out points to --layout auto") {
  const Gaps set;
  const RunResult result = set.build(
      {"--feature", "image=jpeg", "--feature", "n=int64:n", "--missing", "n=-1", "--missing", "x=nan"});
  CHECK(result.exit_code == 2);
  CHECK_THAT(
      result.err,
      ContainsSubstring("--feature alone stores nothing else; to keep the usual features: --layout auto"));
}
