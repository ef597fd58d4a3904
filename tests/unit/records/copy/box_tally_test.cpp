// SPDX-License-Identifier: Apache-2.0
#include "records/copy/box_tally.hpp"

#include "support/catch.hpp"
#include "support/data/shard_bytes.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

/// A tally of a record for each of these numbers of boxes, which have four floats.
BoxTally tally_of(const std::vector<std::size_t>& boxes) {
  BoxTally tally("box", 4);
  for (const std::size_t count : boxes) {
    const std::string payload = payload_of({{"box", Floats(4 * count)}});
    ExampleView view;
    REQUIRE(view.parse(payload));
    tally.add(view);
  }
  return tally;
}

}  // namespace

TEST_CASE("Boxes of records are counted by their floats: in all, the most, the median, records without") {
  const BoxTotals totals = tally_of({3, 0, 1, 7, 0, 2}).totals();
  CHECK(totals.boxes == 13);
  CHECK(totals.most == 7);
  CHECK(totals.images_without == 2);
  CHECK(totals.median == 1);  // the lower one of two in the middle
  CHECK_FALSE(totals.is_of_build);
  CHECK(tally_of({3, 0, 1, 7, 2}).totals().median == 2);
  CHECK(tally_of({5}).totals().median == 5);
  CHECK(tally_of({5, 6}).totals().images_without == 0);
}

TEST_CASE("A record without the feature of boxes has none, and no record has none either") {
  BoxTally tally("box", 1);
  CHECK(tally.totals().boxes == 0);
  ExampleView view;
  const std::string payload = payload_of({{"other", Floats{1, 2}}});
  REQUIRE(view.parse(payload));
  tally.add(view);
  CHECK(tally.totals().images_without == 1);
  CHECK(tally.totals().boxes == 0);
}

TEST_CASE("Tallies of boxes add up") {
  BoxTally tally = tally_of({1, 2});
  tally.add(tally_of({2, 2, 9}));
  const BoxTotals totals = tally.totals();
  CHECK((totals.boxes == 16 && totals.most == 9 && totals.median == 2));
}
