// SPDX-License-Identifier: Apache-2.0
#include "base/threads.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <sched.h>
#include <sstream>
#include <thread>

namespace tfrec {

namespace fs = std::filesystem;

namespace {

unsigned cores_by_affinity() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  if (sched_getaffinity(0, sizeof mask, &mask) != 0) return std::thread::hardware_concurrency();
  return static_cast<unsigned>(CPU_COUNT(&mask));
}

/// Cores allowed by "quota period" in microseconds, 0 where there is no limit.
unsigned cores_of(double quota, double period) {
  constexpr double k_most_cores = 1e6;
  return quota > 0 && period > 0 ? static_cast<unsigned>(std::ceil(std::min(quota / period, k_most_cores)))
                                 : 0;
}

/// The limit of one group: cpu.max in version 2, two files in version 1.
unsigned cores_of_group(const fs::path& group) {
  std::string quota;
  double period = 0;
  if (std::ifstream file(group / "cpu.max"); file >> quota >> period)
    return quota == "max" ? 0 : cores_of(std::strtod(quota.c_str(), nullptr), period);
  double old_quota = 0;
  std::ifstream quota_file(group / "cpu.cfs_quota_us");
  std::ifstream period_file(group / "cpu.cfs_period_us");
  return quota_file >> old_quota && period_file >> period ? cores_of(old_quota, period) : 0;
}

/// The smaller limit, where 0 is none.
unsigned tighter(unsigned a, unsigned b) {
  return a == 0 || b == 0 ? std::max(a, b) : std::min(a, b);
}

/// The tightest limit of a group and all above it, below the mount point `root`. Inside a container the path
/// may be the host's, of which nothing is to be seen.
unsigned cores_of_groups(const fs::path& root, const fs::path& path) {
  unsigned cores = 0;
  fs::path group = root;
  for (const fs::path& name : path.relative_path()) {
    if (name == "..") break;
    group /= name;
    cores = tighter(cores, cores_of_group(group));
  }
  return cores;
}

bool has_cpu_controller(const std::string& controllers) {
  std::istringstream list(controllers);
  for (std::string name; std::getline(list, name, ',');) {
    if (name == "cpu") return true;
  }
  return false;
}

}  // namespace

unsigned cores_by_cgroup(const std::string& memberships, const fs::path& mounts) {
  // A container's own group is the root.
  unsigned cores = tighter(cores_of_group(mounts), cores_of_group(mounts / "cpu"));
  std::istringstream lines(memberships);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const fs::path path = line.substr(second + 1);
    if (controllers.empty()) cores = tighter(cores, cores_of_groups(mounts, path));
    if (has_cpu_controller(controllers)) cores = tighter(cores, cores_of_groups(mounts / "cpu", path));
  }
  return cores;
}

unsigned usable_cores() {
  const unsigned affinity = std::max(1U, cores_by_affinity());
  std::ifstream file("/proc/self/cgroup");
  const std::string memberships{std::istreambuf_iterator<char>(file), {}};
  return tighter(affinity, cores_by_cgroup(memberships, "/sys/fs/cgroup"));
}

}  // namespace tfrec
