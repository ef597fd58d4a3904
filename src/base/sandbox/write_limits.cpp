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

constexpr std::uint64_t k_change_folder = LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
                                          LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                                          LANDLOCK_ACCESS_FS_MAKE_SYM | k_refer;
constexpr std::uint64_t k_change_file = LANDLOCK_ACCESS_FS_WRITE_FILE | k_truncate;
/// Devices, sockets and FIFOs are made nowhere.
constexpr std::uint64_t k_make_special = LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
                                         LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO;

/// The rules of a kernel.
class Rules {
 public:
  explicit Rules(long abi)
      : m_handled((k_change_folder | k_change_file | k_make_special) & (abi < 3 ? ~k_truncate : ~0ULL)) {
    landlock_ruleset_attr attributes{};
    attributes.handled_access_fs = m_handled;
    m_fd = FileDescriptor(
        static_cast<int>(::syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0)));
  }

  /// False if there is no descriptor for it: without its rule the place could not be written to.
  bool allow(const fs::path& place, std::uint64_t in_folder) {
    const FileDescriptor fd(::open(existing_part(place).c_str(), O_PATH | O_CLOEXEC));
    if (!fd.is_open()) return errno != EMFILE && errno != ENFILE && errno != ENOMEM;
    struct stat facts {};
    if (::fstat(fd.get(), &facts) != 0) return false;
    const std::uint64_t of_place = S_ISDIR(facts.st_mode) ? in_folder : k_change_file;
    const landlock_path_beneath_attr rule{of_place & m_handled, fd.get()};
    ::syscall(SYS_landlock_add_rule, m_fd.get(), LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    return true;
  }

  bool enforce() const {
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           ::syscall(SYS_landlock_restrict_self, m_fd.get(), 0) == 0;
  }

  bool exist() const { return m_fd.is_open(); }

 private:
  std::uint64_t m_handled;
  FileDescriptor m_fd;
};

}  // namespace

fs::path existing_part(fs::path path) {
  std::error_code unknown;
  while (!path.empty() && fs::status(path, unknown).type() == fs::file_type::not_found)
    path = path.parent_path();
  return path.empty() ? "." : path;
}

WriteLimits limit_writes(const std::vector<fs::path>& places, const std::vector<fs::path>& parents) {
  const long abi = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (abi < 2) return WriteLimits::none;  // names could not move between folders at all
  Rules rules(abi);
  if (!rules.exist()) return WriteLimits::none;
  for (const fs::path& place : places) {
    if (!rules.allow(place, k_change_folder | k_change_file)) return WriteLimits::none;
  }
  for (const fs::path& parent : parents) rules.allow(parent, LANDLOCK_ACCESS_FS_REMOVE_DIR);
  if (!rules.enforce()) return WriteLimits::none;
  return abi < 3 ? WriteLimits::emptying : WriteLimits::full;
}

}  // namespace tfrec
