// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace tfrec {

/// The cores this process may use: its affinity mask, at most its control groups' CPU quota, rounded up; at
/// least 1.
unsigned usable_cores();

/// The cores that control groups' quotas allow, rounded up: the tightest of the process's group and those
/// above it; 0 where there is no limit. `memberships` is what /proc/self/cgroup holds, `mounts` what is
/// mounted at /sys/fs/cgroup: version 2 (cpu.max), version 1 (cpu/…/cpu.cfs_quota_us) or both. See
/// cgroups(7).
unsigned cores_by_cgroup(const std::string& memberships, const std::filesystem::path& mounts);

}  // namespace tfrec
