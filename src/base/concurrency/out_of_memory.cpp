// SPDX-License-Identifier: Apache-2.0
#include "base/concurrency/out_of_memory.hpp"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace tfrec {

namespace {

constexpr int k_exit_machine = 3;

Error error_of_system(const std::system_error& error) {
  const std::error_code& code = error.code();
  // std::thread fails with EAGAIN if it gets no memory for its stack, or no further thread.
  if (code == std::errc::resource_unavailable_try_again) {
    return Error(ErrorKind::machine, "", "cannot start a thread: out of memory or of threads (ulimit -v, -u)",
                 "use fewer threads with -j");
  }
  return system_error(code.value(), "", "failed");
}

/// Allocates nothing and is safe in a signal handler.
[[noreturn]] void end_without_memory(int /*signal*/ = 0) {
  constexpr std::string_view k_message =
      "tfrec: error: out of memory\ntfrec: hint: allow more memory, or use fewer threads with -j\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, k_message.data(), k_message.size());
  ::_exit(k_exit_machine);
}

[[noreturn]] void end_by_terminate() {
  try {
    if (const std::exception_ptr failure = std::current_exception()) std::rethrow_exception(failure);
  } catch (const std::bad_alloc&) {
    end_without_memory();
  } catch (...) {
  }
  std::abort();
}

}  // namespace

Error error_of(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const Error& error) {
    return error;
  } catch (const std::bad_alloc&) {
    return Error(ErrorKind::machine, "", "out of memory", "use fewer threads with -j");
  } catch (const std::filesystem::filesystem_error& error) {
    return system_error(error.code().value(), error.path1().string(), "failed");
  } catch (const std::system_error& error) {
    return error_of_system(error);
  } catch (const std::exception& error) {
    return Error(ErrorKind::machine, "", std::string("unexpected failure: ") + error.what(),
                 "this is a defect of tfrec; please report it with the command you ran");
  }
}

void report_failed_memory_at_terminate() {
  std::set_terminate(end_by_terminate);
}

AbortIsFailedMemory::AbortIsFailedMemory() : m_previous(std::signal(SIGABRT, end_without_memory)) {}

AbortIsFailedMemory::~AbortIsFailedMemory() {
  std::signal(SIGABRT, m_previous);
}

}  // namespace tfrec
