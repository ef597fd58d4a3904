// SPDX-License-Identifier: Apache-2.0
#include "base/concurrency/cgroup.hpp"

#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using tfrec::test::ScratchFolder;

TEST_CASE("Without control groups there is no limit") {
  const ScratchFolder mounts;
  CHECK(cores_by_cgroup({"", mounts.path()}) == 0);
  CHECK(cores_by_cgroup({"0::/user.slice\n", mounts.path()}) == 0);
  CHECK(cores_by_cgroup({"nonsense\n:\n::\n", mounts.path()}) == 0);
}

TEST_CASE("A quota of version 2 is rounded up to whole cores") {
  const ScratchFolder mounts;
  const auto cores = [&](const char* quota) {
    mounts.write("jobs/cpu.max", quota);
    return cores_by_cgroup({"0::/jobs\n", mounts.path()});
  };
  CHECK(cores("100000 100000\n") == 1);
  CHECK(cores("150000 100000\n") == 2);
  CHECK(cores("5000 100000\n") == 1);
  CHECK(cores("max 100000\n") == 0);
  CHECK(cores("100000 0\n") == 0);
  CHECK(cores("\n") == 0);
}

TEST_CASE("The tightest quota from the group up to the root counts") {
  const ScratchFolder mounts;
  mounts.write("a/cpu.max", "200000 100000\n");
  mounts.write("a/b/cpu.max", "max 100000\n");
  mounts.write("a/b/c/cpu.max", "800000 100000\n");
  CHECK(cores_by_cgroup({"0::/a/b/c\n", mounts.path()}) == 2);
  CHECK(cores_by_cgroup({"0::/elsewhere\n", mounts.path()}) == 0);
  mounts.write("cpu.max", "100000 100000\n");
  CHECK(cores_by_cgroup({"0::/a/b/c\n", mounts.path()}) == 1);
}

TEST_CASE("A container whose path is the host's has its own group at the root") {
  const ScratchFolder mounts;
  mounts.write("cpu.max", "300000 100000\n");
  CHECK(cores_by_cgroup({"0::/docker/0123\n", mounts.path()}) == 3);
  CHECK(cores_by_cgroup({"0::/../../elsewhere\n", mounts.path()}) == 3);
  CHECK(cores_by_cgroup({"", mounts.path()}) == 3);
}

TEST_CASE("A quota of version 1 counts where the cpu controller is listed") {
  const ScratchFolder mounts;
  mounts.write("cpu/jobs/cpu.cfs_quota_us", "250000\n");
  mounts.write("cpu/jobs/cpu.cfs_period_us", "100000\n");
  CHECK(cores_by_cgroup({"4:memory:/jobs\n3:cpu,cpuacct:/jobs\n", mounts.path()}) == 3);
  CHECK(cores_by_cgroup({"4:memory:/jobs\n3:cpuset:/jobs\n", mounts.path()}) == 0);
  mounts.write("cpu/jobs/cpu.cfs_quota_us", "-1\n");
  CHECK(cores_by_cgroup({"3:cpu,cpuacct:/jobs\n", mounts.path()}) == 0);
}

TEST_CASE("Memory is limited by the tightest group, in either version") {
  const ScratchFolder mounts;
  CHECK(memory_by_cgroup({"0::/a/b\n", mounts.path()}) == 0);
  mounts.write("a/memory.max", "8000000000\n");
  mounts.write("a/b/memory.max", "max\n");
  CHECK(memory_by_cgroup({"0::/a/b\n", mounts.path()}) == 8'000'000'000);
  mounts.write("a/b/memory.max", "512000000\n");
  CHECK(memory_by_cgroup({"0::/a/b\n", mounts.path()}) == 512'000'000);
  mounts.write("memory/jobs/memory.limit_in_bytes", "9223372036854771712\n");  // none
  CHECK(memory_by_cgroup({"3:memory:/jobs\n", mounts.path()}) == 0);
  mounts.write("memory/jobs/memory.limit_in_bytes", "256000000\n");
  CHECK(memory_by_cgroup({"3:memory:/jobs\n", mounts.path()}) == 256'000'000);
  CHECK(memory_by_cgroup({"3:cpu:/jobs\n", mounts.path()}) == 0);
}

TEST_CASE("Images in flight take at most half of what the group may have") {
  CHECK(at_most_half(1000, 0) == 1000);
  CHECK(at_most_half(1000, 4000) == 1000);
  CHECK(at_most_half(1000, 500) == 250);
}
