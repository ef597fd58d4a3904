// SPDX-License-Identifier: Apache-2.0
// Limits that control groups set: those of containers, batch systems, systemd. See cgroups(7).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace tfrec {

/// The content of /proc/self/cgroup, and the mount point /sys/fs/cgroup.
struct ControlGroups {
  std::string memberships;
  std::filesystem::path mounts;
};

/// Those of this process.
ControlGroups own_control_groups();

/// The cores that quotas allow, rounded up: the tightest of the process's group and those above it; 0 if
/// there is no limit. Version 2 (cpu.max), version 1 (cpu/…/cpu.cfs_quota_us) or both.
unsigned cores_by_cgroup(const ControlGroups& groups);

/// The bytes of memory they allow, in the same way: memory.max, or memory/…/memory.limit_in_bytes.
std::uint64_t memory_by_cgroup(const ControlGroups& groups);

/// `wanted` bytes, or half of the `limit` where that is less; a limit of 0 is none.
std::uint64_t at_most_half(std::uint64_t wanted, std::uint64_t limit);

}  // namespace tfrec
