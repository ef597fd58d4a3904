// SPDX-License-Identifier: Apache-2.0
#include "base/stop.hpp"

#include <atomic>
#include <csignal>

#include "base/error.hpp"

namespace tfrec {

namespace {

std::atomic<int> g_signal{0};
static_assert(std::atomic<int>::is_always_lock_free, "the signal handler stores into it");

extern "C" void remember_signal(int signal) {
  g_signal.store(signal);
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

}  // namespace tfrec
