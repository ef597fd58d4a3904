// SPDX-License-Identifier: Apache-2.0
#include "base/sandbox/write_limits.hpp"

#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <system_error>
#include <unistd.h>

#include "base/files/file.hpp"

namespace tfrec {

namespace {

namespace fs = std::filesystem;

// Newer than the headers of some systems.
constexpr std::uint64_t k_refer = 1U << 13U;     // names move between folders; ABI 2
constexpr std::uint64_t k_truncate = 1U << 14U;  // ABI 3

constexpr std::uint64_t k_change_folder =
    LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
    LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK |
    LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM | k_refer;
constexpr std::uint64_t k_change_file = LANDLOCK_ACCESS_FS_WRITE_FILE | k_truncate;

/// The path, or the nearest folder above it that exists.
FileDescriptor open_place(fs::path place) {
  for (;;) {
    FileDescriptor fd(::open(place.empty() ? "." : place.c_str(), O_PATH | O_CLOEXEC));
    const bool is_missing = !fd.is_open() && (errno == ENOENT || errno == ENOTDIR);
    if (!is_missing || place.empty() || place == place.parent_path()) return fd;
    place = place.parent_path();
  }
}

/// False if there is no descriptor for it: without its rule the place could not be written to.
bool allow(int rules, const fs::path& place, std::uint64_t handled) {
  const FileDescriptor fd = open_place(place);
  if (!fd.is_open()) return errno != EMFILE && errno != ENFILE && errno != ENOMEM;
  struct stat facts {};
  if (::fstat(fd.get(), &facts) != 0) return false;
  const std::uint64_t of_place = S_ISDIR(facts.st_mode) ? k_change_folder | k_change_file : k_change_file;
  const landlock_path_beneath_attr rule{of_place & handled, fd.get()};
  ::syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  return true;
}

}  // namespace

bool limit_writes(const std::vector<fs::path>& places) {
  const long abi = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (abi < 2) return false;  // names could not move between folders at all
  const std::uint64_t handled = k_change_folder | (abi < 3 ? k_change_file & ~k_truncate : k_change_file);
  landlock_ruleset_attr attributes{};
  attributes.handled_access_fs = handled;
  const FileDescriptor rules(
      static_cast<int>(::syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0)));
  if (!rules.is_open()) return false;
  for (const fs::path& place : places) {
    if (!allow(rules.get(), place, handled)) return false;
  }
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::syscall(SYS_landlock_restrict_self, rules.get(), 0) == 0;
}

}  // namespace tfrec
