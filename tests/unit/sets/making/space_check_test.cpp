// SPDX-License-Identifier: Apache-2.0
#include "sets/making/space_check.hpp"

#include <string>
#include <vector>

#include "base/error.hpp"
#include "sets/plan/prepare_build.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

using tfrec::Error;
using tfrec::ErrorKind;
using tfrec::require_free_space;

namespace {

struct Warnings : tfrec::Observer {
  void warning(const std::string& text) override { warnings.push_back(text); }
  std::vector<std::string> warnings;
};

}  // namespace

TEST_CASE("Enough space is no news") {
  Warnings observer;
  require_free_space("out", 1000, 1000, observer);
  require_free_space("out", 0, 0, observer);
  CHECK(observer.warnings.empty());
}

TEST_CASE("Space that is short by as much as a prediction may be off is warned of") {
  Warnings observer;
  require_free_space("out", 100'000'000, 90'000'000, observer);
  REQUIRE(observer.warnings.size() == 1);
  CHECK(observer.warnings[0] == "out: about 100 MB are needed, 90.0 MB are free on its file system");
}

TEST_CASE("Less space than that is refused, whatever little a quota leaves") {
  Warnings observer;
  for (const std::uint64_t free : {0U, 4096U, 89'999'999U}) {
    try {
      require_free_space("out", 100'000'000, free, observer);
      FAIL("was not refused");
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::machine);
      CHECK(error.path() == "out");
      CHECK_THAT(error.message(), Catch::StartsWith("about 100 MB are needed, "));
      CHECK_FALSE(error.hint().empty());
    }
  }
  CHECK(observer.warnings.empty());
}

TEST_CASE("The prediction covers all sizes and splits") {
  tfrec::Manifest set;
  for (const std::uint64_t bytes : {100U, 20U, 3U}) {
    set.totals.emplace_back();
    set.totals.back().predicted_bytes = bytes;
  }
  CHECK(tfrec::predicted_bytes(set) == 123);
}
