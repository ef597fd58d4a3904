// SPDX-License-Identifier: Apache-2.0
#include "base/threads.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sched.h>
#include <string>
#include <thread>

namespace tfrec {

namespace {

unsigned cores_by_affinity() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  if (sched_getaffinity(0, sizeof mask, &mask) != 0) return std::thread::hardware_concurrency();
  return static_cast<unsigned>(CPU_COUNT(&mask));
}

/// Cores allowed by "quota period" in microseconds, 0 where there is no limit.
unsigned cores_of(double quota, double period) {
  return quota > 0 && period > 0 ? static_cast<unsigned>(std::ceil(quota / period)) : 0;
}

unsigned cores_by_cgroup() {
  std::string quota;
  double period = 0;
  // Inside a container the process's own cgroup is mounted at the root.
  if (std::ifstream file("/sys/fs/cgroup/cpu.max"); file >> quota >> period) {
    return quota == "max" ? 0 : cores_of(std::strtod(quota.c_str(), nullptr), period);
  }
  double old_quota = 0;
  std::ifstream quota_file("/sys/fs/cgroup/cpu/cpu.cfs_quota_us");
  std::ifstream period_file("/sys/fs/cgroup/cpu/cpu.cfs_period_us");
  return quota_file >> old_quota && period_file >> period ? cores_of(old_quota, period) : 0;
}

}  // namespace

unsigned usable_cores() {
  const unsigned affinity = std::max(1U, cores_by_affinity());
  const unsigned quota = cores_by_cgroup();
  return quota == 0 ? affinity : std::min(affinity, quota);
}

}  // namespace tfrec
