// SPDX-License-Identifier: Apache-2.0
#include "base/concurrency/stop.hpp"

#include <atomic>
#include <csignal>
#include <string_view>
#include <unistd.h>

#include "base/error.hpp"

namespace tfrec {

namespace {

std::atomic<int> g_signal{0};
std::atomic<int> g_is_reported{0};
static_assert(std::atomic<int>::is_always_lock_free, "the signal handlers use them");

constexpr unsigned k_grace_seconds = 1;

/// Runs as a signal handler: nothing but write and _exit.
extern "C" void end_now(int) {
  const int signal = g_signal.load();
  if (g_is_reported.load() != 0) ::_exit(128 + signal);
  const std::string_view message =
      signal == SIGINT ? "\ntfrec: error: interrupted\n" : "\ntfrec: error: terminated\n";
  const bool may_be_behind_progress = ::isatty(STDERR_FILENO) == 1;
  const std::string_view text = message.substr(may_be_behind_progress ? 0 : 1);
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
  ::_exit(128 + signal);
}

extern "C" void remember_signal(int signal) {
  g_signal.store(signal);
  struct sigaction action {};
  action.sa_handler = end_now;
  sigaction(SIGALRM, &action, nullptr);
  ::alarm(k_grace_seconds);
}

}  // namespace

void stop_on_signals() {
  struct sigaction action {};
  action.sa_handler = remember_signal;
  // SA_RESETHAND gives the second signal its default effect.
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

void throw_if_stopped() {
  const int signal = g_signal.load(std::memory_order_relaxed);
  if (signal == SIGINT) throw Error(ErrorKind::interrupted, "", "interrupted");
  if (signal == SIGTERM) throw Error(ErrorKind::terminated, "", "terminated");
}

void stop_is_reported() {
  g_is_reported.store(1);
}

}  // namespace tfrec
