// SPDX-License-Identifier: Apache-2.0
#include "base/concurrency/threads.hpp"

#include <algorithm>
#include <sched.h>
#include <thread>

#include "base/concurrency/cgroup.hpp"

namespace tfrec {

namespace {

unsigned cores_by_affinity() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  if (sched_getaffinity(0, sizeof mask, &mask) != 0) return std::thread::hardware_concurrency();
  return static_cast<unsigned>(CPU_COUNT(&mask));
}

}  // namespace

unsigned usable_cores() {
  const unsigned affinity = std::max(1U, cores_by_affinity());
  const unsigned quota = cores_by_cgroup(own_control_groups());
  return quota == 0 ? affinity : std::min(affinity, quota);
}

}  // namespace tfrec
