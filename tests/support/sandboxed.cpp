// SPDX-License-Identifier: Apache-2.0
#include "support/sandboxed.hpp"

#include <cerrno>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.hpp"
#include "support/build_paths.hpp"
#include "support/catch.hpp"
#include "support/skipped.hpp"

namespace tfrec::test {

namespace {

constexpr int k_no_sandbox = 100;
constexpr int k_thrown = 101;

/// The exit code of a child that runs `work` in the sandbox, or its signal.
int run_in_child(const SandboxOutputs& outputs, const std::function<int()>& work,
                 SandboxUse use = SandboxUse::on) {
  const pid_t child = ::fork();
  if (child == 0) {
    try {
      enter_sandbox(use, outputs);
    } catch (const Error&) {
      ::_exit(k_no_sandbox);
    }
    try {
      ::_exit(work());
    } catch (...) {
      ::_exit(k_thrown);
    }
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return status;
}

/// The number of the first trial that failed, from 1; 0 if none did.
int first_failed(const Trials& trials) {
  for (std::size_t i = 0; i < trials.size(); ++i) {
    if (!trials[i].second()) return static_cast<int>(i) + 1;
  }
  return 0;
}

void check_status(int status, const Trials& trials) {
  REQUIRE(WIFEXITED(status));
  const auto code = static_cast<std::size_t>(WEXITSTATUS(status));
  INFO((code > 0 && code <= trials.size() ? trials[code - 1].first : std::string("exit code")));
  CHECK(code == 0);
}

}  // namespace

bool is_refused(long result) {
  return result == -1 && errno == EPERM;
}

bool sandbox_works() {
  if (k_has_sanitizers) return false;  // they need calls that it refuses: other builds are tested
  const int status = run_in_child({"/dev/null"}, [] { return 0; });
  return status == 0 || skipped("the sandbox: the kernel does not allow it");
}

int status_in_sandbox(const SandboxOutputs& outputs, const std::function<bool()>& trial, SandboxUse use) {
  return run_in_child(
      outputs, [&] { return trial() ? 0 : 1; }, use);
}

void check_in_sandbox(const SandboxOutputs& outputs, const Trials& trials) {
  if (sandbox_works()) check_status(run_in_child(outputs, [&] { return first_failed(trials); }), trials);
}

void check_confined(const Trials& trials) {
  if (sandbox_works())
    check_status(run_in_child({}, [&] { return confined([&] { return first_failed(trials); }); }), trials);
}

}  // namespace tfrec::test
