// SPDX-License-Identifier: Apache-2.0
#include "operations/verify/verify_set.hpp"
#include "support/catch.hpp"
#include "support/data/shard_bytes.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

/// Shards of one folder or several, each with the records given.
struct Shards {
  FoundShards found;
  std::vector<FileVerdict> verdicts;

  void add(const std::string& path, const std::vector<std::vector<NamedValues>>& records) {
    found.shards.push_back({path, {}, {}, false});
    FileVerdict verdict;
    verdict.file.path = path;
    for (const auto& features : records) {
      const std::string payload = payload_of(features);
      ExampleView view;
      REQUIRE(view.parse(payload));
      verdict.schema.add(view);
    }
    verdicts.push_back(std::move(verdict));
  }

  /// "PATH: message" of each problem.
  std::vector<std::string> problems() const {
    std::vector<std::string> out;
    for (const SetProblem& problem : check_schemas(found, verdicts)) {
      CHECK(problem.kind == "schema");
      out.push_back(problem.path + ": " + problem.message);
    }
    return out;
  }
};

using Lines = std::vector<std::string>;
const NamedValues k_int{"x", Integers{1}};
const NamedValues k_float{"x", Floats{1}};
const NamedValues k_other{"y", Texts{"t"}};

}  // namespace

TEST_CASE("The schema of most shards is the usual one, of equals the first's") {
  Shards most;
  most.add("d/a", {{k_float}});
  most.add("d/b", {{k_int}});
  most.add("d/c", {{k_int}});
  CHECK(most.problems() == Lines{"d/a: feature 'x' is float, in b it is int64"});
  Shards equals;
  equals.add("d/a", {{k_float}});
  equals.add("d/b", {{k_int}});
  CHECK(equals.problems() == Lines{"d/b: feature 'x' is int64, in a it is float"});
}

TEST_CASE("A feature in every record here and in none there") {
  Shards more;
  more.add("d/a", {{k_int}});
  more.add("d/b", {{k_int}});
  more.add("d/c", {{k_int, k_other}});
  CHECK(more.problems() == Lines{"d/c: has the feature 'y' in every record, a in none"});
  Shards fewer;
  fewer.add("d/a", {{k_int, k_other}});
  fewer.add("d/b", {{k_int}});
  CHECK(fewer.problems() == Lines{"d/b: has no feature 'y', which is in every record of a"});
}

TEST_CASE("Optional features, other folders and shards without examples are no other schema") {
  Shards shards;
  shards.add("d/a", {{k_int, k_other}, {k_int}});
  shards.add("d/b", {{k_int}});
  shards.add("d/c", {});
  shards.add("e/a", {{k_float}});
  CHECK(shards.problems().empty());
}
