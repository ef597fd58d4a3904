// SPDX-License-Identifier: Apache-2.0
#include "base/concurrency/out_of_memory.hpp"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <optional>
#include <stdexcept>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

#include "support/catch.hpp"

using namespace tfrec;

TEST_CASE("What the system refuses is the machine's failure, what nobody expected a defect") {
  const auto error_from = [](const auto& exception) { return error_of(std::make_exception_ptr(exception)); };
  CHECK(std::string(error_from(std::bad_alloc()).what()) == "out of memory");
  const std::error_code refused = std::make_error_code(std::errc::resource_unavailable_try_again);
  CHECK_THAT(error_from(std::system_error(refused)).what(),
             Catch::StartsWith("cannot start a thread: out of memory"));
  const std::error_code full = std::make_error_code(std::errc::no_space_on_device);
  CHECK(std::string(error_from(std::filesystem::filesystem_error("remove", "out/x", full)).what()) ==
        "out/x: failed: No space left on device");
  const Error defect = error_from(std::logic_error("vector::at"));
  CHECK(std::string(defect.what()) == "unexpected failure: vector::at");
  CHECK_THAT(defect.hint(), Catch::ContainsSubstring("please report"));
  const Error own = error_from(Error(ErrorKind::bad_data, "a.csv", "is empty"));
  CHECK(own.kind() == ErrorKind::bad_data);
  CHECK(own.path() == "a.csv");
}

TEST_CASE("A library that aborts while it loads ends the process as failed memory does") {
  const auto exit_code_of_abort = [](bool is_loading) {
    const pid_t child = ::fork();
    if (child == 0) {
      std::signal(SIGABRT, SIG_DFL);
      { const AbortIsFailedMemory over; }
      const std::optional<AbortIsFailedMemory> loading =
          is_loading ? std::optional<AbortIsFailedMemory>(std::in_place) : std::nullopt;
      std::abort();
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  };
  CHECK(exit_code_of_abort(true) == 3);
  CHECK(exit_code_of_abort(false) == -SIGABRT);
}
