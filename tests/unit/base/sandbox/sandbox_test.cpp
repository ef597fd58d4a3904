// SPDX-License-Identifier: Apache-2.0
// What hostile code would try, in a process of its own: a sandbox is for good.
#include "base/sandbox/sandbox.hpp"

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <functional>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stdexcept>
#include <string>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <thread>
#include <unistd.h>

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/sandboxed.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

namespace fs = std::filesystem;

bool is_written(const fs::path& path) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (fd >= 0) ::close(fd);
  return fd >= 0;
}

long make_node(const fs::path& path) {
#if defined(__x86_64__)
  return ::syscall(SYS_mknod, path.c_str(), S_IFIFO | 0600, 0);
#else
  return ::mknod(path.c_str(), S_IFIFO | 0600, 0);
#endif
}

/// From now on, as a system that refuses them.
bool refuse_filters() {
  sock_filter code[] = {
      {BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(seccomp_data, nr)},
      {BPF_JMP | BPF_JEQ | BPF_K, 0, 1, SYS_prctl},
      {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | EPERM},
      {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW},
  };
  const sock_fprog program{4, code};
  return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

}  // namespace

TEST_CASE("In the sandbox the process starts no program and no other process") {
  check_in_sandbox({}, {{"execve", [] { return is_refused(::execl("/bin/false", "false", nullptr)); }},
                        {"fork", [] { return is_refused(::syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)); }},
                        {"ptrace", [] { return is_refused(::ptrace(PTRACE_TRACEME, 0, 0, 0)); }},
                        {"kill", [] { return is_refused(::kill(::getppid(), 0)); }},
                        {"signals of files",
                         [] {
                           const int fd = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
                           return is_refused(::fcntl(fd, F_SETOWN, ::getppid())) &&
                                  is_refused(::fcntl(fd, F_SETSIG, SIGKILL)) && ::fcntl(fd, F_GETFL) >= 0;
                         }},
                        {"limits",
                         [] {
                           rlimit limit{};
                           return is_refused(::prlimit(::getppid(), RLIMIT_NOFILE, nullptr, &limit)) &&
                                  ::getrlimit(RLIMIT_NOFILE, &limit) == 0;
                         }},
                        {"priority", [] { return is_refused(::setpriority(PRIO_PROCESS, 0, 19)); }},
                        {"tgkill", [] { return is_refused(::tgkill(::getppid(), ::getppid(), 0)); }}});
}

TEST_CASE("In the sandbox the process reaches neither the network nor what a shell reads next") {
  check_in_sandbox({}, {{"socket", [] { return is_refused(::socket(AF_INET, SOCK_STREAM, 0)); }},
                        {"socketpair",
                         [] {
                           int pair[2];
                           return is_refused(::socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
                         }},
                        {"io_uring", [] { return is_refused(::syscall(SYS_io_uring_setup, 1, nullptr)); }},
                        {"typed input", [] { return is_refused(::ioctl(0, TIOCSTI, "x")); }}});
}

TEST_CASE("In the sandbox threads, memory and exceptions work, and abort() ends the process") {
  check_in_sandbox({}, {{"a thread",
                         [] {
                           int made = 0;
                           std::thread([&] { made = 7; }).join();
                           return made == 7;
                         }},
                        {"its own signals", [] { return ::raise(0) == 0 && ::kill(::getpid(), 0) == 0; }}});
  const auto aborts = [] {
    ::signal(SIGABRT, SIG_DFL);
    std::abort();
    return true;
  };
  if (sandbox_works()) CHECK(status_in_sandbox({}, aborts) == SIGABRT);
}

TEST_CASE("Code that takes over a decoder opens, writes, renames and removes no file") {
  const ScratchFolder scratch;
  const std::string file = scratch.write("file", "content");
  const std::string other = scratch / "other";
  const int open_file = ::open(file.c_str(), O_RDWR | O_CLOEXEC);
  check_confined({{"read", [&] { return is_refused(::open(file.c_str(), O_RDONLY | O_CLOEXEC)); }},
                  {"create", [&] { return is_refused(::open(other.c_str(), O_WRONLY | O_CREAT, 0600)); }},
                  {"write to an open file", [&] { return is_refused(::write(open_file, "x", 1)); }},
                  {"truncate", [&] { return is_refused(::truncate(file.c_str(), 0)); }},
                  {"unlink", [&] { return is_refused(::unlink(file.c_str())); }},
                  {"rename", [&] { return is_refused(::rename(file.c_str(), other.c_str())); }},
                  {"link", [&] { return is_refused(::symlink(file.c_str(), other.c_str())); }},
                  {"mkdir", [&] { return is_refused(::mkdir(other.c_str(), 0700)); }},
                  {"code",
                   [] {
                     void* const page = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
                     return page == MAP_FAILED && errno == EPERM;
                   }},
                  {"a thread", [] { return is_refused(::syscall(SYS_clone, CLONE_THREAD, 0, 0, 0, 0)); }},
                  {"a program", [] { return is_refused(::execl("/bin/false", "false", nullptr)); }},
                  {"a socket", [] { return is_refused(::socket(AF_INET, SOCK_STREAM, 0)); }}});
  ::close(open_file);
  CHECK(scratch.files() == Files{{"file", "content"}});
}

TEST_CASE("A thread that decodes could read files that were open, and write to them by mapping them") {
  const ScratchFolder scratch;
  const std::string file = scratch.write("file", "content");
  const int open_file = ::open(file.c_str(), O_RDWR | O_CLOEXEC);
  const auto is_mapped = [&](int access) {
    return ::mmap(nullptr, 4096, access, MAP_SHARED, open_file, 0) != MAP_FAILED || errno != EPERM;
  };
  char byte = 0;
  check_confined({{"read", [&] { return is_refused(::read(open_file, &byte, 1)); }},
                  {"pread", [&] { return is_refused(::pread(open_file, &byte, 1, 0)); }},
                  {"map to read", [&] { return !is_mapped(PROT_READ); }},
                  {"map to write", [&] { return !is_mapped(PROT_READ | PROT_WRITE); }}});
  ::close(open_file);
}

TEST_CASE("A confined thread allocates, throws to its caller, and leaves the caller free") {
  const ScratchFolder scratch;
  const std::string file = scratch.write("file", "content");
  check_in_sandbox({}, {{"memory",
                         [] {
                           const auto sum = [] { return std::string(std::size_t{50} << 20, 'x').size(); };
                           return confined(sum) == std::size_t{50} << 20;
                         }},
                        {"exceptions",
                         [] {
                           try {
                             run_confined([] { throw std::runtime_error("bad"); });
                           } catch (const std::runtime_error& error) {
                             return std::string(error.what()) == "bad";
                           }
                           return false;
                         }},
                        {"the caller", [&] {
                           run_confined([] {});
                           return ::open(file.c_str(), O_RDONLY | O_CLOEXEC) >= 0;
                         }}});
}

TEST_CASE("Where the system allows no more threads, work is done without one, but not with --sandbox on") {
  if (!sandbox_works()) return;
  const auto forbid_threads = [] {
    pthread_attr_t large;
    return ::pthread_attr_init(&large) == 0 &&
           ::pthread_attr_setstacksize(&large, std::size_t{1} << 60U) == 0 &&
           ::pthread_setattr_default_np(&large) == 0;
  };
  const auto works = [&] {
    const auto self = std::this_thread::get_id();
    return forbid_threads() && confined([&] { return std::this_thread::get_id() == self; });
  };
  const auto is_error = [&] {
    try {
      return forbid_threads() && confined([] { return false; });
    } catch (const Error& error) {
      return error.kind() == ErrorKind::machine;
    }
  };
  CHECK(status_in_sandbox({}, works, SandboxUse::automatic) == 0);
  CHECK(status_in_sandbox({}, is_error) == 0);
}

TEST_CASE("With --sandbox on, threads decoded without their filter where the system refused it") {
  if (!sandbox_works()) return;
  const auto decodes = [] { return refuse_filters() && confined([] { return true; }); };
  const auto is_error = [&](const std::function<void()>& confine) {
    try {
      confine();
    } catch (const Error& error) {
      return error.kind() == ErrorKind::machine;
    }
    return false;
  };
  CHECK(status_in_sandbox({}, decodes, SandboxUse::automatic) == 0);
  CHECK(status_in_sandbox({}, [&] { return is_error([&] { decodes(); }); }) == 0);
  CHECK(status_in_sandbox({}, [&] { return refuse_filters() && is_error(stay_confined); }) == 0);
}

TEST_CASE("A worker that stays confined does its own work, and opens nothing from then on") {
  check_in_sandbox({}, {{"work", [] {
                           bool is_same = false;
                           bool is_closed = false;
                           std::thread([&] {
                             stay_confined();
                             const auto self = std::this_thread::get_id();
                             is_same = confined([&] { return std::this_thread::get_id() == self; });
                             is_closed = is_refused(::open("/", O_RDONLY | O_CLOEXEC));
                           }).join();
                           return is_same && is_closed;
                         }}});
}

TEST_CASE("The sandbox limits writing to the outputs: all else can only be read") {
  if (!sandbox_works()) return;
  const ScratchFolder scratch;
  scratch.write("out/old", "old");
  const fs::path other = scratch.write("other/file", "content");
  check_in_sandbox(
      {scratch / "out"},
      {{"an output", [&] { return is_written(scratch / "out/a"); }},
       {"a name in the outputs",
        [&] {
          fs::create_directory(scratch / "out/folder");
          fs::rename(scratch / "out/a", scratch / "out/folder/a");
          return true;
        }},
       {"reading", [&] { return scratch.read("other/file") == "content"; }},
       {"writing", [&] { return !is_written(other) && errno == EACCES; }},
       {"making", [&] { return !is_written(scratch / "other/b") && errno == EACCES; }},
       {"removing", [&] { return ::unlink(other.c_str()) != 0 && errno == EACCES; }},
       {"moving away", [&] { return ::rename(other.c_str(), (scratch / "out/b").c_str()) != 0; }},
       {"the home folder", [] { return !is_written("/.profile") && errno == EACCES; }}});
  CHECK(names(scratch.files()) == std::vector<std::string>{"other/file", "out/folder/a", "out/old"});
}

TEST_CASE("In the sandbox no device, FIFO or attribute of a file is made") {
  const ScratchFolder scratch;
  const std::string file = scratch.write("out/file", "content");
  const std::string other = scratch / "out/other";
  check_in_sandbox({scratch / "out"},
                   {{"FIFO", [&] { return is_refused(::mkfifo(other.c_str(), 0600)); }},
                    {"node", [&] { return is_refused(make_node(other)); }},
                    {"truncate", [&] { return is_refused(::truncate(file.c_str(), 0)); }},
                    {"chmod", [&] { return is_refused(::chmod(file.c_str(), 0777)); }},
                    {"chown", [&] { return is_refused(::chown(file.c_str(), ::getuid(), ::getgid())); }},
                    {"setxattr", [&] { return is_refused(::setxattr(file.c_str(), "user.a", "b", 1, 0)); }}});
  CHECK(scratch.files("out") == Files{{"file", "content"}});
}

TEST_CASE("The sandbox let calls through that are newer than the kernel's headers: fchmodat2, setxattrat") {
  const ScratchFolder scratch;
  const std::string file = scratch.write("file", "content");
  const auto is_missing = [](long result) { return result == -1 && errno == ENOSYS; };
  check_in_sandbox(
      {}, {{"fchmodat2", [&] { return is_missing(::syscall(452, AT_FDCWD, file.c_str(), 0777, 0)); }},
           {"all later ones", [&] {
              bool are_missing = true;
              for (long call = 451; call < 600; ++call) {
                are_missing = is_missing(::syscall(call, -1, 0, -1, 0, 0, 0)) && are_missing;
              }
              return are_missing;
            }}});
}

TEST_CASE("The sandbox let queues, semaphores and shared memory of other processes be used and removed") {
  check_in_sandbox({}, {{"msgctl", [] { return is_refused(::msgctl(-1, IPC_RMID, nullptr)); }},
                        {"semctl", [] { return is_refused(::semctl(-1, 0, IPC_RMID)); }},
                        {"shmctl", [] { return is_refused(::shmctl(-1, IPC_RMID, nullptr)); }},
                        {"mq_unlink", [] { return is_refused(::syscall(SYS_mq_unlink, "none")); }}});
}

TEST_CASE("Once its folder is made, the folder above an output can't be written to") {
  const ScratchFolder scratch;
  check_in_sandbox({scratch / "out/deep"}, {{"before", [&] { return is_written(scratch / "before"); }},
                                            {"after",
                                             [&] {
                                               fs::create_directories(scratch / "out/deep");
                                               narrow_sandbox();
                                               return is_written(scratch / "out/deep/a") &&
                                                      !is_written(scratch / "out/b") &&
                                                      !is_written(scratch / "after");
                                             }},
                                            {"removing it again", [&] {
                                               fs::remove(scratch / "out/deep/a");
                                               return ::rmdir((scratch / "out/deep").c_str()) == 0 &&
                                                      ::rmdir((scratch / "out").c_str()) == 0;
                                             }}});
}

TEST_CASE("Without a sandbox nothing is confined") {
  CHECK(enter_sandbox(SandboxUse::off, {}) == "no sandbox: --sandbox off");
  const auto self = std::this_thread::get_id();
  CHECK(confined([&] { return std::this_thread::get_id() == self; }));
  stay_confined();
  const int fd = ::open("/", O_RDONLY | O_CLOEXEC);
  CHECK(fd >= 0);
  ::close(fd);
}
