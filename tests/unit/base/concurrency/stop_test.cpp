// SPDX-License-Identifier: Apache-2.0
#include "base/concurrency/stop.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <string>
#include <sys/wait.h>
#include <tuple>
#include <unistd.h>
#include <utility>

#include "support/catch.hpp"

namespace {

enum class Stops : bool { never, reported };

/// A process that does not end after a signal: its exit code, and what it prints on stderr.
struct Stubborn {
  explicit Stubborn(int signal, Stops stops = Stops::never) {
    std::array<int, 2> ends{};
    REQUIRE(::pipe(ends.data()) == 0);
    const pid_t child = ::fork();
    if (child == 0) {
      ::dup2(ends[1], STDERR_FILENO);
      tfrec::stop_on_signals();
      std::raise(signal);
      if (stops == Stops::reported) tfrec::stop_is_reported();
      for (;;) ::pause();
    }
    ::close(ends[1]);
    std::array<char, 256> buffer{};
    for (ssize_t got = 0; (got = ::read(ends[0], buffer.data(), buffer.size())) > 0;)
      printed.append(buffer.data(), static_cast<std::size_t>(got));
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  int exit_code = -1;
  std::string printed;
};

}  // namespace

TEST_CASE("A stop that nobody looks for comes after a second all the same") {
  for (const auto& [signal, code, message] : {std::tuple{SIGINT, 130, "tfrec: error: interrupted\n"},
                                              std::tuple{SIGTERM, 143, "tfrec: error: terminated\n"}}) {
    const auto start = std::chrono::steady_clock::now();
    const Stubborn process(signal);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    CHECK(process.exit_code == code);
    CHECK(process.printed == message);
    CHECK(took.count() > 0.9);  // time to stop in order
    CHECK(took.count() < 5);
  }
}

TEST_CASE("An interrupted run that took more than a second to exit printed its error twice") {
  for (const auto& [signal, code] : {std::pair{SIGINT, 130}, std::pair{SIGTERM, 143}}) {
    const Stubborn process(signal, Stops::reported);
    CHECK(process.exit_code == code);
    CHECK(process.printed.empty());
  }
}
