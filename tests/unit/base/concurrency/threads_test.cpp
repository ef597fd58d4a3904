// SPDX-License-Identifier: Apache-2.0
#include "base/concurrency/threads.hpp"

#include <sched.h>

#include "support/catch.hpp"

using namespace tfrec;

TEST_CASE("A process that is held to one core has one") {
  cpu_set_t before;
  REQUIRE(::sched_getaffinity(0, sizeof before, &before) == 0);
  cpu_set_t one;
  CPU_ZERO(&one);
  for (int core = 0; core < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++core) {
    if (CPU_ISSET(core, &before)) CPU_SET(core, &one);
  }
  REQUIRE(::sched_setaffinity(0, sizeof one, &one) == 0);
  const unsigned cores = usable_cores();
  REQUIRE(::sched_setaffinity(0, sizeof before, &before) == 0);
  CHECK(cores == 1);
}
