// SPDX-License-Identifier: Apache-2.0
#include "shards/publish/journal.hpp"

#include "support/catch.hpp"
#include "support/error_of.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

std::string refusal(const std::string& json) {
  return error_of([&] { parse_journal(json, "j"); });
}

/// Of a journal with this list of new files.
std::string refusal_of_files(const std::string& files) {
  return refusal(R"({"removed": [], "files": [)" + files + "]}");
}

std::string refusal_of_removed(const std::string& name) {
  return refusal(R"({"removed": [")" + name + R"("], "files": [["0", "new.bin", 1]]})");
}

}  // namespace

TEST_CASE("Names of any bytes are read from a journal as they were written to it") {
  PublicationPlan plan;
  plan.removed = {"manifest.json", "tr\xE4in/100%41-00.tfrec"};
  plan.files = {{"0-0.tfrec", "train/\xFF%-00.tfrec", 12}, {"manifest.json", "manifest.json", 0}};
  const std::string json = journal_json(plan);
  CHECK(json == R"({"removed":["manifest.json","tr%e4in/100%2541-00.tfrec"],)"
                R"("files":[["0-0.tfrec","train/%ff%25-00.tfrec",12],["manifest.json","manifest.json",0]]})");
  const PublicationPlan read = parse_journal(json, "j");
  CHECK(read.removed == plan.removed);
  REQUIRE(read.files.size() == 2);
  CHECK(read.files[0].staged == "0-0.tfrec");
  CHECK(read.files[0].name == plan.files[0].name);
  CHECK(read.files[0].bytes == 12);
}

TEST_CASE("A '%' without two hexadecimal digits in a journal means itself") {
  const PublicationPlan read = parse_journal(
      R"({"removed": [], "files": [["%", "a%4", 1], ["%g1", "%4g", 1], ["%-1", "% 1", 1]]})", "j");
  CHECK(read.files[0].staged == "%");
  CHECK(read.files[0].name == "a%4");
  CHECK(read.files[1].name == "%4g");
  CHECK(read.files[2].staged == "%-1");
  CHECK(read.files[2].name == "% 1");
}

TEST_CASE("A journal whose names lead out of the folder, also by escapes, is refused") {
  CHECK(refusal_of_files(R"(["0", "../a", 1])") == "j: 'files[0][1]' leads out of the folder ()");
  CHECK(refusal_of_files(R"(["0", "%2e%2e/a", 1])") == "j: 'files[0][1]' leads out of the folder ()");
  CHECK(refusal_of_files(R"(["/0", "a", 1])") == "j: 'files[0][0]' leads out of the folder ()");
  CHECK(refusal_of_files(R"(["0", "a%00", 1])") == "j: 'files[0][1]' leads out of the folder ()");
  CHECK(refusal_of_removed("a/../manifest.json") == "j: 'removed[0]' leads out of the folder ()");
}

TEST_CASE("A journal that lists a file twice or with other members is refused") {
  CHECK(refusal_of_files(R"(["0", "a", 1], ["1", "a", 1])") == "j: 'files[1]' is listed twice ()");
  CHECK(refusal_of_files(R"(["0", "a", 1], ["0", "b", 1])") == "j: 'files[1]' is listed twice ()");
  CHECK(refusal_of_files(R"(["0", "a"])") == "j: 'files[0]' has not three members ()");
  CHECK(refusal_of_files(R"(["0", "a", -1])") == "j: 'files[0][2]' is not a whole number ()");
  CHECK(refusal(R"({"files": []})") == "j: has no key 'removed' ()");
}

TEST_CASE("A journal neither makes hidden files nor moves or removes what is not of a set") {
  CHECK(refusal_of_files(R"(["0", ".profile", 1])") == "j: 'files[0][1]' '.profile' is a hidden file's ()");
  CHECK(refusal_of_files(R"(["0", ".ssh/a.tfrec", 1])") ==
        "j: 'files[0][1]' '.ssh/a.tfrec' is a hidden file's ()");
  CHECK(refusal_of_files(R"(["0", ".train-00000-of-00001.tfrec", 1])").empty());
  CHECK(refusal_of_files(R"(["lock", "a", 1])") == "j: 'files[0][0]' is not a finished file ()");
  CHECK(refusal_of_files(R"(["publication.json", "a", 1])") == "j: 'files[0][0]' is not a finished file ()");
  CHECK(refusal_of_removed("notes.md") == "j: 'removed[0]' 'notes.md' is not the name of a file of tfrec ()");
  for (const char* name : {"a.tfrec", "a.tfrec.idx", "a.tfindex", "classes.txt", "new.bin"}) {
    INFO(name);
    CHECK(refusal_of_removed(name).empty());
  }
}

TEST_CASE("A journal that removes files of a hidden folder, as the staging folder is, is refused") {
  CHECK(refusal_of_removed(".tfrec-build/a.tfrec") ==
        "j: 'removed[0]' '.tfrec-build/a.tfrec' is not the name of a file of tfrec ()");
  CHECK(refusal_of_removed("train/.b/classes.txt") ==
        "j: 'removed[0]' 'train/.b/classes.txt' is not the name of a file of tfrec ()");
  CHECK(refusal_of_removed(".tfrec-build00-2.tfrec").empty());
}
