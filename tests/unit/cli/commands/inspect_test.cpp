// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "unit/cli/parsing.hpp"

using namespace tfrec;
using namespace tfrec::test;
using Catch::ContainsSubstring;

TEST_CASE("inspect: counts are whole numbers, and one record excludes samples") {
  for (const char* count : {"--records=0", "--records=-1", "--samples=x", "--samples=-1", "--record=1.5",
                            "--record=99999999999999999999"}) {
    INFO(count);
    CHECK_THAT(refusal_of({"inspect", "a.tfrec", count}), ContainsSubstring("' is not a whole number "));
  }
  CHECK(refusal_of({"inspect", "a.tfrec", "--records=1", "--samples=0"}).empty());
  CHECK_THAT(refusal_of({"inspect", "a.tfrec", "--record=0", "--samples=2"}),
             ContainsSubstring("can't be used together"));
}

TEST_CASE("inspect: --save needs --record, --image-feature needs --save") {
  CHECK_THAT(refusal_of({"inspect", "a.tfrec", "--save=x"}), ContainsSubstring("--save needs --record"));
  CHECK_THAT(refusal_of({"inspect", "a.tfrec", "--record=1", "--image-feature=x"}),
             ContainsSubstring("--image-feature needs --save"));
}
