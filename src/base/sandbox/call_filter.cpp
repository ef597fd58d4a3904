// SPDX-License-Identifier: Apache-2.0
#include "base/sandbox/call_filter.hpp"

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <span>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

namespace tfrec {

namespace {

#if defined(__x86_64__)
constexpr std::uint32_t k_architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t k_architecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t k_architecture = 0;  // of no kernel: there is no filter
#endif

constexpr std::uint32_t k_allow = SECCOMP_RET_ALLOW;
constexpr std::uint32_t k_refuse = SECCOMP_RET_ERRNO | EPERM;
constexpr std::uint32_t k_unknown = SECCOMP_RET_ERRNO | ENOSYS;  // glibc then uses an older call

/// set_mempolicy_home_node. Later calls have the same number on all architectures. Some set permissions and
/// attributes (fchmodat2, setxattrat, file_setattr), and what those of later kernels do is not known here.
constexpr std::uint32_t k_newest_call = 450;

// Each call would get a line.
// clang-format off
constexpr long k_no_programs[] = {
    SYS_execve, SYS_execveat,
#if defined(__x86_64__)
    SYS_fork, SYS_vfork,
#endif
};
constexpr long k_no_network[] = {
    SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4, SYS_sendto,
    SYS_sendmsg, SYS_sendmmsg};
constexpr long k_no_other_processes[] = {
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_pidfd_open, SYS_pidfd_getfd,
    SYS_pidfd_send_signal, SYS_tkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo, SYS_shmget,
    SYS_shmat, SYS_shmctl, SYS_msgget, SYS_msgsnd, SYS_msgrcv, SYS_msgctl, SYS_semget, SYS_semop, SYS_semtimedop,
    SYS_semctl, SYS_mq_open, SYS_mq_unlink, SYS_setpriority, SYS_ioprio_set, SYS_sched_setscheduler,
    SYS_sched_setparam, SYS_sched_setattr, SYS_sched_setaffinity, SYS_migrate_pages, SYS_move_pages};
/// What Landlock does not limit.
constexpr long k_no_attributes[] = {
    SYS_truncate, SYS_fchmod, SYS_fchmodat, SYS_fchown, SYS_fchownat, SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr,
    SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr,
#if defined(__x86_64__)
    SYS_chmod, SYS_chown, SYS_lchown,
#endif
};
constexpr long k_no_system[] = {
    SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_io_uring_setup, SYS_io_uring_enter,
    SYS_io_uring_register, SYS_keyctl, SYS_add_key, SYS_request_key, SYS_mount, SYS_umount2, SYS_move_mount,
    SYS_open_tree, SYS_fsopen, SYS_fsmount, SYS_pivot_root, SYS_chroot, SYS_unshare, SYS_setns,
    SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load, SYS_reboot, SYS_swapon,
    SYS_swapoff, SYS_open_by_handle_at, SYS_memfd_create, SYS_personality, SYS_setuid, SYS_setgid,
    SYS_setresuid, SYS_setresgid, SYS_mknodat, SYS_fanotify_init, SYS_vmsplice,
#if defined(__x86_64__)
    SYS_mknod,
#endif
};
/// Memory, locks, time, signals of this process, the end of a thread, and what stop_on_signals() may do in
/// it.
constexpr long k_computing[] = {
    SYS_brk, SYS_munmap, SYS_mremap, SYS_madvise, SYS_futex, SYS_membarrier, SYS_sched_yield,
    SYS_sched_getaffinity, SYS_getcpu, SYS_clock_gettime, SYS_clock_nanosleep, SYS_nanosleep,
    SYS_gettimeofday, SYS_sysinfo, SYS_getrandom, SYS_getpid, SYS_gettid, SYS_fstat, SYS_newfstatat,
    SYS_rt_sigprocmask, SYS_rt_sigaction, SYS_rt_sigreturn, SYS_sigaltstack,
    SYS_restart_syscall, SYS_setitimer, SYS_exit, SYS_exit_group,
#if defined(__x86_64__)
    SYS_alarm, SYS_time,
#endif
};
// clang-format on

/// A program of the kernel's machine: it looks at a call's number and arguments and returns a verdict.
class Filter {
 public:
  Filter() {
    load(offsetof(seccomp_data, arch));
    add(BPF_JMP | BPF_JEQ | BPF_K, k_architecture, 1, 0);
    answer(k_refuse);  // calls of another architecture have other numbers
    load(offsetof(seccomp_data, nr));
#if defined(__x86_64__)
    constexpr std::uint32_t k_x32 = 0x4000'0000;  // so have those of x32
    add(BPF_JMP | BPF_JGE | BPF_K, k_x32, 0, 1);
    answer(k_refuse);
#endif
  }

  void answer_above(std::uint32_t call, std::uint32_t verdict) {
    add(BPF_JMP | BPF_JGT | BPF_K, call, 0, 1);
    answer(verdict);
  }
  void answer(std::uint32_t verdict) {
    add(BPF_RET | BPF_K, verdict);
  }
  void answer(std::span<const long> calls, std::uint32_t verdict) {
    for (const long call : calls) answer_if(call, 1, [&] { answer(verdict); });
  }
  /// `verdict` where an argument of the call is one of these, else `otherwise`. Arguments are ints or flags:
  /// only their lower half counts.
  void answer(long call, std::size_t argument, std::span<const std::uint32_t> values, std::uint32_t verdict,
              std::uint32_t otherwise) {
    answer_if(call, 2 + 2 * values.size(), [&] {
      load_argument(argument);
      for (const std::uint32_t value : values) {
        add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
        answer(verdict);
      }
      answer(otherwise);
    });
  }
  /// `verdict` where an argument of the call has one of these bits.
  void answer_bits(long call, std::size_t argument, std::uint32_t bits, std::uint32_t verdict) {
    answer_if(call, 4, [&] {
      load_argument(argument);
      add(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
      answer(verdict);
      load(offsetof(seccomp_data, nr));
    });
  }
  /// The same, else `otherwise`.
  void answer_bits(long call, std::size_t argument, std::uint32_t bits, std::uint32_t verdict,
                   std::uint32_t otherwise) {
    answer_if(call, 4, [&] {
      load_argument(argument);
      add(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
      answer(verdict);
      answer(otherwise);
    });
  }

  bool install() {
    if (k_architecture == 0) return false;
    const sock_fprog program{static_cast<unsigned short>(m_code.size()), m_code.data()};
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
    // Without this flag, older kernels slow down the whole process, as if it ran foreign code.
    return install(program, SECCOMP_FILTER_FLAG_SPEC_ALLOW) || install(program, 0) ||
           ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;  // from kernel 3.5
  }

 private:
  static bool install(const sock_fprog& program, unsigned flags) {
    return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program) == 0;
  }
  void add(unsigned code, std::uint32_t value, unsigned yes = 0, unsigned no = 0) {
    m_code.push_back({static_cast<std::uint16_t>(code), static_cast<std::uint8_t>(yes),
                      static_cast<std::uint8_t>(no), value});
  }
  void load(std::size_t offset) {
    add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
  }
  /// Both architectures are little-endian.
  void load_argument(std::size_t argument) {
    load(offsetof(seccomp_data, args) + argument * sizeof(std::uint64_t));
  }
  /// `answer` adds so many steps, which end the program or load the call's number again.
  template <class Answer>
  void answer_if(long call, std::size_t steps, const Answer& answer) {
    add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, static_cast<unsigned>(steps));
    answer();
  }

  std::vector<sock_filter> m_code;
};

std::uint32_t own_process() {
  return static_cast<std::uint32_t>(::getpid());
}

/// Signals go to this process alone: abort() needs that.
void answer_signals(Filter& filter) {
  const std::array own{own_process()};
  filter.answer(SYS_tgkill, 0, own, k_allow, k_refuse);
  filter.answer(SYS_kill, 0, own, k_allow, k_refuse);
}

}  // namespace

bool forbid_foreign_calls() {
  constexpr std::array<std::uint32_t, 2> k_typed_input{TIOCSTI, TIOCLINUX};
  constexpr std::array<std::uint32_t, 3> k_signals_of_files{F_SETOWN, F_SETOWN_EX, F_SETSIG};
  const std::array own{std::uint32_t{0}, own_process()};
  Filter filter;
  filter.answer_above(k_newest_call, k_unknown);
  filter.answer(k_no_programs, k_refuse);
  filter.answer(k_no_network, k_refuse);
  filter.answer(k_no_other_processes, k_refuse);
  filter.answer(k_no_attributes, k_refuse);
  filter.answer(k_no_system, k_refuse);
  filter.answer(SYS_fcntl, 1, k_signals_of_files, k_refuse, k_allow);
  filter.answer(SYS_prlimit64, 0, own, k_allow, k_refuse);
  filter.answer(SYS_ioctl, 1, k_typed_input, k_refuse, k_allow);
  filter.answer_bits(SYS_clone, 0, CLONE_THREAD, k_allow, k_refuse);
  filter.answer(std::array{long{SYS_clone3}}, k_unknown);  // its flags are out of a filter's reach
  answer_signals(filter);
  filter.answer(k_allow);
  return filter.install();
}

bool allow_only_computing() {
  constexpr std::array<std::uint32_t, 1> k_errors{STDERR_FILENO};
  constexpr std::array<std::uint32_t, 1> k_is_terminal{TCGETS};
  Filter filter;
  filter.answer(k_computing, k_allow);
  filter.answer_bits(SYS_mmap, 2, PROT_EXEC, k_refuse);
  filter.answer_bits(SYS_mmap, 3, MAP_ANONYMOUS, k_allow, k_refuse);  // files that are open stay out of it
  filter.answer_bits(SYS_mprotect, 2, PROT_EXEC, k_refuse, k_allow);
  filter.answer(SYS_write, 0, k_errors, k_allow, k_refuse);
  filter.answer(SYS_ioctl, 1, k_is_terminal, k_allow, k_refuse);
  answer_signals(filter);
  filter.answer(k_refuse);
  return filter.install();
}

}  // namespace tfrec
