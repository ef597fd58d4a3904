// SPDX-License-Identifier: Apache-2.0
// Runs a command and writes what it took to a file: seconds by the clock, seconds of CPU, peak memory in KiB,
// exit code. A small program, for the peak of a child counts that of the process it was started from.
//   stopwatch REPORT COMMAND [ARGUMENT...]
#include <chrono>
#include <cstdio>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

extern char** environ;

namespace {

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const auto begin = std::chrono::steady_clock::now();
  pid_t child = 0;
  if (posix_spawnp(&child, argv[2], nullptr, nullptr, argv + 2, environ) != 0) return 3;
  int status = 0;
  rusage used{};
  wait4(child, &status, 0, &used);
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
  std::FILE* report = std::fopen(argv[1], "w");
  if (report == nullptr) return 3;
  std::fprintf(report, "%.6f %.6f %ld %d\n", wall.count(),
               seconds_of(used.ru_utime) + seconds_of(used.ru_stime), used.ru_maxrss,
               WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
  return std::fclose(report) == 0 ? 0 : 3;
}
