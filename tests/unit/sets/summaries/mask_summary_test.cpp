// SPDX-License-Identifier: Apache-2.0
#include "sets/summaries/mask_summary.hpp"

#include "support/catch.hpp"

using namespace tfrec;

TEST_CASE("Masks of records and files add up") {
  MaskSummary one;
  CHECK_FALSE(one.seen());
  one.add(2, 1, {{0, 5}, {3, 7}});
  one.add(1, 1, {});
  MaskSummary other;
  other.add(1, 0, {{3, 1}});
  one.add(other);
  CHECK(one.seen());
  CHECK(one.masks == 4);
  CHECK(one.unread == 2);
  CHECK(one.images == 3);
  CHECK(one.pixels() == 13);
  CHECK(one.ids.at(3).pixels == 8);
  CHECK(one.ids.at(3).images == 2);
  CHECK(one.ids.at(0).images == 1);
}
