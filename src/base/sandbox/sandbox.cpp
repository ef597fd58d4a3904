// SPDX-License-Identifier: Apache-2.0
#include "base/sandbox/sandbox.hpp"

#include <exception>
#include <memory>
#include <semaphore>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "base/error.hpp"
#include "base/sandbox/call_filter.hpp"
#include "base/sandbox/write_limits.hpp"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define TFREC_WATCHED
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TFREC_WATCHED
#endif

namespace tfrec {

namespace {

#ifdef TFREC_WATCHED
constexpr bool k_is_possible = false;  // sanitizers start processes to find leaks and names
#else
constexpr bool k_is_possible = true;
#endif

/// Written while the process has one thread, and never again.
struct Sandbox {
  SandboxUse use = SandboxUse::off;
  bool filters_calls = false;
  bool limits_writes = false;
  SandboxOutputs outputs;
  SandboxOutputs parents;  // folders in which the outputs that did not exist are made
};
Sandbox g_sandbox;

thread_local bool t_is_confined = false;

Error refused(const std::string& problem) {
  return Error(ErrorKind::machine, "", "--sandbox on: " + problem, "--sandbox auto uses what there is");
}

void confine_this_thread() {
  if (!t_is_confined) t_is_confined = allow_only_computing();
  if (!t_is_confined && g_sandbox.use == SandboxUse::on)
    throw refused("cannot filter the system calls of a thread that decodes");
}

/// Does the work of one other thread, one after the other.
class ConfinedThread {
 public:
  ConfinedThread() : m_thread([this] { serve(); }) {}
  ~ConfinedThread() {
    m_work = nullptr;
    m_given.release();
  }
  ConfinedThread(const ConfinedThread&) = delete;
  ConfinedThread& operator=(const ConfinedThread&) = delete;

  void run(const std::function<void()>& work) {
    m_work = &work;
    m_given.release();
    m_done.acquire();
    if (const std::exception_ptr failure = std::exchange(m_failure, nullptr)) std::rethrow_exception(failure);
  }

 private:
  void serve() {
    for (;;) {
      m_given.acquire();
      if (m_work == nullptr) return;
      try {
        confine_this_thread();
        (*m_work)();
      } catch (...) {
        m_failure = std::current_exception();
      }
      m_done.release();
    }
  }

  std::binary_semaphore m_given{0};
  std::binary_semaphore m_done{0};
  const std::function<void()>* m_work = nullptr;
  std::exception_ptr m_failure;
  std::jthread m_thread;  // last: it uses the others
};

/// The partner of this thread. None where the system allows no more threads.
ConfinedThread* partner() {
  try {
    thread_local ConfinedThread thread;
    return &thread;
  } catch (const std::system_error&) {
    if (g_sandbox.use == SandboxUse::on) throw refused("cannot start a thread for decoding");
    return nullptr;
  }
}

/// Returns what is lacking; empty if nothing.
std::string limit_to_outputs(const SandboxOutputs& outputs) {
  g_sandbox.outputs = outputs;
  for (const auto& output : outputs) {
    std::filesystem::path there = existing_part(output);
    if (there != output) g_sandbox.parents.push_back(std::move(there));
  }
  const WriteLimits limits = limit_writes(outputs);
  g_sandbox.limits_writes = limits != WriteLimits::none;
  if (limits == WriteLimits::none) return "this system can't limit where files are written";
  return limits == WriteLimits::emptying ? "this system can't limit which files are emptied" : "";
}

}  // namespace

std::string enter_sandbox(SandboxUse use, const SandboxOutputs& outputs) {
  if (use == SandboxUse::off) return "no sandbox: --sandbox off";
  if (!k_is_possible) {
    if (use == SandboxUse::on) throw refused("a program with sanitizers has no sandbox");
    return {};
  }
  g_sandbox.use = use;
  g_sandbox.filters_calls = forbid_foreign_calls();
  std::string lack = g_sandbox.filters_calls ? "" : "this system has no filter of system calls";
  if (!outputs.empty()) {
    const std::string other = limit_to_outputs(outputs);
    if (!lack.empty() && !other.empty()) lack += ", and ";
    lack += other;
  }
  if (lack.empty()) return {};
  if (use == SandboxUse::on) throw refused(lack);
  return (g_sandbox.filters_calls || g_sandbox.limits_writes ? "incomplete sandbox: " : "no sandbox: ") +
         lack;
}

void narrow_sandbox() {
  if (g_sandbox.limits_writes) limit_writes(g_sandbox.outputs, g_sandbox.parents);
}

void stay_confined() {
  if (g_sandbox.filters_calls) confine_this_thread();
}

void run_confined(const std::function<void()>& work) {
  ConfinedThread* const thread = g_sandbox.filters_calls && !t_is_confined ? partner() : nullptr;
  thread == nullptr ? work() : thread->run(work);
}

}  // namespace tfrec
