// SPDX-License-Identifier: Apache-2.0
#include "base/files/free_space.hpp"

#include <sys/statvfs.h>

#include "support/catch.hpp"

using tfrec::free_space;

TEST_CASE("Free space is that of the file system where a path is or would be made") {
  struct statvfs facts {};
  REQUIRE(::statvfs("/dev/shm", &facts) == 0);
  const auto about = static_cast<double>(facts.f_bavail) * static_cast<double>(facts.f_frsize);
  for (const char* path : {"/dev/shm", "/dev/shm/no/such/folder"}) {
    INFO(path);
    const auto free = free_space(path);
    REQUIRE(free);
    CHECK(static_cast<double>(*free) == Approx(about).epsilon(0.05));
  }
  CHECK(free_space("relative/and/missing") > 0);
  CHECK_FALSE(free_space("/proc/self"));  // has no blocks
}
