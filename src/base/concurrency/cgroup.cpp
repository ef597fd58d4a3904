// SPDX-License-Identifier: Apache-2.0
#include "base/concurrency/cgroup.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <sstream>

namespace tfrec {

namespace fs = std::filesystem;

namespace {

/// Cores allowed by "quota period" in microseconds, 0 if there is no limit.
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

/// The limit of one group: memory.max in version 2; version 1 has a number near 2^63 for no limit.
std::uint64_t memory_of_group(const fs::path& group) {
  constexpr std::uint64_t k_no_limit = std::uint64_t{1} << 60;
  std::uint64_t bytes = 0;
  std::ifstream file(group / "memory.max");
  if (!file.is_open()) file.open(group / "memory.limit_in_bytes");
  return file >> bytes && bytes < k_no_limit ? bytes : 0;
}

/// The smaller limit, where 0 is none.
template <class Limit>
Limit tighter(Limit a, Limit b) {
  return a == 0 || b == 0 ? std::max(a, b) : std::min(a, b);
}

/// The tightest limit of a group and all above it, below the mount point `root`. Inside a container the path
/// may be the host's, which is not visible there.
template <class OfGroup>
auto limit_of_groups(const fs::path& root, const fs::path& path, const OfGroup& of_group) {
  auto limit = of_group(root);
  fs::path group = root;
  for (const fs::path& name : path.relative_path()) {
    if (name == "..") break;
    group /= name;
    limit = tighter(limit, of_group(group));
  }
  return limit;
}

bool lists(const std::string& controllers, const std::string& wanted) {
  return ("," + controllers + ",").find("," + wanted + ",") != std::string::npos;
}

/// The tightest limit that a controller sets; a container's own group is the root.
template <class OfGroup>
auto limit_by(const ControlGroups& groups, const std::string& controller, const OfGroup& of_group) {
  auto limit = tighter(of_group(groups.mounts), of_group(groups.mounts / controller));
  std::istringstream lines(groups.memberships);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const fs::path path = line.substr(second + 1);
    if (controllers.empty()) limit = tighter(limit, limit_of_groups(groups.mounts, path, of_group));
    if (lists(controllers, controller))
      limit = tighter(limit, limit_of_groups(groups.mounts / controller, path, of_group));
  }
  return limit;
}

}  // namespace

ControlGroups own_control_groups() {
  std::ifstream file("/proc/self/cgroup");
  return {{std::istreambuf_iterator<char>(file), {}}, "/sys/fs/cgroup"};
}

unsigned cores_by_cgroup(const ControlGroups& groups) {
  return limit_by(groups, "cpu", cores_of_group);
}

std::uint64_t memory_by_cgroup(const ControlGroups& groups) {
  return limit_by(groups, "memory", memory_of_group);
}

std::uint64_t at_most_half(std::uint64_t wanted, std::uint64_t limit) {
  return limit == 0 ? wanted : std::min(wanted, limit / 2);
}

}  // namespace tfrec
